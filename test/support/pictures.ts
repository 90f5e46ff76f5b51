import { crc32, deflateSync } from 'node:zlib'

/*
 * Small, valid pictures of one colour, made of nothing but the arguments: the same arguments give the same bytes, and
 * another seed (0 to 255) gives other bytes.
 */

export type Picture = Uint8Array<ArrayBuffer>

/** The kinds that Daybook takes, with their file extensions. */
export const pictureKinds = [
  ['png', png],
  ['jpg', jpeg],
  ['webp', webp],
  ['gif', gif],
] as const

export function png(width: number, height: number, seed = 0): Picture {
  const row = Buffer.alloc(1 + width, seed)
  // Each row begins with the number of its filter: none.
  row[0] = 0
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  return pngOf(width, height, deflateSync(rows))
}

/** A PNG whose header says what its content does not hold: for sizes that nobody wants to make. */
export function pngThatSays(width: number, height: number): Picture {
  return pngOf(width, height, deflateSync(Buffer.alloc(8)))
}

/** Baseline, grey; the seed stands in a comment. */
export function jpeg(width: number, height: number, seed = 0): Picture {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  return bytesOf(
    [0xff, 0xd8],
    segment(0xfe, [seed]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc0, [8, ...big16(height), ...big16(width), 1, 1, 0x11, 0]),
    // Two tables with a single code each, the bit 0: no difference, and the end of the block.
    segment(0xc4, [0x00, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    segment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    segment(0xda, [1, 1, 0x00, 0, 63, 0]),
    greyBlocks(blocks),
    [0xff, 0xd9],
  )
}

/** Lossless: a colour for all pixels needs no bits for each. */
export function webp(width: number, height: number, seed = 0): Picture {
  const bits: number[] = []
  const put = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((value >> bit) & 1)
  }
  put(width - 1, 14)
  put(height - 1, 14)
  // Alpha, version, transforms, colour cache, meta codes: none of them.
  put(0, 1 + 3 + 1 + 1 + 1)
  // Green, red, blue, alpha: codes of one symbol of eight bits each.
  for (const symbol of [seed, seed, seed, 255]) {
    put(0b101, 3)
    put(symbol, 8)
  }
  // Distances: one symbol of one bit.
  put(0b0001, 4)
  const packed = Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit, place) => byte | (bit << place), 0),
  )
  const content = [0x2f, ...packed]
  const padded = content.length % 2 === 0 ? content : [...content, 0]
  const chunk = [...ascii('VP8L'), ...little32(content.length), ...padded]
  return bytesOf(ascii('RIFF'), little32(4 + chunk.length), ascii('WEBP'), chunk)
}

/** Codes of eight bits; a clear code often enough that they never grow. */
export function gif(width: number, height: number, seed = 0): Picture {
  const clear = 128
  const end = 129
  const pixels = width * height
  const codes: number[] = []
  for (let pixel = 0; pixel < pixels; pixel++) {
    if (pixel % 100 === 0) codes.push(clear)
    codes.push(1)
  }
  codes.push(end)
  const blocks: number[] = []
  for (let start = 0; start < codes.length; start += 255) {
    const block = codes.slice(start, start + 255)
    blocks.push(block.length, ...block)
  }
  const palette = Array.from({ length: 128 * 3 }, () => seed)
  return bytesOf(
    ascii('GIF89a'),
    [...little16(width), ...little16(height), 0xf6, 0, 0],
    palette,
    [0x2c, 0, 0, 0, 0, ...little16(width), ...little16(height), 0, 7],
    blocks,
    [0, 0x3b],
  )
}

/** What an inline image is sent as. */
export function dataUrl(bytes: Uint8Array, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toBase64()}`
}

function pngOf(width: number, height: number, pixels: Uint8Array): Picture {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a pixel, grey.
  header[8] = 8
  return bytesOf(
    [0x89, ...ascii('PNG\r\n\u001a\n')],
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', new Uint8Array()),
  )
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

function segment(marker: number, content: readonly number[]): number[] {
  return [0xff, marker, ...big16(content.length + 2), ...content]
}

/** Two bits 0 a block; the rest of the last byte is ones. */
function greyBlocks(count: number): number[] {
  const whole = Array.from({ length: Math.floor(count / 4) }, () => 0)
  const rest = count % 4
  return rest === 0 ? whole : [...whole, (1 << (8 - rest * 2)) - 1]
}

function ascii(text: string): number[] {
  return [...Buffer.from(text, 'latin1')]
}

function big16(value: number): number[] {
  return [value >> 8, value & 255]
}

function little16(value: number): number[] {
  return [value & 255, value >> 8]
}

function little32(value: number): number[] {
  return [...little16(value & 0xffff), ...little16(value >>> 16)]
}

function bytesOf(...parts: readonly (readonly number[] | Uint8Array)[]): Picture {
  return new Uint8Array(Buffer.concat(parts.map((part) => Uint8Array.from(part))))
}

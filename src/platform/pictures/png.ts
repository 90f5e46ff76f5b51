import { deflateSync } from 'node:zlib'

const signature = Uint8Array.fromHex('89504e470d0a1a0a')

/** Red, green, blue and alpha with eight bits each, compressed, not interlaced (source: the PNG specification, 11.2.1). */
const format = [8, 6, 0, 0, 0]
const bytesAPixel = 4

/** The reader reads it at once: better compression would only take time. */
const level = 1

/**
 * Pixels (red, green, blue, alpha; row by row from the top) as a PNG, which Bun.Image reads on every system. Bun.Image leaves a BMP with
 * alpha to Windows, and some versions cannot read it.
 */
export function pngOf(
  { width, height }: { width: number; height: number },
  pixels: Uint8Array,
): Uint8Array {
  const header = new DataView(new ArrayBuffer(8))
  header.setUint32(0, width)
  header.setUint32(4, height)
  return Buffer.concat([
    signature,
    chunk('IHDR', Buffer.concat([new Uint8Array(header.buffer), new Uint8Array(format)])),
    chunk('IDAT', deflateSync(unfiltered(pixels, width * bytesAPixel), { level })),
    chunk('IEND', new Uint8Array()),
  ])
}

/** Each row begins with the number of its filter: none. */
function unfiltered(pixels: Uint8Array, rowBytes: number): Uint8Array {
  const rows = new Uint8Array(pixels.length + pixels.length / rowBytes)
  for (let from = 0, to = 1; from < pixels.length; from += rowBytes, to += rowBytes + 1) {
    rows.set(pixels.subarray(from, from + rowBytes), to)
  }
  return rows
}

/** A chunk: its length, type and data, and the checksum of the last two. */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, Bun.hash.crc32(bytes.subarray(4, 8 + data.length)))
  return bytes
}

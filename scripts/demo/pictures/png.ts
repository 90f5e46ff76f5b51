import { deflateSync } from 'node:zlib'

/** A picture in at most 256 colours: one byte a pixel, row by row, each the number of a colour. */
export type Pixels = { width: number; height: number; colours: readonly Rgb[]; bytes: Uint8Array }

export type Rgb = readonly [red: number, green: number, blue: number]

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Eight bits a pixel, colours from a palette, deflate, no interlacing (source: PNG, "IHDR"). */
const format = [8, 3, 0, 0, 0]

/** The picture as a PNG file. */
export function encodePng({ width, height, colours, bytes }: Pixels): Uint8Array {
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, width)
  header.setUint32(4, height)
  format.forEach((byte, at) => header.setUint8(8 + at, byte))
  return Buffer.concat([
    signature,
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('PLTE', Uint8Array.from(colours.flat())),
    chunk('IDAT', deflateSync(withFilterBytes(width, height, bytes))),
    chunk('IEND', new Uint8Array(0)),
  ])
}

/** Each row begins with the number of its filter. 0 is no filter: flat colours need none. */
function withFilterBytes(width: number, height: number, bytes: Uint8Array): Uint8Array {
  const rows = new Uint8Array((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    rows.set(bytes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  }
  return rows
}

/** Length of the data, name, data, and the CRC of name and data. */
function chunk(name: string, data: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(named, 4)
  whole.writeUInt32BE(Bun.hash.crc32(named), named.length + 4)
  return whole
}

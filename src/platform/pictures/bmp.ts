/** The header of the file and that of its fourth version, in bytes (source: Microsoft, BITMAPV4HEADER). */
const fileHeaderBytes = 14
const infoHeaderBytes = 108

const bitsAPixel = 32
/** The colours are where the masks say. */
const bitFields = 3
const masks = { red: 0x000000ff, green: 0x0000ff00, blue: 0x00ff0000, alpha: 0xff000000 }

/** Pixels (red, green, blue, alpha; row by row from the top) as a BMP, which is what Bun.Image reads without unpacking. */
export function bmpOf(
  { width, height }: { width: number; height: number },
  pixels: Uint8Array,
): Uint8Array {
  const pixelsAt = fileHeaderBytes + infoHeaderBytes
  const bmp = new Uint8Array(pixelsAt + pixels.length)
  const view = new DataView(bmp.buffer)
  view.setUint16(0, 0x424d)
  view.setUint32(2, bmp.length, true)
  view.setUint32(10, pixelsAt, true)
  view.setUint32(14, infoHeaderBytes, true)
  view.setInt32(18, width, true)
  // Negative: from the top.
  view.setInt32(22, -height, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, bitsAPixel, true)
  view.setUint32(30, bitFields, true)
  view.setUint32(34, pixels.length, true)
  Object.values(masks).forEach((mask, at) => view.setUint32(54 + 4 * at, mask, true))
  bmp.set(pixels, pixelsAt)
  return bmp
}

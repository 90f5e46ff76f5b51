import type { Picture } from './pictures.ts'

/*
 * Pictures that are as heavy as photos: gradients with noise. The same seed gives the same picture.
 */

/** As a phone would make it, in pixels. */
const [width, height] = [900, 1200]

/** A JPEG of some 400 kB. */
export async function photo(seed: number): Promise<Picture> {
  return new Uint8Array(await new Bun.Image(bitmap(seed)).jpeg({ quality: 85 }).bytes())
}

/** An uncompressed picture (source: the BMP format's BITMAPINFOHEADER), from the bottom row up. */
function bitmap(seed: number): Uint8Array<ArrayBuffer> {
  const head = 54
  const bytes = new Uint8Array(head + width * height * 3)
  const view = new DataView(bytes.buffer)
  bytes.set([0x42, 0x4d])
  view.setUint32(2, bytes.length, true)
  view.setUint32(10, head, true)
  view.setUint32(14, 40, true)
  view.setInt32(18, width, true)
  view.setInt32(22, height, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, 24, true)
  const next = noise(seed)
  for (let at = head, pixel = 0; at < bytes.length; at += 3, pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const light = 128 + 70 * Math.sin((x + seed * 40) / 90) + 40 * Math.cos(y / 140) + next()
    bytes.set([light, light * 0.8, light * 0.6 + 20], at)
  }
  return bytes
}

/** From -12 to 12: a linear congruential generator (source: Numerical Recipes). */
function noise(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return (state / 4_294_967_296 - 0.5) * 24
  }
}

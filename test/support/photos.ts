import type { Picture } from './pictures.ts'

/*
 * Pictures that are as heavy as photos of goods: light and shadow, a texture that is seen in a small copy too, and noise.
 * The same seed gives the same picture.
 */

/** As a phone would make it, in pixels. */
const [width, height] = [900, 1200]

/** The size of a spot of its texture: four pixels of a copy of 240. */
const grain = 16

/** A JPEG of some 200 kB. */
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
  const across = Array.from({ length: width }, (_, x) => 128 + 70 * Math.sin((x + seed * 40) / 90))
  let at = head
  let texture: number[] = []
  for (let y = 0; y < height; y++) {
    const down = 40 * Math.cos(y / 140)
    if (y % grain === 0) texture = textureRow(next)
    for (const [x, column] of across.entries()) {
      const light = column + down + (texture[Math.floor(x / grain)] ?? 0) + next()
      bytes[at++] = light
      bytes[at++] = light * 0.8
      bytes[at++] = light * 0.6 + 20
    }
  }
  return bytes
}

/** Lighter and darker spots, from -20 to 20. */
function textureRow(next: () => number): number[] {
  return Array.from({ length: Math.ceil(width / grain) }, () => (next() * 20) / 12)
}

/** From -12 to 12: a linear congruential generator (source: Numerical Recipes). */
function noise(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return (state / 4_294_967_296 - 0.5) * 24
  }
}

import { bytesAPixel, type Picture } from '../picture.ts'
import type { Size } from '../rectangle.ts'

/** A colour's place in a pixel, and how its values are scaled: its mean and its spread, of 1. */
export type Channel = { readonly offset: 0 | 1 | 2; readonly mean: number; readonly spread: number }

/** How one side is scaled: for each new pixel the first old pixel, and the shares of `count` pixels from there. */
type Taps = { readonly count: number; readonly from: Int32Array; readonly shares: Float32Array }

/** Scales a picture. Each pixel is the mean of the pixels it covers. One plane for each channel, row by row. */
export function shrink(picture: Picture, size: Size, channels: readonly Channel[]): Float32Array {
  const across = tapsOf(picture.width, size.width)
  const down = tapsOf(picture.height, size.height)
  const plane = size.width * size.height
  const planes = new Float32Array(channels.length * plane)
  for (const [number, { mean, spread }] of channels.entries()) {
    planes.fill(-mean / spread, number * plane, (number + 1) * plane)
  }
  const row = new Float32Array(coloursAPixel * size.width)
  let last = -1
  for (let tap = 0; tap < down.shares.length; tap++) {
    const share = down.shares[tap] ?? 0
    if (share === 0) continue
    const y = Math.floor(tap / down.count)
    const source = (down.from[y] ?? 0) + (tap % down.count)
    // One source row may belong to two rows of the result.
    if (source !== last) shrinkRow(picture, source, across, row)
    last = source
    for (const [number, { offset, spread }] of channels.entries()) {
      const colour = row.subarray(offset * size.width, (offset + 1) * size.width)
      const start = number * plane + y * size.width
      addRow(planes.subarray(start, start + size.width), colour, share / (255 * spread))
    }
  }
  return planes
}

/** Red, green and blue. */
const coloursAPixel = 3

/** Writes the scaled colours of a picture's row, one colour after the other. */
function shrinkRow(
  { width, pixels }: Picture,
  y: number,
  { count, from, shares }: Taps,
  row: Float32Array,
): void {
  const length = from.length
  for (let x = 0; x < length; x++) {
    let at = (y * width + (from[x] ?? 0)) * bytesAPixel
    let [red, green, blue] = [0, 0, 0]
    for (let tap = x * count; tap < (x + 1) * count; tap++, at += bytesAPixel) {
      const share = shares[tap] ?? 0
      red += (pixels[at] ?? 0) * share
      green += (pixels[at + 1] ?? 0) * share
      blue += (pixels[at + 2] ?? 0) * share
    }
    row[x] = red
    row[x + length] = green
    row[x + 2 * length] = blue
  }
}

function addRow(to: Float32Array, row: Float32Array, share: number): void {
  for (let x = 0; x < to.length; x++) to[x] = (to[x] ?? 0) + (row[x] ?? 0) * share
}

function tapsOf(source: number, target: number): Taps {
  const step = source / target
  const count = Math.min(source, Math.ceil(step) + 1)
  const from = new Int32Array(target)
  const shares = new Float32Array(target * count)
  for (let index = 0; index < target; index++) {
    const [start, end] = [index * step, (index + 1) * step]
    const first = Math.min(source - count, Math.floor(start))
    from[index] = first
    for (let tap = 0; tap < count; tap++) {
      const covered = Math.min(end, first + tap + 1) - Math.max(start, first + tap)
      shares[index * count + tap] = Math.max(0, covered) / step
    }
  }
  return { count, from, shares }
}

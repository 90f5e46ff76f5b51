import { bytesAPixel, type Picture } from '../picture.ts'
import type { Size } from '../rectangle.ts'

/** Which of a picture's three colours come first, and how each is told: its mean and its spread, of 1. */
export type Channel = { readonly offset: 0 | 1 | 2; readonly mean: number; readonly spread: number }

/** How far one side is read: the first pixel that counts, and the share of each from there. */
type Taps = { readonly from: Int32Array; readonly weights: readonly Float32Array[] }

/** A picture at another size, each pixel the mean of those it stands for: one plane a channel, row by row. */
export function shrink(picture: Picture, size: Size, channels: readonly Channel[]): Float32Array {
  const across = tapsOf(picture.width, size.width)
  const down = tapsOf(picture.height, size.height)
  const plane = size.width * size.height
  const planes = new Float32Array(channels.length * plane)
  const row = new Float32Array(size.width)
  for (const [number, { offset, mean, spread }] of channels.entries()) {
    const out = planes.subarray(number * plane, (number + 1) * plane).fill(-mean / spread)
    const scale = 1 / (255 * spread)
    for (let y = 0; y < size.height; y++) {
      const weights = down.weights[y] ?? new Float32Array()
      const target = out.subarray(y * size.width, (y + 1) * size.width)
      for (const [index, weight] of weights.entries()) {
        shrinkRow(picture, (down.from[y] ?? 0) + index, offset, across, row)
        for (let x = 0; x < target.length; x++)
          target[x] = (target[x] ?? 0) + (row[x] ?? 0) * weight * scale
      }
    }
  }
  return planes
}

function shrinkRow(
  { width, pixels }: Picture,
  y: number,
  offset: number,
  { from, weights }: Taps,
  row: Float32Array,
): void {
  const start = y * width * bytesAPixel + offset
  for (let x = 0; x < row.length; x++) {
    const shares = weights[x] ?? row
    let at = start + (from[x] ?? 0) * bytesAPixel
    let sum = 0
    for (let tap = 0; tap < shares.length; tap++, at += bytesAPixel) {
      sum += (pixels[at] ?? 0) * (shares[tap] ?? 0)
    }
    row[x] = sum
  }
}

function tapsOf(source: number, target: number): Taps {
  const step = source / target
  const from = new Int32Array(target)
  const weights: Float32Array[] = []
  for (let index = 0; index < target; index++) {
    const [start, end] = [index * step, (index + 1) * step]
    const first = Math.min(source - 1, Math.floor(start))
    const last = Math.min(source - 1, Math.ceil(end) - 1)
    from[index] = first
    const shares = Float32Array.from({ length: Math.max(1, last - first + 1) }, (_, tap) =>
      Math.max(0, Math.min(end, first + tap + 1) - Math.max(start, first + tap)),
    )
    const sum = shares.reduce((all, share) => all + share, 0)
    weights.push(sum === 0 ? Float32Array.of(1) : shares.map((share) => share / sum))
  }
  return { from, weights }
}

import { lineHeight } from './sample.ts'

/** 1 for each column of a line that has ink, else 0. */
export type Ink = Uint8Array

/** Rows outside these belong to the lines above and below. */
const firstRow = Math.round(lineHeight * 0.06)
const lastRow = Math.round(lineHeight * 0.94)

/** A pixel is ink when it is this far from the ground, as a share of the furthest pixel's distance. */
const inkFrom = 0.45

/** Lines with less contrast show no clear ink, of 2. */
const contrastMin = 0.15

/** The columns with ink on a line of `width` columns. `plane` is one colour of the line from -1 to 1, each row `stride` wide. */
export function inkOf(plane: Float32Array, width: number, stride: number): Ink {
  const ground = groundOf(plane, width, stride)
  const reach = farthest(plane, width, stride, ground)
  const ink = new Uint8Array(width)
  if (reach < contrastMin) return ink
  for (let row = firstRow; row < lastRow; row++) {
    for (let x = 0; x < width; x++) {
      if (Math.abs((plane[row * stride + x] ?? 0) - ground) > inkFrom * reach) ink[x] = 1
    }
  }
  return ink
}

/** The commonest shade, in 32 steps: the paper, or the dark bar behind light letters. One pixel in four is counted. */
function groundOf(plane: Float32Array, width: number, stride: number): number {
  const steps = 32
  const counts = new Uint32Array(steps)
  for (let row = firstRow; row < lastRow; row += 2) {
    for (let x = 0; x < width; x += 2) {
      const step = Math.min(
        steps - 1,
        Math.floor((((plane[row * stride + x] ?? 0) + 1) / 2) * steps),
      )
      counts[step] = (counts[step] ?? 0) + 1
    }
  }
  const most = counts.indexOf(Math.max(...counts))
  return ((most + 0.5) / steps) * 2 - 1
}

/** The distance between the ground and the pixels that differ most. The furthest fiftieth is ignored as specks. */
function farthest(plane: Float32Array, width: number, stride: number, ground: number): number {
  const rows = Math.ceil((lastRow - firstRow) / 2)
  const columns = Math.ceil(width / 2)
  const distances = new Float32Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    for (let x = 0; x < columns; x++) {
      const at = (firstRow + 2 * row) * stride + 2 * x
      distances[row * columns + x] = Math.abs((plane[at] ?? 0) - ground)
    }
  }
  distances.sort()
  return distances[distances.length - 1 - Math.floor(distances.length / 50)] ?? 0
}

/** The longest run of columns without ink in [from, to), as [start, end). */
export function longestBlank(ink: Ink, from: number, to: number): [start: number, end: number] {
  let best: [number, number] = [from, from]
  let start = from
  for (let x = from; x <= to; x++) {
    if (x < to && ink[x] === 0) continue
    if (x - start > best[1] - best[0]) best = [start, x]
    start = x + 1
  }
  return best
}

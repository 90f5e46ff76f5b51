import { bytesAPixel, type Picture } from '../picture.ts'
import type { Strip } from './strip.ts'

/** Recognisers read lines of this height, in pixels. */
export const lineHeight = 48

/** Longer lines are squeezed to this width. The longest lines on pages stay below it. */
const lineWidthMax = 3200

/** The width of a line is a multiple of this: each place in a recogniser's result covers this many pixels. */
export const placeWidth = 8

/** An upright line of a picture: its strip, and its width when scaled to the common height. */
export type Line = { readonly strip: Strip; readonly width: number }

export function lineOf(strip: Strip): Line {
  const width = Math.round((strip.width / Math.max(1, strip.height)) * lineHeight)
  return { strip, width: Math.min(lineWidthMax, Math.max(placeWidth, width)) }
}

/** When a line shrinks by this factor, each pixel takes the mean of several pixels of the picture. */
const manyFrom = 1.6

/**
 * Writes a line's pixels (blue, green, red; -1 to 1) as three planes of `lineHeight` rows, each row `stride` wide.
 * Beyond the picture's edge, the pixels of the edge repeat.
 */
export function sampleLine(
  picture: Picture,
  { strip, width }: Line,
  out: Float32Array,
  stride: number,
): void {
  const [cos, sin] = [Math.cos(strip.angle), Math.sin(strip.angle)]
  const alongStep = strip.width / width
  const acrossStep = strip.height / lineHeight
  const shrinks = Math.max(alongStep, acrossStep)
  const taps = shrinks > manyFrom ? Math.min(4, Math.ceil(shrinks)) : 1
  const share = 1 / (taps * taps * 127.5)
  const plane = lineHeight * stride
  const found = new Float32Array(3)
  for (let v = 0; v < lineHeight; v++) {
    for (let u = 0; u < width; u++) {
      found.fill(0)
      for (let tap = 0; tap < taps * taps; tap++) {
        const along = (u + ((tap % taps) + 0.5) / taps) * alongStep - strip.width / 2
        const across = (v + (Math.floor(tap / taps) + 0.5) / taps) * acrossStep - strip.height / 2
        addPixel(
          picture,
          strip.x + along * cos - across * sin - 0.5,
          strip.y + along * sin + across * cos - 0.5,
          found,
        )
      }
      const at = v * stride + u
      out[at] = (found[2] ?? 0) * share - 1
      out[at + plane] = (found[1] ?? 0) * share - 1
      out[at + 2 * plane] = (found[0] ?? 0) * share - 1
    }
  }
}

/** Adds the colour at a place between four pixels. */
function addPixel({ width, height, pixels }: Picture, x: number, y: number, sum: Float32Array) {
  const left = Math.min(width - 1, Math.max(0, Math.floor(x)))
  const top = Math.min(height - 1, Math.max(0, Math.floor(y)))
  const right = Math.min(width - 1, left + 1)
  const bottom = Math.min(height - 1, top + 1)
  const shareX = Math.min(1, Math.max(0, x - left))
  const shareY = Math.min(1, Math.max(0, y - top))
  const a = (top * width + left) * bytesAPixel
  const b = (top * width + right) * bytesAPixel
  const c = (bottom * width + left) * bytesAPixel
  const d = (bottom * width + right) * bytesAPixel
  for (let part = 0; part < 3; part++) {
    const above = (pixels[a + part] ?? 0) * (1 - shareX) + (pixels[b + part] ?? 0) * shareX
    const below = (pixels[c + part] ?? 0) * (1 - shareX) + (pixels[d + part] ?? 0) * shareX
    sum[part] = (sum[part] ?? 0) + above * (1 - shareY) + below * shareY
  }
}

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

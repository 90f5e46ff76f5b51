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

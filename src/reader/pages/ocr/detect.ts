import { bytesAPixel, type Picture } from '../picture.ts'
import type { Size } from '../rectangle.ts'
import type { Network } from './engine.ts'
import { findShapes, leastStrip } from './shapes.ts'
import { type Channel, shrink } from './shrink.ts'
import { aroundStrip, insideOf, scaleStrip, type Strip } from './strip.ts'

/** The detector was trained with these values (source: inference.yml of PP-OCRv6 tiny det). */
const channels: readonly Channel[] = [
  { offset: 2, mean: 0.406, spread: 0.225 },
  { offset: 1, mean: 0.456, spread: 0.224 },
  { offset: 0, mean: 0.485, spread: 0.229 },
]
const pixelFrom = 0.2
const stripFrom = 0.4
const growth = 1.4

/** The detector halves a picture five times, so each side is a multiple of this. */
const sideStep = 32

/** Smaller groups of pixels are not text, and a page has fewer lines. */
const pixelsMin = 6
const stripsMax = 3000

/** A page is scaled to this many pixels for the detector: an A4 page at about 110 dpi. At fewer pixels the cells of a table merge. */
const lookPixels = 1_160_000

/** Pixels given to the detector at once. Its memory grows with them, so a page is read in bands. */
const bandPixels = 600_000

/** How far a band extends beyond its ends, as a share of the page's height. Strips in the outer half of the extension may be cut. */
const overlap = 0.05

/** The strips of a picture that hold text. */
export async function detectStrips(detector: Network, picture: Picture): Promise<Strip[]> {
  const { width, height } = picture
  const factor = Math.min(1, Math.sqrt(lookPixels / (width * height)))
  const count = Math.ceil((width * height * factor ** 2) / bandPixels)
  const strips: Strip[] = []
  for (let band = 0; band < count; band++) {
    const [from, to] = [band / count, (band + 1) / count]
    const { part, top } = cutBand(picture, from - overlap, to + overlap)
    const found = (await detectInBand(detector, part, factor))
      .map((strip) => ({ ...strip, y: strip.y + top }))
      .filter(({ y }) => y >= (from - overlap / 2) * height && y < (to + overlap / 2) * height)
    // The band before has already found some of these strips.
    strips.push(...found.filter(({ x, y }) => !strips.some((other) => insideOf(other)(x, y))))
  }
  return strips
}

/** The rows of a picture between two places. 0 is its top, 1 its bottom. */
function cutBand({ width, height, pixels }: Picture, from: number, to: number) {
  const top = Math.max(0, Math.round(from * height))
  const bottom = Math.min(height, Math.round(to * height))
  const stride = width * bytesAPixel
  const part = {
    width,
    height: bottom - top,
    pixels: pixels.subarray(top * stride, bottom * stride),
  }
  return { part, top }
}

async function detectInBand(detector: Network, band: Picture, scale: number): Promise<Strip[]> {
  const size = { width: stepped(band.width * scale), height: stepped(band.height * scale) }
  const values = shrink(band, size, channels)
  const map = await detector({ values, sizes: [1, channels.length, size.height, size.width] })
  const isText = new Uint8Array(map.values.length)
  for (let at = 0; at < isText.length; at++) isText[at] = (map.values[at] ?? 0) > pixelFrom ? 1 : 0
  const factor = { x: band.width / size.width, y: band.height / size.height }
  return findShapes(isText, size.width)
    .filter(({ pixels }) => pixels >= pixelsMin)
    .slice(0, stripsMax)
    .map(({ edge }) => leastStrip(edge))
    .filter((strip) => meanInside(map.values, size, strip) >= stripFrom)
    .map((strip) => scaleStrip(grown(strip), factor))
}

/** The nearest length that the detector accepts. */
function stepped(length: number): number {
  return Math.max(sideStep, Math.round(length / sideStep) * sideStep)
}

/** Text extends beyond the area that the detector marks. */
function grown(strip: Strip): Strip {
  const { width, height } = strip
  const more = (width * height * growth) / (2 * (width + height))
  return { ...strip, width: width + 2 * more, height: height + 2 * more }
}

/** The detector's confidence in a strip. */
function meanInside(map: Float32Array, size: Size, strip: Strip): number {
  const around = aroundStrip(strip)
  const from = Math.max(0, Math.floor(around.top))
  const to = Math.min(size.height - 1, Math.ceil(around.bottom))
  const left = Math.max(0, Math.floor(around.left))
  const right = Math.min(size.width - 1, Math.ceil(around.right))
  const isInside = insideOf(strip)
  let sum = 0
  let count = 0
  for (let y = from; y <= to; y++) {
    for (let x = left; x <= right; x++) {
      if (!isInside(x + 0.5, y + 0.5)) continue
      sum += map[y * size.width + x] ?? 0
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

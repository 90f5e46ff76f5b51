import { type Picture, turnPicture, bytesAPixel } from '../picture.ts'
import type { Turn, Size } from '../rectangle.ts'
import type { OcrEngine, Network } from './engine.ts'
import { confidenceOf, recognise, type Reading } from './recognise.ts'
import { type Strip, aroundStrip, insideOf, scaleStrip } from './strip.ts'
import { stripAt, findShapes, leastStrip } from './shapes.ts'
import { type Channel, shrink } from './shrink.ts'

/** A strip that is so many times as high as wide stands on its end. */
const uprightFrom = 1.5

/** Lines that show which way up a page is, and how sure they are to be the right way up at once. */
const probesMax = 6
const sureFrom = 0.9

/** A picture turned so that its text is upright, by how much, and the lines that were read on it. */
export type Upright = { turned: Turn; picture: Picture; readings: Reading[] }

/** Text that stands on its end is laid down and read; where it is hard to read, the other way up is tried. */
export async function readUpright(engine: OcrEngine, shown: Picture): Promise<Upright> {
  const { turned, picture, strips } = await layDown(engine, shown)
  const readings = await recognise(engine, picture, strips)
  const probes = probesOf(readings)
  const sureness = meanConfidence(probes)
  if (probes.length === 0 || sureness >= sureFrom) return { turned, picture, readings }
  const flipped = await recognise(
    engine,
    picture,
    probes.map(({ strip }) => ({ ...strip, angle: strip.angle + Math.PI })),
  )
  if (meanConfidence(flipped) <= sureness) return { turned, picture, readings }
  const other = turnPicture(picture, 180)
  return {
    turned: turned === 90 ? 270 : 180,
    picture: other,
    readings: await recognise(engine, other, strips.map(turnedOver(picture))),
  }
}

type Laid = { turned: 0 | 90; picture: Picture; strips: Strip[] }

async function layDown({ detector }: OcrEngine, shown: Picture): Promise<Laid> {
  const found = await detectStrips(detector, shown)
  if (!standsOnEnd(found)) return { turned: 0, picture: shown, strips: levelShort(found) }
  const picture = turnPicture(shown, 90)
  return { turned: 90, picture, strips: levelShort(await detectStrips(detector, picture)) }
}

function standsOnEnd(strips: readonly Strip[]): boolean {
  const long = strips.filter(
    ({ width, height }) => Math.max(width, height) > uprightFrom * Math.min(width, height),
  )
  return lengthOf(long.filter(({ width, height }) => height > width)) > lengthOf(long) / 2
}

function lengthOf(strips: readonly Strip[]): number {
  return strips.reduce((sum, { width, height }) => sum + Math.max(width, height), 0)
}

/** Long lines, but not the longest, which are rules and small print. */
function probesOf(readings: readonly Reading[]): Reading[] {
  return readings
    .filter(({ strip }) => strip.width > 3 * strip.height)
    .toSorted((one, other) => other.strip.width - one.strip.width)
    .slice(0, 2 * probesMax)
    .slice(-probesMax)
}

function turnedOver({ width, height }: Picture): (strip: Strip) => Strip {
  return (strip) => ({ ...strip, x: width - strip.x, y: height - strip.y })
}

function meanConfidence(readings: readonly Reading[]): number {
  const sum = readings.reduce((all, reading) => all + confidenceOf(reading), 0)
  return readings.length === 0 ? 0 : sum / readings.length
}

/** A line that is so many times as long as high tells its own slope. */
const longFrom = 4

/** How many long lines beside a short one tell its slope. */
const neighbours = 5

/** Lines that lean further are no lines of a page but what lies across it, in radians: 20 degrees. */
const leanMax = 0.35

/** Short strips lie as the long ones beside them do: a few letters alone do not show their slope. */
function levelShort(strips: readonly Strip[]): Strip[] {
  const long = strips.filter(
    ({ width, height, angle }) => width >= longFrom * height && Math.abs(angle) < leanMax,
  )
  return strips.map((strip) =>
    strip.width >= longFrom * strip.height ? strip : leanedTo(strip, slopeBeside(strip, long)),
  )
}

function slopeBeside(strip: Strip, long: readonly Strip[]): number {
  const near = long
    .map((other) => ({
      angle: other.angle,
      far: (other.x - strip.x) ** 2 / 9 + (other.y - strip.y) ** 2,
    }))
    .toSorted((one, other) => one.far - other.far)
    .slice(0, neighbours)
    .map(({ angle }) => angle)
    .toSorted((one, other) => one - other)
  return near[Math.floor(near.length / 2)] ?? 0
}

/** The strip of that slope with the same middle and much the same ends. */
function leanedTo(strip: Strip, angle: number): Strip {
  const turn = Math.abs(strip.angle - angle)
  // Between a few degrees and a whole corner, a small strip at another angle would grow: its own sides are kept.
  if (turn < Math.PI / 4) return { ...strip, angle }
  return stripAt(cornersOf(strip), angle)
}

function cornersOf({ x, y, width, height, angle }: Strip) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [-0.5, 0.5].flatMap((across) =>
    [-0.5, 0.5].map((along) => ({
      x: x + along * width * cos - across * height * sin,
      y: y + along * width * sin + across * height * cos,
    })),
  )
}

/** How the detector was trained (source: inference.yml of PP-OCRv6 tiny det). */
const channels: readonly Channel[] = [
  { offset: 2, mean: 0.406, spread: 0.225 },
  { offset: 1, mean: 0.456, spread: 0.224 },
  { offset: 0, mean: 0.485, spread: 0.229 },
]
const pixelFrom = 0.2
const stripFrom = 0.4
const growth = 1.4

/** The detector halves a picture five times. */
const sideStep = 32

/** Fewer pixels are no text, and a page has fewer lines. */
const pixelsMin = 6
const stripsMax = 3000

/** Pixels with which a page is looked at for text: an A4 page at about 110 dpi. With fewer, cells of a table run together. */
const lookPixels = 1_160_000

/** Pixels that are looked at at once, since memory grows with them: a page is looked at in bands. */
const bandPixels = 600_000

/** How far a band reaches over its ends, of the page's height: what is found in the outer half of that may be cut. */
const overlap = 0.05

/** Strips of a picture that hold text. */
async function detectStrips(detector: Network, picture: Picture): Promise<Strip[]> {
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
    // The band before has found some of them.
    strips.push(...found.filter(({ x, y }) => !strips.some((other) => insideOf(other)(x, y))))
  }
  return strips
}

/** The rows of a picture between two places, each 0 at its top and 1 at its bottom. */
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

/** The nearest length that the detector takes. */
function stepped(length: number): number {
  return Math.max(sideStep, Math.round(length / sideStep) * sideStep)
}

/** Text reaches further than what the detector marks. */
function grown(strip: Strip): Strip {
  const { width, height } = strip
  const more = (width * height * growth) / (2 * (width + height))
  return { ...strip, width: width + 2 * more, height: height + 2 * more }
}

/** How sure the detector is of a strip. */
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

import { type Picture, turnPicture, bytesAPixel } from '../picture.ts'
import type { Turn, Size } from '../rectangle.ts'
import type { OcrEngine, Network } from './engine.ts'
import { confidenceOf, recognise, type Reading } from './recognise.ts'
import { type Strip, aroundStrip, insideOf, scaleStrip } from './strip.ts'
import { stripAt, findShapes, leastStrip } from './shapes.ts'

/** A strip this many times as high as wide stands on its end. */
const uprightFrom = 1.5

/** This many lines show which way up a page is. A mean confidence of `sureFrom` needs no second try. */
const probesMax = 6
const sureFrom = 0.9

/** An upright picture, its turn, and the lines read on it. */
export type Upright = { turned: Turn; picture: Picture; readings: Reading[] }

/** Turns text that stands on its end and reads it. When the text is hard to read, the opposite way up is tried. */
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

/** Long lines without the longest, which are rules and small print. */
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

/** A line this many times as long as high shows its own slope. */
const longFrom = 4

/** The number of long lines that give a short line its slope. */
const neighbours = 5

/** Lines that lean more lie across the page and do not show its slope, in radians: 20 degrees. */
const leanMax = 0.35

/** Gives short strips the slope of the long strips beside them: a few letters do not show their own slope. */
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

/** The strip with this slope, the same middle and nearly the same ends. */
function leanedTo(strip: Strip, angle: number): Strip {
  const turn = Math.abs(strip.angle - angle)
  // A turn of less than an eighth keeps the strip's sides: the strip around the turned corners would be larger.
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

/** The detector was trained with these values (source: inference.yml of PP-OCRv6 tiny det). */
const detectedChannels: readonly Channel[] = [
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
  const values = shrink(band, size, detectedChannels)
  const map = await detector({
    values,
    sizes: [1, detectedChannels.length, size.height, size.width],
  })
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

/** A colour's place in a pixel, and how its values are scaled: its mean and its spread, of 1. */
type Channel = { readonly offset: 0 | 1 | 2; readonly mean: number; readonly spread: number }

/** How one side is scaled: for each new pixel the first old pixel, and the shares of `count` pixels from there. */
type Taps = { readonly count: number; readonly from: Int32Array; readonly shares: Float32Array }

/** Scales a picture. Each pixel is the mean of the pixels it covers. One plane for each channel, row by row. */
function shrink(picture: Picture, size: Size, channels: readonly Channel[]): Float32Array {
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

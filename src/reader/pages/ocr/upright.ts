import { detectStrips } from './detect.ts'
import { type Picture, turnPicture } from '../picture.ts'
import type { Turn } from '../rectangle.ts'
import type { OcrEngine } from './engine.ts'
import { confidenceOf, recognise, type Reading } from './recognise.ts'
import { type Strip } from './strip.ts'
import { stripAt } from './shapes.ts'

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

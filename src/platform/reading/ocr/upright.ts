import { type Picture, turnPicture } from '../picture.ts'
import type { Turn } from '../rectangle.ts'
import { detectStrips } from './detect.ts'
import type { OcrEngine } from './engine.ts'
import { levelShort } from './level.ts'
import { confidenceOf, recognise, type Reading } from './recognise.ts'
import type { Strip } from './strip.ts'

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

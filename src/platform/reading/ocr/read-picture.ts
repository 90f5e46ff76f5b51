import { type Picture, turnPicture } from '../picture.ts'
import type { Turn } from '../rectangle.ts'
import type { Word } from '../words.ts'
import { boxOf } from '../rectangle.ts'
import { detectStrips } from './detect.ts'
import type { OcrEngine } from './engine.ts'
import { levelShort } from './level.ts'
import { recognise, type Reading } from './recognise.ts'
import { aroundStrip, type Strip } from './strip.ts'
import { wordsOfLine } from './words-of-line.ts'

/**
 * Pixels with which a page is looked at for text: an A4 page at about 90 dpi. More finds a line more in a hundred, and takes
 * memory that the process has not.
 */
const lookPixels = 1056 * 747

/** A line that is read with less confidence is no text. */
const confidenceMin = 0.4

/** A strip that is so many times as high as wide stands on its end. */
const uprightFrom = 1.5

/** Lines that show which way up a page is, and how sure they are to be the right way up at once. */
const probesMax = 6
const sureFrom = 0.9

/** What was read of a picture: words on the page turned upright. */
type PictureText = { turned: Turn; words: Word[] }

/** Reads a photo or a scan as it lies. */
export async function readPicture(engine: OcrEngine, shown: Picture): Promise<PictureText> {
  const { turned, picture, strips } = await turnUpright(engine, shown)
  const readings = await recognise(engine, picture, levelShort(strips))
  const words = readings
    .filter((reading) => confidenceOf(reading) >= confidenceMin)
    .flatMap(wordsOfLine)
    .map(({ text, strip, confidence }) => ({
      text,
      box: boxOf(aroundStrip(strip), picture),
      confidence: Math.round(confidence * 1000) / 1000,
    }))
  return { turned, words }
}

type Turned = { turned: Turn; picture: Picture; strips: Strip[] }

/** Text that stands on its end is laid down; then the likelier way up is taken. */
async function turnUpright(engine: OcrEngine, shown: Picture): Promise<Turned> {
  const found = await detectStrips(engine.detector, shown, lookPixels)
  const isOnEnd = standsOnEnd(found)
  const picture = isOnEnd ? turnPicture(shown, 90) : shown
  const strips = isOnEnd ? await detectStrips(engine.detector, picture, lookPixels) : found
  const probes = strips
    .filter(({ width, height }) => width > 3 * height)
    .toSorted((one, other) => other.width - one.width)
    .slice(0, 2 * probesMax)
    .slice(-probesMax)
  const upright = meanConfidence(await recognise(engine, picture, probes))
  if (upright >= sureFrom || probes.length === 0)
    return { turned: isOnEnd ? 90 : 0, picture, strips }
  const flipped = meanConfidence(await recognise(engine, picture, probes.map(flip)))
  if (flipped <= upright) return { turned: isOnEnd ? 90 : 0, picture, strips }
  return {
    turned: isOnEnd ? 270 : 180,
    picture: turnPicture(picture, 180),
    strips: strips.map((strip) => ({
      ...strip,
      x: picture.width - strip.x,
      y: picture.height - strip.y,
    })),
  }
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

function flip(strip: Strip): Strip {
  return { ...strip, angle: strip.angle + Math.PI }
}

function meanConfidence(readings: readonly Reading[]): number {
  const sum = readings.reduce((all, reading) => all + confidenceOf(reading), 0)
  return readings.length === 0 ? 0 : sum / readings.length
}

function confidenceOf({ letters }: Reading): number {
  const sum = letters.reduce((all, { confidence }) => all + confidence, 0)
  return letters.length === 0 ? 0 : sum / letters.length
}

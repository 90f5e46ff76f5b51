import type { Picture } from '../picture.ts'
import { boxOf, type Turn } from '../rectangle.ts'
import type { Word } from '../words.ts'
import type { OcrEngine } from './engine.ts'
import { lettersBeside, type LinePart } from './indic-parts.ts'
import { type IndicReaders, readIndic } from './read-indic.ts'
import { confidenceOf, recognise, type Reading } from './recognise.ts'
import { aroundStrip, partOf } from './strip.ts'
import { readUpright } from './upright.ts'
import { type StripWord, wordsOfLine } from './words-of-line.ts'

/** A line that is read with less confidence is no text. */
const confidenceMin = 0.4

/**
 * A line with a letter less sure than this is read again by the careful recogniser: on forty pictures one line in seven, and
 * they were read as well as when it read all; from 0.9 twice as many wrong names went unseen.
 */
const sureLetterFrom = 0.95

/** What was read of a picture: words on the page turned upright, and how many lines were read a second time. */
type PictureText = { turned: Turn; words: Word[]; linesReadAgain: number }

/** Reads a photo or a scan as it lies. */
export async function readPicture(
  engine: OcrEngine,
  indic: IndicReaders,
  shown: Picture,
): Promise<PictureText> {
  const { turned, picture, readings } = await readUpright(engine, shown)
  const added = await readIndic(indic, picture, readings)
  const partsOn = ({ strip }: Reading) => added.get(strip) ?? []
  const beside = (line: Reading) => ({ ...line, letters: lettersBeside(line, partsOn(line)) })
  const { lines, linesReadAgain } = await readUnsure(engine, picture, readings.map(beside))
  const words = lines
    .flatMap((line) => wordsOn(beside(line), partsOn(line)))
    .map(({ text, strip, confidence }) => ({
      text,
      box: boxOf(aroundStrip(strip), picture),
      confidence: Math.round(confidence * 1000) / 1000,
    }))
  return { turned, words, linesReadAgain }
}

/** What was read on a line in either script, from left to right. */
function wordsOn(line: Reading, parts: readonly LinePart[]): StripWord[] {
  const added = parts.map(({ text, from, to, confidence }) => ({
    text,
    strip: partOf(line.strip, from, to),
    confidence,
  }))
  const words = isText(line) ? wordsOfLine(line) : []
  return added.length === 0
    ? words
    : [...words, ...added].toSorted((one, other) => one.strip.x - other.strip.x)
}

function isText(reading: Reading): boolean {
  return confidenceOf(reading) >= confidenceMin
}

/** The same lines, those with an unsure letter as the careful recogniser reads them. */
async function readUnsure(
  { careful, classes }: OcrEngine,
  picture: Picture,
  readings: readonly Reading[],
): Promise<{ lines: Reading[]; linesReadAgain: number }> {
  const unsure = readings
    .filter(isText)
    .filter(({ letters }) =>
      letters.some(({ text, confidence }) => text !== ' ' && confidence < sureLetterFrom),
    )
  if (unsure.length === 0) return { lines: [...readings], linesReadAgain: 0 }
  const strips = unsure.map(({ strip }) => strip)
  const again = await recognise({ recogniser: await careful(), classes }, picture, strips)
  const byStrip = new Map(again.map((reading) => [reading.strip, reading]))
  const lines = readings.map((reading) => byStrip.get(reading.strip) ?? reading)
  return { lines, linesReadAgain: unsure.length }
}

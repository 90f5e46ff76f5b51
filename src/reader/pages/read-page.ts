import { type FoundCode, readAreas, readScan } from './codes.ts'
import type { Engines } from './engines.ts'
import { eraseStamps } from './ocr/stamps.ts'
import type { PdfPage } from './pdf-document.ts'
import { drawPage } from './pdf-picture.ts'
import { readPdfText } from './pdf-text.ts'
import { openPhoto } from './photo.ts'
import type { Picture } from './picture.ts'
import { makeOf } from './pictured.ts'
import { boxOf, type Size, type Turn, turnRectangle, turnSize } from './rectangle.ts'
import type { ReadPage, Word } from './words.ts'
import type { OcrEngine } from './ocr/engine.ts'
import { lettersBeside, type LinePart } from './ocr/indic-parts.ts'
import { type IndicReaders, readIndic } from './ocr/read-indic.ts'
import { confidenceOf, recognise, type Reading } from './ocr/recognise.ts'
import { aroundStrip, partOf } from './ocr/strip.ts'
import { readUpright } from './ocr/upright.ts'
import { type StripWord, wordsOfLine } from './ocr/words-of-line.ts'

/** Pixels of a page that is read: an A4 page at 250 dpi, four bytes each, a few times over while it is unpacked. */
const pixelsMax = 6_000_000

/** Letters are read well at so many dots an inch, and codes of 20 mm. */
const dpi = 200

/** A page of a PDF: its own text where that is what somebody sees, else its picture. Throws Unread. */
export async function readPdfPage(
  page: PdfPage,
  number: number,
  engines: Engines,
): Promise<ReadPage> {
  const { pictured, codeAreas } = makeOf(page)
  const { words, turned, unknown } = readPdfText(page)
  if (!isUsable(words, { unknown, pictured })) {
    const picture = drawPage(page, dpi, pixelsMax)
    const found = await readScan(await engines.codes(), page, picture)
    const read = await readShown(picture, found, number, engines)
    // In points, as every page of a PDF.
    return { ...read, ...turnSize(page.shown, read.turned) }
  }
  const found = codeAreas.length > 0 ? await readAreas(await engines.codes(), page, codeAreas) : []
  const codes = placeCodes(found, page.shown, turned)
  return { number, ...turnSize(page.shown, turned), turned, source: 'text', words, codes }
}

/** A photo or a scan that is a picture itself. Throws Unread. */
export async function readPhoto(bytes: Uint8Array, engines: Engines): Promise<ReadPage> {
  const picture = await openPhoto(bytes, pixelsMax)
  const readCodes = await engines.codes()
  return await readShown(picture, await readCodes(picture), 1, engines)
}

async function readShown(
  picture: Picture,
  found: readonly FoundCode[],
  number: number,
  engines: Engines,
): Promise<ReadPage> {
  eraseStamps(picture)
  const read = await readPicture(await engines.ocr(), engines.indic, picture)
  const { turned } = read
  const codes = placeCodes(found, picture, turned)
  // What reading it left is not kept beside the next page, or what is made of its words.
  Bun.gc(true)
  return { number, ...turnSize(picture, turned), source: 'ocr', ...read, codes }
}

/** On the page turned upright; `shown` is what they were found on. */
function placeCodes(found: readonly FoundCode[], shown: Size, turned: Turn): ReadPage['codes'] {
  return found.map(({ text, format, at }) => ({
    text,
    format,
    box: boxOf(turnRectangle(at, shown, turned), turnSize(shown, turned)),
  }))
}

/** Fewer characters are a stamp, a page number or nothing. */
const charactersMin = 20

/** A picture that covers so much of a page is the page: a scan, with what its scanner printed beside it. */
const scanFrom = 0.4

/** A scan that says so much in its own text is a letterhead with a printed bill on it. */
const scanCharactersMin = 250

/** So many characters without a meaning make a text useless, and so many words that are no words. */
const unknownShareMax = 0.1
const oddShareMax = 0.5

/** Words and figures as papers have them; a font without a table of its characters gives others. */
const wellFormed =
  /^[("'[<*#₹$+-]*(\p{Lu}?[\p{Ll}\p{Lo}\p{M}'’]+|\p{Lu}+|[\p{Lo}\p{M}]+|[\p{L}]*[\d.,:/\\\-–+%@&()#_*x×]+[\p{L}\d.,:/\\\-–+%@&()#_*]*|[^\p{L}\d]+)[)"'\].,:;!?%*>/-]*$/u

/** Whether the text of a page is what somebody sees on it. `unknown`: the share of its characters without a meaning. */
function isUsable(
  words: readonly { readonly text: string }[],
  { unknown, pictured }: { unknown: number; pictured: number },
): boolean {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0)
  if (characters < charactersMin || unknown > unknownShareMax) return false
  if (pictured >= scanFrom && characters < scanCharactersMin) return false
  const odd = words.filter(({ text }) => !wellFormed.test(text)).length
  return odd <= oddShareMax * words.length
}

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
async function readPicture(
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

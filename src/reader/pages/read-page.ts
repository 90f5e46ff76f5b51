import type { ReadPage, Word } from '../page.ts'
import { type CodeReader, type FoundCode, openCodeReader, readAreas, readScan } from './codes.ts'
import { eraseStamps } from './ocr/stamps.ts'
import { drawPage, makeOf, type PdfPage } from './pdf-document.ts'
import { readPdfText } from './pdf-text.ts'
import { openPhoto, type Picture } from './picture.ts'
import { boxOf, type Size, type Turn, turnRectangle, turnSize } from './rectangle.ts'
import { type OcrEngine, openOcr } from './ocr/engine.ts'
import { lettersBeside, type LinePart } from './ocr/indic-parts.ts'
import { type IndicReader, type IndicReaders, openIndic, readIndic } from './ocr/read-indic.ts'
import { confidenceOf, type Reading, recognise } from './ocr/recognise.ts'
import { aroundStrip, partOf } from './ocr/strip.ts'
import { readUpright } from './ocr/upright.ts'
import { type StripWord, wordsOfLine } from './ocr/words-of-line.ts'
import type { IndicLanguage } from './ocr/indic-languages.ts'

/** The most pixels of a page's picture: an A4 page at 250 dpi. Each pixel takes four bytes, several times over during unpacking. */
const pixelsMax = 6_000_000

/** Letters, and codes of 20 mm, are read well at this resolution. */
const dpi = 200

/** Reads a PDF page: its own text if that is the visible text, else its picture. Throws Unread. */
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
    // In points, like every page of a PDF.
    return { ...read, ...turnSize(page.shown, read.turned) }
  }
  const found = codeAreas.length > 0 ? await readAreas(await engines.codes(), page, codeAreas) : []
  const codes = placeCodes(found, page.shown, turned)
  return { number, ...turnSize(page.shown, turned), turned, source: 'text', words, codes }
}

/** Reads a photo or a scan that is a picture file. Throws Unread. */
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
  // Free the memory of this picture before the next page and before the words are used.
  Bun.gc(true)
  return { number, ...turnSize(picture, turned), source: 'ocr', ...read, codes }
}

/** The places of codes on the upright page. `shown` is the size of the page on which they were found. */
function placeCodes(found: readonly FoundCode[], shown: Size, turned: Turn): ReadPage['codes'] {
  return found.map(({ text, format, at }) => ({
    text,
    format,
    box: boxOf(turnRectangle(at, shown, turned), turnSize(shown, turned)),
  }))
}

/** Fewer characters are a stamp, a page number or nothing. */
const charactersMin = 20

/** A picture that covers this share of the page is a scan. Any text is what its scanner printed beside it. */
const scanFrom = 0.4

/** A scan with this many characters of its own text is a letterhead with a bill printed on it. */
const scanCharactersMin = 250

/** A text is useless above these shares: characters without a meaning, and words that are not well formed. */
const unknownShareMax = 0.1
const oddShareMax = 0.5

/** Words and figures as papers print them. A font without a table of its characters gives other texts. */
const wellFormed =
  /^[("'[<*#₹$+-]*(\p{Lu}?[\p{Ll}\p{Lo}\p{M}'’]+|\p{Lu}+|[\p{Lo}\p{M}]+|[\p{L}]*[\d.,:/\\\-–+%@&()#_*x×]+[\p{L}\d.,:/\\\-–+%@&()#_*]*|[^\p{L}\d]+)[)"'\].,:;!?%*>/-]*$/u

/** Whether the text of a page is its visible text. `unknown`: the share of its characters without a meaning. */
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

/** A line below this confidence is not text. */
const confidenceMin = 0.4

/**
 * The careful recogniser reads a line again if one of its letters is less sure than this. On forty pictures that was
 * one line in seven, and the result equalled a second reading of every line. With 0.9, twice as many wrong names went
 * unseen.
 */
const sureLetterFrom = 0.95

/** The words on the upright page, and the number of lines read a second time. */
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

/** The words of a line in both scripts, from left to right. */
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

/** The same lines. The careful recogniser has read those with an unsure letter again. */
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

/** The engines that read pictures. Each starts at its first use. */
export type Engines = {
  codes(): Promise<CodeReader>
  ocr(): Promise<OcrEngine>
  readonly indic: IndicReaders
}

/** `languages`: the languages read in pictures beside English. `onStep` runs before each piece of an engine's work. */
export function openEngines(languages: readonly IndicLanguage[], onStep = () => {}): Engines {
  let codeReader: Promise<CodeReader> | undefined
  let ocrEngine: Promise<OcrEngine> | undefined
  const indicReaders = new Map<IndicLanguage, Promise<IndicReader>>()
  const stepping =
    <Given extends unknown[], Answer>(work: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      onStep()
      return work(...given)
    }
  const openSteppingOcr = async (): Promise<OcrEngine> => {
    const { detector, recogniser, careful, classes } = await openOcr()
    return {
      detector: stepping(detector),
      recogniser: stepping(recogniser),
      careful: async () => stepping(await careful()),
      classes,
    }
  }
  return {
    codes: async () => await (codeReader ??= openCodeReader().then(stepping)),
    async ocr() {
      // Free the unpacked file first: together with the networks it would need most of the memory.
      if (ocrEngine === undefined) Bun.gc(true)
      return await (ocrEngine ??= openSteppingOcr())
    },
    indic: {
      languages,
      async reader(language) {
        if (indicReaders.size === 0) Bun.gc(true)
        return await indicReaders.getOrInsertComputed(language, () =>
          openIndic(language).then(stepping),
        )
      },
    },
  }
}

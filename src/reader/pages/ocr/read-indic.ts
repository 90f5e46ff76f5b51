import { bytesAPixel, type Picture } from '../picture.ts'
import type { Letter, Reading } from './recognise.ts'
import { lineHeight, lineOf, sampleLine } from './sample.ts'
import type { Strip } from './strip.ts'
import type { IndicLanguage } from './indic-languages.ts'
import { addedParts, type LinePart } from './indic-parts.ts'
import { join } from 'node:path'
import { embeddedDir, readUnpacked } from '../../../platform/embedded.ts'

/** The readers of Indian scripts. Each starts when a page first needs it. */
export type IndicReaders = {
  readonly languages: readonly IndicLanguage[]
  reader(language: IndicLanguage): Promise<IndicReader>
}

/** The parts found on a line beside its recognised letters. */
type Added = ReadonlyMap<Strip, readonly LinePart[]>

/** A page with fewer words that the recogniser does not know is in English only: a stamp and specks produce as many. */
const strangeMin = 3

/** This many lines show which script a page has: the lines with the most unknown words. */
const probesMax = 6

/** The script is known when this many signs belong to words read with this confidence. */
const signsMin = 4
const sureFrom = 0.7

/**
 * A word of two or more letters is strange when their mean confidence is below the first limit. One letter below the
 * second makes a line doubtful.
 */
const wordSureFrom = 0.7
const letterSureFrom = 0.8

/** Ink further than this from the middle of its letter has no letter, and this much of such ink is a word: pixels of a line. */
const letterReach = 0.9 * lineHeight
const wordInk = lineHeight / 2

/** Reads the words in Indian scripts on lines that the recogniser does not know. A page has at most one of the languages. */
export async function readIndic(
  { languages, reader }: IndicReaders,
  picture: Picture,
  readings: readonly Reading[],
): Promise<Added> {
  const strange = readings
    .map((reading) => ({ reading, words: strangeWords(reading) }))
    .filter(({ words }) => words > 0)
    .toSorted((one, other) => other.words - one.words)
  if (strange.reduce((sum, { words }) => sum + words, 0) < strangeMin) return new Map()
  const probes = strange.slice(0, probesMax).map(({ reading }) => reading)
  const tried = []
  for (const language of languages) {
    const read = await reader(language)
    const add = (lines: readonly Reading[]): [Strip, LinePart[]][] =>
      lines.map(({ strip, letters }) => [
        strip,
        addedParts(read(picture, strip), letters, language),
      ])
    const found = add(probes)
    tried.push({ add, found, signs: sureSigns(found) })
  }
  const [best] = tried.toSorted((one, other) => other.signs - one.signs)
  if (best === undefined || best.signs < signsMin) return new Map()
  const others = readings.filter((line) => !probes.includes(line) && isDoubtful(line))
  return new Map([...best.found, ...best.add(others)])
}

function isDoubtful(reading: Reading): boolean {
  const isUnsure = reading.letters.some(({ confidence }) => confidence < letterSureFrom)
  return isUnsure || strangeWords(reading) > 0
}

/** Counts the words of a line that the recogniser does not know: its letters are doubtful, or there is ink without a letter. */
function strangeWords(reading: Reading): number {
  const unsure = wordsOf(reading).filter(
    (letters) => letters.length > 1 && meanOf(letters) < wordSureFrom,
  )
  return unsure.length + Math.floor(inkBeside(reading) / wordInk)
}

function wordsOf({ letters }: Reading): Letter[][] {
  const words: Letter[][] = [[]]
  for (const letter of letters) {
    if (letter.text === ' ') words.push([])
    else words.at(-1)?.push(letter)
  }
  return words
}

/** The number of columns with ink but without a letter. */
function inkBeside({ letters, ink }: Reading): number {
  const middles = letters.map(({ at }) => at * ink.length)
  const isBeside = (x: number) => middles.every((middle) => Math.abs(middle - x) > letterReach)
  return ink.reduce((sum, isInk, x) => sum + (isInk === 1 && isBeside(x) ? 1 : 0), 0)
}

function meanOf(letters: readonly Letter[]): number {
  return letters.reduce((sum, { confidence }) => sum + confidence, 0) / letters.length
}

function sureSigns(found: readonly (readonly [Strip, readonly LinePart[]])[]): number {
  return found
    .flatMap(([, parts]) => parts)
    .filter(({ confidence }) => confidence >= sureFrom)
    .reduce((sum, { text }) => sum + text.length, 0)
}

/** Reads a line with one language's pack. The line may be in any script. */
export type IndicReader = (picture: Picture, strip: Strip) => LinePart[]

/** Tesseract's names of the packs. */
const packs = { hi: 'hin', gu: 'guj' } as const satisfies Record<IndicLanguage, string>

/** White margin around a line, in pixels. Tesseract reads text at the edge worse. */
const margin = 10

/** Starts Tesseract with a language's pack: 0.1 s and 60 MB. Use it only in a process of its own. */
export async function openIndic(language: IndicLanguage): Promise<IndicReader> {
  // Imported here because it is large and few pages need it.
  const { createOCREngine } = await import('tesseract-wasm')
  const wasmBinary = readUnpacked(join(embeddedDir('tesseract'), 'tesseract-core.wasm'))
  const tesseract = await createOCREngine({ wasmBinary })
  tesseract.loadModel(readPack(packs[language]))
  for (const [name, value] of Object.entries(variables)) tesseract.setVariable(name, value)
  return (picture, strip) => {
    const image = imageOf(picture, strip)
    tesseract.loadImage(image)
    // Each new picture resets the mode to a whole page.
    tesseract.setVariable('tessedit_pageseg_mode', oneLine)
    const along = (x: number) => (x - margin) / (image.width - 2 * margin)
    return tesseract.getTextBoxes('word').map(({ text, rect, confidence }) => ({
      text: text.trim(),
      from: along(rect.left),
      to: along(rect.right),
      confidence,
    }))
  }
}

const variables = {
  // The line is already dark on light. Tesseract need not try the inverse.
  tessedit_do_invert: '0',
  // Without a resolution Tesseract guesses one and prints a message.
  user_defined_dpi: '300',
}

/**
 * Reads a pack and blanks its parameters. This Tesseract does not know all of them and prints messages, and reading
 * one line needs none.
 */
function readPack(name: 'hin' | 'guj'): Uint8Array<ArrayBuffer> {
  const pack = readUnpacked(join(embeddedDir(`tesseract-${name}`), `${name}.traineddata.gz`))
  // The number of parts, then the offset of each. The parameters come first. -1 means no such part (source: tessdatamanager.h).
  const view = new DataView(pack.buffer)
  const begins = Array.from({ length: view.getUint32(0, true) }, (_, part) =>
    Number(view.getBigInt64(4 + 8 * part, true)),
  )
  const [parameters = -1, ...others] = begins
  if (parameters < 0) return pack
  return pack.fill(newLine, parameters, Math.min(...others.filter((begin) => begin >= 0)))
}

const newLine = 0x0a

/** Tesseract's number for a picture of one line (source: publictypes.h). */
const oneLine = '7'

/** A line in grey with a margin. Its ink becomes black, its ground white. */
function imageOf(picture: Picture, strip: Strip) {
  const line = lineOf(strip)
  const planes = new Float32Array(3 * lineHeight * line.width)
  sampleLine(picture, line, planes, line.width)
  // Only the green: coloured ink differs from paper most in green.
  const green = planes.subarray(lineHeight * line.width, 2 * lineHeight * line.width)
  const { ground, ink } = shadesOf(green)
  const [width, height] = [line.width + 2 * margin, lineHeight + 2 * margin]
  const data = new Uint8Array(width * height * bytesAPixel).fill(255)
  for (const [index, value] of green.entries()) {
    const x = index % line.width
    const y = (index - x) / line.width
    const at = ((y + margin) * width + x + margin) * bytesAPixel
    const light = Math.min(1, Math.max(0, (value - ink) / (ground - ink)))
    data.fill(Math.round(255 * light), at, at + 3)
  }
  return { width, height, data }
}

/** The shades of the paper and the ink. The ink is the shade furthest from the paper, without specks. */
function shadesOf(values: Float32Array): { ground: number; ink: number } {
  const sorted = values.toSorted()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  const [darkest, ground, lightest] = [at(0.02), at(0.5), at(0.98)]
  const ink = ground - darkest >= lightest - ground ? darkest : lightest
  return { ground, ink: ink === ground ? ground - 1 : ink }
}

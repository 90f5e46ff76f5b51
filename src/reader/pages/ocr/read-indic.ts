import type { Picture } from '../picture.ts'
import type { Letter, Reading } from './recognise.ts'
import { lineHeight } from './sample.ts'
import type { Strip } from './strip.ts'
import type { IndicReader } from './indic-reader.ts'
import type { IndicLanguage } from './indic-languages.ts'
import { addedParts, type LinePart } from './indic-parts.ts'

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

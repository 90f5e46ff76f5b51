import type { Letter, Reading } from './recognise.ts'
import { type Ink, lineHeight, longestBlank } from './sample.ts'
import { partOf, type Strip } from './strip.ts'

/** A word on a picture. Its confidence is that of its least sure letter. */
export type StripWord = { text: string; strip: Strip; confidence: number }

/** A blank this wide separates words even if the recogniser saw no space, in columns: a narrow space between letters that fill the line. */
const blankMin = 10

/** The blank must also be this many times as wide as those between letters: typewriters leave wide blanks. */
const blankRatio = 2.5

/** Digits stand further apart: a 1 takes the width of any digit and has less ink. In columns. */
const digitsBlankMin = 17

/** Blanks up to these widths do not end a figure, even if the recogniser saw a space: between digits, after a comma, after a point. */
const digitsBlankMax = 7
const commaBlankMax = 20
const pointBlankMax = 12

/** This many columns without ink end the first or the last letter of a line. */
const endBlankMin = 4

/** A letter, and the blank between it and the letter before, in columns of the line. */
type Placed = Letter & { blank: readonly [start: number, end: number]; isAfterSpace: boolean }

/** The words of a line, each with its part of the strip. */
export function wordsOfLine({ strip, letters, ink }: Reading): StripWord[] {
  const placed = placeLetters(letters, ink)
  const words = splitWords(placed)
  return words.map((word, index) => {
    const next = words[index + 1]?.[0]
    const from = index === 0 ? lineStart(word, ink) : (word[0]?.blank[1] ?? 0)
    const to = next === undefined ? lineEnd(word, ink) : next.blank[0]
    return {
      text: withThousands(withSmallL(withLetterO(withCapitalI(textOf(word))))),
      strip: partOf(strip, from / ink.length, Math.max(from + 1, to) / ink.length),
      confidence: Math.min(...word.map(({ confidence }) => confidence)),
    }
  })
}

function placeLetters(letters: readonly Letter[], ink: Ink): Placed[] {
  const column = ({ at }: Letter) => Math.min(ink.length - 1, Math.round(at * ink.length))
  const placed: Placed[] = []
  let isAfterSpace = false
  for (const letter of letters) {
    if (letter.text === ' ') {
      isAfterSpace = true
      continue
    }
    const last = placed.at(-1)
    const blank = longestBlank(ink, last === undefined ? 0 : column(last), column(letter))
    placed.push({ ...letter, blank, isAfterSpace })
    isAfterSpace = false
  }
  return placed
}

function splitWords(letters: readonly Placed[]): Placed[][] {
  const blanks = letters.slice(1).map(widthOf)
  const usual = blanks.toSorted((one, other) => one - other)[Math.floor(blanks.length / 2)] ?? 0
  const wide = Math.max(blankMin, blankRatio * usual)
  const words: Placed[][] = []
  for (const [index, letter] of letters.entries()) {
    const word = words.at(-1)
    const isApart = widthOf(letter) > blankWithin(letters, index, wide)
    if (word === undefined || isApart) words.push([letter])
    else word.push(letter)
  }
  return words
}

/** The greatest blank before a letter that continues a word. `wide` applies when no rule for figures does. */
function blankWithin(letters: readonly Placed[], index: number, wide: number): number {
  const before = textOf(letters.slice(Math.max(0, index - 2), index))
  const after = textOf(letters.slice(index, index + 4))
  const isSpaced = letters[index]?.isAfterSpace === true
  // The next group of a figure: 1,25,000 and 2.5, but not "19, 2026".
  if (/\d,$/.test(before) && /^\d{2,3}(\D|$)/.test(after)) return Math.max(wide, commaBlankMax)
  if (/\d\.$/.test(before) && /^\d/.test(after)) return Math.max(wide, pointBlankMax)
  if (/\d$/.test(before) && /^[\d.,]/.test(after)) {
    return isSpaced ? digitsBlankMax : Math.max(wide, digitsBlankMin)
  }
  return isSpaced ? -1 : wide
}

function textOf(letters: readonly Placed[]): string {
  return letters.map(({ text }) => text).join('')
}

function widthOf({ blank: [start, end] }: Placed): number {
  return end - start
}

/** The ends of the line's ink: a strip extends beyond its letters. */
function lineStart([first]: readonly Placed[], ink: Ink): number {
  const middle = Math.round((first?.at ?? 0) * ink.length)
  for (let x = middle, blank = 0; x > 0; x--) {
    blank = ink[x] === 0 ? blank + 1 : 0
    if (blank === endBlankMin && middle - x > lineHeight / 8) return x + blank
  }
  return 0
}

function lineEnd(word: readonly Placed[], ink: Ink): number {
  const middle = Math.round((word.at(-1)?.at ?? 1) * ink.length)
  for (let x = middle, blank = 0; x < ink.length; x++) {
    blank = ink[x] === 0 ? blank + 1 : 0
    if (blank === endBlankMin && x - middle > lineHeight / 8) return x - blank
  }
  return ink.length
}

/*
 * An O and a zero look alike, so the neighbouring letters decide. Before small letters, only a quantity with its unit
 * begins with a zero. Order numbers of shops and short forms of "number" begin with letters.
 */

const beforeLetters =
  /^0(?!(?:kgs?|gms?|g|mgs?|mls?|ltrs?|lt|mm|cms?|mtrs?|mts?|pcs?|nos?|box|boxes|bags?|doz|sets?|days?|th|hrs?)(?![a-z]))(?=[a-z]{2})/

const inOrderNumber = /^P0(?=[-/])/
const inNumber = /^N0(?=\.|s\b|$)/

/** Replaces zeros that can only be the letter O: `0il`, `P0-942`, `N0.`. */
export function withLetterO(word: string): string {
  return word.replace(beforeLetters, 'O').replace(inOrderNumber, 'PO').replace(inNumber, 'NO')
}

/*
 * Many typefaces print l and I alike, so the neighbouring letters decide. No English word begins with a small l, a
 * consonant and then a vowel. No word has a small l between capitals.
 */

const beforeConsonant = /^l(?=[b-df-hjkmnp-tv-xz][a-z]*[aeiou])/

/** Iodine and words made from it. No other word begins like this. */
const iodine = /^l(?=od[ei])/

const besideCapitals = /^l(?=[A-Z]{2})|(?<=[A-Z])l(?=[A-Z])/g

/** Replaces strokes that can only be a capital I: `lvory`, `lodised`, `lNDIA`. */
export function withCapitalI(word: string): string {
  return word.replace(beforeConsonant, 'I').replace(iodine, 'I').replaceAll(besideCapitals, 'I')
}

const behindSmallLetter = /(?<=[a-z])I(?=[a-z]|$)/g

/** Replaces strokes that can only be a small l: `Bdl`, `mI`. No word has a capital I behind a small letter. */
export function withSmallL(word: string): string {
  return word.replaceAll(behindSmallLetter, 'l')
}

const groupedAmount = /(?<![\d.,])(\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3})[.,](\d{2})(?![\d.,])/

/** A comma of a fax has lost its tail, and a speck is a point. Only the last sign parts the paise: `2.295.32`, `1.25.000.00`, `1,274,50`. */
export function withThousands(word: string): string {
  return word.replace(
    groupedAmount,
    (_, rupees: string, paise: string) => `${rupees.replaceAll('.', ',')}.${paise}`,
  )
}

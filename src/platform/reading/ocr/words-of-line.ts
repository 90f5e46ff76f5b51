import type { Letter } from './decode.ts'
import { type Ink, longestBlank } from './ink.ts'
import type { Reading } from './recognise.ts'
import { lineHeight } from './sample.ts'
import { partOf, type Strip } from './strip.ts'

/** A word on a picture. */
type StripWord = { text: string; strip: Strip; confidence: number }

/** A blank that parts words where the recogniser saw no space, in columns: a narrow space of type that fills its line. */
const blankMin = 12

/** And so many times as wide as the blanks between letters: typewriters leave wide ones. */
const blankRatio = 2.5

/** A blank that is no space within a figure, though the recogniser saw one after its comma, in columns. */
const figureBlankMax = 7

/** Columns without ink that end the first and the last letter of a line. */
const endBlankMin = 4

/** A letter, and the blank between it and the one before, in columns of its line. */
type Placed = Letter & { blank: readonly [start: number, end: number]; isAfterSpace: boolean }

/** The words of a line, each with its own part of the strip. */
export function wordsOfLine({ strip, letters, ink }: Reading): StripWord[] {
  const placed = placeLetters(letters, ink)
  const words = splitWords(placed)
  return words.map((word, index) => {
    const next = words[index + 1]?.[0]
    const from = index === 0 ? lineStart(word, ink) : (word[0]?.blank[1] ?? 0)
    const to = next === undefined ? lineEnd(word, ink) : next.blank[0]
    return {
      text: word.map(({ text }) => text).join(''),
      strip: partOf(strip, from / ink.length, Math.max(from + 1, to) / ink.length),
      confidence: word.reduce((sum, { confidence }) => sum + confidence, 0) / word.length,
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
  for (const letter of letters) {
    const word = words.at(-1)
    const last = word?.at(-1)
    if (word === undefined || last === undefined || isApart(last, letter, wide))
      words.push([letter])
    else word.push(letter)
  }
  return words
}

function isApart(last: Placed, letter: Placed, wide: number): boolean {
  if (!letter.isAfterSpace) return widthOf(letter) > wide
  const isFigure = /[\d,.]/.test(last.text) && /[\d,.]/.test(letter.text)
  return !isFigure || widthOf(letter) > figureBlankMax
}

function widthOf({ blank: [start, end] }: Placed): number {
  return end - start
}

/** Where the ink of the first letter begins, and where that of the last ends: a strip reaches further. */
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

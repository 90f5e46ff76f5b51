import type { Letter } from './recognise.ts'
import { type IndicLanguage, signsOf } from './indic-languages.ts'

/** Characters without white space between them, and the part of the line they take (0 to 1). */
export type LinePart = {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly confidence: number
}

/** A single sign is more often a misread letter than a word. */
const signsMin = 2

/** Words and figures below these confidences are of another script. */
const wordFrom = 0.4
const figureFrom = 0.8

/** Letters of the first recogniser with this mean confidence are right, unless it saw few letters for many signs. */
const sureFrom = 0.85
const signsPerLetter = 2

/**
 * The parts that a language's pack adds to the recognised letters of a line: words of its script, and figures beside
 * them that the recogniser missed.
 */
export function addedParts(
  read: readonly LinePart[],
  letters: readonly Letter[],
  language: IndicLanguage,
): LinePart[] {
  const parts = clipped(read)
  const isFree = (part: LinePart) => !isSure(lettersUnder(part, letters), part.text.length)
  const word = wordPattern(language)
  const words = parts
    .flatMap((part) => wordIn(part, word))
    .filter((part) => part.confidence >= wordFrom && isFree(part))
  if (words.length === 0) return []
  const figures = parts
    .filter(({ text, confidence }) => confidence >= figureFrom && figure.test(text))
    .filter(isFree)
  return [...words, ...figures]
}

/** The letters outside the added parts. */
export function lettersBeside(
  { letters }: { readonly letters: readonly Letter[] },
  parts: readonly LinePart[],
): readonly Letter[] {
  if (parts.length === 0) return letters
  const isBeside = ({ at }: Letter) => !parts.some(({ from, to }) => at >= from && at <= to)
  return grouped(letters)
    .filter((group) => group.some(isBeside))
    .flat()
}

/** Each letter alone, but the digits of a figure together. The end of a word is not exact enough to cut a figure. */
function grouped(letters: readonly Letter[]): Letter[][] {
  const groups: Letter[][] = []
  for (const letter of letters) {
    const last = groups.at(-1)
    if (last?.every(isSureDigit) === true && isSureDigit(letter)) last.push(letter)
    else groups.push([letter])
  }
  return groups
}

function isSureDigit({ text, confidence }: Letter): boolean {
  return confidence >= sureFrom && /^\d$/.test(text)
}

const figure = /^\d[\d.,%]*$/

/** From the first sign of the script to the last, with the characters between them and the point of an abbreviation. */
function wordPattern(language: IndicLanguage): RegExp {
  const sign = `[${signsOf[language]}]`
  return new RegExp(`${sign}(?:[${signsOf[language]}\\u200C\\u200D.'’()/-]*${sign})?\\.?`)
}

/** A word may touch figures or the rule of a table. Only the word is taken, with its share of the line. */
function wordIn(part: LinePart, pattern: RegExp): LinePart[] {
  const { text, from, to, confidence } = part
  const found = pattern.exec(text)
  if (found === null || found[0].length < signsMin) return []
  const [word] = found
  const at = (index: number) => from + ((to - from) * index) / text.length
  const start = found.index
  return [{ text: plain(word), from: at(start), to: at(start + word.length), confidence }]
}

/** Removes invisible marks that join or part signs, and repeated vowel signs. */
function plain(word: string): string {
  return word.replaceAll(/[\u200C\u200D]/g, '').replaceAll(/(\p{M})\1+/gu, '$1')
}

/** Tesseract lets a part overlap the parts after it, so its end is cut. */
function clipped(parts: readonly LinePart[]): LinePart[] {
  return parts.map((part, index) => {
    const next = parts[index + 1]
    return next === undefined || next.from <= part.from
      ? part
      : { ...part, to: Math.min(part.to, next.from) }
  })
}

function lettersUnder({ from, to }: LinePart, letters: readonly Letter[]): Letter[] {
  return letters.filter(({ at, text }) => at >= from && at <= to && text !== ' ')
}

function isSure(letters: readonly Letter[], signs: number): boolean {
  const sum = letters.reduce((all, { confidence }) => all + confidence, 0)
  return letters.length * signsPerLetter >= signs && sum >= sureFrom * letters.length
}

import type { Letter } from './decode.ts'
import type { Reading } from './recognise.ts'
import { partOf, type Strip } from './strip.ts'

/** A word on a picture. */
type StripWord = { text: string; strip: Strip; confidence: number }

/** Letters so far apart are of two words, in heights of their line: no letter is as wide. */
const gapMax = 1.4

/** The words of a line, each with its own part of the strip. */
export function wordsOfLine({ strip, letters }: Reading): StripWord[] {
  const words = splitAtSpaces(letters, strip)
  return words.map((word, index) => {
    const [before, after] = [words[index - 1]?.at(-1), words[index + 1]?.[0]]
    const [first, last] = [word[0], word.at(-1)]
    const reach = pitchOf(word, strip) / 2
    const from = before === undefined ? 0 : edge(first, -reach, before)
    const to = after === undefined ? 1 : edge(last, reach, after)
    return {
      text: word.map(({ text }) => text).join(''),
      strip: partOf(strip, from, Math.max(to, from)),
      confidence: word.reduce((sum, { confidence }) => sum + confidence, 0) / word.length,
    }
  })
}

/** Where a word ends towards its neighbour: half a letter on, but not beyond the middle between them. */
function edge(letter: Letter | undefined, reach: number, neighbour: Letter): number {
  const at = letter?.at ?? 0
  const middle = (at + neighbour.at) / 2
  return reach < 0 ? Math.max(at + reach, middle) : Math.min(at + reach, middle)
}

/** From one letter to the next, in lengths of the line; a single one is about half as wide as high. */
function pitchOf(word: readonly Letter[], { width, height }: Strip): number {
  const [first, last] = [word[0], word.at(-1)]
  if (first === undefined || last === undefined || word.length < 2) return height / width / 2
  return (last.at - first.at) / (word.length - 1)
}

function splitAtSpaces(letters: readonly Letter[], { width, height }: Strip): Letter[][] {
  const words: Letter[][] = []
  let word: Letter[] = []
  let last: Letter | undefined
  for (const letter of letters) {
    const isApart = last !== undefined && (letter.at - last.at) * width > gapMax * height
    if (letter.text === ' ' || isApart || word.length === 0) word = []
    if (letter.text !== ' ') {
      if (word.length === 0) words.push(word)
      word.push(letter)
    }
    last = letter
  }
  return words
}

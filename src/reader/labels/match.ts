import { foldText } from '../../platform/text.ts'
import { foldLabel } from '../../paper/rules/labels.ts'

/* Finds a printed label among the known labels, also when OCR misread some of its letters. */

/** `known`: folded label → its meaning. */
type Matcher<Meaning> = {
  /** The meaning of a label in which only characters were confused that scanners confuse. */
  confused(text: string): Meaning | undefined
  /** The meaning of a label with one or two wrong letters, or none in a short label. Undefined if no label is alike, or labels of two meanings are. */
  nearest(text: string): Meaning | undefined
}

/** A label needs this many letters to be known despite one wrong letter, or two. */
const [oneWrongMin, twoWrongMin] = [6, 11]

/** `confusedMin`: a label needs this many letters to be known despite confused letters. */
export function labelMatcher<Meaning>(
  known: ReadonlyMap<string, Meaning>,
  confusedMin: number,
): Matcher<Meaning> {
  const labels = new Map<string, Meaning>()
  for (const [label, meaning] of known) {
    const folded = foldConfusable(label)
    if (folded.length >= confusedMin && !labels.has(folded)) labels.set(folded, meaning)
  }
  const byLength = Map.groupBy(labels, ([label]) => label.length)
  return {
    confused: (text) => labels.get(foldConfusable(text)),
    nearest(text) {
      const read = foldConfusable(text)
      const max = read.length >= twoWrongMin ? 2 : read.length >= oneWrongMin ? 1 : 0
      if (max === 0) return labels.get(read)
      let least = max
      let found: Meaning[] = []
      for (let length = read.length - max; length <= read.length + max; length++) {
        for (const [label, meaning] of byLength.get(length) ?? []) {
          const wrong = wrongLetters(read, label, least)
          if (wrong > least) continue
          if (wrong < least) found = []
          least = wrong
          found.push(meaning)
        }
      }
      return new Set(found.map(String)).size === 1 ? found[0] : undefined
    },
  }
}

/** Folds a label so that characters which scanners confuse become one. Signs between words are removed. */
export function foldConfusable(label: string): string {
  return foldLabel(foldText(label))
    .replaceAll(/[^\p{L}\p{M}\p{N}%₹&]+/gu, '')
    .replaceAll(/[1i|!]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll('8', 'b')
    .replaceAll('rn', 'm')
}

/** A row of the distance table. It is reused, because a page is compared with labels a hundred thousand times. */
let row = new Uint16Array(256)

/** The number of wrong letters (Levenshtein distance). Stops with more than `max` as soon as the result is certain. */
export function wrongLetters(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  if (row.length <= b.length) row = new Uint16Array(2 * b.length)
  for (let column = 0; column <= b.length; column++) row[column] = column
  for (let index = 0; index < a.length; index++) {
    if (takeLetter(a[index] ?? '', index, b) > max) return max + 1
  }
  return row[b.length] ?? max + 1
}

/** Turns the row for the letters before into the row with this letter. Returns the least distance in it. */
function takeLetter(letter: string, index: number, b: string): number {
  let before = index
  let least = index + 1
  row[0] = least
  for (let column = 1; column <= b.length; column++) {
    const above = row[column] ?? 0
    const change = before + (letter === b[column - 1] ? 0 : 1)
    const distance = Math.min(change, above + 1, (row[column - 1] ?? 0) + 1)
    row[column] = distance
    least = Math.min(least, distance)
    before = above
  }
  return least
}

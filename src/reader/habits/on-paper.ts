import { foldLabel } from '../../paper/rules/labels.ts'
import { readPaise } from '../../paper/checks/values.ts'
import type { Placed } from './neighbours.ts'
import { type MeaningKind, meaningKindOf, meaningOf } from '../fuse.ts'
import { labelCharactersMax, type PagePhrase } from './habit.ts'

/* Finds on a paper what a person confirmed, and what stands beside it as its label. */

/** A value that may stand somewhere; `label` is what is printed before, beside or above it, folded, '' for none. */
export type Spot = {
  text: string
  label: string
  /** The label as it is printed. */
  printed: string
  page: number
  box: PagePhrase[2]
}

export type Paper = {
  phrases: readonly PagePhrase[]
  /** What says the same as a text, one spot in a phrase at most. */
  find(key: string, text: string): readonly Spot[]
  /** All that stands behind a label. */
  behind(label: string): readonly Spot[]
  /** What ends with an amount. */
  amounts: readonly Placed[]
}

/** Each end of each phrase is understood once: field by field it took a second for a page of single letters. */
export function paperOf(phrases: readonly PagePhrase[]): Paper {
  const printed = phrases.map((phrase) => tailsOf(phrase, phrases))
  const byKind = new Map<MeaningKind, Map<string | number, Spot[]>>()
  const byLabel = Map.groupBy(printed.flat(), ({ label }) => label)
  return {
    phrases,
    find(key, text) {
      const kind = meaningKindOf(key)
      const spots = byKind.getOrInsertComputed(kind, () => byMeaning(printed, kind))
      return spots.get(meaningOf(kind, text)) ?? []
    },
    behind: (label) => byLabel.get(label) ?? [],
    amounts: printed.flatMap((tails) => {
      const last = tails.at(-1)
      return last === undefined || readPaise(last.text) === undefined ? [] : [placed(last)]
    }),
  }
}

export function placed({ page, label, box: [, top, right, bottom] }: Spot): Placed {
  return { page, label, top, right, bottom }
}

function byMeaning(printed: readonly Spot[][], kind: MeaningKind): Map<string | number, Spot[]> {
  const spots = new Map<string | number, Spot[]>()
  for (const tails of printed) {
    // Of those that say the same the first, which is the longest.
    const own = new Map(tails.toReversed().map((one) => [meaningOf(kind, one.text), one]))
    for (const [meaning, spot] of own) spots.getOrInsertComputed(meaning, () => []).push(spot)
  }
  return spots
}

/** Words of a value, at most. */
const valueWordsMax = 12

/** The ends of a phrase, each behind what may be its label, the longest first. */
function tailsOf(whole: PagePhrase, phrases: readonly PagePhrase[]): Spot[] {
  const [phrase, page, box] = whole
  const words = phrase.split(' ')
  const beside = labelBeside(whole, phrases)
  return words.slice(-valueWordsMax).flatMap((_, at, { length }) => {
    const from = words.length - length + at
    const text = words
      .slice(from)
      .join(' ')
      .replace(/^[:=#]+\s*|^-+\s+|[.,;]+$/g, '')
    const before = words.slice(0, from).join(' ')
    const printed = isLabel(before) ? before : beside
    const label = labelOf(printed)
    return text === '' ? [] : [{ text, label, printed: trimmed(printed), page, box }]
  })
}

/** Not so an address, a sentence, a number, a currency. */
function isLabel(text: string): boolean {
  const label = labelOf(text)
  const isWord = /\p{L}{2}|\p{L}\p{M}/u.test(label) && !/\d{3}|,|^(?:rs|inr)$/.test(label)
  return isWord && text.length <= labelCharactersMax
}

/** Folded. */
function labelOf(text: string): string {
  return foldLabel(text.replaceAll(/[=₹|*•]/g, ' '))
}

function trimmed(label: string): string {
  return label.replaceAll(/^[\s:=|*•-]+|[\s:=|*•-]+$/g, '')
}

/** How far a label is left of its value, in widths of the page, and above it, in heights of the value. */
const [leftMax, aboveMax] = [0.35, 2]

/** As printed: in the same row, else in the same column above. */
function labelBeside([, page, box]: PagePhrase, phrases: readonly PagePhrase[]): string {
  const [left, top, right, bottom] = box
  const own = phrases.filter((phrase) => phrase[1] === page)
  const middle = (top + bottom) / 2
  const before = own
    .filter(
      ([, , [, upper, end, lower]]) =>
        end <= left && left - end < leftMax && upper < middle && lower > middle,
    )
    .toSorted((a, b) => b[2][2] - a[2][2])[0]
  if (before !== undefined && isLabel(before[0])) return before[0]
  const above = own
    .filter(([, , [start, , end, lower]]) => {
      const gap = top - lower
      return start < right && end > left && gap > -0.001 && gap < aboveMax * (bottom - top)
    })
    .toSorted((a, b) => b[2][3] - a[2][3])[0]
  return above !== undefined && isLabel(above[0]) ? above[0] : ''
}

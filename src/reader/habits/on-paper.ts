import { foldLabel } from '../../paper/rules/labels.ts'
import { readPaise } from '../../paper/values.ts'
import type { Placed } from './neighbours.ts'
import { type MeaningKind, meaningKindOf, meaningOf } from '../fuse.ts'
import { labelCharactersMax, type PagePhrase } from './habit.ts'

/* Finds on a paper the values that a person confirmed, and their labels. */

/** A possible value on the paper. `label` is the folded text before, beside or above the value, or ''. */
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
  /** The spots that mean the same as a text, at most one in each phrase. */
  find(key: string, text: string): readonly Spot[]
  /** All spots behind a label. */
  behind(label: string): readonly Spot[]
  /** The phrases that end with an amount. */
  amounts: readonly Placed[]
}

/** Interprets each end of each phrase only once. Doing it for each field took a second for a page of single letters. */
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
    // Of ends that mean the same, the first counts: it is the longest.
    const own = new Map(tails.toReversed().map((one) => [meaningOf(kind, one.text), one]))
    for (const [meaning, spot] of own) spots.getOrInsertComputed(meaning, () => []).push(spot)
  }
  return spots
}

/** A value has at most this many words. */
const valueWordsMax = 12

/** The ends of a phrase, the longest first, each with the text that may be its label. */
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

/** An address, a sentence, a number or a currency is no label. */
function isLabel(text: string): boolean {
  const label = labelOf(text)
  const isWord = /\p{L}{2}|\p{L}\p{M}/u.test(label) && !/\d{3}|,|^(?:rs|inr)$/.test(label)
  return isWord && text.length <= labelCharactersMax
}

/** The folded label. */
function labelOf(text: string): string {
  return foldLabel(text.replaceAll(/[=₹|*•]/g, ' '))
}

function trimmed(label: string): string {
  return label.replaceAll(/^[\s:=|*•-]+|[\s:=|*•-]+$/g, '')
}

/** How far a label may be left of its value, in widths of the page, and above it, in heights of the value. */
const [leftMax, aboveMax] = [0.35, 2]

/** The printed label: before the value in the same row, else above it in the same column. */
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

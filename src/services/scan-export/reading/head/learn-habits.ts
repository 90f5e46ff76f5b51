import type { Category } from '../../categories.ts'
import { foldLabel } from '../../normalising/labels.ts'
import { amountLabelOf } from '../amount-labels.ts'
import { type MeaningKind, meaningKindOf, meaningOf } from '../fuse.ts'
import { isAmountKey, keyFor } from './key-owners.ts'
import { knownLabels } from './known-labels.ts'
import { type Habit, labelCharactersMax, type PagePhrase, shapeOf } from '../habits/habit.ts'

/* Finds what a person confirmed on the paper, and what stands beside it as its label. */

/** Fields that stand elsewhere on every bill, or that the seller is known by already. */
const unlearnable = /^(?:gstin|vendor_name|name|address|buyer_address|amount_in_words)$/

/** Whose paper it is: `gstin` is the seller's. */
type Paper = { readonly category: Category; readonly gstin: string }

/**
 * `wished` are the fields that were not read as they are, by canonical key. Nothing is learnt of what stands there behind
 * several labels: the next bill says which of them is meant.
 */
export function habitsIn(
  phrases: readonly PagePhrase[],
  { category, gstin }: Paper,
  wished: Readonly<Record<string, string>>,
): Habit[] {
  const spotsOf = finderOf(phrases)
  return Object.entries(wished).flatMap(([key, text]) => {
    if (unlearnable.test(key) || text.trim() === '') return []
    const spots = spotsOf(key, text)
      .map((spot) => ({ ...spot, label: spot.label || labelBeside(spot, phrases) }))
      .filter(({ label }) => !isOthersLabel(label, key, category))
    if (new Set(spots.flatMap(({ label }) => label || [])).size > 1) return []
    // Beside a label it is plainer than by itself.
    const spot = spots.find(({ label }) => label !== '') ?? spots[0]
    if (spot === undefined) return []
    return [{ gstin, key, label: spot.label, box: spot.box, shape: shapeOf(spot.text) }]
  })
}

/** CGST is as much as SGST, and the day of a bill that of its order: what stands behind another field's label is that one. */
function isOthersLabel(label: string, key: string, category: Category): boolean {
  if (label === '') return false
  if (isAmountKey(key)) {
    const meaning = amountLabelOf(label)
    return meaning !== undefined && meaning.key !== key
  }
  const meanings = knownLabels(category).get(label) ?? []
  return (
    meanings.length > 0 &&
    !meanings.some((meaning) => meaning === key || keyFor(meaning, undefined, category) === key)
  )
}

type Spot = { text: string; label: string; page: number; box: Habit['box'] }

/**
 * Finds what says the same as a text, one spot in a phrase at most. Each end of each phrase is understood once: field by field it
 * took a second for a page of single letters, in which nobody is answered.
 */
function finderOf(phrases: readonly PagePhrase[]) {
  const printed = phrases.map(tailsOf)
  const byKind = new Map<MeaningKind, Map<string | number, Spot[]>>()
  return (key: string, text: string): readonly Spot[] => {
    const kind = meaningKindOf(key)
    const spots = byKind.getOrInsertComputed(kind, () => byMeaning(printed, kind))
    return spots.get(meaningOf(kind, text)) ?? []
  }
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
function tailsOf([phrase, page, box]: PagePhrase): Spot[] {
  const words = phrase.split(' ')
  return words.slice(-valueWordsMax).flatMap((_, at, { length }) => {
    const from = words.length - length + at
    const text = words
      .slice(from)
      .join(' ')
      .replace(/^[:=#-]+\s*|[.,;]+$/g, '')
    return text === '' ? [] : [{ text, label: asLabel(words.slice(0, from).join(' ')), page, box }]
  })
}

/** What is printed before a value, folded; '' for what is no label. */
function asLabel(text: string): string {
  const label = foldLabel(text.replaceAll(/[=₹|*•]/g, ' '))
  const isLabel = /\p{L}{2}|\p{L}\p{M}/u.test(label) && !/\d{3}/.test(label)
  return isLabel && label.length <= labelCharactersMax ? label : ''
}

/** How far a label is left of its value, in widths of the page, and above it, in heights of the value. */
const [leftMax, aboveMax] = [0.35, 2]

/** In the same row, else in the same column above. */
function labelBeside({ page, box }: Spot, phrases: readonly PagePhrase[]): string {
  const [left, top, right, bottom] = box
  const own = phrases.filter((phrase) => phrase[1] === page)
  const middle = (top + bottom) / 2
  const before = own
    .filter(
      ([, , [, upper, end, lower]]) =>
        end <= left && left - end < leftMax && upper < middle && lower > middle,
    )
    .toSorted((a, b) => b[2][2] - a[2][2])[0]
  const beside = asLabel(before?.[0] ?? '')
  if (beside !== '') return beside
  const above = own
    .filter(([, , [start, , end, lower]]) => {
      const gap = top - lower
      return start < right && end > left && gap > -0.001 && gap < aboveMax * (bottom - top)
    })
    .toSorted((a, b) => b[2][3] - a[2][3])[0]
  return asLabel(above?.[0] ?? '')
}

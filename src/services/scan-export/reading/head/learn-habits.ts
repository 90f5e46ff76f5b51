import type { Category } from '../../categories.ts'
import { foldLabel } from '../../normalising/labels.ts'
import { amountLabelOf } from '../amount-labels.ts'
import { isSame } from '../fuse.ts'
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
  return Object.entries(wished).flatMap(([key, text]) => {
    if (unlearnable.test(key) || text.trim() === '') return []
    const found = phrases.flatMap((phrase) => spotOf(phrase, key, text) ?? [])
    const spots = found
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

/** The whole phrase, or its end behind a label. */
function spotOf([phrase, page, box]: PagePhrase, key: string, text: string): Spot | undefined {
  const words = phrase.split(' ')
  for (let from = 0; from < words.length; from += 1) {
    const value = words
      .slice(from)
      .join(' ')
      .replace(/^[:=#-]+\s*|[.,;]+$/g, '')
    if (value === '' || !isSame(key, value, text)) continue
    return { text: value, label: asLabel(words.slice(0, from).join(' ')), page, box }
  }
  return undefined
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

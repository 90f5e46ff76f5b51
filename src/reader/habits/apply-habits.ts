import { foldLabel } from '../../paper/rules/labels.ts'
import { fieldName } from '../../paper/fields.ts'
import type { FootAmount } from '../head/foot-amounts.ts'
import {
  bareWorth,
  type Candidate,
  type HeadPage,
  type Learnt,
  settledWorth,
  valueOf,
} from '../head/candidates.ts'
import { isAmountKey } from '../head/known-labels.ts'
import { formOf } from '../head/forms.ts'
import { foldName } from '../head/party-names.ts'
import { gstinIn } from '../head/unlabelled.ts'
import type { ReadValues } from '../page.ts'
import { foldConfusable } from '../labels/match.ts'
import type { LabelSpot } from '../head/find-labels.ts'
import { valuesOf } from '../head/label-values.ts'
import { amountLabelOf } from '../../paper/fields/foot-words.ts'
import { boxOf, phrasesOf, type Row, textOf } from '../rows.ts'
import {
  bareWords,
  type FieldHabit,
  isNearPlace,
  namesAround,
  type Placed,
  type SellerHabits,
  shapeOf,
  withRateDoubts,
} from './habit.ts'

/* Reads a seller's bill with the help of its earlier bills: looks for each field where a person confirmed it before. */

/** Below the 1 of a value with a label: a learnt place only fills a field that nothing else names plainly. */
const placeWorth = 0.95
/** The confidence of a value that only its place names. */
const placeSureness = 0.9

/** What the earlier bills of a known seller tell about the columns, the fields and the rates of this bill. */
export function habitsOn(
  rows: readonly Row[],
  sellers: readonly SellerHabits[],
  ownGstin: string | null,
) {
  const habits = sellerOnPages(rows, sellers, ownGstin)
  const { columns = [], fields = [] } = habits ?? {}
  return {
    columns: new Map(columns.map(({ heading, key }) => [heading, key])),
    fields: learntOf(fields),
    withRateDoubts: (lines: readonly ReadValues[]) =>
      habits === undefined ? lines : withRateDoubts(lines, habits),
  }
}

/**
 * The known seller of a bill: by the first GSTIN on the pages other than the shop's own. If there is no such GSTIN, by the name of a seller
 * whose bills have none.
 */
export function sellerOnPages(
  rows: readonly Row[],
  sellers: readonly SellerHabits[],
  ownGstin: string | null,
): SellerHabits | undefined {
  if (sellers.length === 0) return undefined
  const bySeller = new Map(sellers.map((one) => [one.seller, one]))
  const gstins = rows
    .flatMap(({ pieces }) => pieces.flatMap(({ word }) => gstinIn(word.text) ?? []))
    .filter((gstin) => gstin !== ownGstin)
  const [first] = gstins
  // Later GSTINs do not count: behind an unknown seller's GSTIN a known carrier's may stand.
  if (first !== undefined) return bySeller.get(first)
  const names = rows.flatMap((row) => phrasesOf(row).map(({ text }) => foldName(text)))
  return bySeller.get(names.find((name) => bySeller.has(name)) ?? '')
}

function learntOf(habits: readonly FieldHabit[]): Learnt {
  return {
    candidatesOn: (layout) => candidatesOn(layout, habits),
    named: (amounts) => namedAmounts(amounts, habits),
  }
}

/** The values behind learnt labels and in learnt places. Amounts below the lines are weighed later, together. */
function candidatesOn(layout: HeadPage, habits: readonly FieldHabit[]): Candidate[] {
  return habits
    .filter(({ key }) => !isAmountKey(key))
    .flatMap((habit) => {
      if (habit.words !== undefined) return theWords(layout, habit, habit.words)
      const labelled = habit.label === '' ? [] : behindLabel(layout, habit)
      return labelled.length > 0 ? labelled : inPlace(layout, habit)
    })
}

/** A learnt value is worth more than a value behind a known label, which is worth 1. It is worth less until a second bill confirms it. */
function habitWorth({ times }: FieldHabit): number {
  return times > 1 ? settledWorth : newWorth
}

const newWorth = 1.1

/** Finds a name that the seller prints on each bill. */
function theWords(layout: HeadPage, habit: FieldHabit, words: string): Candidate[] {
  const wished = bareWords(words)
  const count = wished.split(' ').length
  return layout.rows.flatMap(({ pieces }) =>
    pieces.flatMap((_, from) => {
      // "R. K. & Sons" is two words, or four.
      const ends = [count, count + 1, count + 2].map((length) => pieces.slice(from, from + length))
      const found = ends.find((some) => bareWords(textOf(some)) === wished)
      if (found === undefined) return []
      const value = valueOf(textOf(found).replace(/[\s,;|:]+$/, ''), '', found, layout)
      return [{ key: habit.key, value, worth: habitWorth(habit) }]
    }),
  )
}

function behindLabel(layout: HeadPage, habit: FieldHabit): Candidate[] {
  return layout.rows.flatMap((row, index) => {
    const spot = spotIn(row, index, habit, layout.isOcr)
    if (spot === undefined) return []
    const others = layout.spots.filter(
      (one) => one.row !== index || one.from < spot.from || one.from >= spot.to,
    )
    return valuesOf(spot, { ...layout, spots: [...others, spot] }).map(({ text, pieces }) => ({
      key: habit.key,
      value: valueOf(text, spot.text, pieces, layout),
      worth: habitWorth(habit),
    }))
  })
}

/** A learnt label has at most this many words. */
const wordsMax = 8

function spotIn(
  row: Row,
  index: number,
  { key, label }: FieldHabit,
  isOcr: boolean,
): LabelSpot | undefined {
  const fold = isOcr ? foldConfusable : foldLabel
  const wished = fold(label)
  for (const [from] of row.pieces.entries()) {
    for (let to = Math.min(row.pieces.length, from + wordsMax); to > from; to -= 1) {
      const text = textOf(row.pieces.slice(from, to))
      if (fold(text) !== wished) continue
      return {
        row: index,
        from,
        to,
        text,
        keys: [key],
        isClosed: true,
        isInSentence: false,
        isFirst: true,
      }
    }
  }
  return undefined
}

/**
 * The values in a learnt place. A value of the same form counts: "A9/9" rather than "9-9-9". A value of another form counts only if it
 * could be such a field, and is doubted.
 */
function inPlace(layout: HeadPage, { key, box, shape }: FieldHabit): Candidate[] {
  const form = formOf(key)?.form
  if (form === undefined) return []
  const phrases = layout.rows.flatMap((row) => phrasesOf(row))
  return phrases.flatMap(({ pieces }): Candidate[] => {
    if (!isNearPlace(boxOf(pieces), box)) return []
    const text = textOf(pieces)
    const read = valueOf(text, '', pieces, layout)
    const value = { ...read, confidence: read.confidence * placeSureness }
    if (shapeOf(text) === shape) return [{ key, value, worth: placeWorth }]
    const words = pieces.map(({ word }) => word.text)
    if (form(words, layout.isOcr)?.count !== words.length || !/\d/.test(text)) return []
    const doubt = `${fieldName(key)}: “${text}” stands where it stood on this seller’s bills, and looks different.`
    return [{ key, value: { ...value, doubts: [doubt] }, worth: bareWorth }]
  })
}

/** Stronger than "Grand Total". */
const learntStrength = 4

/** Gives an amount the key that a person gave it on earlier bills. The label finds the amount, or its place among the others. */
function namedAmounts(
  amounts: readonly FootAmount[],
  habits: readonly FieldHabit[],
): readonly FootAmount[] {
  const own = habits.filter(({ key }) => isAmountKey(key))
  if (own.length === 0) return amounts
  const all = amounts.map(placedOf)
  return amounts.map((amount) => {
    const found = own.find((habit) => isMeant(amount, habit, all))
    return found === undefined ? amount : { ...amount, key: found.key, strength: learntStrength }
  })
}

function isMeant(
  amount: FootAmount,
  { label, above, below }: FieldHabit,
  all: readonly Placed[],
): boolean {
  if (label !== '') return foldLabel(amount.label) === label
  if (amountLabelOf(amount.label) !== undefined) return false
  const around = namesAround(placedOf(amount), all)
  return around.above === above && around.below === below
}

function placedOf({ label, pieces }: FootAmount): Placed {
  const tops = pieces.map(({ top }) => top)
  return {
    page: pieces[0]?.page ?? 0,
    label,
    top: Math.min(...tops),
    right: Math.max(...pieces.map(({ right }) => right)),
    bottom: Math.max(...pieces.map(({ bottom }) => bottom)),
  }
}

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
import { isAmountKey } from '../head/key-owners.ts'
import { formOf } from '../head/key-forms.ts'
import { foldConfusable } from '../head/known-labels.ts'
import type { LabelSpot } from '../head/label-spot.ts'
import { valuesOf } from '../head/label-values.ts'
import { amountLabelOf } from '../../paper/fields/foot-words.ts'
import { boxOf, phrasesOf, type Row, textOf } from '../rows.ts'
import { type FieldHabit, shapeOf } from './habit.ts'
import { namesAround, type Placed } from './neighbours.ts'
import { bareWords, isNearPlace } from './places.ts'

/* Reads a seller's bill where its earlier ones had their fields, as a person confirmed them. */

/** A learnt place only fills what nothing else says plainly. */
const placeWorth = 0.95
/** How sure a value is that only stands where it stood before. */
const placeSureness = 0.9

/** What the fields of a seller's earlier bills say of this one. */
export function learntOf(habits: readonly FieldHabit[]): Learnt {
  return {
    candidatesOn: (layout) => candidatesOn(layout, habits),
    named: (amounts) => namedAmounts(amounts, habits),
  }
}

/** What stands behind learnt labels and in learnt places; amounts below the lines are weighed with the others there. */
function candidatesOn(layout: HeadPage, habits: readonly FieldHabit[]): Candidate[] {
  return habits
    .filter(({ key }) => !isAmountKey(key))
    .flatMap((habit) => {
      if (habit.words !== undefined) return theWords(layout, habit, habit.words)
      const labelled = habit.label === '' ? [] : behindLabel(layout, habit)
      return labelled.length > 0 ? labelled : inPlace(layout, habit)
    })
}

/** What stands where it was learnt is plainer than what has a label, which is worth 1; less so until a second bill bears it out. */
function habitWorth({ times }: FieldHabit): number {
  return times > 1 ? settledWorth : newWorth
}

const newWorth = 1.1

/** A name that the seller prints on each bill, where it stands on this one. */
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

/** Words of the longest label that is looked for. */
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

/** What is of the same form, "A9/9" rather than "9-9-9"; of another one only what may be such a field, and that is asked for. */
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

/** More than "Grand Total". */
const learntStrength = 4

/** Amounts with the keys that a person gave to those behind their labels, or in their places, on earlier bills of the seller. */
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

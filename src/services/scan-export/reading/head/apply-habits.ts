import { foldLabel } from '../../normalising/labels.ts'
import type { Candidate, HeadPage } from './candidates.ts'
import { valueOf } from './candidates.ts'
import { isAmountKey } from './key-owners.ts'
import { formOf } from './key-forms.ts'
import { foldConfusable } from './known-labels.ts'
import type { LabelSpot } from './label-spot.ts'
import { valuesOf } from './label-values.ts'
import { gstinIn } from './unlabelled.ts'
import { boxOf, phrasesOf, type Phrase, type Row, textOf } from '../rows.ts'
import { type Habit, habitWorth, shapeOf } from '../habits/habit.ts'

/* Reads a seller's bill where its earlier ones had their fields, as a person confirmed them. */

/** A learnt place only fills what nothing else says plainly. */
const placeWorth = 0.95
/** How sure a value is that only stands where it stood before. */
const placeSureness = 0.9

/** The habits of the seller whose GSTIN stands on the pages. */
export function habitsOn(layouts: readonly HeadPage[], habits: readonly Habit[]): Habit[] {
  if (habits.length === 0) return []
  const words = layouts.flatMap(({ rows }) => rows.flatMap(({ pieces }) => pieces))
  const gstins = new Set(words.map(({ word }) => gstinIn(word.text)))
  return habits.filter(({ gstin }) => gstins.has(gstin))
}

/** What stands behind learnt labels and in learnt places; amounts below the lines are weighed with the others there. */
export function habitCandidates(layout: HeadPage, habits: readonly Habit[]): Candidate[] {
  return habits
    .filter(({ key }) => !isAmountKey(key))
    .flatMap((habit) => {
      const labelled = habit.label === '' ? [] : behindLabel(layout, habit)
      return labelled.length > 0 ? labelled : inPlace(layout, habit)
    })
}

function behindLabel(layout: HeadPage, { key, label }: Habit): Candidate[] {
  return layout.rows.flatMap((row, index) => {
    const spot = spotIn(row, index, key, label, layout.isOcr)
    if (spot === undefined) return []
    const others = layout.spots.filter(
      (one) => one.row !== index || one.from < spot.from || one.from >= spot.to,
    )
    return valuesOf(spot, { ...layout, spots: [...others, spot] }).map(({ text, pieces }) => ({
      key,
      value: valueOf(text, spot.text, pieces, layout),
      worth: habitWorth,
    }))
  })
}

/** Words of the longest label that is looked for. */
const wordsMax = 8

function spotIn(
  row: Row,
  index: number,
  key: string,
  label: string,
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

/** Fractions of the page that a field may be off its place: a letterhead grows by a line, paper lies askew. */
const [offAcross, offDown] = [0.04, 0.02]

/** Only what is of the same form: "A9/9" is another than "9-9-9". */
function inPlace(layout: HeadPage, { key, box, shape }: Habit): Candidate[] {
  const isCode = formOf(key) !== undefined
  const phrases = isCode ? layout.rows.flatMap((row) => phrasesOf(row)) : []
  return phrases.flatMap((phrase) => {
    const value = isNear(phrase, box) ? ofShape(phrase, shape) : undefined
    if (value === undefined) return []
    const read = valueOf(value.text, '', value.pieces, layout)
    return [
      { key, value: { ...read, confidence: read.confidence * placeSureness }, worth: placeWorth },
    ]
  })
}

function isNear({ pieces }: Phrase, [left, top]: Habit['box']): boolean {
  const [x, y] = boxOf(pieces)
  return Math.abs(x - left) < offAcross && Math.abs(y - top) < offDown
}

function ofShape({ pieces }: Phrase, shape: string) {
  const text = textOf(pieces)
  return shapeOf(text) === shape ? { text, pieces } : undefined
}

/** Folded labels of amounts → their keys. */
export function habitAmounts(habits: readonly Habit[]): ReadonlyMap<string, string> {
  return new Map(
    habits.flatMap(({ key, label }) =>
      isAmountKey(key) && label !== '' ? [[label, key] as const] : [],
    ),
  )
}

import type { Category } from '../../paper/categories.ts'
import { foldLabel } from '../../paper/rules/labels.ts'
import { type Phrase, phrasesOf, type Row } from '../rows.ts'
import { closedEnd, type LabelSpot } from './label-spot.ts'
import { knownLabels } from './known-labels.ts'

/** Adds labels that a narrow cell breaks into two lines. Their second line is then no label of its own. */
export function withWrapped(
  rows: readonly Row[],
  spots: readonly LabelSpot[],
  category: Category,
): LabelSpot[] {
  const wrapped = rows.flatMap((row, index) => wrappedIn(row, rows[index + 1], index, category))
  const isPart = ({ row, from, to }: LabelSpot) =>
    wrapped.some(
      (one) =>
        (one.row === row && from < one.to && to > one.from) ||
        (one.row + 1 === row && from < (one.wrapped?.to ?? 0) && to > (one.wrapped?.from ?? 0)),
    )
  return [...spots.filter((spot) => !isPart(spot)), ...wrapped].toSorted(
    (a, b) => a.row - b.row || a.from - b.from,
  )
}

/** A label in two lines has at least this many words. Two single words below each other are seldom one label. */
const wrappedWordsMin = 3

function wrappedIn(
  row: Row,
  next: Row | undefined,
  index: number,
  category: Category,
): LabelSpot[] {
  if (next === undefined || next.top - row.bottom > row.height) return []
  const labels = knownLabels(category)
  const below = phrasesOf(next)
  return phrasesOf(row).flatMap((phrase) => {
    const under = below.find(({ left }) => Math.abs(left - phrase.left) < row.height / 2)
    const text = `${phrase.text} ${under?.text ?? ''}`
    const isLabel = /[a-z]$/i.test(phrase.text) && text.split(' ').length >= wrappedWordsMin
    const keys = isLabel ? labels.get(foldLabel(text)) : undefined
    if (under === undefined || keys === undefined || labels.has(foldLabel(phrase.text))) return []
    const [from, start] = [placeOf(row, phrase), placeOf(next, under)]
    return [
      {
        row: index,
        from,
        to: from + phrase.pieces.length,
        text: text.replace(closedEnd, ''),
        keys,
        isClosed: true,
        isInSentence: false,
        isFirst: true,
        wrapped: { from: start, to: start + under.pieces.length },
      },
    ]
  })
}

function placeOf({ pieces }: Row, phrase: Phrase): number {
  return pieces.findIndex((piece) => piece === phrase.pieces[0])
}

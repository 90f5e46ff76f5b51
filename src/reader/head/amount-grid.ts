import { readNumber } from '../../paper/values.ts'
import type { Piece } from '../level.ts'
import { phrasesOf, type Phrase, type Row, textOf, spanOf, overlapOf } from '../rows.ts'
import { amountLabelOf } from '../../paper/fields/foot-words.ts'
import type { FootAmount } from './foot-amounts.ts'

/* A tax summary has headings in a row, amounts below them, and a last row with the sums. */

type Column = {
  readonly key: string
  readonly label: string
  readonly left: number
  readonly right: number
  /** `at` is the place among all headings, from 0. `of` is the number of headings. */
  readonly at: number
  readonly of: number
}

/** A summary has at most this many rows below its headings. */
const rowsMax = 14

/** Headings take at most this many rows. */
const headingRowsMax = 3

/** The amounts in the last rows of all summaries. */
export function gridAmounts(rows: readonly Row[]): FootAmount[] {
  return rows.flatMap((row, index) => {
    if (hasAmount(row)) return []
    const more = rows.slice(index + 1, index + headingRowsMax)
    const end = more.findIndex(hasAmount)
    const headings = [row, ...(end === -1 ? more : more.slice(0, end))]
    const columns = stack(headings).flatMap(columnOf)
    const body = rows.slice(index + headings.length, index + headings.length + rowsMax)
    return columns.length < 2 ? [] : lastAmounts(body, columns)
  })
}

function hasAmount(row: Row): boolean {
  return row.pieces.some(isAmount) || isWholeRow(row)
}

/** A strip may print only whole rupees: "1500  0  135  135  0  1770". */
function isWholeRow({ pieces }: Row): boolean {
  return pieces.length >= stripColumnsMin && pieces.every(({ word }) => /^[\d,]+$/.test(word.text))
}

function isAmount({ word }: Piece): boolean {
  return /\d\.\d\d$/.test(word.text)
}

type Heading = { text: string; left: number; right: number }

/** Joins headings that take several rows: a text belongs to the heading above it. "Rate" and "Amount" below one tax stay two headings. */
function stack([first, ...more]: readonly Row[]): Heading[] {
  let headings: Heading[] = first === undefined ? [] : phrasesOf(first).map(headingOf)
  for (const row of more) {
    const below = phrasesOf(row).map(headingOf)
    const parents = below.map((one) => parentOf(one, headings))
    headings = [
      ...headings.filter((one) => !parents.includes(one)),
      ...below.map((one, at) => {
        const parent = parents[at]
        if (parent === undefined) return one
        const isOnly = parents.filter((other) => other === parent).length === 1
        const { left, right } = isOnly ? spanOf([one, parent]) : one
        return { text: `${parent.text} ${one.text}`, left, right }
      }),
    ]
  }
  return headings.toSorted((a, b) => a.left - b.left)
}

function headingOf({ text, left, right }: Phrase): Heading {
  return { text, left, right }
}

/** The heading above a text. "Rate" and "Amount" stand left and right of the middle of their heading. */
function parentOf(one: Heading, headings: readonly Heading[]): Heading | undefined {
  const off = (other: Heading) => Math.max(other.left - one.right, one.left - other.right)
  const [best] = headings.toSorted((a, b) => off(a) - off(b))
  return best !== undefined && off(best) < (one.right - one.left) * 1.5 ? best : undefined
}

function columnOf({ text, left, right }: Heading, at: number, { length: of }: Heading[]): Column[] {
  // "CGST 9%" is the tax at that rate, "CGST %" a rate.
  const meaning = /\brate\b|(?<!\d ?)%/i.test(text) ? undefined : amountLabelOf(text)
  return meaning === undefined || meaning.key === ''
    ? []
    : [{ key: meaning.key, label: text, left, right, at, of }]
}

function lastAmounts(rows: readonly Row[], columns: readonly Column[]): readonly FootAmount[] {
  // Rates without any sales have rows too.
  const filled = rows.flatMap((row) => {
    const amounts = columns.flatMap((column) => amountIn(column, row))
    const isEmpty = amounts.every(({ paise }) => paise === 0)
    return amounts.length < 2 || isEmpty ? [] : [{ row, amounts }]
  })
  const sums = filled.find(({ row }) => /^(?:total|कुल|योग)/i.test(textOf(row.pieces)))
  if (sums !== undefined) return sums.amounts
  // A single row holds the sums if it names the amount to pay, or if it is a strip of sums.
  const [only, another] = filled
  const isStrip = columns.some(({ key }) => key === 'total') || columns.length >= stripColumnsMin
  return only !== undefined && another === undefined && isStrip ? only.amounts : []
}

/** A strip has at least this many columns. Its labels are in one row, its amounts in the next. */
const stripColumnsMin = 4

function amountIn({ key, label, left, right, at, of }: Column, row: Row): FootAmount[] {
  const amounts = row.pieces.filter((piece) => isAmount(piece) || isWholeRow(row))
  const inside = amounts.filter(
    (piece) => piece.right > left - row.height && piece.left < right + row.height,
  )
  // If there are as many amounts as headings, they are in the same order, wherever they begin.
  const own = amounts[at]
  const [nearest] =
    amounts.length === of && own !== undefined
      ? [own]
      : inside.toSorted((a, b) => overlapOf(b, { left, right }) - overlapOf(a, { left, right }))
  const rupees = nearest === undefined ? undefined : readNumber(nearest.word.text, false)
  if (nearest === undefined || rupees === undefined) return []
  return [
    {
      key,
      strength: 1,
      label,
      text: textOf([nearest]),
      paise: Math.round(rupees * 100),
      pieces: [nearest],
      isRepaired: false,
      rate: undefined,
      isInRow: true,
    },
  ]
}

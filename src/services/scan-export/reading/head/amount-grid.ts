import { readNumber } from '../../normalising/printed-values.ts'
import type { Piece } from '../level.ts'
import { phrasesOf, type Phrase, type Row, textOf } from '../rows.ts'
import { amountLabelOf } from './amount-labels.ts'
import type { FootAmount } from './foot-amounts.ts'

/* A summary of the tax: headings in a row, amounts below them, and a last row with what they come to. */

type Column = {
  readonly key: string
  readonly label: string
  readonly left: number
  readonly right: number
}

/** Rows that a summary may have below its headings. */
const rowsMax = 14

/** The amounts in the last rows of all summaries. */
export function gridAmounts(rows: readonly Row[]): FootAmount[] {
  return rows.flatMap((row, index) => {
    const columns = columnsOf(row, rows[index + 1])
    return columns.length < 2
      ? []
      : lastAmounts(rows.slice(index + 1, index + 1 + rowsMax), columns)
  })
}

/** Headings of amounts, in a row without amounts; "Rate" and "Amount" below a tax are its columns. */
function columnsOf(row: Row, next: Row | undefined): Column[] {
  if (row.pieces.some(({ word }) => /\d\.\d\d$/.test(word.text))) return []
  return phrasesOf(row).flatMap((phrase) => {
    const meaning = amountLabelOf(phrase.text)
    if (meaning === undefined || meaning.key === '') return []
    const below = next === undefined ? undefined : amountBelow(phrase, next)
    const { left, right } = below ?? phrase
    return [{ key: meaning.key, label: phrase.text, left, right }]
  })
}

function amountBelow(phrase: Phrase, next: Row): Phrase | undefined {
  return phrasesOf(next).find(
    ({ text, left, right }) =>
      /^(?:amount|amt|value|tax)\b/i.test(text) &&
      left < phrase.right + next.height * 3 &&
      right > phrase.left,
  )
}

function lastAmounts(rows: readonly Row[], columns: readonly Column[]): FootAmount[] {
  const filled = rows.flatMap((row) => {
    const amounts = columns.flatMap((column) => amountIn(column, row))
    return amounts.length < 2 ? [] : [{ row, amounts }]
  })
  const sums = filled.find(({ row }) => /^(?:total|कुल|योग)/i.test(textOf(row.pieces)))
  // Without a last row only the one that there is says what all come to.
  return sums?.amounts ?? (filled.length === 1 ? (filled[0]?.amounts ?? []) : [])
}

function amountIn({ key, label, left, right }: Column, row: Row): FootAmount[] {
  const inside = row.pieces.filter(
    (piece) =>
      piece.right > left - row.height &&
      piece.left < right + row.height &&
      /\d\.\d\d$/.test(piece.word.text),
  )
  const [nearest] = inside.toSorted((a, b) => overlap(b, left, right) - overlap(a, left, right))
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

function overlap(piece: Piece, left: number, right: number): number {
  return Math.min(piece.right, right) - Math.max(piece.left, left)
}

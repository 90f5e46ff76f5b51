import { readNumber, readQuantity } from '../../paper/values.ts'
import type { ReadValue } from '../page.ts'
import type { Piece } from '../level.ts'
import { type Row, textOf } from '../rows.ts'
import type { FootAmount } from './foot-amounts.ts'

/* The sums below the columns of the lines. */

type ReadLine = Readonly<Record<string, ReadValue>>

/** Column of the lines → key of its sum. A sum of amounts may include the tax or not. */
const keyOfColumn: Readonly<Record<string, string>> = {
  taxable_value: 'taxable_value',
  cgst: 'cgst',
  sgst: 'sgst',
  utgst: 'utgst',
  igst: 'igst',
  cess: 'cess',
  tax_amount: 'tax_amount',
  discount: 'discount',
  total: 'total',
  amount: 'subtotal',
  qty: 'total_qty',
}

/** The sums stand within this many rows below the lines. */
const rowsMax = 8

/** The amounts of the "Total" row below the lines, each with the key of its column. */
export function columnSums(rows: readonly Row[], lines: readonly ReadLine[]): FootAmount[] {
  const columns = columnsOf(lines)
  const row = rows.slice(0, rowsMax).find(isSumRow)
  if (row === undefined) return []
  const isGrand = /^grand/i.test(textOf(row.pieces))
  return row.pieces.flatMap((piece) => {
    const own = columns.filter(
      ({ left, right }) => middleOf(piece) > left && middleOf(piece) < right,
    )
    const key = keyOf(own)
    // A grand total is not the subtotal.
    const isOther =
      (isGrand && key === 'subtotal') || (key === 'total_qty' && !isQuantity(piece, lines))
    const sum = isOther ? undefined : sumAt(piece, key)
    return sum === undefined ? [] : [sum]
  })
}

/** "Total Quantity: 12" and "Total services 1,000.00" are labels of a single amount, not rows of sums. */
function isSumRow({ pieces }: Row): boolean {
  const text = textOf(pieces)
  if (!/^(?:grand )?total\b|^कुल|^योग/i.test(text)) return false
  const figures = pieces.filter(({ word }) => /^\D?[\d,]+(?:\.\d+)?\S*$/.test(word.text))
  return figures.length > 1 || /^(?:grand )?total\W*(?:(?:rs|inr)\W*)?\d|^[^a-z]+$/i.test(text)
}

/** A tax summary has a "Total" too. An amount below the quantities belongs to it, unless it is their sum. */
function isQuantity({ word: { text } }: Piece, lines: readonly ReadLine[]): boolean {
  const sum = lines.reduce((all, { qty }) => all + (readQuantity(qty?.text ?? '') ?? 0), 0)
  return !/\.\d\d$/.test(text) || Math.abs((readNumber(text, false) ?? 0) - sum) < 0.005
}

/** If CGST and SGST share a column, its sum is both. */
function keyOf(columns: readonly Column[]): string | undefined {
  const taxes = columns.filter(({ key }) => taxKeys.has(key))
  return taxes.length > 1 ? 'tax_amount' : columns[0]?.key
}

const taxKeys = new Set(['cgst', 'sgst', 'utgst', 'igst'])

function middleOf({ word }: Piece): number {
  return (word.box[0] + word.box[2]) / 2
}

type Column = { readonly key: string; readonly left: number; readonly right: number }

/** A column is a little wider than its values, because sums have more digits. */
function columnsOf(lines: readonly ReadLine[]): Column[] {
  return Object.entries(keyOfColumn).flatMap(([column, key]) => {
    const boxes = lines.map((line) => line[column]?.box).filter((box) => box !== undefined)
    if (boxes.length === 0) return []
    const [left, right] = [
      Math.min(...boxes.map(([x]) => x)),
      Math.max(...boxes.map(([, , x]) => x)),
    ]
    return [{ key, left: left - (right - left) / 2, right: right + (right - left) / 4 }]
  })
}

function sumAt(piece: Piece, key: string | undefined): FootAmount | undefined {
  if (key === undefined) return undefined
  const isFigure = key === 'total_qty' || /\d\.\d\d$/.test(piece.word.text)
  const rupees = isFigure ? readNumber(piece.word.text, false) : undefined
  if (rupees === undefined) return undefined
  return sumOf(key, rupees, [piece], 'Total')
}

/** An amount alone below the lines is their sum. */
export function bareSum([row]: readonly Row[]): FootAmount[] {
  const [piece, more] = row?.pieces ?? []
  if (piece === undefined || more !== undefined || !/\d\.\d\d$/.test(piece.word.text)) return []
  const rupees = readNumber(piece.word.text, false)
  return rupees === undefined ? [] : [sumOf('subtotal', rupees, [piece], '')]
}

function sumOf(key: string, rupees: number, pieces: readonly Piece[], label: string): FootAmount {
  return {
    key,
    strength: 0,
    label,
    text: textOf(pieces),
    paise: Math.round(rupees * 100),
    pieces,
    isRepaired: false,
    rate: undefined,
    isInRow: true,
  }
}

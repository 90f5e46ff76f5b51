import { type ReadValue, type ReadValues, textsOf } from '../page.ts'
import { boxOf, type Row, textOf } from '../rows.ts'
import { amountLabelOf } from '../../paper/fields/foot-words.ts'
import { fieldName } from '../../paper/fields.ts'
import { isCharge } from '../../paper/checks/figures.ts'
import { readNumber, readQuantity } from '../../paper/values.ts'
import type { Piece } from '../level.ts'
import { chooseAmounts } from './amounts.ts'
import {
  allAmounts,
  type FootAmount,
  footAmounts,
  gridAmounts,
  sumBelow,
  taxKeys,
} from './foot-amounts.ts'
import { type HeadPage, type Learnt, valueOf } from './candidates.ts'
import { findAmountsInWords, type WordsAmount } from './amount-in-words.ts'

/* The amounts below the lines of a document, and the amount in words. */

/*
 * Packing, loading, insurance and tax collected at source are added or deducted below the lines. No key exists for such charges, so each
 * stands under its printed label. The checks know from the label what it does to the total.
 */

/** A paper has at most this many charges. */
const chargesMax = 12

type Found<T> = { readonly found: T; readonly layout: HeadPage }

/** The foot by key. `lines` are the lines of the document. `learnt` is what the seller's earlier bills tell. */
export function readFoot(
  layouts: readonly HeadPage[],
  lines: readonly ReadValues[],
  learnt: Learnt | undefined,
): Record<string, ReadValue> {
  const [first] = layouts
  if (first === undefined) return {}
  const inWords = layouts.flatMap((layout) => onPage(layout, findAmountsInWords(layout.rows)))
  const amounts = layouts.flatMap((layout) => {
    const said = inWords.flatMap(({ found, layout: own }) => (own === layout ? found : []))
    const all = [...amountsOf(layout, lines), ...saidAmounts(layout, said)]
    return onPage(layout, learnt === undefined ? all : learnt.named(all))
  })
  const charges = chargesOf(amounts.map(({ found }) => found))
  const chosen = chooseAmounts(
    amounts.map(({ found }) => found),
    {
      lines: lines.map(textsOf),
      charges,
      inWords: new Set([
        ...inWords.map(({ found }) => found.paise),
        ...tendered(amounts.map(({ found }) => found)),
      ]),
    },
  )
  const layoutOf = new Map(amounts.map(({ found, layout }) => [found.pieces[0], layout]))
  const taken = new Set(Array.from(chosen.values(), ({ pieces }) => pieces[0]))
  const others = [...charges].filter(([, { pieces }]) => !taken.has(pieces[0]))
  const values = Array.from([...withoutRepeats(chosen), ...others], ([key, amount]) => {
    const layout = layoutOf.get(amount.pieces[0]) ?? first
    return [key, amountValue(amount, layout)] as const
  })
  const total = chosen.get('total')?.paise
  const said = inWords.find(({ found }) => found.paise === total) ?? inWords[0]
  return { ...Object.fromEntries(values), ...wordsValue(said) }
}

/** "Cash 500.00", "Change 150.00": the money given less the change is the total of a receipt, in paise. */
function tendered(amounts: readonly FootAmount[]): number[] {
  const change = amounts.find(({ label }) => /\bchange\b/i.test(label))
  const given = amounts.find(({ label }) => givenLabel.test(label))
  return change === undefined || given === undefined ? [] : [given.paise - Math.abs(change.paise)]
}

const givenLabel =
  /^(?:cash|card|payment|(?:credit|debit)(?: card)?|visa|upi|paid|tender(?:ed)?|(?:amount|amt|cash) (?:paid|tendered|received))$/i

/** Drops the subtotal if it is the same figure as another amount, such as the taxable value. */
function withoutRepeats(chosen: ReadonlyMap<string, FootAmount>): Map<string, FootAmount> {
  const own = chosen.get('subtotal')?.pieces ?? []
  const others = [...chosen].flatMap(([key, { pieces }]) => (key === 'subtotal' ? [] : pieces))
  const isSame = own.some((piece) => others.includes(piece))
  return new Map([...chosen].filter(([key]) => key !== 'subtotal' || !isSame))
}

function onPage<T>(layout: HeadPage, all: readonly T[]): Found<T>[] {
  return all.map((found) => ({ found, layout }))
}

/** The rows below the lines. */
function below({ rows, table }: HeadPage): Row[] {
  return rows.slice(Math.max(-1, ...table) + 1)
}

/** Rows at the end of the table, below the last line. Some papers print charges there like lines. */
function afterLines({ rows, table, page }: HeadPage, lines: readonly ReadValues[]): Row[] {
  const tops = lines
    .flatMap((line) => Object.values(line))
    .flatMap((value) => (value.page === page.number ? (value.box?.[1] ?? []) : []))
  if (tops.length === 0) return []
  const end = rows.findLastIndex(({ pieces }) => boxOf(pieces)[1] <= Math.max(...tops))
  return rows.filter((_, index) => index > end && table.has(index))
}

/** The tax of an article may stand below its line. Only its place tells it from the taxes of the foot. */
function isOfLine(
  { pieces }: FootAmount,
  { page }: HeadPage,
  lines: readonly ReadValues[],
): boolean {
  const [left, top, right, bottom] = boxOf(pieces)
  return lines.some((line) =>
    Object.values(line).some(({ page: own, box }) => {
      const isThere = box !== undefined && own === page.number
      return isThere && box[0] <= left && box[1] <= top && box[2] >= right && box[3] >= bottom
    }),
  )
}

const chargeKeys = new Set(['charge', 'deduction', 'freight'])

/** Includes the sums below the columns of the table. */
function amountsOf(layout: HeadPage, lines: readonly ReadValues[]): FootAmount[] {
  const rows = below(layout)
  const charges = footAmounts(afterLines(layout, lines), layout.isOcr)
  const amounts = [
    ...charges.filter(({ key }) => chargeKeys.has(key)),
    ...allAmounts(rows, layout.isOcr).filter((one) => !isOfLine(one, layout, lines)),
    ...gridAmounts(rows),
    ...columnSums(rows, lines),
    ...bareSum(rows),
  ]
  return [...amounts, ...slipTotal(layout, lines, amounts)]
}

/** A slip with a single product has no foot. Its total stands among its labels. */
function slipTotal(
  { rows, table, isOcr }: HeadPage,
  lines: readonly ReadValues[],
  amounts: readonly FootAmount[],
): FootAmount[] {
  const isSlip = lines.length === 1 && table.size === 0
  if (!isSlip || amounts.some(({ key }) => key === 'total')) return []
  return footAmounts(rows, isOcr).filter(({ key }) => key === 'total')
}

/** "… a sum of Rs. 500.00 (Rupees Five Hundred Only) …": an amount beside the same amount in words is the total, also above the lines. */
function saidAmounts({ rows, table, isOcr }: HeadPage, said: readonly WordsAmount[]): FootAmount[] {
  const above = rows.slice(0, Math.min(rows.length, ...table))
  return said.flatMap(({ paise, pieces: [first] }) => {
    const at = above.findIndex(({ pieces }) => first !== undefined && pieces.includes(first))
    const around = at === -1 ? [] : above.slice(Math.max(0, at - 1), at + 1)
    const own = allAmounts(around, isOcr).findLast((amount) => amount.paise === paise)
    return own === undefined ? [] : [{ ...own, key: 'total', strength: 1, label: '' }]
  })
}

function amountValue({ text, label, pieces, isRepaired }: FootAmount, layout: HeadPage): ReadValue {
  const value = valueOf(text, amountLabelOf(label) === undefined ? '' : label, pieces, layout)
  return isRepaired ? { ...value, confidence: Math.min(value.confidence, 0.8) } : value
}

function wordsValue(words: Found<WordsAmount> | undefined): Record<string, ReadValue> {
  if (words === undefined) return {}
  const { found, layout } = words
  return { amount_in_words: valueOf(found.text, found.label, found.pieces, layout) }
}

/** Charges by their printed label. If a label is printed twice, such as on two pages, the first counts. */
function chargesOf(amounts: readonly FootAmount[]): Map<string, FootAmount> {
  const charges = new Map<string, FootAmount>()
  for (const amount of amounts) {
    const label = amount.label.replace(/^[\s:+–-]+/, '')
    const isOther = amount.key === 'charge' || amount.key === 'deduction'
    if (!isOther || !isCharge(label) || isRepeated(amount, amounts)) continue
    if (!charges.has(label) && fieldName(label) === label) charges.set(label, amount)
    if (charges.size === chargesMax) break
  }
  return charges
}

/** Whether several amounts follow the label in one row, as in the row of a table. */
function isRepeated({ pieces: [own], label }: FootAmount, all: readonly FootAmount[]) {
  const inRow = all.filter(
    ({ pieces: [other], label: same }) =>
      own !== undefined && other !== undefined && same === label && isBeside(own, other),
  )
  return inRow.length > 1
}

type Edges = { readonly top: number; readonly bottom: number; readonly page: number }

function isBeside(one: Edges, other: Edges): boolean {
  return one.page === other.page && one.top < other.bottom && other.top < one.bottom
}

/* The sums below the columns of the lines. */

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
function columnSums(rows: readonly Row[], lines: readonly ReadValues[]): FootAmount[] {
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
  if (!/^(?:grand )?tot(?:al)?\b|^कुल|^योग/i.test(text)) return false
  const figures = pieces.filter(({ word }) => /^\D?[\d,]+(?:\.\d+)?\S*$/.test(word.text))
  return figures.length > 1 || /^(?:grand )?total\W*(?:(?:rs|inr)\W*)?\d|^[^a-z]+$/i.test(text)
}

/** A tax summary has a "Total" too. An amount below the quantities belongs to it, unless it is their sum. */
function isQuantity({ word: { text } }: Piece, lines: readonly ReadValues[]): boolean {
  const sum = lines.reduce((all, { qty }) => all + (readQuantity(qty?.text ?? '') ?? 0), 0)
  return !/\.\d\d$/.test(text) || Math.abs((readNumber(text, false) ?? 0) - sum) < 0.005
}

/** If CGST and SGST share a column, its sum is both. */
function keyOf(columns: readonly Column[]): string | undefined {
  const taxes = columns.filter(({ key }) => taxKeys.has(key))
  return taxes.length > 1 ? 'tax_amount' : columns[0]?.key
}

function middleOf({ word }: Piece): number {
  return (word.box[0] + word.box[2]) / 2
}

type Column = { readonly key: string; readonly left: number; readonly right: number }

/** A column is a little wider than its values, because sums have more digits. */
function columnsOf(lines: readonly ReadValues[]): Column[] {
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
  return sumBelow({ key, strength: 0, label: 'Total' }, rupees, piece)
}

/** An amount alone below the lines is their sum. */
function bareSum([row]: readonly Row[]): FootAmount[] {
  const [piece, more] = row?.pieces ?? []
  if (piece === undefined || more !== undefined || !/\d\.\d\d$/.test(piece.word.text)) return []
  const rupees = readNumber(piece.word.text, false)
  return rupees === undefined
    ? []
    : [sumBelow({ key: 'subtotal', strength: 0, label: '' }, rupees, piece)]
}

import { middleOf, type Piece } from '../level.ts'
import type { ReadPage, Area } from '../page.ts'
import { phrasesOf, type Row, rowsOf, textOf } from '../rows.ts'
import { isProven, type LineValues, type Origin, readValue, textsIn } from './cell-values.ts'
import { figureOf, isSum } from './content.ts'
import { cellsOfLine } from './heading-cells.ts'
import type { KeyOf } from './heading-keys.ts'
import { keyByWords } from '../../paper/fields/heading-words.ts'
import { areasOf } from './table.ts'

/*
 * Reads till rolls and bills without columns: an item's name on a row, and below or after it "2 x 45.00 90.00". Only
 * figures that prove each other are a line.
 */

export type Roll = {
  readonly lines: readonly LineValues[]
  readonly columns: Readonly<Record<string, string>>
  readonly foot: readonly Row[]
  readonly areas: readonly Area[]
}

/** Figures that prove each other, and their places in the row. */
type Sale = {
  readonly row: Row
  readonly name: readonly Piece[]
  readonly qty: Piece
  readonly unit: Piece | undefined
  readonly rate: Piece
  readonly amount: Piece
}

/** Heights: a row further up is not the name of this item. */
const namePitchMax = 2.2
const nameRowsMax = 3
/** The number of rows above the first line that may hold headings. */
const headingRowsMax = 6
/** Rupees by which rounding may change an amount. */
const roundingMax = 0.011

/** Reads the lines of a document without columns. Returns none if no figures prove each other. */
export function readRoll(pages: readonly ReadPage[], keyOf: KeyOf): Roll {
  const rows = pages.flatMap(rowsOf)
  const sources = new Map(pages.map(({ number, source }) => [number, source]))
  const sales = salesOf(rows)
  const [first, last] = [sales[0], sales.at(-1)]
  if (first === undefined || last === undefined)
    return { lines: [], columns: {}, foot: [], areas: [] }
  const headings = headingsAbove(rows, rows.indexOf(first.row), keyOf)
  let above = headings.end
  const lines = sales.map((sale) => {
    const end = rows.indexOf(sale.row)
    const names = sale.name.length > 0 ? sale.name : nameAbove(rows.slice(above, end), sale.row)
    above = end + 1
    return valuesOf(sale, names, headings, sources.get(sale.row.page) ?? 'text')
  })
  const end = rows.indexOf(last.row) + 1
  return {
    lines,
    columns: Object.fromEntries(headings.labels),
    foot: rows.slice(end),
    areas: areasOf(rows.slice(Math.max(0, headings.end - 1), end)),
  }
}

/** The sales down to the first sum after a sale. */
function salesOf(rows: readonly Row[]): Sale[] {
  const sales: Sale[] = []
  for (const row of rows) {
    const isFoot = isSum(textOf(row.pieces))
    if (isFoot && sales.length > 0) break
    const sale = isFoot ? undefined : saleOf(row)
    if (sale !== undefined) sales.push(sale)
  }
  return sales
}

function saleOf(row: Row): Sale | undefined {
  const figures = row.pieces.flatMap((piece) => {
    const value = figureIn(piece)
    return value === undefined ? [] : [{ piece, value }]
  })
  const amount = figures.pop()
  if (amount === undefined || !isMoney(amount.piece)) return undefined
  for (let index = figures.length - 1; index > 0; index--) {
    const [qty, rate] = [figures[index - 1], figures[index]]
    if (qty === undefined || rate === undefined || amount.value <= 0) continue
    if (Math.abs(qty.value * rate.value - amount.value) > roundingMax) continue
    const at = row.pieces.indexOf(qty.piece)
    const unit = row.pieces[at + 1]
    return {
      row,
      name: withoutSerial(row.pieces.slice(0, at)),
      qty: qty.piece,
      unit: unit !== undefined && isUnit(unit) ? unit : undefined,
      rate: rate.piece,
      amount: amount.piece,
    }
  }
  return undefined
}

/** "2", "2x", "@45.00", "₹90.00", but neither a percentage nor a date. */
function figureIn({ word }: Piece): number | undefined {
  return figureOf(word.text.replace(/^[@x×*=]|[x×*=]$/gi, ''))
}

function isMoney({ word }: Piece): boolean {
  return /\d[.,]\d{2}$|\/-$/.test(word.text) || word.text.startsWith('₹')
}

function isUnit({ word }: Piece): boolean {
  return /^\p{L}{2,6}\.?$/u.test(word.text) && !/^(?:rs|inr)\.?$/i.test(word.text)
}

function withoutSerial(pieces: readonly Piece[]): readonly Piece[] {
  const [first, second] = pieces
  const isSerial =
    first !== undefined && second !== undefined && /^\d{1,3}[.):]?$/.test(first.word.text)
  const rest = isSerial ? pieces.slice(1) : pieces
  return rest.some(({ word }) => /\p{L}/u.test(word.text)) ? rest : []
}

/** The headings above the first line, and the row after them. */
function headingsAbove(rows: readonly Row[], first: number, keyOf: KeyOf) {
  const labels = new Map<string, string>()
  let end = Math.max(0, first - nameRowsMax)
  for (let index = first - 1; index >= Math.max(0, first - headingRowsMax); index--) {
    const cells = cellsOfLine(rows[index]?.pieces ?? [], keyOf)
    const named = cells.flatMap(({ text }) => {
      const key = keyOf(text)
      return key === undefined ? [] : [[key, text] as const]
    })
    // "HB Pencil Pack of 10" is a name, although "Pack" may be a heading.
    const isHeading = named.length * 2 >= cells.length && !cells.some(({ text }) => /\d/.test(text))
    const known = isHeading ? named : []
    if (known.length === 0 && labels.size > 0) break
    if (known.length > 0 && labels.size === 0) end = index + 1
    for (const [key, text] of known) if (!labels.has(key)) labels.set(key, text)
  }
  return { labels, end }
}

function nameAbove(rows: readonly Row[], sale: Row): readonly Piece[] {
  const names: Piece[] = []
  let below = sale
  for (const row of rows.slice(-nameRowsMax).toReversed()) {
    const pitch = middleOf(below) - middleOf(row)
    if (row.page !== below.page || pitch > namePitchMax * Math.max(row.height, below.height)) break
    names.unshift(...row.pieces)
    below = row
  }
  return withoutSerial(names)
}

function valuesOf(
  sale: Sale,
  name: readonly Piece[],
  { labels }: { labels: ReadonlyMap<string, string> },
  source: Origin['source'],
): LineValues {
  const values: LineValues = new Map()
  const put = (key: string, pieces: readonly Piece[], text = textOf(pieces)) => {
    if (text !== '')
      values.set(key, readValue(text, pieces, { label: labels.get(key) ?? '', source }))
  }
  const nameKey = labels.has('product_name') ? 'product_name' : 'description'
  put(nameKey, name)
  doubtParts(values, nameKey, sale)
  const isRateFirst = orderOf(labels, 'rate') < orderOf(labels, 'qty')
  const [qty, rate] = isRateFirst ? [sale.rate, sale.qty] : [sale.qty, sale.rate]
  put('qty', [qty], qty.word.text.replace(/[x×*@]$/i, ''))
  if (sale.unit !== undefined) put('unit', [sale.unit])
  put('rate', [rate], rate.word.text.replace(/^[@x×*]|=$/gi, ''))
  put('amount', [sale.amount], sale.amount.word.text.replace(/^=/, ''))
  return values
}

/** Text in several columns before the quantity is more than a name. */
function doubtParts(values: LineValues, key: string, { name }: Sale): void {
  const value = values.get(key)
  if (value === undefined || phrasesOf({ pieces: name }).length < 2) return
  values.set(key, { ...value, doubts: [`“${value.text}” may hold what belongs elsewhere.`] })
}

function orderOf(labels: ReadonlyMap<string, string>, key: string): number {
  return [...labels.keys()].indexOf(key)
}

/*
 * Reads slips that sell one thing and label each figure: "Rate (Rs/Ltr): 104.21", "Volume: 9.60". The figures are a
 * line if quantity × rate is the amount.
 */

export type LabelledGoods = {
  readonly values: LineValues
  readonly foot: readonly Row[]
  readonly areas: readonly Area[]
}

/** Goods sold by volume have no "quantity". */
const quantities = /^(?:volume|vol|quantity|qty|litres?|weight|net weight|net wt|units)\b/i
const names = /^(?:product|item|fuel|material|commodity|particulars|description|goods|service)\b/i

const keys = ['description', 'qty', 'rate', 'amount']

/** The line of a slip. Undefined if its figures do not prove each other. */
export function readLabelledGoods(
  pages: readonly ReadPage[],
  keyOf: KeyOf,
): LabelledGoods | undefined {
  const rows = pages.flatMap(rowsOf)
  const found = new Map<string, { row: Row; value: ReturnType<typeof readValue> }>()
  for (const row of rows) {
    const source = pages.find(({ number }) => number === row.page)?.source ?? 'text'
    for (const { label, pieces } of labelledIn(row)) {
      const key = keyOfLabel(label, keyOf)
      if (key === undefined || found.has(key)) continue
      if (key !== 'description' && figureOf(textOf(pieces)) === undefined) continue
      found.set(key, {
        row,
        value: readValue(textOf(pieces), pieces, { label, source } satisfies Origin),
      })
    }
  }
  const values: LineValues = new Map(
    keys.flatMap((key) => {
      const value = found.get(key)?.value
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
  if (values.size < keys.length || isProven(textsIn(values)) !== true) return undefined
  const own = [...found.values()].map(({ row }) => row)
  const last = Math.max(...own.map((row) => rows.indexOf(row)))
  return { values, foot: rows.slice(last + 1), areas: areasOf(own) }
}

/** "Rate : 104.21", with a colon or a gap between. */
function labelledIn(row: Row): { label: string; pieces: readonly Piece[] }[] {
  const at = row.pieces.findIndex(({ word }) => word.text.endsWith(':') || word.text === ':')
  if (at !== -1) {
    const label = textOf(row.pieces.slice(0, at + 1)).replace(/\s*:$/, '')
    return [{ label, pieces: row.pieces.slice(at + 1) }]
  }
  const [label, value] = phrasesOf(row)
  return label === undefined || value === undefined
    ? []
    : [{ label: label.text, pieces: value.pieces }]
}

function keyOfLabel(plain: string, keyOf: KeyOf): string | undefined {
  if (quantities.test(plain)) return 'qty'
  if (names.test(plain)) return 'description'
  const key = keyOf(plain) ?? keyByWords(plain)
  if (key === 'total') return 'amount'
  return key !== undefined && keys.includes(key) ? key : undefined
}

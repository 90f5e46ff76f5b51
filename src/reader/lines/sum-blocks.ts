import { amountLabelOf } from '../../paper/fields/foot-words.ts'
import { gstSlabs } from '../../platform/gst/rates-and-states.ts'
import type { Piece } from '../level.ts'
import { phrasesOf, type Row, textOf } from '../rows.ts'
import { figureOf, isAmount, isCarriedOver, isSum } from './content.ts'

/*
 * Finds the rows of a table by what adds up, without its heading: amounts below each other whose sum is printed further down, on whichever
 * page, and rows in which one figure is the product of two others.
 */

/** Rows that the figures prove to be the lines of one table. */
export type Block = {
  /** Indexes of rows, from top to bottom. */
  readonly rows: readonly number[]
  /** An amount of the first row. */
  readonly amount: Piece
  /** What speaks for the block, in bits. */
  readonly bits: number
}

/** Two factors and their product, in one row. */
type Product = { readonly factors: readonly [Piece, Piece]; readonly amount: Piece }

/** A printed number in thousandths, so that quantities and amounts stay whole. */
type Figure = { readonly row: number; readonly piece: Piece; readonly value: number }

/** An equation of k digits that holds by chance once in 10^k has log2(10) bits for each digit. */
export const bitsOfDigit = Math.log2(10)
/** Heights by which the right edges of figures in one column may differ. */
const alignedMax = 1
/** Columns and runs that are tried. A page of 60 rows has about 12 columns and 100 runs. */
const [columnsMax, runsMax] = [40, 20_000]
/** Thousandths by which rounding may change a product. */
const roundingMax = 11
/** What a name beside its amount says: rows of sums and of tax summaries have fewer. */
export const nameBits = 4
/** A larger number is a code. */
const largest = 1e12

/** The blocks of the rows of a document, the likeliest first. */
export function blocksOf(rows: readonly Row[]): Block[] {
  const figures = rows.map((row, at) => figuresIn(row, at))
  const products = new Map(
    figures.flatMap((own, at) => {
      const found = isSum(textOf(rows[at]?.pieces ?? [])) ? undefined : productIn(own)
      return found === undefined ? [] : [[at, found] as const]
    }),
  )
  const ledger = ledgerRows(rows)
  const runs = [
    ...runsWithSums(figures, rows),
    ...alignedProducts(products, rows),
    ...ledgerRuns(ledger, rows),
  ]
  return runs
    .map((run) => blockOf(run, products, rows))
    .filter(({ rows: own }) => own.length > 0)
    .toSorted((a, b) => b.bits - a.bits)
}

function figuresIn({ pieces }: Row, row: number): Figure[] {
  return pieces.flatMap((piece) => {
    const value = Math.round((figureOf(piece.word.text) ?? 0) * 1000)
    return value === 0 || Math.abs(value) > largest ? [] : [{ row, piece, value }]
  })
}

/** The likeliest product of a row: its last amount that is one. */
function productIn(figures: readonly Figure[]): Product | undefined {
  for (const amount of figures.toReversed()) {
    if (amount.value < 1000) continue
    for (const [at, first] of figures.entries()) {
      for (const second of figures.slice(at + 1)) {
        if (first === amount || second === amount) continue
        // A price of one piece is its own amount.
        const isProduct = isNear(first.value * second.value, amount.value * 1000)
        if (isProduct) return { factors: [first.piece, second.piece], amount: amount.piece }
      }
    }
  }
  return undefined
}

/** Whether a product of thousandths is an amount in thousandths. */
export function isNear(product: number, amount: number): boolean {
  return Math.abs(product - amount) <= roundingMax * 1000
}

/** `isWhole`: no row of it can be one of the foot. */
type Run = {
  readonly rows: readonly number[]
  readonly amount: Piece
  readonly bits: number
  readonly isWhole?: boolean
}

function ledgerRuns(ledger: readonly number[], rows: readonly Row[]): Run[] {
  const amount = rows[ledger[0] ?? -1]?.pieces.at(-1)
  return amount === undefined ? [] : [{ rows: ledger, amount, bits: 0, isWhole: true }]
}

/** Amounts below each other with their sum further down. */
function runsWithSums(figures: readonly (readonly Figure[])[], rows: readonly Row[]): Run[] {
  const lastAt = new Map(figures.flatMap((own, at) => own.map(({ value }) => [value, at] as const)))
  const columns = columnsOfFigures(figures.flat(), rows)
  let tries = 0
  const runs: Run[] = []
  for (const column of columns) {
    for (let from = 0; from < column.length && tries < runsMax; from++) {
      const adder = adderFrom(rows)
      for (const figure of column.slice(from)) {
        tries += 1
        if (!adder.add(figure)) continue
        const { sum, own } = adder
        if (own.length < 2 || (lastAt.get(sum) ?? -1) <= figure.row) continue
        const bits = digitsOf(sum) * bitsOfDigit
        runs.push({ rows: [...own], amount: figure.piece, bits })
      }
    }
  }
  const price = Math.log2(Math.max(1, tries))
  return runs.map((run) => ({ ...run, bits: run.bits - price }))
}

/** Adds amounts from top to bottom. Sums of a page and sums carried to the next page are no amounts. */
function adderFrom(rows: readonly Row[]) {
  let [sum, part] = [0, 0]
  const own: number[] = []
  return {
    get sum() {
      return sum
    },
    own,
    add({ row, value }: Figure): boolean {
      const text = textOf(rows[row]?.pieces ?? [])
      const isRepeated = value === sum || value === part
      if (own.length > 0 && isCarriedOver(text)) return false
      if (isRepeated && (own.length > 1 || isSum(text))) {
        part = 0
        return false
      }
      sum += value
      part += value
      own.push(row)
      return true
    },
  }
}

/** The digits of a number of thousandths before its last decimal. */
export function digitsOf(value: number): number {
  return Math.log10(Math.max(1, Math.abs(value) / 10))
}

/** Figures whose right edges stand below each other, on all pages. Amounts have paise, unless the paper prints none. */
function columnsOfFigures(figures: readonly Figure[], rows: readonly Row[]): Figure[][] {
  const amounts = figures.filter(({ piece }) => isAmount(piece.word.text))
  const chosen = amounts.length > 1 ? amounts : figures
  const columns: { right: number; figures: Figure[] }[] = []
  for (const figure of chosen.toSorted((a, b) => a.piece.right - b.piece.right)) {
    const last = columns.at(-1)
    const height = rows[figure.row]?.height ?? 1
    if (last !== undefined && figure.piece.right - last.right <= alignedMax * height)
      last.figures.push(figure)
    else columns.push({ right: figure.piece.right, figures: [figure] })
  }
  return columns
    .map(({ figures: own }) => own.toSorted((a, b) => a.row - b.row))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, columnsMax)
}

/** Rows whose products stand in the same columns. */
function alignedProducts(products: ReadonlyMap<number, Product>, rows: readonly Row[]): Run[] {
  const groups: { first: Product; rows: number[] }[] = []
  for (const [at, product] of products) {
    const height = rows[at]?.height ?? 1
    const group = groups.find(({ first }) => isAligned(first, product, alignedMax * height))
    if (group === undefined) groups.push({ first: product, rows: [at] })
    else group.rows.push(at)
  }
  return groups.map(({ first, rows: own }) => {
    const { amount } = first
    return { rows: withUnproven(own, amount, rows), amount, bits: 0 }
  })
}

/** A row like those with a product has at least this share of their figures. */
const alikeMin = 0.6

/** Adds the rows beside those with a product that have an amount in the same column: a discount or a tax hides their product. */
function withUnproven(proven: readonly number[], amount: Piece, rows: readonly Row[]): number[] {
  const [first = 0] = proven
  const figures = figuresOf(rows[first])
  const isAlike = (at: number) => {
    const row = rows[at]
    if (row === undefined || isOfFoot(row) || figuresOf(row) < alikeMin * figures) return false
    return row.pieces.some(
      (piece) =>
        Math.abs(piece.right - amount.right) <= alignedMax * row.height &&
        figureOf(piece.word.text) !== undefined,
    )
  }
  const found = new Set(proven)
  for (const from of proven) {
    for (const step of [1, -1] as const) {
      let misses = 0
      for (let at = from + step; misses <= textRowsMax && !found.has(at); at += step) {
        misses = isAlike(at) ? 0 : misses + 1
        if (misses === 0) found.add(at)
      }
    }
  }
  return [...found].toSorted((a, b) => a - b)
}

function figuresOf(row: Row | undefined): number {
  return row?.pieces.filter(({ word }) => figureOf(word.text) !== undefined).length ?? 0
}

/** The most rows of text between two lines. */
const textRowsMax = 4

function isAligned(one: Product, other: Product, most: number): boolean {
  const pairs = [
    [one.factors[0], other.factors[0]],
    [one.factors[1], other.factors[1]],
    [one.amount, other.amount],
  ] as const
  return pairs.every(([a, b]) => overlaps(a, b) || Math.abs(a.right - b.right) <= most)
}

function overlaps(a: Piece, b: Piece): boolean {
  return Math.min(a.right, b.right) > Math.max(a.left, b.left)
}

/** The rows of a run that are lines, with all that speaks for them. A run may go on over taxes and roundings to the total. */
function blockOf(run: Run, products: ReadonlyMap<number, Product>, rows: readonly Row[]): Block {
  const lines = run.isWhole === true ? run.rows : linesIn(run, products, rows)
  const bits = lines.reduce((sum, at) => {
    const product = products.get(at)
    return (
      sum + (product === undefined ? 0 : productBits(product)) + (hasName(rows[at]) ? nameBits : 0)
    )
  }, run.bits)
  return { rows: lines, amount: run.amount, bits }
}

/** The rows of a run without those of the foot. Charges below the lines have a name and an amount only. */
function linesIn(run: Run, products: ReadonlyMap<number, Product>, rows: readonly Row[]): number[] {
  const named = run.rows.filter((at) => !isOfFoot(rows[at]))
  const proven = named.filter((at) => products.has(at))
  const wide = Math.max(...named.map((at) => phrasesOf(rows[at] ?? { pieces: [] }).length))
  const isLine = (at: number) =>
    products.has(at) || phrasesOf(rows[at] ?? { pieces: [] }).length >= alikeMin * wide
  const isMostlyProven = run.bits > 0 && proven.length * 2 > named.length
  const last = isMostlyProven ? proven.at(-1) : named.findLast(isLine)
  const first = named.find(isLine)
  return named.filter((at) => at >= (first ?? 0) && at <= (last ?? -1))
}

function isOfFoot(row: Row | undefined): boolean {
  const text = textOf(row?.pieces ?? [])
  if (row === undefined || isSum(text) || isCarriedOver(text)) return true
  const [name = ''] = phrasesOf(row).map((phrase) => phrase.text)
  return amountLabelOf(name) !== undefined
}

export function hasName(row: Row | undefined): boolean {
  return row?.pieces.some(({ word }) => /\p{L}{3}|\p{M}/u.test(word.text)) === true
}

/** One times a price says little. */
function productBits({ factors, amount }: Product): number {
  const digits = [...factors, amount].map(({ word }) => digitsOf((figureOf(word.text) ?? 0) * 1000))
  return Math.min(...digits, 6) * bitsOfDigit
}

/*
 * Finds names with an amount each, below unknown headings or none: fees, rents, charges of a month. They are lines if
 * their sum, or the tax on it, stands below.
 */

/** Rupees by which rounding may change a sum or a tax. */
const centsMax = 0.011
/** The number of rows below the last line that may hold the sum or its tax. */
const footRowsMax = 8

/** The rows of such lines. Empty if nothing proves them. */
function ledgerRows(rows: readonly Row[]): number[] {
  const entries = rows.map((row) => amountOf(row))
  for (const [begin, first] of entries.entries()) {
    if (first === undefined) continue
    const length = entries.slice(begin).findIndex((amount) => amount === undefined)
    const block = entries.slice(begin, length === -1 ? entries.length : begin + length)
    // The last amount of the block may be their sum under another name.
    for (let count = block.length; count > 0; count--) {
      const sum = block.slice(0, count).reduce<number>((all, amount) => all + (amount ?? 0), 0)
      const end = begin + count
      if (!isProvenBy(sum, rows.slice(end, end + footRowsMax))) continue
      const right = rows[begin]?.right ?? 0
      // Charges may stand further left below the lines and count in the sum.
      const lines = Array.from({ length: count }, (_, at) => begin + at).filter((at) => {
        const row = rows[at]
        return row !== undefined && Math.abs(row.right - right) <= row.height
      })
      return lines
    }
  }
  return []
}

/** The amount of a name: a row of words that ends with its only amount. */
function amountOf({ pieces }: Row): number | undefined {
  const [last, ...others] = pieces.toReversed()
  if (last === undefined || !isAmount(last.word.text) || isSum(textOf(pieces))) return undefined
  const isName = others.some(({ word }) => /\p{L}{2}/u.test(word.text))
  return isName && !others.some(isAnAmount) ? figureOf(last.word.text) : undefined
}

function isAnAmount({ word }: Piece): boolean {
  return isAmount(word.text)
}

/** Whether the sum is printed below, by itself or plus charges or taxes, or whether a GST tax on it is printed. */
function isProvenBy(sum: number, foot: readonly Row[]): boolean {
  const printed = foot.flatMap(({ pieces }) => pieces.flatMap(({ word }) => amountIn(word.text)))
  const taxes = gstSlabs.flatMap((slab) => [(sum * slab) / 100, (sum * slab) / 200])
  const one = [sum, ...taxes, ...printed.map((added) => sum + added)]
  const two = printed.flatMap((a, at) => printed.slice(at + 1).map((b) => sum + a + b))
  return [...one, ...two].some(
    (expected) => expected > 0 && printed.some((amount) => Math.abs(expected - amount) <= centsMax),
  )
}

function amountIn(text: string): number[] {
  const amount = isAmount(text) ? figureOf(text) : undefined
  return amount === undefined || amount <= 0 ? [] : [amount]
}

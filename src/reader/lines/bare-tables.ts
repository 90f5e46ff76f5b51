import type { Piece } from '../level.ts'
import { type Row, textOf } from '../rows.ts'
import { headingAbove, isHeading } from './bare-headings.ts'
import { figureOf, isAmount } from './content.ts'
import { isSum } from './foot-words.ts'
import type { KeyOf } from './heading-keys.ts'
import type { TableHeading } from './headings.ts'
import { findLedger } from './ledgers.ts'

/*
 * Tables without headings, or with headings in unknown words: their figures show the columns. A row is a line if one
 * of its figures is the product of two others, or if its amount belongs to a sum printed below.
 */

/** The number of rows that must agree. One row proves no columns unless this many words stand apart above it. */
const rowsMin = 2
const headingsMin = 4
/** Heights by which the right edges of figures in one column may differ. */
const alignedMax = 1.5
/** Rupees by which rounding may change an amount. */
const roundingMax = 0.011

/** A row whose figures prove each other. */
type Product = {
  readonly row: Row
  readonly factors: readonly [Piece, Piece]
  readonly amount: Piece
}

/** Builds headings for such tables on a page, from top to bottom. */
export function findBareTables(rows: readonly Row[], keyOf: KeyOf): TableHeading[] {
  const products = rows.flatMap((row) => productOf(row) ?? [])
  const [first] = products
  if (first === undefined) return findLedger(rows, keyOf)
  const alike = products.filter((product) => isAligned(product, first))
  const above = rows[rows.indexOf(first.row) - 1]
  const isHeaded = above !== undefined && isHeading(above, headingsMin)
  return alike.length < rowsMin && !isHeaded ? [] : [headingOver(alike, rows, keyOf)]
}

function productOf(row: Row): Product | undefined {
  if (isSum(textOf(row.pieces))) return undefined
  const figures = row.pieces.flatMap((piece) => {
    const value = figureOf(piece.word.text)
    return value === undefined || value === 0 ? [] : [{ piece, value }]
  })
  for (const [at, amount] of figures.entries().toArray().toReversed()) {
    if (!isAmount(amount.piece.word.text)) continue
    for (let second = at - 1; second > 0; second--) {
      for (let first = second - 1; first >= 0; first--) {
        const [a, b] = [figures[first], figures[second]]
        if (a === undefined || b === undefined) continue
        if (Math.abs(a.value * b.value - amount.value) <= roundingMax)
          return { row, factors: [a.piece, b.piece], amount: amount.piece }
      }
    }
  }
  return undefined
}

function isAligned(one: Product, other: Product): boolean {
  const most = alignedMax * Math.max(one.row.height, other.row.height)
  const pairs = [
    [one.factors[0], other.factors[0]],
    [one.factors[1], other.factors[1]],
    [one.amount, other.amount],
  ] as const
  return pairs.every(([a, b]) => Math.abs(a.right - b.right) <= most)
}

function headingOver(
  products: readonly Product[],
  rows: readonly Row[],
  keyOf: KeyOf,
): TableHeading {
  return headingAbove(
    products.map(({ row }) => row),
    rolesOf(products),
    { rows, keyOf, wordsMin: 3 },
  )
}

/** The quantity is the factor in whole numbers, else the first factor, as on most bills. */
function rolesOf(products: readonly Product[]) {
  const isWhole = ([first, second]: Product['factors']) =>
    [first, second].map(({ word }) => /^\d+$/.test(word.text))
  const isSecond = products.every(({ factors }) => !isWhole(factors)[0] && isWhole(factors)[1])
  return products.flatMap(({ factors: [a, b], amount }) => {
    const [qty, rate] = isSecond ? [b, a] : [a, b]
    return [
      { key: 'qty', piece: qty },
      { key: 'rate', piece: rate },
      { key: 'amount', piece: amount },
    ]
  })
}

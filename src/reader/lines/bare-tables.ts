import { heightOf, type Piece } from '../level.ts'
import { phrasesOf, type Row, textOf, overlapOf } from '../rows.ts'
import { figureOf, isAmount, isSum } from './content.ts'
import type { KeyOf } from './heading-keys.ts'
import type { TableHeading } from './headings.ts'
import type { Heading } from './heading-cells.ts'
import { keyByWords } from '../../paper/fields/heading-words.ts'
import { gstSlabs } from '../../platform/gst/rates-and-states.ts'

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

/* Finds the columns of lines without a known heading, by the gaps between their words. */

/** Heights: a narrower gap through all rows is a space between words. */
const riverMin = 0.5

/** The key of a figure. */
type Role = { readonly key: string; readonly piece: Piece }

/** Builds the heading of lines without a known one. The row above is their heading if it has at least `wordsMin` phrases. */
function headingAbove(
  lines: readonly Row[],
  roles: readonly Role[],
  { rows, keyOf, wordsMin }: { rows: readonly Row[]; keyOf: KeyOf; wordsMin: number },
): TableHeading {
  const at = rows.findIndex((row) => row === lines[0])
  const above = rows[at - 1]
  const hasHeading = above !== undefined && isHeading(above, wordsMin)
  const labels = hasHeading ? phrasesOf(above) : []
  const headings = stripesOf(lines).flatMap((stripe) => {
    const over = labels.filter((label) => overlapOf(label, stripe) > 0)
    // Narrow columns of text leave a gap no wider than a space. Their headings separate them.
    const parts = over.length > 1 ? over : [{ ...stripe, text: over[0]?.text ?? '' }]
    return parts.map(({ text, left, right }): Heading => {
      const role = roles.find(({ piece }) => overlapOf(piece, { left, right }) > 0)
      return {
        label: text,
        key: role?.key ?? keyOf(text) ?? keyByWords(text),
        pieces: [],
        left,
        right,
      }
    })
  })
  return {
    page: lines[0]?.page ?? 0,
    first: hasHeading ? at - 1 : at,
    last: at - 1,
    headings,
    worth: 0,
  }
}

/** Whether a row has at least `wordsMin` phrases and no digit. */
function isHeading({ pieces }: Row, wordsMin: number): boolean {
  const phrases = phrasesOf({ pieces })
  return phrases.length >= wordsMin && pieces.every(({ word }) => !/\p{Nd}/u.test(word.text))
}

/** The ranges that the rows' words occupy, with a gap through all rows between them. */
function stripesOf(rows: readonly Row[]): { left: number; right: number }[] {
  const pieces = rows.flatMap((row) => row.pieces).toSorted((a, b) => a.left - b.left)
  const stripes: { left: number; right: number; isText: boolean }[] = []
  for (const piece of pieces) {
    const last = stripes.at(-1)
    const isText = figureOf(piece.word.text) === undefined
    // A gap between words of a text separates columns only if it is wide.
    const gapMin = riverMin * heightOf(piece) * (isText && last?.isText === true ? 2 : 1)
    if (last !== undefined && piece.left - last.right < gapMin) {
      last.right = Math.max(last.right, piece.right)
      last.isText ||= isText
    } else stripes.push({ left: piece.left, right: piece.right, isText })
  }
  return stripes
}

/*
 * Finds names with an amount each, below unknown headings or none: fees, rents, charges of a month. They are lines if
 * their sum, or the tax on it, stands below.
 */

/** The number of rows below the last line that may hold the sum or its tax. */
const footRowsMax = 8

/** The heading of such lines. Empty if nothing proves them. */
function findLedger(rows: readonly Row[], keyOf: KeyOf): TableHeading[] {
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
      const lines = rows
        .slice(begin, end)
        .filter((row) => Math.abs(row.right - right) <= row.height)
      const roles = lines.flatMap((row) =>
        row.pieces.slice(-1).map((piece) => ({ key: 'amount', piece })),
      )
      return [headingAbove(lines, roles, { rows, keyOf, wordsMin: 2 })]
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
    (expected) =>
      expected > 0 && printed.some((amount) => Math.abs(expected - amount) <= roundingMax),
  )
}

function amountIn(text: string): number[] {
  const amount = isAmount(text) ? figureOf(text) : undefined
  return amount === undefined || amount <= 0 ? [] : [amount]
}

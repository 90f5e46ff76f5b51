import { heightOf, type Piece } from '../level.ts'
import { phrasesOf, type Row, textOf } from '../rows.ts'
import { figureOf, isAmount } from './content.ts'
import { isSum } from './foot-words.ts'
import type { Heading } from './heading-cells.ts'
import type { KeyOf } from './heading-keys.ts'
import type { TableHeading } from './headings.ts'

/*
 * Tables over which nothing is printed, or headings in words that nobody knows: their figures say where the columns are.
 * Rows in which one figure is the product of two others are lines, and so are rows of amounts that come to a sum below.
 */

/** Rows that agree; one alone says nothing of columns. */
const rowsMin = 2
/** Heights that the right edges of figures in one column may be apart. */
const alignedMax = 1.5
/** Heights: a narrower gap that runs through all rows is a space between words. */
const riverMin = 0.5
/** Rupees that an amount may be off by rounding. */
const roundingMax = 0.011

/** A row with its figures that prove each other. */
type Product = {
  readonly row: Row
  readonly factors: readonly [Piece, Piece]
  readonly amount: Piece
}

/** What would be the headings of such tables on a page, from top to bottom. */
export function findBareTables(rows: readonly Row[], keyOf: KeyOf): TableHeading[] {
  const products = rows.flatMap((row) => productOf(row) ?? [])
  const [first] = products
  if (first === undefined) return ledgerIn(rows)
  const alike = products.filter((product) => isAligned(product, first))
  return alike.length < rowsMin ? [] : [headingOver(alike, first, rows, keyOf)]
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
  first: Product,
  rows: readonly Row[],
  keyOf: KeyOf,
): TableHeading {
  const at = rows.indexOf(first.row)
  const above = rows[at - 1]
  const hasHeading = above !== undefined && isHeading(above)
  const labels = hasHeading ? phrasesOf(above) : []
  const stripes = stripesOf(products.map(({ row }) => row))
  const roles = rolesOf(products)
  const headings = stripes.map(({ left, right }): Heading => {
    const label = labels.find((phrase) => phrase.left < right && phrase.right > left)?.text ?? ''
    const role = roles.find(({ piece }) => piece.left < right && piece.right > left)
    return { label, key: role?.key ?? keyOf(label), pieces: [], left, right }
  })
  return { page: first.row.page, first: hasHeading ? at - 1 : at, last: at - 1, headings, worth: 0 }
}

/** Words side by side without a figure. */
function isHeading({ pieces }: Row): boolean {
  const phrases = phrasesOf({ pieces })
  return phrases.length >= 3 && pieces.every(({ word }) => !/\p{Nd}/u.test(word.text))
}

/** The stretches that words of the rows stand in, with a gap between that runs through all of them. */
function stripesOf(rows: readonly Row[]): { left: number; right: number }[] {
  const pieces = rows.flatMap((row) => row.pieces).toSorted((a, b) => a.left - b.left)
  const stripes: { left: number; right: number; isText: boolean }[] = []
  for (const piece of pieces) {
    const last = stripes.at(-1)
    const isText = figureOf(piece.word.text) === undefined
    // A gap between words of a text is none of columns, unless it is wide.
    const gapMin = riverMin * heightOf(piece) * (isText && last?.isText === true ? 2 : 1)
    if (last !== undefined && piece.left - last.right < gapMin) {
      last.right = Math.max(last.right, piece.right)
      last.isText ||= isText
    } else stripes.push({ left: piece.left, right: piece.right, isText })
  }
  return stripes
}

/** Which factor is the quantity: the one in whole numbers, else the first, as most bills have it. */
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

/** Names with an amount each, and below them what they come to. */
function ledgerIn(rows: readonly Row[]): TableHeading[] {
  const end = rows.findIndex(
    ({ pieces }) => isSum(textOf(pieces)) && amountOf(pieces) !== undefined,
  )
  const sum = amountOf(rows[end]?.pieces ?? [])
  if (sum === undefined) return []
  let [begin, rest] = [end, sum]
  while (rest > roundingMax) {
    const amount = amountOf(rows[begin - 1]?.pieces ?? [])
    if (amount === undefined) return []
    begin -= 1
    rest -= amount
  }
  const lines = rows.slice(begin, end)
  if (Math.abs(rest) > roundingMax || lines.length < rowsMin) return []
  return [
    {
      page: lines[0]?.page ?? 0,
      first: begin,
      last: begin - 1,
      headings: ledgerHeadings(lines),
      worth: 0,
    },
  ]
}

function ledgerHeadings(lines: readonly Row[]): Heading[] {
  const amounts = lines.flatMap(({ pieces }) => pieces.slice(-1))
  const left = Math.min(...amounts.map((piece) => piece.left))
  const heading = { label: '', pieces: [] }
  return [
    {
      ...heading,
      key: 'description',
      left: Math.min(...lines.map((line) => line.left)),
      right: left - 1,
    },
    { ...heading, key: 'amount', left, right: Math.max(...amounts.map(({ right }) => right)) },
  ]
}

/** Of a name and one amount at its end. */
function amountOf(pieces: readonly Piece[]): number | undefined {
  const [last, ...others] = pieces.toReversed()
  if (last === undefined || !isAmount(last.word.text)) return undefined
  const isName =
    others.some(({ word }) => /\p{L}{2}/u.test(word.text)) &&
    others.every(({ word }) => !isAmount(word.text))
  return isName ? figureOf(last.word.text) : undefined
}

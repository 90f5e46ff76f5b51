import { gstSlabs } from '../../platform/gst/gst.ts'
import type { Piece } from '../level.ts'
import { type Row, textOf } from '../rows.ts'
import { headingAbove } from './bare-headings.ts'
import { figureOf, isAmount } from './content.ts'
import { isSum } from './foot-words.ts'
import type { KeyOf } from './heading-keys.ts'
import type { TableHeading } from './headings.ts'

/*
 * Names with an amount each below headings that nobody knows, or none: fees, rents, charges of a month. They are lines where
 * what they come to, or the tax on it, stands below them.
 */

/** Rows below the last line in which their sum or its tax stands. */
const footRowsMax = 8
/** Rupees that an amount may be off by rounding. */
const roundingMax = 0.011

/** What would be the heading of such lines; none where nothing proves them. */
export function findLedger(rows: readonly Row[], keyOf: KeyOf): TableHeading[] {
  const entries = rows.map((row) => amountOf(row))
  for (const [begin, first] of entries.entries()) {
    if (first === undefined) continue
    const length = entries.slice(begin).findIndex((amount) => amount === undefined)
    const block = entries.slice(begin, length === -1 ? entries.length : begin + length)
    // The last of the block may be their sum under a name of its own.
    for (let count = block.length; count > 0; count--) {
      const sum = block.slice(0, count).reduce<number>((all, amount) => all + (amount ?? 0), 0)
      const end = begin + count
      if (!isProvenBy(sum, rows.slice(end, end + footRowsMax))) continue
      const right = rows[begin]?.right ?? 0
      // Charges may stand at the left below them, and count in the sum.
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

/** What a name comes to: a row of words with one amount, at its end. */
function amountOf({ pieces }: Row): number | undefined {
  const [last, ...others] = pieces.toReversed()
  if (last === undefined || !isAmount(last.word.text) || isSum(textOf(pieces))) return undefined
  const isName = others.some(({ word }) => /\p{L}{2}/u.test(word.text))
  return isName && !others.some(isAnAmount) ? figureOf(last.word.text) : undefined
}

function isAnAmount({ word }: Piece): boolean {
  return isAmount(word.text)
}

/** Whether the sum is printed below, by itself or with charges or taxes added; or a tax that GST has on it. */
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

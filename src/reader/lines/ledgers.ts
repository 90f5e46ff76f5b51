import { gstSlabs } from '../../platform/gst/rates-and-states.ts'
import type { Piece } from '../level.ts'
import { type Row, textOf } from '../rows.ts'
import { headingAbove } from './bare-headings.ts'
import { figureOf, isAmount } from './content.ts'
import { isSum } from './foot-words.ts'
import type { KeyOf } from './heading-keys.ts'
import type { TableHeading } from './headings.ts'

/*
 * Finds names with an amount each, below unknown headings or none: fees, rents, charges of a month. They are lines if
 * their sum, or the tax on it, stands below.
 */

/** The number of rows below the last line that may hold the sum or its tax. */
const footRowsMax = 8
/** Rupees by which rounding may change an amount. */
const roundingMax = 0.011

/** The heading of such lines. Empty if nothing proves them. */
export function findLedger(rows: readonly Row[], keyOf: KeyOf): TableHeading[] {
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

import type { Finding } from './document.ts'
import { fieldName } from '../fields.ts'
import type { Discount, LineFigures } from './figures.ts'
import { rupees } from '../values.ts'

/* Checks each line by itself: its amount is quantity × rate − discount. */

/**
 * Rounding to the paisa may change an amount by half a paisa, and a rate by half a paisa for each unit. A rate in half rupees was agreed as
 * such, and is exact.
 */
const roundingPaise = 0.5
const agreedRatePaise = 50

/** With one of these units, the rate may be for another unit: then the amount is quantity × rate × factor. */
const unitFactors: readonly (readonly [RegExp, number])[] = [
  [/\bdo?z/, 1 / 12],
  [/\bgro?ss?\b|\bgrs\b/, 1 / 144],
  [/\b100\b|hundred|\bcent/, 1 / 100],
  [/\b1000\b|thousand|\bthd\b|\bg(?:m|ms|ram|rams)?\b|\bml\b/, 1 / 1000],
  [/quintal|\bqtl/, 100],
  [/\bton|\bmt\b/, 1000],
]

/** Finds wrong amounts of lines. */
export function checkLines(lines: readonly LineFigures[]): Finding[] {
  // If the rate or the amount of one line includes tax, so do those of the others.
  const hasTaxInside = lines.every((line) => isUntaxed(line) || !isPlain(line))
  if (lines.length > 1 && unitsOfMany.some((n) => lines.every((line) => isPer(n, line)))) return []
  return lines.flatMap((figures, line) => {
    const printed = printedAmount(figures)
    const expected = computedAmount(figures)
    if (printed === undefined || expected === undefined || isPlain(figures)) return []
    if (hasTaxInside && fits(figures, taxedAmounts(figures))) return []
    const difference = printed.paise - expected
    const more = difference > 0 ? 'more' : 'less'
    const message = `${fieldName(printed.key)}: ${rupees(Math.abs(difference))} ${more} than ${sumInWords(figures)} = ${rupees(expected)}.`
    return [{ key: printed.key, line, code: 'sum' as const, message }]
  })
}

/** The rates of all lines may be for so many pieces without a unit beside them. A point that was lost in all lines is less likely. */
export const unitsOfMany = [12, 20, 144, 1000]

function isPer(count: number, line: LineFigures): boolean {
  const { qty, rate, discount } = line
  if (qty === undefined || rate === undefined) return false
  return fits(line, [discounted((qty * rate * 100) / count, discount)])
}

function isUntaxed(line: LineFigures): boolean {
  return (line.gstPercent ?? 0) === 0 || computedAmount(line) === undefined
}

function isPlain(line: LineFigures): boolean {
  return fits(line, plainAmounts(line))
}

function fits(line: LineFigures, amounts: readonly number[]): boolean {
  const printed = printedAmount(line)
  return printed !== undefined && amounts.some((paise) => isWithin(line, printed.paise, paise))
}

/** The amount of a line before tax, in paise, as printed or else computed. Undefined without figures. */
export function lineAmount(line: LineFigures): number | undefined {
  return line.amount ?? line.taxable ?? computedAmount(line) ?? line.total
}

/** Quantity × rate − discount in paise, before tax. Undefined when quantity or rate is missing. */
export function computedAmount({
  qty,
  rate,
  rateWithTax,
  discount,
  gstPercent,
}: LineFigures): number | undefined {
  if (qty === undefined) return undefined
  if (rate !== undefined) return Math.round(discounted(qty * rate * 100, discount))
  if (rateWithTax === undefined) return undefined
  return Math.round(discounted((qty * rateWithTax * 100) / taxFactor(gstPercent), discount))
}

function printedAmount({ amount, taxable, total }: LineFigures) {
  if (amount !== undefined) return { key: 'amount', paise: amount }
  if (taxable !== undefined) return { key: 'taxable_value', paise: taxable }
  return total === undefined ? undefined : { key: 'total', paise: total }
}

/** What papers may print as the amount of a line: after or before the discount, for pieces or dozens. */
function plainAmounts(line: LineFigures): number[] {
  const { qty = 0, discount } = line
  const rates = [line.rate, line.rateWithTax].filter((rate) => rate !== undefined)
  const factors = [1, ...unitFactors.flatMap(([unit, n]) => (unit.test(line.unit) ? [n] : []))]
  const grosses = rates.flatMap((rate) => factors.map((n) => qty * rate * 100 * n))
  return grosses
    .flatMap((gross) => [discounted(gross, discount), gross, gross - (discount.paise ?? 0) * qty])
    .concat(computedAmount(line) ?? [])
}

/** What papers may print as the amount of a line if either the rate or the amount includes tax. */
function taxedAmounts(line: LineFigures): number[] {
  const tax = taxFactor(line.gstPercent)
  // CGST and SGST may be rounded each by itself.
  const half = (net: number) => Math.round((net * (tax - 1)) / 2)
  return plainAmounts(line).flatMap((net) => [net * tax, net / tax, net + 2 * half(net)])
}

function discounted(gross: number, { percent = 0, paise }: Discount): number {
  // If a line prints both, percentage and amount are the same discount.
  return paise === undefined ? gross * (1 - percent / 100) : gross - paise
}

function taxFactor(percent = 0): number {
  return 1 + percent / 100
}

function isWithin(line: LineFigures, printed: number, expected: number): boolean {
  // Credit notes may print amounts below zero.
  const difference = Math.abs(Math.abs(printed) - Math.abs(expected))
  if (difference <= Math.max(amountTolerance(line), roundingPaise) + epsilon) return true
  const isWeighed = !Number.isInteger(line.qty)
  return isWeighed && printed % 100 === 0 && difference < 100
}

/** How much rounding may change the amount of a line, in paise. */
export function amountTolerance({
  qty = 0,
  rate = 0,
  rateWithTax = 0,
  discount,
}: LineFigures): number {
  const isAgreed = [rate, rateWithTax].every((one) => isWhole((one * 100) / agreedRatePaise))
  if (!isAgreed) return roundingPaise * Math.max(Math.abs(qty), 1)
  const isExact = isWhole(qty * rate * 100) && discount.percent === undefined && rateWithTax === 0
  return isExact ? 0 : roundingPaise
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < epsilon
}

/** Paise. Sums of doubles may be off by this much. */
const epsilon = 0.001

function sumInWords({ qty, rate, rateWithTax, discount }: LineFigures): string {
  const product = `${qty} × ${rate ?? rateWithTax}`
  if (discount.paise !== undefined) return `${product} − ${rupees(discount.paise)}`
  return discount.percent === undefined ? product : `${product} − ${discount.percent}%`
}

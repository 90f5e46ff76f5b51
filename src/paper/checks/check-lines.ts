import type { Finding } from './document.ts'
import { fieldName } from '../fields.ts'
import type { Discount, LineFigures } from './figures.ts'
import { rupees } from './values.ts'

/* Each line by itself: quantity × rate − discount is its amount. */

/**
 * What was rounded to the paisa may be half a paisa off: an amount, and a rate, that for each unit. A rate in half rupees
 * was agreed so, and is exact.
 */
const roundingPaise = 0.5
const agreedRatePaise = 50

/** Rates are per so many units where the unit says so. */
const unitFactors: readonly (readonly [RegExp, number])[] = [
  [/\bdo?z/, 1 / 12],
  [/\bgro?ss?\b|\bgrs\b/, 1 / 144],
  [/\b100\b|hundred|\bcent/, 1 / 100],
  [/\b1000\b|thousand|\bthd\b|\bg(?:m|ms|ram|rams)?\b|\bml\b/, 1 / 1000],
  [/quintal|\bqtl/, 100],
  [/\bton|\bmt\b/, 1000],
]

/** What is wrong with the amounts of the lines. */
export function checkLines(lines: readonly LineFigures[]): Finding[] {
  // Where the rate or the amount of one line has the tax in it, those of the others have it too.
  const hasTaxInside = lines.every((line) => isUntaxed(line) || !isPlain(line))
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

/** What a line comes to before tax, in paise: as printed, else computed. Undefined when it has no figures. */
export function lineAmount(line: LineFigures): number | undefined {
  return line.amount ?? line.taxable ?? computedAmount(line) ?? line.total
}

/** Quantity × rate − discount in paise, before tax; undefined when one of the two is not there. */
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

/** What papers may print as the amount of a line: with the discount or before it, of pieces or of dozens. */
function plainAmounts(line: LineFigures): number[] {
  const { qty = 0, discount } = line
  const rates = [line.rate, line.rateWithTax].filter((rate) => rate !== undefined)
  const factors = [1, ...unitFactors.flatMap(([unit, n]) => (unit.test(line.unit) ? [n] : []))]
  const grosses = rates.flatMap((rate) => factors.map((n) => qty * rate * 100 * n))
  return grosses
    .flatMap((gross) => [discounted(gross, discount), gross, gross - (discount.paise ?? 0) * qty])
    .concat(computedAmount(line) ?? [])
}

/** The same where the tax is in the rate and not in the amount, or the other way round. */
function taxedAmounts(line: LineFigures): number[] {
  const tax = taxFactor(line.gstPercent)
  return plainAmounts(line).flatMap((net) => [net * tax, net / tax])
}

function discounted(gross: number, { percent = 0, paise }: Discount): number {
  // With both columns printed, one says what the other comes to.
  return paise === undefined ? gross * (1 - percent / 100) : gross - paise
}

function taxFactor(percent = 0): number {
  return 1 + percent / 100
}

function isWithin(line: LineFigures, printed: number, expected: number): boolean {
  // Notes of credit print amounts below zero.
  const difference = Math.abs(Math.abs(printed) - Math.abs(expected))
  if (difference <= Math.max(amountTolerance(line), roundingPaise) + epsilon) return true
  const isWeighed = !Number.isInteger(line.qty)
  return isWeighed && printed % 100 === 0 && difference < 100
}

/** What the amount of a line may be off by rounding, in paise. */
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

/** Paise: what sums of doubles may be off. */
const epsilon = 0.001

function sumInWords({ qty, rate, rateWithTax, discount }: LineFigures): string {
  const product = `${qty} × ${rate ?? rateWithTax}`
  if (discount.paise !== undefined) return `${product} − ${rupees(discount.paise)}`
  return discount.percent === undefined ? product : `${product} − ${discount.percent}%`
}

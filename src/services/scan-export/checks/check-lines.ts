import type { CheckedDocument, Finding } from './document.ts'
import { fieldName } from './field-names.ts'
import type { Discount, LineFigures } from './figures.ts'
import { rupees } from './values.ts'

/* Each line by itself: quantity × rate − discount is its amount. */

/** A printed rate is rounded to the paisa: for each unit the amount may be half a paisa off. */
const rateRoundingPaise = 0.5

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
export function checkLines(
  { category }: CheckedDocument,
  lines: readonly LineFigures[],
): Finding[] {
  return lines.flatMap((figures, line) => {
    const printed = printedAmount(figures)
    const likely = likelyAmounts(figures)
    const [expected] = likely
    if (printed === undefined || expected === undefined) return []
    if (likely.some((paise) => isWithin(figures, printed.paise, paise))) return []
    const difference = printed.paise - expected
    const more = difference > 0 ? 'more' : 'less'
    const message = `${fieldName(printed.key, category)}: ${rupees(Math.abs(difference))} ${more} than ${sumInWords(figures)} = ${rupees(expected)}.`
    return [{ key: printed.key, line, code: 'sum' as const, message }]
  })
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

/** What papers may print as the amount of a line; the usual one first. */
function likelyAmounts(line: LineFigures): number[] {
  const expected = computedAmount(line)
  if (expected === undefined) return []
  const rates = [line.rate, line.rateWithTax].filter((rate) => rate !== undefined)
  const factors = [1, ...unitFactors.flatMap(([unit, n]) => (unit.test(line.unit) ? [n] : []))]
  const tax = taxFactor(line.gstPercent)
  const grosses = rates.flatMap((rate) => factors.map((n) => (line.qty ?? 0) * rate * 100 * n))
  const nets = grosses.flatMap((gross) => [
    discounted(gross, line.discount),
    gross,
    gross - (line.discount.paise ?? 0) * (line.qty ?? 0),
  ])
  return [expected, ...nets.flatMap((net) => [net, net * tax, net / tax])]
}

function discounted(gross: number, { percent = 0, paise }: Discount): number {
  // With both columns printed, one says what the other comes to.
  return paise === undefined ? gross * (1 - percent / 100) : gross - paise
}

function taxFactor(percent = 0): number {
  return 1 + percent / 100
}

function isWithin({ qty = 0 }: LineFigures, printed: number, expected: number): boolean {
  // Notes of credit print amounts below zero.
  const difference = Math.abs(Math.abs(printed) - Math.abs(expected))
  if (difference <= rateRoundingPaise * Math.max(Math.abs(qty), 1) + epsilon) return true
  const isWeighed = !Number.isInteger(qty)
  return isWeighed && printed % 100 === 0 && difference < 100
}

/** Paise: what sums of doubles may be off. */
const epsilon = 0.001

function sumInWords({ qty, rate, rateWithTax, discount }: LineFigures): string {
  const product = `${qty} × ${rate ?? rateWithTax}`
  if (discount.paise !== undefined) return `${product} − ${rupees(discount.paise)}`
  return discount.percent === undefined ? product : `${product} − ${discount.percent}%`
}

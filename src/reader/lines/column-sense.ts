import { unitsOfMany } from '../../paper/checks/check-lines.ts'
import { gstSlabs } from '../../platform/gst/rates-and-states.ts'

/* Tests how well the figures of a line confirm the keys of its columns: quantity × rate − discount = amount, and so on. */

/** A line's figures by canonical key. */
export type LineOf = (key: string) => number | undefined

/** 1 if the figures prove the key, -1 if they contradict it, 0 if they say nothing. Values between mean less than proof. */
export function senseOf(key: string, line: LineOf): number {
  const value = line(key)
  if (value === undefined) return 0
  const rule = rules.get(key)
  return rule === undefined ? 0 : rule(value, line)
}

type Rule = (value: number, line: LineOf) => number

const taxKeys = ['cgst', 'sgst', 'utgst', 'igst', 'cess']
const halfTaxes = new Set(['cgst', 'sgst', 'utgst'])
const weak = 0.3
const likely = 0.6

/** The key of a discount beside another discount. Neither is the discount of the line. */
export const secondDiscount = 'second_discount_pct'

const rules = new Map<string, Rule>([
  ['qty', (_, line) => senseOfFactor(line, rateKeys)],
  ['rate', (_, line) => senseOfFactor(line, ['rate'])],
  ['amount', senseOfAmount],
  ['taxable_value', senseOfTaxable],
  ['total', senseOfTotal],
  ['discount', senseOfDiscount],
  ['discount_pct', senseOfDiscountPct],
  [secondDiscount, senseOfDiscountPct],
  ['rate_incl_tax', senseOfRateWithTax],
  ['mrp', (mrp, line) => ((line('rate') ?? line('rate_incl_tax') ?? 0) <= mrp ? weak : -likely)],
  ['free_qty', (free, line) => (Number.isInteger(free) && free <= (line('qty') ?? free) ? 0 : -1)],
  ['tax_amount', senseOfTaxAmount],
  ['gst_rate', senseOfGstRate],
  ...taxKeys.flatMap((key): [string, Rule][] => {
    const parts = halfTaxes.has(key) ? 2 : 1
    return [
      [key, (tax, line) => senseOfTax(tax, line, line(`${key}_rate`), parts)],
      [`${key}_rate`, (percent) => (key === 'cess' ? 0 : senseOfPercent(percent, parts))],
    ]
  }),
])

const rateKeys = ['rate', 'rate_incl_tax']

/** Quantity × rate, for each printed rate. */
function grossesOf(line: LineOf, keys: readonly string[] = rateKeys): number[] {
  const qty = line('qty')
  if (qty === undefined) return []
  return keys.flatMap((key) => {
    const rate = line(key)
    return rate === undefined ? [] : [qty * rate]
  })
}

/** Quantity × rate − discount, for each printed rate. */
function netsOf(line: LineOf, keys: readonly string[] = rateKeys): number[] {
  const off = line('discount') ?? 0
  return grossesOf(line, keys).flatMap((gross) => {
    const left = leftOf(gross, line)
    if (off === 0) return left
    return [gross - off, gross - off * (line('qty') ?? 1), ...left.map((net) => net - off)]
  })
}

/** The amount after percentage discounts: one after the other, or both from the same amount. */
function leftOf(gross: number, line: LineOf): number[] {
  const [first, second] = [line('discount_pct') ?? 0, line(secondDiscount) ?? 0]
  const inTurn = gross * (1 - first / 100) * (1 - second / 100)
  return second === 0 ? [inTurn] : [inTurn, gross * (1 - (first + second) / 100)]
}

/** The sum of all GST rates on a line. Undefined if no rate is printed. */
function percentOf(line: LineOf): number | undefined {
  const parts = taxKeys.flatMap((key) => (key === 'cess' ? [] : (line(`${key}_rate`) ?? [])))
  return line('gst_rate') ?? (parts.length === 0 ? undefined : sumOf(parts))
}

function taxesOf(line: LineOf): number | undefined {
  const parts = taxKeys.flatMap((key) => line(key) ?? [])
  return line('tax_amount') ?? (parts.length === 0 ? undefined : sumOf(parts))
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function printedAmounts(line: LineOf): number[] {
  return ['amount', 'taxable_value', 'total'].flatMap((key) => line(key) ?? [])
}

function withTax(amounts: readonly number[], line: LineOf): number[] {
  const [percent, taxes] = [percentOf(line), taxesOf(line)]
  return amounts.flatMap((amount) => [
    ...(percent === undefined ? [] : [amount * (1 + percent / 100), amount / (1 + percent / 100)]),
    ...(taxes === undefined ? [] : [amount + taxes, amount - taxes]),
  ])
}

/** Tests only products with the given rates: the product of another rate proves nothing here. */
function senseOfFactor(line: LineOf, keys: readonly string[]): number {
  const printed = printedAmounts(line)
  const products = [...grossesOf(line, keys), ...netsOf(line, keys)]
  if (printed.length === 0 || products.every((product) => product === 0)) return 0
  const isProduct = printed.some((amount) => isOneOf(amount, products))
  if (isProduct) return 1
  const isOfMany = printed.some((amount) => isOneOf(amount, perMany(products)))
  if (isOfMany) return likely
  return printed.some((amount) => isOneOf(amount, withTax(products, line))) ? 1 : -1
}

/** For how many a rate may be: a dozen, the 20 kg of a market yard, a gross, a thousand, and a hundred. */
export const manyOfRates = [...unitsOfMany, 100]

/** The product when the rate is for many. */
function perMany(products: readonly number[]): number[] {
  return products.flatMap((product) => manyOfRates.map((many) => product / many))
}

function senseOfAmount(amount: number, line: LineOf): number {
  const products = [...netsOf(line), ...grossesOf(line)]
  if (isOneOf(amount, products)) return 1
  if (isOneOf(amount, perMany(products))) return likely
  // Beside a taxable value, the amount is more likely a total.
  const isTotal = line('taxable_value') !== undefined
  if (products.length > 0)
    return isOneOf(amount, withTax(products, line)) ? (isTotal ? likely : 1) : -1
  const [off, taxable] = [line('discount'), line('taxable_value')]
  if (off !== undefined && taxable !== undefined) return isOneOf(amount - off, [taxable]) ? 1 : -1
  const [taxes, total] = [taxesOf(line), line('total')]
  if (taxes === undefined || total === undefined) return 0
  return isOneOf(amount + taxes, [total]) ? 1 : -1
}

function senseOfTaxable(taxable: number, line: LineOf): number {
  const [amount, off, total, taxes] = [
    line('amount'),
    line('discount'),
    line('total'),
    taxesOf(line),
  ]
  const nets = netsOf(line)
  const expected = [
    ...nets,
    ...withTax(nets, line),
    ...(amount === undefined || off === undefined ? [] : [amount - off]),
    ...(total === undefined || taxes === undefined ? [] : [total - taxes]),
  ]
  if (expected.length === 0) return 0
  if (!isOneOf(taxable, expected)) return -1
  // Without a total beside it, a taxable value is like any other amount.
  const isTaxed = (taxes ?? percentOf(line)) !== undefined
  return isTaxed && total !== undefined ? 1 + weak : likely
}

function senseOfTotal(total: number, line: LineOf): number {
  const before = [line('taxable_value') ?? line('amount') ?? netsOf(line)].flat()
  if (before.length === 0 || total === 0) return 0
  const [taxes, percent] = [taxesOf(line), percentOf(line)]
  if (taxes !== undefined && before.some((base) => isNear(base + taxes, total))) return 1
  if (percent !== undefined && before.some((base) => isNear(base * (1 + percent / 100), total)))
    return 1
  if (taxes !== undefined || percent !== undefined) return -1
  const isAlone = line('taxable_value') === undefined && line('amount') === undefined
  // Without tax, this figure is usually called the amount.
  if (before.some((base) => isNear(base, total))) return isAlone ? -weak : 0
  return before.some((base) => isSlab(total / base - 1, 1)) ? likely : -1
}

function senseOfDiscount(off: number, line: LineOf): number {
  if (off === 0) return 0
  return senseOfNets((gross) => [gross - off, gross - off * (line('qty') ?? 1)], line)
}

function senseOfDiscountPct(percent: number, line: LineOf): number {
  if (percent === 0) return 0
  return percent > 100 ? -1 : senseOfNets((gross) => leftOf(gross, line), line)
}

/** Whether a printed amount is another amount less the discount, while the amount before the discount is not printed as a result. */
function senseOfNets(netsOfGross: (gross: number) => number[], line: LineOf): number {
  const [grosses, amount] = [grossesOf(line), line('amount')]
  const ofProduct = grosses.flatMap(netsOfGross)
  const isOfProduct = printedAmounts(line).some(
    (printed) =>
      !isOneOf(printed, grosses) && isOneOf(printed, [...ofProduct, ...withTax(ofProduct, line)]),
  )
  if (isOfProduct) return 1
  // A net rate already includes the discount.
  if (printedAmounts(line).some((printed) => isOneOf(printed, grosses))) return 0
  const ofAmount = amount === undefined ? [] : netsOfGross(amount)
  const after = [line('taxable_value'), line('total')].flatMap((one) => one ?? [])
  const isOfAmount = after.some(
    (printed) =>
      !isNear(amount ?? 0, printed) && isOneOf(printed, [...ofAmount, ...withTax(ofAmount, line)]),
  )
  if (isOfAmount) return 1
  return grosses.length > 0 || (amount !== undefined && after.length > 0) ? -1 : 0
}

function senseOfRateWithTax(rate: number, line: LineOf): number {
  const before = line('rate')
  if (before === undefined) return senseOfFactor(line, ['rate_incl_tax'])
  const percent = percentOf(line)
  if (percent !== undefined) return isNear(before * (1 + percent / 100), rate) ? 1 : -1
  return isSlab(rate / before - 1, 1) ? likely : -likely
}

function senseOfTax(tax: number, line: LineOf, percent: number | undefined, parts: number): number {
  const bases = [
    ...printedAmounts(line),
    ...netsOf(line),
    ...(line('total') === undefined ? [] : withTax([line('total') ?? 0], line)),
  ].filter((base) => base !== 0)
  if (bases.length === 0) return 0
  if (percent === undefined) {
    if (tax === 0) return 0
    return bases.some((base) => isSlab(tax / base, parts, 0.02 / base)) ? weak : -1
  }
  return bases.some((base) => isNear((base * percent) / 100, tax)) ? 1 : -1
}

/** If the parts of the tax are also printed, their sum must be the whole tax. */
function senseOfTaxAmount(tax: number, line: LineOf): number {
  const parts = taxKeys.flatMap((key) => line(key) ?? [])
  if (parts.length > 0) return isNear(sumOf(parts), tax) ? 1 : -1
  return senseOfTax(tax, line, percentOf(line), 1)
}

function senseOfGstRate(percent: number, line: LineOf): number {
  const parts = taxKeys.flatMap((key) => (key === 'cess' ? [] : (line(`${key}_rate`) ?? [])))
  return parts.length > 0 && sumOf(parts) !== percent ? -1 : senseOfPercent(percent, 1)
}

function senseOfPercent(percent: number, parts: number): number {
  return gstSlabs.some((slab) => slab / parts === percent || slab === percent) ? likely : -1
}

/** Whether a share is a GST rate divided by `parts`. Rounding may change the share by `off`. */
function isSlab(share: number, parts: number, off = 0.0002): boolean {
  return gstSlabs.some((slab) => slab > 0 && Math.abs(slab / parts / 100 - share) <= off)
}

function isOneOf(printed: number, expected: readonly number[]): boolean {
  return expected.some((one) => isNear(one, printed))
}

/** Rupees: how far rounding a product to paise, or a line to rupees, may change it. */
export function isNear(expected: number, printed: number): boolean {
  const difference = Math.abs(Math.abs(expected) - Math.abs(printed))
  return difference <= Math.max(0.021, Math.min(0.5, Math.abs(printed) * 0.0005))
}

import { gstSlabs } from '../platform/gst/rates-and-states.ts'
import { discountOn, type Figures, readFigures } from '../paper/checks/figures.ts'
import { chargeTaxes, linesSum, someOf } from '../paper/checks/totals.ts'
import { readQuantity, rupees } from '../paper/values.ts'
import { type Doubt, type ReadDocument, textsOf } from './page.ts'

/*
 * Doubts about amounts below the lines that other figures of the paper contradict. The checks are less strict, because they also judge what
 * people typed.
 */

export function ofSums({ category, head, lines }: ReadDocument): Doubt[] {
  if (category === 'bank_entry') return []
  const document = { category, head: textsOf(head), lines: lines.map(textsOf) }
  const figures = readFigures(document)
  return [
    ...ofDiscount(figures),
    ...ofTaxable(figures),
    ...ofTaxAmount(figures),
    ...ofQuantity(document),
  ]
}

/** In paise. The tax of each line is rounded by itself. */
const roundingPaise = 2

/** A discount must be the difference between two sums of the paper. */
function ofDiscount(figures: Figures): Doubt[] {
  const { discount, taxable, subtotal, total, charges } = figures
  if (discount.paise === undefined || discount.paise === 0) return []
  const sums = [subtotal, linesSum(figures.lines), ofLines(figures)].filter(
    (sum) => sum !== undefined,
  )
  const less = [taxable, subtotal, total].filter((sum) => sum !== undefined)
  const others = someOf(charges)
  const isBetween = sums.some((sum) =>
    less.some((rest) =>
      others.some((other) => isAlike(sum - discountOn(discount, sum) + other.paise, rest)),
    ),
  )
  if (isBetween || isSumOfLines(figures, discount.paise)) return []
  const message = `Discount: no other figure of the paper bears out ${rupees(discount.paise)}.`
  return [{ key: 'discount', message }]
}

/** A taxable value must lead to the total. If the paper has several tables, one table has a sum of its own. */
function ofTaxable(figures: Figures): Doubt[] {
  const { taxable, total, tax, taxAmount = 0, roundOff = 0, charges } = figures
  if (taxable === undefined || total === undefined) return []
  const { cgst = 0, sgst = 0, igst = 0, cess = 0 } = tax
  const heads = cgst + sgst + igst
  const taxes = figures.isReverseCharge ? [0, heads] : [heads === 0 ? taxAmount : heads]
  const fitting = taxes.flatMap((one) =>
    someOf(charges)
      .filter(({ paise }) => isNear(taxable + one + cess + paise, total - roundOff))
      .map(({ paise }) => ({ tax: one, charge: paise })),
  )
  const isPart = fitting.length > 0 && fitting.every((way) => isTaxed(way, taxable))
  const isOnTheWay = fitting.length > 0 || isAlike(taxable, linesSum(figures.lines) ?? 0)
  if (isOnTheWay && !isPart) return []
  const message = `Taxable value: with the taxes ${rupees(taxable)} does not come to the total.`
  return [{ key: 'taxable_value', message }]
}

/** Whether the tax is on the taxable value together with the charge. Then the taxable value is only a part of the taxed sum. */
function isTaxed({ tax, charge }: { tax: number; charge: number }, taxable: number): boolean {
  if (charge === 0 || tax === 0) return false
  const isRate = (base: number) =>
    gstSlabs.some((rate) => Math.abs((base * rate) / 100 - tax) <= roundingPaise)
  return isRate(taxable + charge) && !isRate(taxable)
}

function isNear(one: number, total: number): boolean {
  return Math.abs(Math.abs(one) - Math.abs(total)) <= toRupeePaise
}

/** In paise. A total without a printed round-off may be the nearest rupee. */
const toRupeePaise = 50

/** The sum of the lines before their own discounts. */
function ofLines({ lines }: Figures): number | undefined {
  const gross = lines.map(({ qty, rate }) =>
    qty === undefined || rate === undefined ? undefined : Math.round(qty * rate * 100),
  )
  return gross.some((paise) => paise === undefined)
    ? undefined
    : gross.reduce<number>((sum, paise) => sum + (paise ?? 0), 0)
}

/** The discounts of the lines, each rounded by itself. */
function isSumOfLines({ lines }: Figures, discount: number): boolean {
  const own = lines.map(({ qty = 0, rate = 0, discount: one }) => discountOn(one, qty * rate * 100))
  const sum = own.reduce((all, paise) => all + paise, 0)
  return Math.abs(sum - discount) <= Math.max(roundingPaise, lines.length)
}

/** The tax amount must be the sum of the taxes. */
function ofTaxAmount({ tax, taxAmount, charges }: Figures): Doubt[] {
  const { cgst, sgst, igst, cess = 0 } = tax
  const heads = [cgst, sgst, igst].filter((paise) => paise !== undefined)
  if (taxAmount === undefined || heads.length === 0) return []
  const sum = heads.reduce((all, paise) => all + paise, 0)
  if (isAlike(sum, taxAmount) || isAlike(sum + cess, taxAmount)) return []
  // The tax of the lines alone, without that of the charges.
  if (chargeTaxes(someOf(charges)).some((more) => isAlike(sum - more, taxAmount))) return []
  const message = `Tax: ${rupees(taxAmount)} is printed, and its parts come to ${rupees(sum)}.`
  return [{ key: 'tax_amount', message }]
}

function isAlike(one: number, other: number): boolean {
  return Math.abs(Math.abs(one) - Math.abs(other)) <= roundingPaise
}

/** The printed quantity must be the sum of the lines' quantities, with free quantities or without. */
function ofQuantity({ head, lines }: { head: Texts; lines: readonly Texts[] }): Doubt[] {
  const printed = readQuantity(head['total_qty'] ?? '')
  if (printed === undefined || lines.length === 0) return []
  const [sold, free] = ['qty', 'free_qty'].map((key) => quantitiesOf(lines, key))
  if (sold === undefined || isSame(sold, printed) || isSame(sold + (free ?? 0), printed)) return []
  const message = `Total quantity: ${head['total_qty']} is printed, and the lines have ${Number(sold.toFixed(quantityPlaces))}.`
  return [{ key: 'total_qty', message }]
}

type Texts = Readonly<Record<string, string>>

const quantityPlaces = 3

function quantitiesOf(lines: readonly Texts[], key: string): number {
  return lines.reduce((sum, line) => sum + (readQuantity(line[key] ?? '') ?? 0), 0)
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.5 * 10 ** -quantityPlaces
}

import { toRupees } from '../../../platform/money.ts'
import { refusedAs } from '../../../platform/record/read.ts'
import { fieldAt, rupees, say, type Sentence } from '../../../platform/record/sentence.ts'

/**
 * The source of a change. A price above the MRP is refused from a person, in a form or file, and causes a warning from
 * a program. Files of other systems often have no MRP.
 */
export type Sender = 'program' | 'form' | 'file'

/** The most rows of one request (source: decisions, "POST products/bulk" and "POST products/stock"). */
export const rowsMax = 10_000

/** Warnings about prices that contradict each other. Amounts in paise. `place` is their place, such as `variants[2].`. */
export function priceWarnings(
  place: string,
  prices: { mrp: number; salePrice: number; minSalePrice: number | null },
): Sentence[] {
  const { mrp, salePrice, minSalePrice } = prices
  const sold = fieldAt(`${place}sale_price`)
  const price = rupees(toRupees(salePrice))
  const warnings: Sentence[] = []
  if (salePrice > mrp) {
    warnings.push(
      say`${sold} ${price} is above ${fieldAt(`${place}mrp`)} ${rupees(toRupees(mrp))}.`,
    )
  }
  if (minSalePrice !== null && salePrice < minSalePrice) {
    const least = rupees(toRupees(minSalePrice))
    warnings.push(say`${sold} ${price} is below ${fieldAt('min_sale_price')} ${least}.`)
  }
  return warnings
}

/**
 * Refuses a price above the MRP, which the law forbids (source: Legal Metrology (Packaged Commodities) Rules, 2011,
 * rule 18(2)). In paise. An MRP of 0 means none. `place` is the price's field. Throws AppError `invalid_request`.
 */
export function requireWithinMrp(place: string, price: number, mrp: number): void {
  if (mrp === 0 || price <= mrp) return
  const [asked, most] = [rupees(toRupees(price)), rupees(toRupees(mrp))]
  const sentence = say`${fieldAt(place)} ${asked} is above the MRP ${most}: nobody may sell above it. If the pack shows another MRP, enter that.`
  throw refusedAs('invalid_request', place, sentence)
}

/** The stored MRP, and the prices in a row. In paise. */
type KnownMrp = { mrp: number; mrpGiven: boolean }
type SaidPrices = { mrp?: number; salePrice?: number }

/** Whether an MRP was ever given. Otherwise it equals the price. A program that sends back the value of an answer gives none. */
export function isMrpGiven(
  sender: Sender,
  before: KnownMrp | undefined,
  { mrp }: SaidPrices,
): boolean {
  if (mrp === undefined || before === undefined) return before?.mrpGiven ?? mrp !== undefined
  return before.mrpGiven || sender !== 'program' || mrp !== before.mrp
}

/** Whether a price was ever given, 0 included. For a new product an MRP counts as a price, except an MRP of 0. */
export function isPriceGiven(
  before: { priceGiven: boolean } | undefined,
  { mrp = 0, salePrice }: SaidPrices,
): boolean {
  return salePrice !== undefined || (before?.priceGiven ?? mrp > 0)
}

/** The warning about a product or variant without a price, unless the row itself states that there is none. */
export function withoutPrice(
  place: string,
  { priceGiven }: { priceGiven: boolean },
  isUnpriced = false,
): Sentence[] {
  if (priceGiven || isUnpriced) return []
  const field = fieldAt(`${place}sale_price`)
  return [say`${field} was never given: it cannot be ordered until it has a price.`]
}

/** The values of a row. An MRP that nobody gave follows the price in a file. */
export function withFollowingMrp<Row extends SaidPrices>(
  sender: Sender,
  before: KnownMrp | undefined,
  values: Row,
): Row {
  const { mrp, salePrice } = values
  if (sender !== 'file' || before === undefined || before.mrpGiven) return values
  if (mrp !== undefined || salePrice === undefined || salePrice === before.mrp) return values
  return { ...values, mrp: salePrice }
}

/** The warning about an MRP that followed its price to `price`, in paise. */
export function mrpFollowed(place: string, price: number): Sentence {
  return say`${fieldAt(`${place}mrp`)} was the selling price, and is ${rupees(toRupees(price))} with it.`
}

/** Warnings about a changed or removed SKU, for programs that know the product by it. */
export function skuWarnings(before: string | null, after: string | null): string[] {
  if (before === null || before === after) return []
  return after === null
    ? [`The SKU ${before} was taken away: no program finds the product any more.`]
    : [`The SKU was ${before}: a program that still sends that one makes a new product.`]
}

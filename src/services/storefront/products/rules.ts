import { toRupees } from '../../../platform/money.ts'
import { refusedAs } from '../../../platform/record/read.ts'
import { fieldAt, rupees, say, type Sentence } from '../../../platform/record/sentence.ts'

/**
 * Who says what is written: a price above the MRP is refused where it is a person, in a form or a file, and warned of where
 * it is a program. Files of other systems often have no MRP.
 */
export type Sender = 'program' | 'form' | 'file'

/** Rows of one request (source: decisions, "POST products/bulk" and "POST products/stock"). */
export const rowsMax = 10_000

/** Prices that do not fit each other, as warnings. Amounts in paise; `place` is where they stand, such as `variants[2].`. */
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
 * Refuses a price above the MRP, which nobody may sell at (source: Legal Metrology (Packaged Commodities) Rules, 2011, rule
 * 18(2)). In paise; an MRP of 0 is none. `place` is the field of the price. Throws AppError `invalid_request`.
 */
export function requireWithinMrp(place: string, price: number, mrp: number): void {
  if (mrp === 0 || price <= mrp) return
  const [asked, most] = [rupees(toRupees(price)), rupees(toRupees(mrp))]
  const sentence = say`${fieldAt(place)} ${asked} is above the MRP ${most}: nobody may sell above it. If the pack shows another MRP, enter that.`
  throw refusedAs('invalid_request', place, sentence)
}

/** What is known of the MRP of something that is there already, and what a row says of its prices. In paise. */
type KnownMrp = { mrp: number; mrpGiven: boolean }
type SaidPrices = { mrp?: number; salePrice?: number }

/** Whether somebody said the MRP, by now: else it is the price. A program that sends back what it was answered says nothing. */
export function isMrpGiven(
  sender: Sender,
  before: KnownMrp | undefined,
  { mrp }: SaidPrices,
): boolean {
  if (mrp === undefined || before === undefined) return before?.mrpGiven ?? mrp !== undefined
  return before.mrpGiven || sender !== 'program' || mrp !== before.mrp
}

/** Whether somebody said the price, 0 too, by now; of what is new the MRP counts, which is no MRP at 0. */
export function isPriceGiven(
  before: { priceGiven: boolean } | undefined,
  { mrp = 0, salePrice }: SaidPrices,
): boolean {
  return salePrice !== undefined || (before?.priceGiven ?? mrp > 0)
}

/** What is told of a product or variant that a row leaves without a price, unless the row itself says that there is none. */
export function withoutPrice(
  place: string,
  { priceGiven }: { priceGiven: boolean },
  isUnpriced = false,
): Sentence[] {
  if (priceGiven || isUnpriced) return []
  const field = fieldAt(`${place}sale_price`)
  return [say`${field} was never given: it cannot be ordered until it has a price.`]
}

/** The values of a row; an MRP that nobody said follows the price that a file gives. */
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

/** What is told of an MRP that followed its price to `price`, in paise. */
export function mrpFollowed(place: string, price: number): Sentence {
  return say`${fieldAt(`${place}mrp`)} was the selling price, and is ${rupees(toRupees(price))} with it.`
}

/** What programs that know the product by its SKU make of another one, or of none. */
export function skuWarnings(before: string | null, after: string | null): string[] {
  if (before === null || before === after) return []
  return after === null
    ? [`The SKU ${before} was taken away: no program finds the product any more.`]
    : [`The SKU was ${before}: a program that still sends that one makes a new product.`]
}

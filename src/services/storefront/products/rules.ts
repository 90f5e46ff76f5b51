import { toRupees } from '../../../platform/money.ts'
import { refusedAs } from '../../../platform/record/read.ts'
import { fieldAt, rupees, say, type Sentence } from '../../../platform/record/sentence.ts'

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

/** What programs that know the product by its SKU make of another one, or of none. */
export function skuWarnings(before: string | null, after: string | null): string[] {
  if (before === null || before === after) return []
  return after === null
    ? [`The SKU ${before} was taken away: no program finds the product any more.`]
    : [`The SKU was ${before}: a program that still sends that one makes a new product.`]
}

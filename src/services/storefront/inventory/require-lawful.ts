import { AppError, checkAll } from '../../../platform/errors.ts'
import { gstSlabs } from '../../../platform/gst.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { readRupees, toPercent } from '../../../platform/money.ts'
import type { Product } from '../products/read-product.ts'
import { requireWithinMrp } from '../products/rules.ts'

/** A record that a person sends, and what its product says now; `isRateMeant` when the rate of GST was asked about. */
type Sent = { record: JsonObject; before: Product | undefined; isRateMeant: boolean }

/**
 * Refuses prices above an MRP, and a rate of GST that is none as long as nobody said that it is meant. What is no amount
 * and no percentage is refused elsewhere. Throws AppError `invalid_request` that names the fields.
 */
export function requireLawful(sent: Sent): void {
  const { variants } = sent.record
  const rows = Array.isArray(variants) ? variants.filter((row) => isJsonObject(row)) : []
  const ofVariants = rows.map((row, place) => [
    `variant ${place}`,
    () => requirePrices(`variants[${place}].sale_price`, row, { mrp: 0, salePrice: 0 }),
  ])
  checkAll({
    prices: () => requirePrices('sale_price', sent.record, sent.before ?? { mrp: 0, salePrice: 0 }),
    rate: () => requireSlab(sent),
    ...Object.fromEntries(ofVariants),
  })
}

/** Only of prices that it speaks of. */
function requirePrices(
  place: string,
  { mrp, sale_price: price }: JsonObject,
  before: Pick<Product, 'mrp' | 'salePrice'>,
): void {
  if (mrp === undefined && price === undefined) return
  requireWithinMrp(place, paiseOf(price) ?? before.salePrice, paiseOf(mrp) ?? before.mrp)
}

function requireSlab({ record: { gst_pct: rate }, before, isRateMeant }: Sent): void {
  if (isRateMeant || typeof rate !== 'number' || rate < 0 || rate > 100) return
  const isAsBefore = before !== undefined && toPercent(before.gstBasisPoints) === rate
  if (isAsBefore || gstSlabs.includes(rate)) return
  throw new AppError('invalid_request', `GST has no rate of ${rate} %.`, { field: 'gst_pct' })
}

function paiseOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? readRupees(value)?.paise : undefined
}

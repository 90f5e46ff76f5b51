import type { JsonObject } from '../../../src/platform/json/json.ts'
import type { Random } from '../random.ts'
import type { Article } from './articles.ts'
import { toRupees } from './prices.ts'
import { type Colour, variantPlans } from './variant-plans.ts'

/** A size and colour of a product: the element of the bulk record, and what the orders need. */
export type SampleVariant = { sku: string; price: number; stock: number; record: JsonObject }

/** Every size in every colour. Empty for a product without variants. Prices in paise. */
export function composeVariants(
  random: Random,
  { name, sku, prices }: Article,
  sold: 'in stock' | 'sold out',
): SampleVariant[] {
  const plan = variantPlans.get(name)
  if (plan === undefined) return []
  const kinds = plan.sizes.flatMap((size, at) =>
    plan.colours.map((colour) => ({ size, at, colour })),
  )
  return kinds.map(({ size, at, colour }) => {
    const more = at * (plan.step ?? 0) * 100
    const stock = sold === 'sold out' || random.chance(0.12) ? 0 : random.int(2, 24)
    const kind = { sku: variantSku(sku, size, colour), price: prices.price + more, stock }
    return { ...kind, record: recordOf(kind, { size, colour, mrp: prices.mrp + more }) }
  })
}

function recordOf(
  { sku, price, stock }: { sku: string; price: number; stock: number },
  { size, colour: [color, color_hex], mrp }: { size: string; colour: Colour; mrp: number },
): JsonObject {
  return {
    sku,
    size,
    color,
    color_hex,
    mrp: toRupees(mrp),
    sale_price: toRupees(price),
    stock_quantity: stock,
  }
}

/** "CLO-001" in M and Navy is "CLO-001-M-NAVY". A product with only one size leaves the size out. */
function variantSku(sku: string, size: string, [colour]: Colour): string {
  const parts = size === 'Free size' ? [sku, colour] : [sku, size, colour]
  return parts
    .filter((part) => part !== '')
    .map((part) => part.toUpperCase().replace(/[^A-Z0-9]+/g, '-'))
    .join('-')
}

import type { Random } from '../random.ts'
import type { SampleProduct } from './sample-catalogue.ts'
import { freeDeliveryFrom } from './sample-offers.ts'

/** One line of an order: a product, or a service without a SKU. `price` is in paise and includes GST. */
export type OrderLine = { article: Article; quantity: number; price: number }

type Article = { sku: string } | { product_name: string; gst_pct: number; hsn: string }

/** Services are taxed at 18 per cent. Their SAC is in the field of the HSN. */
const delivery = {
  article: { product_name: 'Home delivery', gst_pct: 18, hsn: '996813' },
  price: 40_00,
}
const giftWrapping = {
  article: { product_name: 'Gift wrapping', gst_pct: 18, hsn: '998540' },
  price: 30_00,
}

const giftShare = 0.1

/** The lines of one order: a few different products. Institutions buy more of each. */
export function composeLines(
  random: Random,
  products: readonly SampleProduct[],
  buyer: 'person' | 'institution',
): OrderLine[] {
  const chosen = random.shuffle(products).slice(0, random.int(1, 6))
  const lines = chosen.map(({ sold }): OrderLine => {
    const { sku, price } = random.pick(sold)
    return { article: { sku }, price, quantity: quantityOf(random, price, buyer) }
  })
  if (buyer === 'person' && random.chance(giftShare)) lines.push({ ...giftWrapping, quantity: 1 })
  if (linesTotal(lines) < freeDeliveryFrom) lines.push({ ...delivery, quantity: 1 })
  return lines
}

/** Paise. */
export function linesTotal(lines: readonly OrderLine[]): number {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
}

function quantityOf(random: Random, price: number, buyer: 'person' | 'institution'): number {
  if (buyer === 'institution') return price > 500_00 ? random.int(1, 4) : random.int(6, 30)
  if (price > 300_00) return 1
  return random.pick([1, 1, 1, 2, 2, 3])
}

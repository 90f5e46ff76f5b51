import type { JsonObject } from '../../../src/platform/json/json.ts'
import type { Random } from '../random.ts'
import type { Article } from './articles.ts'
import { toRupees } from './prices.ts'
import { readTables } from '../tables.ts'

/** The products that come in several kinds: every size comes in every colour. `step`: rupees more than the size before it. */
const plans = readTables(`
name | sizes | colours | step
Cotton T-Shirt for Men | S, M, L, XL | White, Black, Navy, Red
Polo T-Shirt for Men | M, L, XL | Navy, Maroon, Bottle Green
Cotton T-Shirt for Women | S, M, L, XL | White, Rani Pink, Mustard
Kids T-Shirt | 4-5 Y, 6-7 Y, 8-9 Y, 10-11 Y | Sky Blue, Red | 20
Cotton Kurta for Men / पुरुषों का कुर्ता | 38, 40, 42, 44 | White, Beige, Maroon
Printed Kurti for Women / कुर्ती | S, M, L, XL, XXL | Rani Pink, Sky Blue
Silk Blend Festive Kurta | 38, 40, 42 | Maroon, Mustard
Formal Shirt for Men | 38, 40, 42, 44 | White, Sky Blue
Chinos for Men | 30, 32, 34, 36 | Beige, Navy
Leggings for Women | M, L, XL | Black, White, Maroon
Cotton Saree / सूती साड़ी | Free size | Mustard, Bottle Green, Rani Pink
Bath Towel | 70 x 140 cm | White, Sky Blue, Maroon
Cotton Socks Pack of 3 | Free size | Black, White
Vest for Men Pack of 2 | 85, 90, 95, 100 | White
Exercise Book A5 Pack of 6 | Single line, Double line, Four line, Square
Spiral Notebook A4 | 160 pages | Red, Sky Blue, Black
School Bag 25 L | 25 L | Navy, Red, Black
LED Bulb Cool White | 5 W, 7 W, 12 W, 20 W | White | 40
LED Bulb Warm White | 5 W, 7 W, 12 W | Warm White | 40
Decorative LED String 10 m / झालर | 10 m | Warm White, Sky Blue, Multicolour
`)

/** How colours are shown. */
const colours = readTables(`
name | hex
White | #ffffff
Black | #1a1a1a
Navy | #1f2a5a
Maroon | #7a1f2b
Bottle Green | #0f5132
Mustard | #d19a1e
Rani Pink | #d81b78
Sky Blue | #5aa9e6
Red | #c62828
Beige | #d9c7a3
Warm White | #ffe3b0
Multicolour | #8e44ad
`)

const noColour = '#000000'

/** A size and colour of a product: the element of the bulk record, and what the orders need. */
export type SampleVariant = { sku: string; price: number; stock: number; record: JsonObject }

/** Every size in every colour. Empty for a product without variants. Prices in paise. */
export function composeVariants(
  random: Random,
  { name, sku, prices }: Article,
  sold: 'in stock' | 'sold out',
): SampleVariant[] {
  const plan = plans.get(name)
  if (plan === undefined) return []
  const [sizes, names] = [plan('sizes').split(', '), plan('colours').split(', ')]
  const kinds = sizes.flatMap((size, at) => names.map((colour) => ({ size, at, colour })))
  return kinds.map(({ size, at, colour }) => {
    const more = at * Number(plan('step')) * 100
    const stock = sold === 'sold out' || random.chance(0.12) ? 0 : random.int(2, 24)
    const kind = { sku: variantSku(sku, size, colour), price: prices.price + more, stock }
    return { ...kind, record: recordOf(kind, { size, colour, mrp: prices.mrp + more }) }
  })
}

function recordOf(
  { sku, price, stock }: { sku: string; price: number; stock: number },
  { size, colour: color, mrp }: { size: string; colour: string; mrp: number },
): JsonObject {
  return {
    sku,
    size,
    color,
    color_hex: colours.get(color)?.('hex') ?? noColour,
    mrp: toRupees(mrp),
    sale_price: toRupees(price),
    stock_quantity: stock,
  }
}

/** "CLO-001" in M and Navy is "CLO-001-M-NAVY". A product with only one size leaves the size out. */
function variantSku(sku: string, size: string, colour: string): string {
  const parts = size === 'Free size' ? [sku, colour] : [sku, size, colour]
  return parts
    .filter((part) => part !== '')
    .map((part) => part.toUpperCase().replace(/[^A-Z0-9]+/g, '-'))
    .join('-')
}

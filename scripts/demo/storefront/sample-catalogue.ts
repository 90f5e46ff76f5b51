import { arrivals, day, hour, indiaMidnight } from '../../../src/cli/demo/dates.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import type { PictureInput } from '../pictures/draw-picture.ts'
import { type Random, seededRandom } from '../random.ts'
import { sampleVendors, type Vendor } from '../vendors.ts'
import { type Article, composeArticles } from './articles.ts'
import { hidden, pictureless, soldOut, unpriced } from './oddities.ts'
import { lowestPrice, toRupees } from './prices.ts'
import { composeVariants, type SampleVariant } from './variants.ts'

/** A product as the bulk endpoint takes it, with what the rest of the sample shop needs. */
export type SampleProduct = {
  sku: string
  name: string
  gstPercent: number
  /** The bulk record without its images and its vendor. */
  record: JsonObject
  /** The name of its vendor, if the shop has a vendor of that trade. */
  vendor: string | null
  pictures: readonly PictureInput[]
  /** When the product was added to the storefront (ms). */
  addedAt: number
  /** What can be ordered: its SKU, or the SKUs of its variants. Empty if the product is not listed. Prices in paise. */
  sold: readonly { sku: string; price: number }[]
}

/** The share of products, in per cent, that existed after each delivery. */
const thereBy = [45, 65, 80, 90, 95, 98, 100] as const

/** Staples are cheaper by the sack: this share of the price from the least quantity on. */
const b2b = { shelf: 'STP', share: 0.95, least: 10 }

/** Digits of a bar code that a shop gives itself begin with 20 (source: GS1, restricted circulation numbers). */
const ownBarcodes = '20'

const details =
  'Country of origin: India. Packed and sold by Kulkarni General Stores, Laxmi Road, Pune 411030.'

/** The storefront's 200 products, oldest first; the same seed and `now` (ms) give the same ones. */
export function sampleCatalogue({ seed, now }: { seed: number; now: number }): SampleProduct[] {
  const random = seededRandom(seed)
  const vendors = sampleVendors(random)
  const products = composeArticles().map((article) =>
    composeProduct({ random, vendors, now }, article),
  )
  return products.toSorted((a, b) => a.addedAt - b.addedAt)
}

type Market = { random: Random; vendors: readonly Vendor[]; now: number }

function composeProduct({ random, vendors, now }: Market, article: Article): SampleProduct {
  const { sku, name, gstPercent, prices, shelf } = article
  const addedAt = arrival(random, now)
  const isSoldOut = soldOut.has(name)
  const variants = composeVariants(random, article, isSoldOut ? 'sold out' : 'in stock')
  const stock = isSoldOut ? 0 : stockOf(random, article, variants)
  const traders = vendors.filter(({ trade }) => trade === shelf.trade)
  const kinds = variants.length > 0 ? variants : [{ sku, price: prices.price }]
  return {
    sku,
    name,
    gstPercent,
    record: { ...recordOf(article, stock), ...variantsOf(variants), ...hidden.get(name) },
    vendor: traders.length > 0 ? random.pick(traders).name : null,
    pictures: pictureless.has(name) ? [] : article.pictures,
    addedAt,
    sold: hidden.has(name) ? [] : kinds.map((kind) => ({ sku: kind.sku, price: kind.price })),
  }
}

/** Nine in the morning in India. */
function arrival(random: Random, now: number): number {
  const at = random.int(1, 100)
  const daysAgo = arrivals[thereBy.findIndex((there) => at <= there)] ?? 0
  return indiaMidnight(now) - daysAgo * day + 9 * hour
}

/** The stock of a product with variants is the sum of its variants' stocks. */
function stockOf(random: Random, { prices }: Article, variants: readonly SampleVariant[]): number {
  if (variants.length > 0) return variants.reduce((sum, { stock }) => sum + stock, 0)
  if (prices.price > 1_000_00) return random.int(2, 12)
  return prices.price > 200_00 ? random.int(5, 40) : random.int(12, 160)
}

function recordOf(article: Article, stock: number): JsonObject {
  const { sku, name, hsn, gstPercent, description, shelf } = article
  return {
    sku,
    name,
    description,
    details,
    category_slug: shelf.slug,
    hsn,
    gst_pct: gstPercent,
    barcode: barcodeOf(sku),
    stock_quantity: stock,
    ...pricesOf(article),
    ...(shirts.test(name) ? { size_chart: shirtSizes } : {}),
  }
}

function pricesOf({ name, gstPercent, prices, shelf }: Article): JsonObject {
  if (unpriced.has(name)) return { mrp: 0, sale_price: 0 }
  const { mrp, price, cost } = prices
  const bySack = { b2b_price: toRupees(Math.round(price * b2b.share)), b2b_min_qty: b2b.least }
  return {
    mrp: toRupees(mrp),
    sale_price: toRupees(price),
    min_sale_price: toRupees(Math.min(price, lowestPrice(cost, gstPercent))),
    vendor_cost: toRupees(cost),
    ...(shelf.code === b2b.shelf ? bySack : {}),
  }
}

function variantsOf(variants: readonly SampleVariant[]): JsonObject {
  return variants.length === 0 ? {} : { variants: variants.map(({ record }) => record) }
}

/** Children's sizes are ages. */
const shirts = /^(?!Kids).*T-Shirt/

/** Chest and length in inches. */
const shirtSizes: JsonObject = {
  unit: 'inch',
  columns: ['size', 'chest', 'length'],
  rows: [
    ['S', 38, 26],
    ['M', 40, 27],
    ['L', 42, 28],
    ['XL', 44, 29],
  ],
}

/** EAN-13 made of the SKU. */
function barcodeOf(sku: string): string {
  const digits = BigInt(Bun.hash.crc32(sku)).toString().padStart(10, '0')
  const first12 = ownBarcodes + digits.slice(-10)
  const sum = Array.from(first12).reduce(
    (all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  )
  return `${first12}${(10 - (sum % 10)) % 10}`
}

import type { Database } from 'bun:sqlite'
import {
  fileOf,
  goodOf,
  skuOf,
  stockOf,
  versionOf,
  wares,
  type Good,
} from '../client-flow/storefront/goods.ts'
import type { Sent, ShopEntry, StockSetting } from '../client-flow/storefront/ledger.ts'
import type { Report } from './open-database.ts'

/** Every good is in the database, whole, in a version that the shop sent. No good is older than its last answered version. */
export function checkCatalogue(db: Database, entries: readonly ShopEntry[], report: Report): void {
  const rows = listProducts(db)
  checkGoods(rows, entries, report)
  checkSettings(db, rows, entries, report)
  checkVersions(db, report)
}

type ProductRow = {
  sku: string
  slug: string
  name: string
  description: string
  barcode: string
  mrp: number
  sale_price: number
  stock_quantity: number
  gst_basis_points: number
  image: string | null
  /** A JSON list, in the order of display. */
  images: string
  variants: string
}

function listProducts(db: Database): ProductRow[] {
  return db
    .query<ProductRow, []>(
      `SELECT sku, slug, name, description, barcode, mrp, sale_price, stock_quantity,
         gst_basis_points, image,
         (SELECT json_group_array(image ORDER BY sort_order, seq)
          FROM product_images WHERE product_seq = products.seq) AS images,
         (SELECT json_group_array(json_array(sku, mrp) ORDER BY seq)
          FROM variants WHERE product_seq = products.seq) AS variants
       FROM products`,
    )
    .all()
}

function checkGoods(
  rows: readonly ProductRow[],
  entries: readonly ShopEntry[],
  report: Report,
): void {
  const { answered, sent } = versionsOf(entries)
  const missing = new Map(answered)
  for (const row of rows) {
    const stored = versionOf(row.barcode)
    if (stored === undefined) {
      report('only what was sent is stored', `${row.sku} with the bar code ${row.barcode}`)
      continue
    }
    const { n, version } = stored
    missing.delete(n)
    checkWhole(row, goodOf(n, version), report)
    if (version < (answered.get(n) ?? 0)) {
      const detail = `${row.sku} is of version ${version}, though ${answered.get(n)} was answered`
      report('nothing acknowledged is lost', detail)
    }
    if (version > (sent.get(n) ?? 0)) {
      report('only what was sent is stored', `${row.sku} is of version ${version}`)
    }
  }
  for (const n of missing.keys()) report('nothing acknowledged is lost', `${skuOf(n)} is gone`)
}

/** A row is written whole or not at all: the product, its variants and its images are of the same version. */
function checkWhole(row: ProductRow, good: Good, report: Report): void {
  const images = good.pictures.map(fileOf)
  const stored = [
    [row.sku, row.slug, row.name, row.description, row.mrp, row.gst_basis_points, row.image],
    JSON.parse(row.images),
    JSON.parse(row.variants),
  ]
  const whole = [
    [
      good.sku,
      good.slug,
      good.name,
      good.description,
      good.mrp,
      good.gstPct * 100,
      images[0] ?? null,
    ],
    images,
    good.variants.map((sku) => [sku, good.mrp]),
  ]
  const told = JSON.stringify(stored)
  const expected = JSON.stringify(whole)
  if (told !== expected) report('a row is written whole', `${told} instead of ${expected}`)
}

type StockRow = Pick<ProductRow, 'sku' | 'sale_price' | 'stock_quantity'>

/** Stock and price come from the same setting, and no older setting than the last answered one. Wares keep their price. */
function checkSettings(
  db: Database,
  products: readonly ProductRow[],
  entries: readonly ShopEntry[],
  report: Report,
): void {
  const { answered, sent } = settingsOf(entries)
  const variants = db
    .query<StockRow, []>('SELECT sku, sale_price, stock_quantity FROM variants')
    .all()
  const prices = new Map(wares.map(({ sku, price }) => [sku, price]))
  for (const { sku, sale_price: price, stock_quantity: units } of [...products, ...variants]) {
    const warePrice = prices.get(sku)
    const isWhole = price === (warePrice ?? stockOf(units).price)
    if (!isWhole) report('a row is written whole', `${sku}: ${units} units at ${price} paise`)
    if (warePrice !== undefined) continue
    if (units < (answered.get(sku) ?? 0)) {
      const detail = `${sku} has ${units} units, though ${answered.get(sku)} was answered`
      report('nothing acknowledged is lost', detail)
    }
    if (units > (sent.get(sku) ?? 0))
      report('only what was sent is stored', `${sku}: ${units} units`)
  }
}

/** What an answer may show has moved the catalogue's version: else it would be answered from a cache. */
function checkVersions(db: Database, report: Report): void {
  const ahead = db.query<{ sku: string }, []>(
    'SELECT sku FROM products WHERE version > (SELECT version FROM catalogue_state)',
  )
  for (const { sku } of ahead.all()) report("no product is ahead of the catalogue's version", sku)
}

function versionsOf(entries: readonly ShopEntry[]) {
  const pairs = (type: 'stored' | 'storing') =>
    entries.flatMap((entry): readonly Sent[] => (entry.type === type ? entry.goods : []))
  return { answered: latest(pairs('stored')), sent: latest(pairs('storing')) }
}

function settingsOf(entries: readonly ShopEntry[]) {
  const pairs = (type: 'set' | 'setting') =>
    entries.flatMap((entry): readonly StockSetting[] => (entry.type === type ? entry.stocks : []))
  return { answered: latest(pairs('set')), sent: latest(pairs('setting')) }
}

function latest<Key>(pairs: readonly (readonly [Key, number])[]): Map<Key, number> {
  const versions = new Map<Key, number>()
  for (const [key, version] of pairs) {
    versions.set(key, Math.max(version, versions.get(key) ?? 0))
  }
  return versions
}

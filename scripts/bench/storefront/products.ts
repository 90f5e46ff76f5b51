import { description, mixed, productName } from './product-texts.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import type { Conn } from '../../../src/platform/db/connection.ts'
import { newId } from '../../../src/platform/ids.ts'
import { fold } from '../../../src/services/storefront/texts.ts'

/** A product as a sender sends it: the record of a bulk request. Money in rupees. */
export type ProductRecord = {
  sku: string
  name: string
  description: string
  category_slug: string
  mrp: number
  sale_price: number
  stock_quantity: number
  gst_pct: number
  hsn: string
}

export const categoryCount = 24

/** Price and stock change with each `round`. Everything else depends on the number alone. */
export function productRecord(index: number, round = 0): ProductRecord {
  const paise = 5_000 + (mixed(index, 201) % 500_000) + round
  return {
    sku: skuOf(index),
    name: productName(index),
    description: description(index),
    category_slug: categorySlug(mixed(index, 202) % categoryCount),
    mrp: (paise + 2_500) / 100,
    sale_price: paise / 100,
    stock_quantity: 1_000_000 + round,
    gst_pct: [0, 5, 12, 18][index % 4] ?? 0,
    hsn: String(6000 + (index % 3000)),
  }
}

export function skuOf(index: number): string {
  return `SKU-${index}`
}

export function slugOf(index: number): string {
  return productName(index).replaceAll(' ', '-')
}

export function categorySlug(index: number): string {
  return `category-${index}`
}

/** Every tenth product has variants. */
export const productsPerVariant = 10

export function variantSku(index: number): string {
  return `SKU-${index}-M`
}

/** Inserts a product with all its columns. The benchmarks and the bare programs share the statement. */
export const insertProduct = `
  INSERT INTO products (id, sku, slug, name, folded_name, description, folded_description, details, category_id, mrp,
    sale_price, min_sale_price, stock_quantity, gst_basis_points, hsn, barcode, size_chart, image, video_url, vendor_id,
    vendor_cost, b2b_price, b2b_min_qty, is_active, approval_status, version, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?, NULL, ?, ?, ?, '', NULL, ?, NULL, NULL, NULL, NULL, NULL, ?, 'approved', ?,
    ?, ?)`

export type ProductValues = [
  id: string,
  sku: string,
  slug: string,
  name: string,
  foldedName: string,
  description: string,
  foldedDescription: string,
  categoryId: string,
  mrp: number,
  salePrice: number,
  stockQuantity: number,
  gstBasisPoints: number,
  hsn: string,
  image: string | null,
  isActive: number,
  version: number,
  createdAt: number,
  updatedAt: number,
]

/** Rupees to paise, or per cent to basis points: both are whole numbers. */
export function hundredths(value: number): number {
  return Math.round(value * 100)
}

const productsPerCommand = 5_000

/** One product in this many is not listed. */
const productsPerUnlisted = 40

/** Milliseconds between two products. */
const betweenMs = 60_000

/** Whether a product of that number is in the lists. */
export function isListed(index: number): boolean {
  return index % productsPerUnlisted !== 0
}

/** These indexes are built once at the end, which is faster than updating them for each of 200,000 rows. */
const secondary = `SELECT name, sql FROM sqlite_master
  WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('products', 'product_images', 'variants')`

/** Adds the categories and this many products with an image each. Every tenth product has variants. */
export async function fillProducts(database: Database, count: number, now: number): Promise<void> {
  const ids = await database.write((conn) => insertCategories(conn, now))
  const indexes = await database.write(dropIndexes)
  for (let start = 0; start < count; start += productsPerCommand) {
    const end = Math.min(count, start + productsPerCommand)
    await database.write((conn) => {
      const insert = conn.$client.query<never, ProductValues>(insertProduct)
      for (let index = start; index < end; index++) {
        const createdAt = now - (count - index) * betweenMs
        insert.run(...valuesOf(index, ids, createdAt))
      }
    })
  }
  await database.write((conn) => {
    insertImages(conn)
    insertVariants(conn)
    for (const index of indexes) conn.$client.run(index)
    conn.$client.run('UPDATE catalogue_state SET version = version + 1')
  })
}

function insertCategories(conn: Conn, now: number): Map<string, string> {
  const insert = conn.$client.query<never, [string, string, string, string, number]>(
    `INSERT INTO categories (id, slug, name, folded_name, image, sort_order, created_at, updated_at)
     VALUES (?, ?, ?, ?, NULL, ?, 0, 0)`,
  )
  const slugs = Array.from({ length: categoryCount }, (_, index) => categorySlug(index))
  return new Map(
    slugs.map((slug, index) => {
      const id = newId(now)
      insert.run(id, slug, slug, slug, index)
      return [slug, id] as const
    }),
  )
}

function dropIndexes(conn: Conn): string[] {
  const indexes = conn.$client.query<{ name: string; sql: string }, []>(secondary).all()
  for (const { name } of indexes) conn.$client.run(`DROP INDEX ${name}`)
  return indexes.map(({ sql }) => sql)
}

function valuesOf(
  index: number,
  categories: Map<string, string>,
  createdAt: number,
): ProductValues {
  const record: ProductRecord = productRecord(index)
  return [
    newId(createdAt),
    record.sku,
    slugOf(index),
    record.name,
    fold(record.name),
    record.description,
    fold(record.description),
    categories.get(record.category_slug) ?? '',
    hundredths(record.mrp),
    hundredths(record.sale_price),
    record.stock_quantity,
    hundredths(record.gst_pct),
    record.hsn,
    `https://images.example.com/${record.sku}.jpg`,
    isListed(index) ? 1 : 0,
    1,
    createdAt,
    createdAt,
  ]
}

function insertImages(conn: Conn): void {
  conn.$client.run(
    "INSERT INTO product_images (product_seq, sort_order, image, alt) SELECT seq, 0, image, '' FROM products",
  )
}

function insertVariants(conn: Conn): void {
  for (const size of ['S', 'M', 'L']) {
    conn.$client.run(
      `INSERT INTO variants (id, product_seq, sku, size, color, color_hex, mrp, sale_price, stock_quantity, created_at, updated_at)
       SELECT substr(id, 1, 14) || '7' || lower(substr(hex(randomblob(2)), 1, 3)) || '-8000-' || lower(hex(randomblob(6))),
         seq, sku || '-${size}', '${size}', 'Red', '#ff0000', mrp, sale_price, stock_quantity, created_at, updated_at
       FROM products WHERE (seq - 1) % ${productsPerVariant} = 0`,
    )
  }
}

import type { Database } from '../../../src/platform/db/database.ts'
import type { Conn } from '../../../src/platform/db/connection.ts'
import { newId } from '../../../src/platform/ids.ts'
import { fold } from '../../../src/services/storefront/texts.ts'
import {
  categoryCount,
  categorySlug,
  hundredths,
  insertProduct,
  productRecord,
  productsPerVariant,
  slugOf,
  type ProductRecord,
  type ProductValues,
} from './product-rows.ts'

const productsPerCommand = 5_000

/** One product in so many is not listed. */
const productsPerUnlisted = 40

/** Milliseconds between two products. */
const betweenMs = 60_000

/** Whether a product of that number is in the lists. */
export function isListed(index: number): boolean {
  return index % productsPerUnlisted !== 0
}

/** Indexes that are quicker made once at the end than kept while 200,000 rows come in. */
const secondary = `SELECT name, sql FROM sqlite_master
  WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('products', 'product_images', 'variants')`

/** Categories, and so many products with an image each, every tenth with variants. */
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

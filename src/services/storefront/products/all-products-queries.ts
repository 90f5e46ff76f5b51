import type { Conn } from '../../../platform/db/connection.ts'

/*
 * The shop's own list: all products, listed or not. (Measured at 100,000 products: a page behind any condition takes
 * 30 to 50 ms, as much as a look at every row. An index for each would cost every price and every count of stock that
 * comes in.) SQL by hand, since the conditions are as many as their combinations.
 */

/** A product as its shop lists it; money in paise. Times in milliseconds since the epoch. */
export type ShelvedProduct = {
  id: string
  sku: string | null
  slug: string
  name: string
  image: string | null
  category_id: string
  category_name: string
  mrp: number
  sale_price: number
  stock_quantity: number
  variants: number
  variant_stock: number
  is_active: 0 | 1
  approval_status: 'approved' | 'pending' | 'rejected' | 'draft'
  updated_at: number
}

type Values = (string | number)[]

/** A condition on `products` with a value for each of its question marks. */
export type Condition = { sql: string; values: Values }

/** What each of these has is out of stock with all that it comes in. */
export const outOfStock = `stock_quantity <= 0 AND NOT EXISTS (
  SELECT 1 FROM variants WHERE product_seq = products.seq AND variants.stock_quantity > 0)`

/** The text of a LIKE pattern stands for itself. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
}

export function listShelved(
  conn: Conn,
  where: Condition,
  { order, limit, offset }: { order: string; limit: number; offset: number },
): ShelvedProduct[] {
  return conn.$client
    .query<ShelvedProduct, Values>(
      `SELECT products.id, products.sku, products.slug, products.name, products.image,
         products.category_id, categories.name AS category_name, products.mrp, products.sale_price,
         products.stock_quantity,
         (SELECT count(*) FROM variants WHERE product_seq = products.seq) AS variants,
         (SELECT coalesce(sum(max(variants.stock_quantity, 0)), 0)
            FROM variants WHERE product_seq = products.seq) AS variant_stock,
         products.is_active, products.approval_status, products.updated_at
       FROM (
         SELECT products.seq FROM products WHERE ${where.sql} ORDER BY ${order} LIMIT ? OFFSET ?
       ) AS page
       CROSS JOIN products ON products.seq = page.seq
       JOIN categories ON categories.id = products.category_id
       ORDER BY ${order}`,
    )
    .all(...where.values, limit, offset)
}

export function countShelved(conn: Conn, where: Condition): number {
  const row = conn.$client
    .query<{ n: number }, Values>(`SELECT count(*) AS n FROM products WHERE ${where.sql}`)
    .get(...where.values)
  return row?.n ?? 0
}

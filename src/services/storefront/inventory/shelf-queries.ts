import { query } from '../../../platform/db/connection.ts'
import type { products } from '../tables.ts'

/** What a product is sorted and chosen by, listed or not; money in paise, the time in milliseconds since the epoch. */
export type ShelfRow = {
  seq: number
  folded_name: string
  category_id: string
  approval_status: (typeof products.$inferSelect)['approvalStatus']
  is_active: 0 | 1
  sale_price: number
  stock_quantity: number
  updated_at: number
  has_image: 0 | 1
  /** Of it, or of a variant. */
  has_stock: 0 | 1
  /** Of it and of each of its variants. */
  has_prices: 0 | 1
}

const shelfColumns = `seq, folded_name, category_id, approval_status, is_active, sale_price, stock_quantity, updated_at,
  image IS NOT NULL AS has_image,
  stock_quantity > 0 OR EXISTS (
    SELECT 1 FROM variants WHERE product_seq = products.seq AND variants.stock_quantity > 0) AS has_stock,
  sale_price > 0 AND NOT EXISTS (
    SELECT 1 FROM variants WHERE product_seq = products.seq AND variants.sale_price = 0) AS has_prices`

/** Products behind a `seq`, in the order of their `seq`s. */
export const listShelfRows = query((conn) =>
  conn.$client.query<ShelfRow, [seq: number, limit: number]>(
    `SELECT ${shelfColumns} FROM products WHERE seq > ? ORDER BY seq LIMIT ?`,
  ),
)

/** Every product that changed behind a version of the catalogue. */
export const listShelfRowsSince = query((conn) =>
  conn.$client.query<ShelfRow, [version: number]>(
    `SELECT ${shelfColumns} FROM products WHERE version > ?`,
  ),
)

/** How many changed behind a version, counted to `limit` at most. */
export const countChangedSince = query((conn) =>
  conn.$client.query<{ n: number }, [version: number, limit: number]>(
    'SELECT count(*) AS n FROM (SELECT 1 FROM products WHERE version > ? LIMIT ?)',
  ),
)

export const countAllProducts = query((conn) =>
  conn.$client.query<{ n: number }, []>('SELECT count(*) AS n FROM products'),
)

export const listAllSeqs = query((conn) =>
  conn.$client.query<{ seq: number }, []>('SELECT seq FROM products'),
)

/** All `seq`s by name, ties by id: the two halves of the index on names, merged as they are read. */
export const listSeqsByName = query((conn) =>
  conn.$client.query<{ seq: number }, []>(
    `SELECT seq FROM (
       SELECT seq, folded_name, id FROM products WHERE is_listed = 0
       UNION ALL SELECT seq, folded_name, id FROM products WHERE is_listed = 1
       ORDER BY folded_name, id)`,
  ),
)

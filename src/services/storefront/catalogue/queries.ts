import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { productImages, products, variants } from '../tables.ts'
import { sortKeys, type PageInput, type Sort } from '../search/rules.ts'

/*
 * The reads that a shop's page waits for: SQL typed by hand on SQLite's own statements, which give rows by the names of
 * their columns. (Measured: Drizzle's mapping made a page of 20 rows take half as long again.)
 */

/** A product as a list shows it; money in paise. */
export type ListedProduct = {
  id: string
  slug: string
  name: string
  description: string
  image: string | null
  mrp: number
  sale_price: number
  stock_quantity: number
  category_id: string
  created_at: number
}

/** A product with its details; never what is between the shop and its vendors. `size_chart` is JSON. */
export type ProductDetail = Omit<ListedProduct, 'created_at'> & {
  seq: number
  sku: string | null
  details: string
  video_url: string | null
  gst_basis_points: number
  hsn: string
  barcode: string
  size_chart: string | null
}

/** An image as it is shown. */
export type ShownImage = { image: string; alt: string; sort_order: number }

/** A variant as it is shown; money in paise. */
export type ShownVariant = {
  id: string
  size: string
  color: string
  color_hex: string
  sku: string | null
  mrp: number
  sale_price: number
  stock_quantity: number
}

const shownColumns = [
  products.id,
  products.slug,
  products.name,
  products.description,
  products.image,
  products.mrp,
  products.salePrice,
  products.stockQuantity,
  products.categoryId,
]
const listColumns = namesOf([...shownColumns, products.createdAt])

/** A page of the listed products. */
export function listPage(
  conn: Conn,
  { sort, categoryId, limit, offset }: PageInput,
): ListedProduct[] {
  return categoryId === undefined
    ? pagesOfAll[sort](conn).all(limit, offset)
    : pagesOfCategory[sort](conn).all(categoryId, limit, offset)
}

export const pagesOfAll = pagesBySort<[limit: number, offset: number]>('is_listed = 1')

export const pagesOfCategory = pagesBySort<[categoryId: string, limit: number, offset: number]>(
  'category_id = ? AND is_listed = 1',
)

/**
 * The page's `seq`s come from an index alone: the wide rows in front of it are never read. CROSS JOIN keeps their order,
 * which a second ORDER BY would sort the wide rows for (measured: two thirds more time).
 */
function pagesBySort<Input extends (string | number)[]>(selected: string) {
  const pageOf = (sort: Sort) =>
    query((conn) => {
      const { by, descending } = sortKeys[sort]
      const direction = descending ? 'DESC' : 'ASC'
      return conn.$client.query<ListedProduct, Input>(
        `SELECT ${listColumns}
         FROM (
           SELECT seq FROM products WHERE ${selected}
           ORDER BY ${products[by].name} ${direction}, id ${direction} LIMIT ? OFFSET ?
         ) AS page CROSS JOIN products ON products.seq = page.seq`,
      )
    })
  return {
    newest: pageOf('newest'),
    oldest: pageOf('oldest'),
    price_asc: pageOf('price_asc'),
    price_desc: pageOf('price_desc'),
    name_asc: pageOf('name_asc'),
  }
}

/** Products in the order of their `seq`s, a JSON list. */
export const listProductsBySeq = query((conn) =>
  conn.$client.query<ListedProduct, [seqs: string]>(
    `SELECT ${listColumns}
     FROM (SELECT key, value FROM json_each(?)) AS page CROSS JOIN products ON products.seq = page.value
     ORDER BY page.key`,
  ),
)

/** `slug` in NFC. */
export const findListedProduct = query((conn) => {
  const columns = namesOf([
    ...shownColumns,
    products.seq,
    products.sku,
    products.details,
    products.videoUrl,
    products.gstBasisPoints,
    products.hsn,
    products.barcode,
    products.sizeChart,
  ])
  return conn.$client.query<ProductDetail, [slug: string]>(
    `SELECT ${columns} FROM products WHERE slug = ? AND is_listed`,
  )
})

/** The images of a product, the first one first. */
export const listShownImages = query((conn) => {
  const columns = namesOf([productImages.image, productImages.alt, productImages.sortOrder])
  return conn.$client.query<ShownImage, [productSeq: number]>(
    `SELECT ${columns} FROM product_images WHERE product_seq = ? ORDER BY sort_order, seq`,
  )
})

/** The variants of a product, in the order in which they were entered. */
export const listVariants = query((conn) => {
  const columns = namesOf([
    variants.id,
    variants.size,
    variants.color,
    variants.colorHex,
    variants.sku,
    variants.mrp,
    variants.salePrice,
    variants.stockQuantity,
  ])
  return conn.$client.query<ShownVariant, [productSeq: number]>(
    `SELECT ${columns} FROM variants WHERE product_seq = ? ORDER BY seq`,
  )
})

/** `slug` in NFC. */
export const findCategoryId = query((conn) =>
  conn.$client.query<{ id: string }, [slug: string]>('SELECT id FROM categories WHERE slug = ?'),
)

export const countListed = query((conn) =>
  conn.$client.query<{ n: number }, []>('SELECT count(*) AS n FROM products WHERE is_listed = 1'),
)

export const countListedOfCategory = query((conn) =>
  conn.$client.query<{ n: number }, [categoryId: string]>(
    'SELECT count(*) AS n FROM products WHERE category_id = ? AND is_listed = 1',
  ),
)

function namesOf(columns: readonly SQLiteColumn[]): string {
  return columns.map(({ name }) => name).join(', ')
}

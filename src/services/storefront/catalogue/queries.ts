import { Type, type Static, type TObject } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { forSortColumns, sortKeys, type PageInput, type Sort } from '../search/rules.ts'
import { products } from '../tables.ts'
import { once } from '../../../platform/turns.ts'

/*
 * Reads for which a shop's page waits: typed SQL on SQLite's own statements, which return rows by column name.
 * (Measured: with Drizzle's mapping a page of 20 rows took half as long again.)
 */

/** A product in a list. Money in paise. */
export type ListedProduct = {
  id: string
  slug: string
  name: string
  description: string
  image: string | null
  mrp: number
  sale_price: number
  price_given: 0 | 1
  /** Not shown. No offer goes below it. */
  min_sale_price: number | null
  stock_quantity: number
  category_id: string
  created_at: number
}

/** A product with its details, without data between the shop and its vendors. `size_chart` is JSON. */
export type ProductDetail = Omit<ListedProduct, 'created_at'> & {
  sku: string | null
  details: string
  video_url: string | null
  gst_basis_points: number
  hsn: string
  barcode: string
  size_chart: string | null
  version: number
  /** JSON: see imagesOf and variantsOf. */
  images: string
  variants: string
}

/** An image in an answer. */
const shownImage = Type.Object({
  image: Type.String(),
  alt: Type.String(),
  sort_order: Type.Integer(),
})

/** A variant in an answer. Money in paise. */
const shownVariant = Type.Object({
  id: Type.String(),
  size: Type.String(),
  color: Type.String(),
  color_hex: Type.String(),
  sku: Type.Union([Type.String(), Type.Null()]),
  mrp: Type.Integer(),
  sale_price: Type.Integer(),
  price_given: Type.Integer(),
  stock_quantity: Type.Integer(),
})

export type ShownImage = Static<typeof shownImage>
export type ShownVariant = Static<typeof shownVariant>

const shownColumns =
  'id, slug, name, description, image, mrp, sale_price, price_given, min_sale_price, stock_quantity, category_id'
const listColumns = `${shownColumns}, created_at`

/** From this offset on, it is remembered where a page ended. */
const farOffset = 2_000

/** The most remembered ends: more clients than walk a shop's list at once. */
const endsMax = 100

/**
 * Reads pages of the listed products. A client that walks through the whole list asks for each page right after the one
 * before. Such a page begins where that one ended, and the products before it are not counted off again.
 */
export class WalkedPages {
  #version = 0
  /** The id of the last product before a page, by the page's list and offset. */
  readonly #ends = new Map<string, string>()

  /** `version` is the catalogue's, as `conn` sees it. */
  list(conn: Conn, version: number, input: PageInput): ListedProduct[] {
    if (version !== this.#version) this.#ends.clear()
    this.#version = version
    const { sort, categoryId, limit, offset } = input
    const keyAt = (at: number) => JSON.stringify([sort, categoryId, at])
    const end = this.#ends.get(keyAt(offset))
    const rows = end === undefined ? listPage(conn, input) : listPageAfter(conn, input, end)
    const last = rows.at(-1)
    if (last === undefined || offset + limit < farOffset) return rows
    if (this.#ends.size >= endsMax) this.#ends.clear()
    this.#ends.set(keyAt(offset + limit), last.id)
    return rows
  }
}

function listPage(conn: Conn, { sort, categoryId, limit, offset }: PageInput): ListedProduct[] {
  return categoryId === undefined
    ? pagesOfAll[sort](conn).all(limit, offset)
    : pagesOfCategory[sort](conn).all(categoryId, limit, offset)
}

function listPageAfter(
  conn: Conn,
  { sort, categoryId, limit }: PageInput,
  lastId: string,
): ListedProduct[] {
  const place = findPlace[sortKeys[sort].by](conn).get(lastId)
  if (place === null) return []
  const { key, id } = place
  return categoryId === undefined
    ? pagesAfter[sort](conn).all(key, id, limit)
    : pagesOfCategoryAfter[sort](conn).all(categoryId, key, id, limit)
}

/** The place of a product in a sort order. */
type Place = { key: string | number; id: string }

const findPlace = forSortColumns((column) =>
  query((conn) =>
    conn.$client.query<Place, [id: string]>(
      `SELECT ${products[column].name} AS key, id FROM products WHERE id = ?`,
    ),
  ),
)

const ofAll = 'is_listed = 1'
const ofCategory = 'category_id = ? AND is_listed = 1'

export const pagesOfAll = bySort((sort) =>
  pageQuery<[limit: number, offset: number]>(sort, ofAll, 'LIMIT ? + 0 OFFSET ? + 0'),
)

export const pagesOfCategory = bySort((sort) =>
  pageQuery<[categoryId: string, limit: number, offset: number]>(
    sort,
    ofCategory,
    'LIMIT ? + 0 OFFSET ? + 0',
  ),
)

export const pagesAfter = bySort((sort) =>
  pageQuery<[key: string | number, id: string, limit: number]>(
    sort,
    `${ofAll} AND ${after(sort)}`,
    'LIMIT ? + 0',
  ),
)

export const pagesOfCategoryAfter = bySort((sort) =>
  pageQuery<[categoryId: string, key: string | number, id: string, limit: number]>(
    sort,
    `${ofCategory} AND ${after(sort)}`,
    'LIMIT ? + 0',
  ),
)

/** The products after a place in a sort order. A subquery for the place would make SQLite search by the key alone. */
function after(sort: Sort): string {
  const { by, descending } = sortKeys[sort]
  return `(${products[by].name}, id) ${descending ? '<' : '>'} (?, ?)`
}

/**
 * The page's `seq`s come from an index alone, so SQLite does not read the wide rows before the page. CROSS JOIN keeps
 * their order. A second ORDER BY would sort the wide rows (measured: two thirds more time).
 */
function pageQuery<Input extends (string | number)[]>(sort: Sort, selected: string, some: string) {
  const { by, descending } = sortKeys[sort]
  const direction = descending ? 'DESC' : 'ASC'
  return query((conn) =>
    conn.$client.query<ListedProduct, Input>(
      `SELECT ${listColumns}
       FROM (
         SELECT seq FROM products WHERE ${selected} ORDER BY ${products[by].name} ${direction}, id ${direction} ${some}
       ) AS page CROSS JOIN products ON products.seq = page.seq`,
    ),
  )
}

function bySort<Q>(build: (sort: Sort) => Q): Record<Sort, Q> {
  return {
    newest: build('newest'),
    oldest: build('oldest'),
    price_asc: build('price_asc'),
    price_desc: build('price_desc'),
    name_asc: build('name_asc'),
  }
}

/** Products in the order of a JSON list of `seq`s. */
export const listProductsBySeq = query((conn) =>
  conn.$client.query<ListedProduct, [seqs: string]>(
    `SELECT ${listColumns}
     FROM (SELECT key, value FROM json_each(?)) AS page CROSS JOIN products ON products.seq = page.value
     ORDER BY page.key`,
  ),
)

/**
 * A product with its images in order, its variants in the order of entry, and the catalogue's version. One statement
 * reads one state of the database. `slug` in NFC.
 */
export const findListedProduct = detailBy('slug')

export const findListedProductById = detailBy('id')

function detailBy(column: 'slug' | 'id') {
  return query((conn) =>
    conn.$client.query<ProductDetail, [value: string]>(
      `SELECT ${shownColumns}, sku, details, video_url, gst_basis_points, hsn, barcode, size_chart,
       (SELECT version FROM catalogue_state) AS version,
       (SELECT ${jsonOf(shownImage)} FROM (
          SELECT * FROM product_images WHERE product_seq = products.seq ORDER BY sort_order, seq)) AS images,
       (SELECT ${jsonOf(shownVariant)} FROM (
          SELECT * FROM variants WHERE product_seq = products.seq ORDER BY seq)) AS variants
     FROM products WHERE ${column} = ? AND is_listed`,
    ),
  )
}

/** The rows of a subquery as JSON. */
function jsonOf({ properties }: TObject): string {
  const columns = Object.keys(properties).map((column) => `'${column}', ${column}`)
  return `json_group_array(json_object(${columns.join(', ')}))`
}

export const imagesOf = innerRows(shownImage)
export const variantsOf = innerRows(shownVariant)

/** Reads JSON made by `jsonOf`. */
function innerRows<Row extends TObject>(row: Row): (json: string) => Static<Row>[] {
  const check = once(() => TypeCompiler.Compile(Type.Array(row)))
  return (json) => {
    if (json === '[]') return []
    const rows: unknown = JSON.parse(json)
    if (check().Check(rows)) return rows
    throw new Error(`These are no rows: ${json}`)
  }
}

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

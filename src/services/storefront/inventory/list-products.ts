import { type Conn, query, snapshot } from '../../../platform/db/connection.ts'
import { nearerEnd } from '../../../platform/db/statements.ts'
import { toNfc } from '../../../platform/text.ts'
import type { StorefrontDeps } from '../deps.ts'
import type { products } from '../tables.ts'
import { fold } from '../texts.ts'
import { overviewOf, overviewTable, type SortedColumn } from './overview.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import { variantLabelOf } from '../orders/placing/stock.ts'
import type { PriceBook, PriceBooks } from '../pricing/price-book.ts'
import { findProductById } from '../products/queries.ts'
import type { Product, Variant } from '../products/read-product.ts'
import { listVariants } from '../products/variants.ts'

/** The most words of a search. People type fewer. */
const wordsMax = 10

/** The sort keys of the list, with their columns in the overview. Ties are sorted by age. */
const sortColumns = {
  created: 'seq',
  name: 'folded_name',
  price: 'sale_price',
  stock: 'stock_quantity',
  changed: 'updated_at',
} as const satisfies Record<string, SortedColumn>

type ProductSort = keyof typeof sortColumns

export const productSorts: readonly ProductSort[] = ['created', 'name', 'price', 'stock', 'changed']

/** A condition for each given field. A product must meet all of them. */
export type ProductSelection = {
  /** Words of the name, or part of a SKU (also a variant's) or of a barcode. */
  search?: string | undefined
  categoryId?: string | undefined
  approval?: (typeof products.$inferSelect)['approvalStatus'] | undefined
  isActive?: boolean | undefined
  /** `stock`: neither the product nor any variant has stock. `price`: the product or a variant has no price. */
  lacks?: 'stock' | 'price' | 'image' | undefined
}

type ProductPage = {
  sort: ProductSort
  isDescending: boolean
  limit: number
  offset: number
}

/** A product in the shop's own list. Money in paise, times in milliseconds since the epoch. */
export type InventoryProduct = {
  id: string
  sku: string | null
  slug: string
  name: string
  image: string | null
  category_id: string
  category_name: string
  mrp: number
  sale_price: number
  price_given: 0 | 1
  min_sale_price: number | null
  stock_quantity: number
  variants: number
  unpriced_variants: number
  variant_stock: number
  is_active: 0 | 1
  approval_status: 'approved' | 'pending' | 'rejected' | 'draft'
  updated_at: number
}

/** A page of all products, listed or not, and the total number. */
export async function listAllProducts(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  selection: ProductSelection,
  page: ProductPage,
): Promise<{ products: InventoryProduct[]; total: number }> {
  const { where, values } = conditionsOf(selection)
  const chosen = `FROM ${overviewTable} WHERE ${where}`
  return await onOverview(read, (overview) => {
    const count = read.$client.query<{ n: number }, Value[]>(`SELECT count(*) AS n ${chosen}`)
    const total = count.get(...values)?.n ?? 0
    const { isDescending, limit, offset, inOrder } = nearerEnd(page, total)
    const direction = isDescending ? 'DESC' : 'ASC'
    const column = sortColumns[page.sort]
    const isWalked = where === everything || (offset + limit) * walkedShare <= total
    if (isWalked) overview.requireIndex(column)
    // The plus keeps SQLite from the index.
    const order = `${isWalked ? '' : '+'}${column} ${direction}, seq ${direction}`
    const seqs = `SELECT seq ${chosen} ORDER BY ${order} LIMIT ? + 0 OFFSET ? + 0`
    const found = read.$client
      .query<InventoryProduct, Value[]>(shown(seqs))
      .all(...values, limit, offset)
    return { products: inOrder(found), total }
  })
}

/** The first products by name that a search finds. */
export async function findProducts(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  search: string,
  limit: number,
): Promise<InventoryProduct[]> {
  const { where, values } = conditionsOf({ search })
  const seqs = `SELECT seq FROM ${overviewTable} WHERE ${where} ORDER BY +folded_name, seq LIMIT ? + 0`
  return await onOverview(read, () =>
    read.$client.query<InventoryProduct, Value[]>(shown(seqs)).all(...values, limit),
  )
}

/** The number of chosen products and their stock, without variants. */
export async function totalOfProducts(
  deps: Pick<StorefrontDeps, 'database'>,
  selection: ProductSelection,
): Promise<{ products: number; stock: number }> {
  const sums = 'count(*) AS products, coalesce(sum(stock_quantity), 0) AS stock'
  const [row] = await chosenProducts<{ products: number; stock: number }>(deps, selection, sums)
  return row ?? { products: 0, stock: 0 }
}

/** The ids of all chosen products, oldest first. */
export async function listProductIds(
  deps: Pick<StorefrontDeps, 'database'>,
  selection: ProductSelection,
): Promise<string[]> {
  const id = '(SELECT id FROM products WHERE products.seq = overview.seq) AS id'
  const rows = await chosenProducts<{ id: string }>(deps, selection, id)
  return rows.map((row) => row.id)
}

async function chosenProducts<Row>(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  selection: ProductSelection,
  columns: string,
): Promise<Row[]> {
  const { where, values } = conditionsOf(selection)
  const text = `SELECT ${columns} FROM ${overviewTable} WHERE ${where} ORDER BY seq`
  return await onOverview(read, () => read.$client.query<Row, Value[]>(text).all(...values))
}

/** Reads from the overview as it is now. Right after the start it loads in slices, so that other requests go on. */
async function onOverview<T>(
  read: Conn,
  work: (overview: ReturnType<typeof overviewOf>) => T,
): Promise<T> {
  const overview = overviewOf(read)
  await overview.load()
  return snapshot(read, () => {
    overview.bringUp()
    return work(overview)
  })
}

type Value = string | number

/** The condition that all products meet. Their page is found in an index alone. */
const everything = 'true'

/**
 * Chosen products are found by walking along the index if the page ends within this part of them. An index leads to each product, which
 * takes five times as long as to look through the table from its beginning to its end and to sort what was chosen.
 */
const walkedShare = 5

/** SQL by hand, because each request combines other conditions. */
function conditionsOf(selection: ProductSelection): { where: string; values: Value[] } {
  const { search = '', categoryId, approval, isActive, lacks } = selection
  const conditions = [everything]
  const values: Value[] = []
  const require = (condition: string, ...given: Value[]) => {
    conditions.push(condition)
    values.push(...given)
  }
  if (categoryId !== undefined) require('category_id = ?', categoryId)
  if (approval !== undefined) require('approval_status = ?', approval)
  if (isActive !== undefined) require('is_active = ?', Number(isActive))
  if (lacks !== undefined) require(lacking[lacks])
  const folded = fold(search)
  if (folded !== '') {
    const words = folded.split(' ').slice(0, wordsMax)
    const hasWords = words.map(() => 'instr(folded_name, ?)').join(' AND ')
    const code = containing(toNfc(search).trim())
    require(String.raw`(${hasWords} OR codes LIKE ? ESCAPE '\')`, ...words, code)
  }
  return { where: conditions.join(' AND '), values }
}

const lacking = {
  stock: 'NOT has_stock',
  price: 'NOT has_prices',
  image: 'NOT has_image',
}

/** Escapes a text for a LIKE pattern. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
}

/** The products of a page, in the page's order, which CROSS JOIN keeps. */
function shown(page: string): string {
  return `SELECT products.id, products.sku, products.slug, products.name, products.image,
      products.category_id, categories.name AS category_name, products.mrp, products.sale_price, products.price_given,
      products.min_sale_price,
      products.stock_quantity,
      (SELECT count(*) FROM variants WHERE product_seq = products.seq) AS variants,
      (SELECT count(*) FROM variants
         WHERE product_seq = products.seq AND NOT variants.price_given) AS unpriced_variants,
      (SELECT coalesce(sum(max(variants.stock_quantity, 0)), 0)
         FROM variants WHERE product_seq = products.seq) AS variant_stock,
      products.is_active, products.approval_status, products.updated_at
    FROM (${page}) AS page
    CROSS JOIN products ON products.seq = page.seq
    CROSS JOIN categories ON categories.id = products.category_id`
}

/**
 * Counts listed products that are incomplete: without a price (also of a variant), or without an image. Whoever sees
 * these counts may open the list next, so the overview begins to fill.
 */
export function countIncompleteProducts({ database: { read } }: Pick<StorefrontDeps, 'database'>): {
  withoutPrice: number
  withoutImage: number
} {
  overviewOf(read).begin()
  return {
    withoutPrice: countWithoutPrice(read).get()?.n ?? 0,
    withoutImage: countWithoutImage(read).get()?.n ?? 0,
  }
}

/** Includes products with an unpriced variant. The conditions must equal those of the partial indexes `…_without_price`. */
const countWithoutPrice = query((conn) =>
  conn.$client.query<{ n: number }, []>(
    `SELECT count(*) AS n FROM (
       SELECT seq FROM products WHERE is_listed = 1 AND price_given = 0
       UNION SELECT products.seq FROM variants CROSS JOIN products ON products.seq = variants.product_seq
         WHERE variants.price_given = 0 AND products.is_listed = 1)`,
  ),
)

/** The condition must equal that of the partial index `products_without_image`. */
const countWithoutImage = query((conn) =>
  conn.$client.query<{ n: number }, []>(
    'SELECT count(*) AS n FROM products WHERE is_listed = 1 AND image IS NULL',
  ),
)

/** The text of one label: of a product or a variant. Money in paise. */
type Labelled = {
  key: string
  name: string
  variant: string | null
  sku: string
  barcode: string
  mrp: number
  /** The present price, with an offer if there is one. Null if no price was given. */
  price: number | null
}

/** The labels of products: one for each variant, or one for a product without variants. Unknown ids are left out. */
export function listLabels(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  { prices }: { prices: PriceBooks },
  ids: readonly string[],
): Labelled[] {
  return snapshot(read, () => {
    const book = prices(read, catalogueVersion(read))
    return ids.flatMap((id) => {
      const product = findProductById(read).get({ id })
      if (product === undefined) return []
      const variants = listVariants(read).all({ productSeq: product.seq })
      if (variants.length === 0) return [labelOf(product, product, book)]
      return variants.map((variant) => labelOf(product, variant, book))
    })
  })
}

/** The label of a product, or of its variant. A product's barcode does not identify a variant, which has its SKU. */
function labelOf(product: Product, sold: Product | Variant, book: PriceBook): Labelled {
  const { id, sku, mrp, salePrice, priceGiven } = sold
  return {
    key: id,
    name: product.name,
    variant: 'size' in sold ? variantLabelOf(sold.size, sold.color) : null,
    sku: sku ?? '',
    barcode: 'barcode' in sold ? sold.barcode : '',
    mrp,
    price: priceGiven ? (book.offerFor(product, salePrice)?.price ?? salePrice) : null,
  }
}

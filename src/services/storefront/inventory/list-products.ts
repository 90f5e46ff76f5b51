import { query, snapshot } from '../../../platform/db/connection.ts'
import { nearerEnd } from '../../../platform/db/nearer-end.ts'
import { toNfc } from '../../../platform/text.ts'
import type { StorefrontDeps } from '../deps.ts'
import type { products } from '../tables.ts'
import { fold } from '../texts.ts'
import { overviewOf, overviewTable } from './overview.ts'

/** Words of a search that are looked for; a person types fewer. */
const wordsMax = 10

/** What the list can be sorted by, and the column of the overview; ties by age. */
const sortColumns = {
  created: 'seq',
  name: 'folded_name',
  price: 'sale_price',
  stock: 'stock_quantity',
  changed: 'updated_at',
} as const

type ProductSort = keyof typeof sortColumns

export const productSorts: readonly ProductSort[] = ['created', 'name', 'price', 'stock', 'changed']

/** Which products are listed: all that fit everything that is given. */
export type ProductSelection = {
  /** Words of the name, or a part of a SKU (also a variant's) or a barcode. */
  search?: string | undefined
  categoryId?: string | undefined
  approval?: (typeof products.$inferSelect)['approvalStatus'] | undefined
  isActive?: boolean | undefined
  /** `stock`: nothing left of it, nor of a variant. `price`: it has none, or a variant has none. */
  lacks?: 'stock' | 'price' | 'image' | undefined
}

export type ProductPage = {
  sort: ProductSort
  isDescending: boolean
  limit: number
  offset: number
}

/** A product as its shop lists it; money in paise. Times in milliseconds since the epoch. */
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

/** A page of all products, listed or not, and how many there are. */
export async function listAllProducts(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  selection: ProductSelection,
  page: ProductPage,
): Promise<{ products: InventoryProduct[]; total: number }> {
  const overview = overviewOf(read)
  // Right after the start, in slices, so that other requests go on.
  await overview.load()
  const { where, values } = conditionsOf(selection)
  const chosen = `FROM ${overviewTable} WHERE ${where}`
  return snapshot(read, () => {
    overview.bringUp()
    const count = read.$client.query<{ n: number }, Value[]>(`SELECT count(*) AS n ${chosen}`)
    const total = count.get(...values)?.n ?? 0
    const { isDescending, limit, offset, inOrder } = nearerEnd(page, total)
    const direction = isDescending ? 'DESC' : 'ASC'
    const order = `${sortColumns[page.sort]} ${direction}, seq ${direction}`
    const seqs = `SELECT seq ${chosen} ORDER BY ${order} LIMIT ? OFFSET ?`
    const found = read.$client
      .query<InventoryProduct, Value[]>(shown(seqs))
      .all(...values, limit, offset)
    return { products: inOrder(found), total }
  })
}

/** How many products are chosen, and how many pieces of them there are; variants aside. */
export async function totalOfProducts(
  deps: Pick<StorefrontDeps, 'database'>,
  selection: ProductSelection,
): Promise<{ products: number; stock: number }> {
  const sums = 'count(*) AS products, coalesce(sum(stock_quantity), 0) AS stock'
  const [row] = await chosenProducts<{ products: number; stock: number }>(deps, selection, sums)
  return row ?? { products: 0, stock: 0 }
}

/** The ids of all products that are chosen, the oldest first. */
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
  const overview = overviewOf(read)
  await overview.load()
  const { where, values } = conditionsOf(selection)
  return snapshot(read, () => {
    overview.bringUp()
    const text = `SELECT ${columns} FROM ${overviewTable} WHERE ${where} ORDER BY seq`
    return read.$client.query<Row, Value[]>(text).all(...values)
  })
}

type Value = string | number

/** SQL by hand, since there are as many conditions as are asked for. */
function conditionsOf(selection: ProductSelection): { where: string; values: Value[] } {
  const { search = '', categoryId, approval, isActive, lacks } = selection
  const conditions = ['true']
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

/** The text of a LIKE pattern stands for itself. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
}

/** The products of a page, in its order: CROSS JOIN keeps it. */
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

/** Products that are shown in the shop and should not be as they are: without a price (also of a variant), or without an image. */
export function countIncompleteProducts({ database: { read } }: Pick<StorefrontDeps, 'database'>): {
  withoutPrice: number
  withoutImage: number
} {
  return {
    withoutPrice: countWithoutPrice(read).get()?.n ?? 0,
    withoutImage: countWithoutImage(read).get()?.n ?? 0,
  }
}

/** Also those of which a variant has no price. What has none stands at 0: by this the index finds it. CROSS JOIN: looking for each product's variants takes twelve times as long. */
const countWithoutPrice = query((conn) =>
  conn.$client.query<{ n: number }, []>(
    `SELECT count(*) AS n FROM (
       SELECT seq FROM products WHERE is_listed = 1 AND sale_price = 0 AND NOT price_given
       UNION SELECT products.seq FROM variants CROSS JOIN products ON products.seq = variants.product_seq
         WHERE NOT variants.price_given AND products.is_listed = 1)`,
  ),
)

/** The condition is that of the partial index `products_without_image`. */
const countWithoutImage = query((conn) =>
  conn.$client.query<{ n: number }, []>(
    'SELECT count(*) AS n FROM products WHERE is_listed = 1 AND image IS NULL',
  ),
)

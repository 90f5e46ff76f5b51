import type { Conn } from '../../../platform/db/connection.ts'
import { toNfc } from '../../../platform/text.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import { fold } from '../catalogue/fold.ts'
import {
  containing,
  countShelved,
  listShelved,
  outOfStock,
  type Condition,
  type ShelvedProduct,
} from './all-products-queries.ts'
import type { Product } from './read-row.ts'

export type { ShelvedProduct }

/** Words of a search that are looked for; a person types fewer. */
const wordsMax = 10

/** What the list is sorted by; ties by age. */
const sortColumns = {
  created: 'products.seq',
  name: 'products.folded_name',
  price: 'products.sale_price',
  stock: 'products.stock_quantity',
  changed: 'products.updated_at',
} as const

export const productSorts = ['created', 'name', 'price', 'stock', 'changed'] as const

/** Which products are listed: all that fit everything that is given. */
export type ProductSelection = {
  /** Words of the name, or a part of a SKU (also a variant's) or a barcode. */
  search?: string | undefined
  categoryId?: string | undefined
  approval?: Product['approvalStatus'] | undefined
  isActive?: boolean | undefined
  /** `stock`: nothing left of it, nor of a variant. */
  lacks?: 'stock' | 'price' | 'image' | undefined
}

export type ProductPage = {
  sort: (typeof productSorts)[number]
  isDescending: boolean
  limit: number
  offset: number
}

/** A page of all products, listed or not, and how many there are. */
export function listAllProducts(
  conn: Conn,
  selection: ProductSelection,
  { sort, isDescending, limit, offset }: ProductPage,
): { products: ShelvedProduct[]; total: number } {
  const where = conditionOf(selection)
  const direction = isDescending ? 'DESC' : 'ASC'
  const order = `${sortColumns[sort]} ${direction}, products.seq ${direction}`
  const products = listShelved(conn, where, { order, limit, offset })
  const isLast = products.length < limit && (products.length > 0 || offset === 0)
  return { products, total: isLast ? offset + products.length : countOf(conn, where) }
}

function conditionOf(selection: ProductSelection): Condition {
  const { search = '', categoryId, approval, isActive, lacks } = selection
  const conditions: Condition[] = []
  if (fold(search) !== '') conditions.push(searchCondition(search))
  if (categoryId !== undefined) conditions.push({ sql: 'category_id = ?', values: [categoryId] })
  if (approval !== undefined) conditions.push({ sql: 'approval_status = ?', values: [approval] })
  if (isActive !== undefined)
    conditions.push({ sql: `is_active = ${Number(isActive)}`, values: [] })
  if (lacks !== undefined) conditions.push({ sql: lackConditions[lacks], values: [] })
  return {
    sql: ['1', ...conditions.map(({ sql }) => `(${sql})`)].join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  }
}

const lackConditions = {
  stock: outOfStock,
  // Both halves of the index on prices.
  price: 'is_listed IN (0, 1) AND sale_price = 0',
  image: 'image IS NULL',
} as const

function searchCondition(search: string): Condition {
  const words = fold(search).split(' ').slice(0, wordsMax)
  const code = containing(toNfc(search).trim())
  const like = String.raw`LIKE ? ESCAPE '\'`
  return {
    sql: `(${words.map(() => 'instr(folded_name, ?)').join(' AND ')})
      OR sku ${like} OR barcode ${like}
      OR seq IN (SELECT product_seq FROM variants WHERE sku ${like})`,
    values: [...words, code, code, code],
  }
}

/** Counting looks at every product: once for each version of the catalogue, whatever page is asked for. */
function countOf(conn: Conn, where: Condition): number {
  const version = catalogueVersion(conn)
  const key = JSON.stringify(where)
  const known = counted.get(conn)
  const counts = known?.version === version ? known.counts : new Map<string, number>()
  const count = counts.get(key) ?? countShelved(conn, where)
  if (counts.size >= countsMax) counts.clear()
  counts.set(key, count)
  counted.set(conn, { version, counts })
  return count
}

/** Selections whose counts are kept. */
const countsMax = 100

const counted = new WeakMap<Conn, { version: number; counts: Map<string, number> }>()

import { and, asc, count, desc, eq, gt, sql } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { products, variants } from '../tables.ts'
import { sortKeys, type Sort } from './rules.ts'

/** A product as a list shows it. */
export type ListedProduct = ReturnType<ReturnType<typeof listProductsBySeq>['all']>[number]

/** A product with its details; never what is between the shop and its vendors. */
export type ProductDetail = NonNullable<ReturnType<ReturnType<typeof findListedProduct>['get']>>

/** What a product is searched and sorted by. */
export type SearchedProduct = {
  seq: number
  id: string
  foldedName: string
  foldedDescription: string
  categoryId: string
  salePrice: number
  createdAt: number
  isListed: boolean
}

type PageWish = { sort: Sort; categoryId: string | undefined; limit: number; offset: number }

/**
 * The `seq`s of a page of the listed products, from an index alone: the wide rows in front of the page are never read.
 * A limit of -1 is none.
 */
export function listSeqs(conn: Conn, { sort, categoryId, limit, offset }: PageWish): number[] {
  const found =
    categoryId === undefined
      ? pagesOfAll[sort](conn).values({ limit, offset })
      : pagesOfCategory[sort](conn).values({ categoryId, limit, offset })
  return found.map(([seq]) => Number(seq))
}

export const pagesOfAll = pagesBySort(eq(products.isListed, true))

export const pagesOfCategory = pagesBySort(
  and(eq(products.categoryId, sql.placeholder('categoryId')), eq(products.isListed, true)),
)

function pagesBySort(selected: ReturnType<typeof and>) {
  const pageOf = (sort: Sort) =>
    query((conn) => {
      const { by, descending } = sortKeys[sort]
      const direction = descending ? desc : asc
      return conn
        .select({ seq: products.seq })
        .from(products)
        .where(selected)
        .orderBy(direction(products[by]), direction(products.id))
        .limit(sql.placeholder('limit'))
        .offset(sql.placeholder('offset'))
        .prepare()
    })
  return {
    newest: pageOf('newest'),
    oldest: pageOf('oldest'),
    price_asc: pageOf('price_asc'),
    price_desc: pageOf('price_desc'),
    name_asc: pageOf('name_asc'),
  }
}

/** Products in the order of `seqs`, a JSON list. */
export const listProductsBySeq = query((conn) =>
  conn
    .select({
      id: products.id,
      slug: products.slug,
      name: products.name,
      description: products.description,
      image: products.image,
      mrp: products.mrp,
      salePrice: products.salePrice,
      stockQuantity: products.stockQuantity,
      categoryId: products.categoryId,
      createdAt: products.createdAt,
    })
    .from(sql`json_each(${sql.placeholder('seqs')}) AS page`)
    .innerJoin(products, sql`${products.seq} = page.value`)
    .orderBy(sql`page.key`)
    .prepare(),
)

/** `slug` in NFC. */
export const findListedProduct = query((conn) =>
  conn
    .select({
      seq: products.seq,
      id: products.id,
      sku: products.sku,
      slug: products.slug,
      name: products.name,
      description: products.description,
      details: products.details,
      image: products.image,
      videoUrl: products.videoUrl,
      mrp: products.mrp,
      salePrice: products.salePrice,
      stockQuantity: products.stockQuantity,
      gstBasisPoints: products.gstBasisPoints,
      hsn: products.hsn,
      barcode: products.barcode,
      sizeChart: products.sizeChart,
      categoryId: products.categoryId,
    })
    .from(products)
    .where(and(eq(products.slug, sql.placeholder('slug')), eq(products.isListed, true)))
    .prepare(),
)

export const listVariants = query((conn) =>
  conn
    .select()
    .from(variants)
    .where(eq(variants.productSeq, sql.placeholder('productSeq')))
    .orderBy(asc(variants.seq))
    .prepare(),
)

export const countListed = query((conn) =>
  conn.select({ n: count() }).from(products).where(eq(products.isListed, true)).prepare(),
)

export const countListedOfCategory = query((conn) =>
  conn
    .select({ n: count() })
    .from(products)
    .where(and(eq(products.categoryId, sql.placeholder('categoryId')), eq(products.isListed, true)))
    .prepare(),
)

const searchedColumns = {
  seq: products.seq,
  id: products.id,
  foldedName: products.foldedName,
  foldedDescription: products.foldedDescription,
  categoryId: products.categoryId,
  salePrice: products.salePrice,
  createdAt: products.createdAt,
  isListed: products.isListed,
}

export const listSearched = query((conn) =>
  conn.select(searchedColumns).from(products).where(eq(products.isListed, true)).prepare(),
)

/** Every product that changed behind a version of the catalogue, listed or not. */
export const listSearchedSince = query((conn) =>
  conn
    .select(searchedColumns)
    .from(products)
    .where(gt(products.version, sql.placeholder('version')))
    .prepare(),
)

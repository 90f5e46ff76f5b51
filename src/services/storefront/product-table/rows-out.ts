import type { Conn } from '../../../platform/db/connection.ts'
import { toRupees } from '../../../platform/money.ts'
import { toJson } from '../../../platform/record/read.ts'
import { findNameById } from '../../../names/queries.ts'
import { listAllCategories } from '../display/categories.ts'
import { imageUrl } from '../images/image-refs.ts'
import { listImages } from '../images/store-images.ts'
import { listProductsBySeq } from '../products/queries.ts'
import type { Product, Variant } from '../products/read-product.ts'
import { productFields, variantFields } from '../products/record.ts'
import { listVariants } from '../products/variants.ts'
import { importFields, type ImportColumn } from './record.ts'

/** Products that are read at once. */
const productsPerPage = 200

/** The columns of the table, which are those that an import takes; the first image is among all of them. */
export const productTableColumns = Object.keys(importFields)
  .filter(isColumn)
  .filter((column) => column !== 'image_url')

/** What a cell says; money in rupees, null for nothing. */
type TableCell = string | number | boolean | null

/** A row: of a product, or behind it of a variant, whose other cells say nothing. */
type Row = Partial<Record<ImportColumn, TableCell>>

/**
 * The next products with a SKU behind `after` as rows of a table that an import takes, each with its variants behind it.
 * `after` of the answer is null behind the last one. A product without a SKU is left out: no import could find it again.
 */
export function productTable(
  conn: Conn,
  after: number,
): { rows: TableCell[][]; after: number | null } {
  const page = listProductsBySeq(conn).all({ seq: after, limit: productsPerPage })
  const categories = new Map(
    listAllCategories(conn)
      .all()
      .map(({ id, name }) => [id, name]),
  )
  const rows = page.flatMap(({ product }) => [
    productRow(conn, product, categories.get(product.categoryId) ?? ''),
    ...listVariants(conn)
      .all({ productSeq: product.seq })
      .map((variant) => variantRow(product, variant)),
  ])
  const last = page.at(-1)?.product.seq ?? after
  return {
    rows: rows.map((row) => productTableColumns.map((column) => row[column] ?? null)),
    after: page.length < productsPerPage ? null : last,
  }
}

function productRow(conn: Conn, product: Product, category: string): Row {
  const {
    category_id: _id,
    category_slug: _slug,
    vendor_id: vendorId,
    size_chart: _chart,
    ...fields
  } = toJson(productFields, { ...product, categorySlug: '' })
  const vendor =
    vendorId === null ? undefined : findNameById(conn).get({ kind: 'vendor', id: vendorId })
  const images = listImages(conn)
    .all({ productSeq: product.seq })
    .map(({ image }) => imageUrl(image, ''))
  return {
    ...fields,
    ...saidPrices(product),
    category,
    vendor_name: vendor?.name ?? null,
    images: images.join(', '),
  }
}

function variantRow({ sku: parent }: Product, variant: Variant): Row {
  return { ...toJson(variantFields, variant), ...saidPrices(variant), variant_of: parent }
}

type Prices = Pick<Product, 'mrp' | 'mrpGiven' | 'salePrice' | 'priceGiven'>

/** Left out where nobody said one: an MRP follows a price that is changed in the table, and a price of 0 would be one. */
function saidPrices({ mrp, mrpGiven, salePrice, priceGiven }: Prices): Row {
  return {
    mrp: mrpGiven ? toRupees(mrp) : null,
    sale_price: priceGiven ? toRupees(salePrice) : null,
  }
}

function isColumn(name: string): name is ImportColumn {
  return Object.hasOwn(importFields, name)
}

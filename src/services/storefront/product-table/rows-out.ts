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

/** The number of products read at once. */
const productsPerPage = 200

/** The columns of the table, which an import accepts. The first image is in the column of all images. */
export const productTableColumns = Object.keys(importFields)
  .filter(isColumn)
  .filter((column) => column !== 'image_url')

/** The content of a cell. Money in rupees, null for an empty cell. */
type TableCell = string | number | boolean | null

/** A row of a product, or of a variant below it. A variant leaves the other cells empty. */
type Row = Partial<Record<ImportColumn, TableCell>>

/**
 * The next products with a SKU after `after`, as rows of a table that an import accepts, each followed by its
 * variants. The returned `after` is null after the last product. Products without a SKU are left out, because no
 * import could find them again.
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

/** Prices that nobody gave are left out: such an MRP follows a price changed in the table, and a price of 0 would count as given. */
function saidPrices({ mrp, mrpGiven, salePrice, priceGiven }: Prices): Row {
  return {
    mrp: mrpGiven ? toRupees(mrp) : null,
    sale_price: priceGiven ? toRupees(salePrice) : null,
  }
}

function isColumn(name: string): name is ImportColumn {
  return Object.hasOwn(importFields, name)
}

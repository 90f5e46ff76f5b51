import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { refusedAs, toJson } from '../../../platform/record/read.ts'
import { fieldAt, say } from '../../../platform/record/sentence.ts'
import { toNfc } from '../../../platform/text.ts'
import { findSkuHolder, listProductsBySeq } from '../products/queries.ts'
import { productFields, variantFields } from '../products/record.ts'
import { findProductOfVariant, findVariantBySku, listVariants } from '../products/variants.ts'
import { toRupees } from '../../../platform/money.ts'
import { findNameById } from '../../../names/queries.ts'
import { listAllCategories } from '../display/categories.ts'
import { imageUrl, listImages } from '../images/store-images.ts'
import type { Product, Variant } from '../products/read-product.ts'
import { type ImportColumn, importFields } from './record.ts'

/**
 * Products in earlier rows, by SKU. `variants` are those of a record that is not written yet. Rows about more variants
 * add to it. Undefined if the record was only tried and is not in the database.
 */
export type RowsAbove = Map<string, { name: string; variants: JsonValue[] | undefined }>

/** The subject of a row: a product, a variant, or a variant that `joins` the record of an earlier row. */
export type TableRecord = { record: JsonObject; kind: 'product' | 'variant' | 'joins' }

/**
 * A row of a table as a record of `products/bulk`. A row that names a product in `variant_of`, or has a variant's SKU,
 * is about that variant, and its product fields are ignored. `images` is a list of addresses. Throws AppError
 * `invalid_request` that names the column.
 */
export function recordOfTable(conn: Conn, row: JsonObject, above: RowsAbove): TableRecord {
  const { variant_of: of, size: _size, color: _color, color_hex: _hex, images, ...product } = row
  const parent = typeof of === 'string' ? toNfc(of) : parentOf(conn, row, above)
  if (parent === undefined) {
    const record =
      typeof images === 'string' ? { ...product, images: addressesIn(images) } : product
    return { record, kind: 'product' }
  }
  const known = above.get(parent)
  const name = known?.name ?? findSkuHolder(conn).get({ sku: parent })?.name
  if (name === undefined) throw noProduct(parent)
  const entries = Object.entries(row).filter(([field]) => Object.hasOwn(variantFields, field))
  const record = { sku: parent, name, variants: [Object.fromEntries(entries)] }
  return { record, kind: known?.variants === undefined ? 'variant' : 'joins' }
}

/** Remembers a valid row for later rows. A variant joins the record of its product. Returns the record to write. */
export function noteRecord(above: RowsAbove, { record, kind }: TableRecord): JsonObject {
  const { sku, name, variants } = record
  if (typeof sku !== 'string' || typeof name !== 'string') return record
  if (kind === 'joins' && Array.isArray(variants))
    above.get(toNfc(sku))?.variants?.push(...variants)
  if (kind !== 'product') return record
  const joined: JsonValue[] = []
  above.set(toNfc(sku), { name, variants: joined })
  return { ...record, variants: joined }
}

/** The SKU of a variant's product, if the row does not name it. */
function parentOf(conn: Conn, { sku }: JsonObject, above: RowsAbove): string | undefined {
  if (typeof sku !== 'string' || above.has(toNfc(sku))) return undefined
  const variant = findVariantBySku(conn).get({ sku: toNfc(sku) })
  if (variant === undefined) return undefined
  const product = findProductOfVariant(conn).get({ seq: variant.productSeq })
  if (product?.sku) return product.sku
  const sentence = say`${fieldAt('sku')} ${sku} is of a variant of ${product?.name ?? ''}, which has no SKU: change it at its product.`
  throw refusedAs('invalid_request', 'sku', sentence)
}

function noProduct(sku: string) {
  const sentence = say`There is no product with the SKU “${sku}”, neither in the shop nor in a row above that is brought in, which this could be a variant of.`
  return refusedAs('invalid_request', 'variant_of', sentence)
}

/** Addresses stand on separate lines, or after a comma, a space or a |. */
const betweenAddresses = /[\s,|]+(?=https?:|\/images\/)|\n/

function addressesIn(text: string): JsonValue[] {
  return text
    .split(betweenAddresses)
    .map((address) => address.trim())
    .filter((address) => address !== '')
}

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

import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject, JsonValue } from '../../../platform/json.ts'
import { imageUrl } from '../images/image-refs.ts'
import { listImages } from '../images/list-images.ts'
import { toPercent, toRupees } from '../money.ts'
import { countProductsWithSku, findProductBySku, listProductsBySeq } from './queries.ts'
import { findCategory } from '../catalogue/category-queries.ts'
import type { Product } from './read-row.ts'
import type { Variant } from './read-variants.ts'
import { listVariants } from './variant-queries.ts'

/** Products that are read at once. */
const productsPerPage = 200

/** How many products `exportProducts` gives. */
export function countProducts(conn: Conn): number {
  return countProductsWithSku(conn).get()?.count ?? 0
}

/**
 * Every product with a SKU, oldest first, as a record of `products/bulk` that changes nothing when it comes back to the
 * same book. A product without a SKU is left out: a record could not be matched to it.
 */
export function* exportProducts(conn: Conn): Generator<JsonObject> {
  let last = 0
  for (;;) {
    const page = listProductsBySeq(conn).all({ seq: last, limit: productsPerPage })
    for (const { product, categorySlug } of page) {
      last = product.seq
      yield recordOf(conn, product, categorySlug)
    }
    if (page.length === 0) return
  }
}

/** The product with a SKU as such a record. */
export function findProductRecord(conn: Conn, sku: string): JsonObject | undefined {
  const product = findProductBySku(conn).get({ sku })
  if (product === undefined) return undefined
  return recordOf(conn, product, findCategory(conn).get({ id: product.categoryId })?.slug ?? '')
}

function recordOf(conn: Conn, product: Product, categorySlug: string): JsonObject {
  return {
    sku: product.sku,
    name: product.name,
    slug: product.slug,
    description: product.description,
    details: product.details,
    category_slug: categorySlug,
    mrp: toRupees(product.mrp),
    sale_price: toRupees(product.salePrice),
    min_sale_price: rupeesOrNull(product.minSalePrice),
    stock_quantity: product.stockQuantity,
    gst_pct: toPercent(product.gstBasisPoints),
    hsn: product.hsn,
    barcode: product.barcode,
    ...(product.sizeChart === null ? {} : { size_chart: parsed(product.sizeChart) }),
    video_url: product.videoUrl,
    vendor_id: product.vendorId,
    vendor_cost: rupeesOrNull(product.vendorCost),
    b2b_price: rupeesOrNull(product.b2bPrice),
    b2b_min_qty: product.b2bMinQty,
    is_active: product.isActive,
    approval_status: product.approvalStatus,
    images: imagesOf(conn, product.seq),
    variants: listVariants(conn)
      .all({ productSeq: product.seq })
      .map((variant) => variantOf(variant)),
  }
}

/** A stored image by its path here: whoever takes the record in has that image, or does without it. */
function imagesOf(conn: Conn, productSeq: number): JsonValue[] {
  return listImages(conn)
    .all({ productSeq })
    .map(({ image, alt, sortOrder }) => ({ url: imageUrl(image, ''), alt, sort_order: sortOrder }))
}

function variantOf(variant: Variant): JsonObject {
  return {
    ...(variant.sku === null ? { id: variant.id } : { sku: variant.sku }),
    size: variant.size,
    color: variant.color,
    color_hex: variant.colorHex,
    mrp: toRupees(variant.mrp),
    sale_price: toRupees(variant.salePrice),
    stock_quantity: variant.stockQuantity,
  }
}

function rupeesOrNull(paise: number | null): number | null {
  return paise === null ? null : toRupees(paise)
}

function parsed(json: string): JsonValue {
  const value: JsonValue = JSON.parse(json)
  return value
}

import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { toJson } from '../../../platform/record/read.ts'
import { imageUrl } from '../images/image-refs.ts'
import { listImages } from '../images/store-images.ts'
import {
  countProductsWithSku,
  findCategoryById,
  findProductBySku,
  listProductsBySeq,
  requireProduct,
} from '../products/queries.ts'
import type { Product, Variant } from '../products/read-product.ts'
import { productFields, variantFields } from '../products/record.ts'
import { listVariants } from '../products/variants.ts'

/** Products that are read at once. */
const productsPerPage = 200

/** How many products `exportProducts` gives. */
export function countProducts(conn: Conn): number {
  return countProductsWithSku(conn).get()?.count ?? 0
}

/**
 * Every product with a SKU, oldest first, as a record of `products/bulk` that changes nothing when it comes back to the
 * same database. A product without a SKU is left out: a record could not be matched to it.
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
  return recordOf(conn, product, findCategoryById(conn).get({ id: product.categoryId })?.slug ?? '')
}

function recordOf(conn: Conn, product: Product, categorySlug: string): JsonObject {
  const {
    category_id: _,
    size_chart: chart,
    ...fields
  } = toJson(productFields, {
    ...product,
    categorySlug,
  })
  return {
    ...fields,
    ...unpriced(product),
    ...(chart === null ? {} : { size_chart: chart }),
    images: imagesOf(conn, product.seq),
    variants: listVariants(conn)
      .all({ productSeq: product.seq })
      .map((variant) => variantOf(variant)),
  }
}

/** Without it, a price of 0 is one that somebody gave. */
function unpriced({ priceGiven }: Pick<Product, 'priceGiven'>): JsonObject {
  return priceGiven ? {} : { has_price: false }
}

/** A stored image by its path here: whoever takes the record in has that image, or does without it. */
function imagesOf(conn: Conn, productSeq: number): JsonValue[] {
  return listImages(conn)
    .all({ productSeq })
    .map(({ image, alt, sortOrder }) => ({ url: imageUrl(image, ''), alt, sort_order: sortOrder }))
}

function variantOf(variant: Variant): JsonObject {
  const { sku, ...fields } = toJson(variantFields, variant)
  return { ...(sku === null ? { id: variant.id } : { sku }), ...fields, ...unpriced(variant) }
}

/** A product with all that belongs to it, as the database holds it. Throws AppError `not_found`. */
export function findWholeProduct(conn: Conn, id: string) {
  const product = requireProduct(conn, id)
  const { seq: productSeq } = product
  return {
    product,
    images: listImages(conn).all({ productSeq }),
    variants: listVariants(conn).all({ productSeq }),
  }
}

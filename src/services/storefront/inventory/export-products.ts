import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { toJson } from '../../../platform/record/read.ts'
import { imageUrl, listImages } from '../images/store-images.ts'
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

/** The number of products read at once. */
const productsPerPage = 200

/** The number of products that `exportProducts` returns. */
export function countProducts(conn: Conn): number {
  return countProductsWithSku(conn).get()?.count ?? 0
}

/**
 * Every product with a SKU, oldest first, as a record of `products/bulk`. Sending the record back to the same database
 * changes nothing. Products without a SKU are left out, because no record could match them.
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

/** The product with a SKU as a record of `products/bulk`. */
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

/** Without `has_price: false`, a price of 0 would count as given. */
function unpriced({ priceGiven }: Pick<Product, 'priceGiven'>): JsonObject {
  return priceGiven ? {} : { has_price: false }
}

/** A stored image is exported by its path. The importing server has the image or goes without it. */
function imagesOf(conn: Conn, productSeq: number): JsonValue[] {
  return listImages(conn)
    .all({ productSeq })
    .map(({ image, alt, sortOrder }) => ({ url: imageUrl(image, ''), alt, sort_order: sortOrder }))
}

function variantOf(variant: Variant): JsonObject {
  const { sku, ...fields } = toJson(variantFields, variant)
  return { ...(sku === null ? { id: variant.id } : { sku }), ...fields, ...unpriced(variant) }
}

/** A product with its images and variants, as stored. Throws AppError `not_found`. */
export function findWholeProduct(conn: Conn, id: string) {
  const product = requireProduct(conn, id)
  const { seq: productSeq } = product
  return {
    product,
    images: listImages(conn).all({ productSeq }),
    variants: listVariants(conn).all({ productSeq }),
  }
}

import { findNameById } from '../../../names/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { toJson } from '../../../platform/record/read.ts'
import {
  findWholeProduct,
  imageUrl,
  productFields,
  variantFields,
  type ShelvedProduct,
} from '../../../services/storefront/service.ts'

/** A product in the list; money in paise. */
export function shownInList(product: ShelvedProduct) {
  return {
    id: product.id,
    sku: product.sku,
    name: product.name,
    image: pathOf(product.image),
    category: product.category_name,
    mrp: product.mrp,
    salePrice: product.sale_price,
    stock: product.stock_quantity,
    variants: product.variants,
    unpricedVariants: product.unpriced_variants,
    variantStock: product.variant_stock,
    isActive: product.is_active === 1,
    approval: product.approval_status,
    updatedAt: new Date(product.updated_at).toISOString(),
  }
}

/**
 * A product with everything that its page edits. What is in `fields`, `images` and `variants` goes back as a record of
 * `products/bulk`, and so has its names; money in rupees. Throws AppError `not_found`.
 */
export function shownProduct(conn: Conn, id: string) {
  const { product, images, variants } = findWholeProduct(conn, id)
  const { vendorId } = product
  const {
    category_slug: _,
    size_chart: chart,
    ...fields
  } = toJson(productFields, { ...product, categorySlug: '' })
  const vendor =
    vendorId === null ? undefined : findNameById(conn).get({ kind: 'vendor', id: vendorId })
  return {
    id: product.id,
    createdAt: new Date(product.createdAt).toISOString(),
    updatedAt: new Date(product.updatedAt).toISOString(),
    isListed: product.isListed,
    vendor: vendor ?? null,
    fields: { ...fields, sku: fields.sku ?? '', video_url: fields.video_url ?? '' },
    sizeChart: chart === null ? null : JSON.stringify(chart),
    images: images.map(({ image, alt }) => ({ url: imageUrl(image, ''), alt })),
    variants: variants.map((variant) => {
      const { sku, ...rest } = toJson(variantFields, variant)
      return { id: variant.id, sku: sku ?? '', ...rest }
    }),
  }
}

function pathOf(image: string | null): string | null {
  return image === null ? null : imageUrl(image, '')
}

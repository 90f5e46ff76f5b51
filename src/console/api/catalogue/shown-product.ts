import { findNameById } from '../../../names/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import {
  findWholeProduct,
  imageUrl,
  toPercent,
  toRupees,
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
  const { product, sizeChart, images, variants } = findWholeProduct(conn, id)
  const { vendorId } = product
  const vendor =
    vendorId === null ? undefined : findNameById(conn).get({ kind: 'vendor', id: vendorId })
  return {
    id: product.id,
    createdAt: new Date(product.createdAt).toISOString(),
    updatedAt: new Date(product.updatedAt).toISOString(),
    isListed: product.isListed,
    vendor: vendor ?? null,
    fields: {
      sku: product.sku ?? '',
      name: product.name,
      slug: product.slug,
      description: product.description,
      details: product.details,
      category_id: product.categoryId,
      mrp: toRupees(product.mrp),
      sale_price: toRupees(product.salePrice),
      min_sale_price: rupeesOrNull(product.minSalePrice),
      stock_quantity: product.stockQuantity,
      gst_pct: toPercent(product.gstBasisPoints),
      hsn: product.hsn,
      barcode: product.barcode,
      video_url: product.videoUrl ?? '',
      vendor_id: product.vendorId,
      vendor_cost: rupeesOrNull(product.vendorCost),
      b2b_price: rupeesOrNull(product.b2bPrice),
      b2b_min_qty: product.b2bMinQty,
      is_active: product.isActive,
      approval_status: product.approvalStatus,
    },
    sizeChart: sizeChart === null ? null : JSON.stringify(sizeChart),
    images: images.map(({ image, alt }) => ({ url: imageUrl(image, ''), alt })),
    variants: variants.map((variant) => ({
      id: variant.id,
      sku: variant.sku ?? '',
      size: variant.size,
      color: variant.color,
      color_hex: variant.colorHex,
      mrp: toRupees(variant.mrp),
      sale_price: toRupees(variant.salePrice),
      stock_quantity: variant.stockQuantity,
    })),
  }
}

function pathOf(image: string | null): string | null {
  return image === null ? null : imageUrl(image, '')
}

function rupeesOrNull(paise: number | null): number | null {
  return paise === null ? null : toRupees(paise)
}

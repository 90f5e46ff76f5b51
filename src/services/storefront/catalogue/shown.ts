import type { JsonValue } from '../../../platform/json/json.ts'
import { imageUrl } from '../images/image-refs.ts'
import { toPercent, toRupees } from '../../../platform/money.ts'
import type { ListedProduct, ProductDetail, ShownImage, ShownVariant } from './queries.ts'
import type { categories, offers } from '../tables.ts'

/*
 * Rows as the contract shows them. `origin` is where links in answers point. A field that the contract types as a
 * string is never null.
 */

export function shownProduct(product: ListedProduct, origin: string) {
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    description: product.description,
    image_url: imageUrl(product.image, origin),
    mrp: toRupees(product.mrp),
    sale_price: toRupees(product.sale_price),
    stock_quantity: product.stock_quantity,
    category_id: product.category_id,
    created_at: new Date(product.created_at).toISOString(),
  }
}

/** Without its images and variants. */
export function shownDetail(product: ProductDetail, origin: string) {
  return {
    id: product.id,
    slug: product.slug,
    sku: product.sku ?? '',
    name: product.name,
    description: product.description,
    details: product.details,
    image_url: imageUrl(product.image, origin),
    video_url: product.video_url,
    mrp: toRupees(product.mrp),
    sale_price: toRupees(product.sale_price),
    stock_quantity: product.stock_quantity,
    gst_pct: toPercent(product.gst_basis_points),
    hsn: product.hsn,
    barcode: product.barcode,
    category_id: product.category_id,
    size_chart: shownSizeChart(product.size_chart),
  }
}

export function shownImage({ image, alt, sort_order }: ShownImage, origin: string) {
  return { url: imageUrl(image, origin), alt, sort_order }
}

export function shownVariant(variant: ShownVariant) {
  return {
    id: variant.id,
    size: variant.size,
    color: variant.color,
    color_hex: variant.color_hex,
    sku: variant.sku ?? '',
    mrp: toRupees(variant.mrp),
    sale_price: toRupees(variant.sale_price),
    stock_quantity: variant.stock_quantity,
  }
}

export function shownCategory(category: typeof categories.$inferSelect, origin: string) {
  return {
    id: category.id,
    name: category.name,
    slug: category.slug,
    image_url: imageUrl(category.image, origin),
    sort_order: category.sortOrder,
  }
}

export function shownOffer(offer: typeof offers.$inferSelect, origin: string) {
  return {
    id: offer.id,
    slug: offer.slug,
    title: offer.title,
    subtitle: offer.subtitle,
    badge_text: offer.badgeText,
    image_url: imageUrl(offer.image, origin),
    rule_kind: offer.ruleKind,
    rule_value: offer.ruleValue,
    sort_order: offer.sortOrder,
  }
}

function shownSizeChart(json: string | null): JsonValue {
  if (json === null) return null
  const value: JsonValue = JSON.parse(json)
  return value
}

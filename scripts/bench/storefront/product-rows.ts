import { description, mixed, productName } from './product-texts.ts'

/** What a sender knows of a product: the record of a bulk request. Money in rupees. */
export type ProductRecord = {
  sku: string
  name: string
  description: string
  category_slug: string
  mrp: number
  sale_price: number
  stock_quantity: number
  gst_pct: number
  hsn: string
}

export const categoryCount = 24

/** Price and stock differ from one `round` to the next; everything else follows from the number. */
export function productRecord(index: number, round = 0): ProductRecord {
  const paise = 5_000 + (mixed(index, 201) % 500_000) + round
  return {
    sku: skuOf(index),
    name: productName(index),
    description: description(index),
    category_slug: categorySlug(mixed(index, 202) % categoryCount),
    mrp: (paise + 2_500) / 100,
    sale_price: paise / 100,
    stock_quantity: 1_000_000 + round,
    gst_pct: [0, 5, 12, 18][index % 4] ?? 0,
    hsn: String(6000 + (index % 3000)),
  }
}

export function skuOf(index: number): string {
  return `SKU-${index}`
}

export function slugOf(index: number): string {
  return productName(index).replaceAll(' ', '-')
}

export function categorySlug(index: number): string {
  return `category-${index}`
}

/** Every tenth product has variants. */
export const productsPerVariant = 10

export function variantSku(index: number): string {
  return `SKU-${index}-M`
}

/** A product with all its columns: one statement for whoever fills a database, and for the bare programs. */
export const insertProduct = `
  INSERT INTO products (id, sku, slug, name, folded_name, description, folded_description, details, category_id, mrp,
    sale_price, min_sale_price, stock_quantity, gst_basis_points, hsn, barcode, size_chart, image, video_url, vendor_id,
    vendor_cost, b2b_price, b2b_min_qty, is_active, approval_status, version, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?, NULL, ?, ?, ?, '', NULL, ?, NULL, NULL, NULL, NULL, NULL, ?, 'approved', ?,
    ?, ?)`

export type ProductValues = [
  id: string,
  sku: string,
  slug: string,
  name: string,
  foldedName: string,
  description: string,
  foldedDescription: string,
  categoryId: string,
  mrp: number,
  salePrice: number,
  stockQuantity: number,
  gstBasisPoints: number,
  hsn: string,
  image: string | null,
  isActive: number,
  version: number,
  createdAt: number,
  updatedAt: number,
]

/** Rupees in paise, and per cent in basis points: whole numbers either way. */
export function hundredths(value: number): number {
  return Math.round(value * 100)
}

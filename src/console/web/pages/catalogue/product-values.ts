import type { Product } from './products-query.ts'

/** An image in the form: one that is kept already (`url`), or one that was just chosen (a data URL). */
export type PictureValue = { key: string; url: string; alt: string }

/** Amounts are in rupees; an empty field is ''. */
type Amount = number | string

export type VariantValue = {
  key: string
  /** Undefined for a new one. */
  id: string | undefined
  sku: string
  size: string
  color: string
  color_hex: string
  mrp: Amount
  sale_price: Amount
  stock_quantity: Amount
}

/** The form of a product: its fields are named as the server's rules name them, so that a refusal finds its field. */
export type ProductValues = {
  sku: string
  name: string
  slug: string
  description: string
  details: string
  category_id: string | null
  mrp: Amount
  sale_price: Amount
  min_sale_price: Amount
  stock_quantity: Amount
  gst_pct: Amount
  hsn: string
  barcode: string
  video_url: string
  vendor_id: string | null
  vendor_cost: Amount
  b2b_price: Amount
  b2b_min_qty: Amount
  is_active: boolean
  approval_status: string
  images: PictureValue[]
  variants: VariantValue[]
  /** JSON; '' for none. */
  size_chart: string
}

export const emptyProduct: ProductValues = {
  sku: '',
  name: '',
  slug: '',
  description: '',
  details: '',
  category_id: null,
  mrp: '',
  sale_price: '',
  min_sale_price: '',
  stock_quantity: '',
  gst_pct: '',
  hsn: '',
  barcode: '',
  video_url: '',
  vendor_id: null,
  vendor_cost: '',
  b2b_price: '',
  b2b_min_qty: '',
  is_active: true,
  approval_status: 'approved',
  images: [],
  variants: [],
  size_chart: '',
}

/** A variant whose price is the product's has an empty field for it: it goes with the product's. */
export function valuesOf({ fields, images, variants, sizeChart }: Product): ProductValues {
  return {
    ...fields,
    min_sale_price: fields.min_sale_price ?? '',
    vendor_cost: fields.vendor_cost ?? '',
    b2b_price: fields.b2b_price ?? '',
    b2b_min_qty: fields.b2b_min_qty ?? '',
    images: images.map((image) => ({ key: image.url, ...image })),
    variants: variants.map(({ mrp, sale_price: price, ...variant }) => ({
      ...variant,
      key: variant.id,
      color_hex: shadeOf(variant),
      mrp: mrp === fields.mrp ? '' : mrp,
      sale_price: price === fields.sale_price ? '' : price,
    })),
    size_chart: sizeChart ?? '',
  }
}

/** What a variant has of which nobody said a shade. */
const unsaidShade = '#000000'

function shadeOf({ color, color_hex: shade }: { color: string; color_hex: string }): string {
  return shade === unsaidShade && !/black/i.test(color) ? '' : shade
}

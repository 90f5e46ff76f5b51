import type { PictureValue, ProductValues, VariantValue } from './product-values.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Entry = Record<string, Json>

/** What a form sends: only what was changed, so that what a program changed meanwhile stays. */
export type SentProduct = { product: Entry; removedVariants: string[] }

/** Where nothing was typed these are none; the other amounts cannot be emptied. */
const clearable = new Set<string>(['min_sale_price', 'vendor_cost', 'b2b_price', 'b2b_min_qty'])

/** `before` is what the form began with. */
export function recordOf(values: ProductValues, before: ProductValues): SentProduct {
  const { images, variants, size_chart: sizeChart, ...fields } = values
  const product: Entry = {}
  for (const [field, value] of changesOf(fields, before)) {
    if (value !== '') product[field] = value
    else if (clearable.has(field)) product[field] = null
    else if (typeof before[field] === 'string') product[field] = ''
  }
  if (!isSame(images, before.images)) product['images'] = images.map(sentImage)
  if (!isSame(variants, before.variants)) {
    product['variants'] = variants.map((variant) => sentVariant(variant, before.variants))
  }
  if (sizeChart !== before.size_chart) product['size_chart'] = chartOf(sizeChart)
  const kept = new Set(variants.map(({ id }) => id))
  const removedVariants = before.variants.flatMap(({ id }) =>
    id === undefined || kept.has(id) ? [] : id,
  )
  return { product, removedVariants }
}

type Fields = Omit<ProductValues, 'images' | 'variants' | 'size_chart'>

function changesOf(fields: Fields, before: Fields): [keyof Fields, Fields[keyof Fields]][] {
  return fieldNames
    .filter((field) => fields[field] !== before[field])
    .map((field) => [field, fields[field]])
}

const fieldNames = [
  'sku',
  'name',
  'slug',
  'description',
  'details',
  'category_id',
  'mrp',
  'sale_price',
  'min_sale_price',
  'stock_quantity',
  'gst_pct',
  'hsn',
  'barcode',
  'video_url',
  'vendor_id',
  'vendor_cost',
  'b2b_price',
  'b2b_min_qty',
  'is_active',
  'approval_status',
] as const

function sentImage({ url, alt }: PictureValue): Entry {
  return url.startsWith('data:') ? { base64: url, alt } : { url, alt }
}

/** One that is there already with what was changed of it; its place in the list is what a refusal names. */
function sentVariant(variant: VariantValue, before: readonly VariantValue[]): Entry {
  const old = before.find(({ id }) => id !== undefined && id === variant.id)
  const sent: Entry = old?.id === undefined ? {} : { id: old.id }
  for (const field of variantFields) {
    const value = variant[field]
    if (value === old?.[field]) continue
    // A new variant without a price has the product's.
    if (value !== '' || typeof old?.[field] === 'string') sent[field] = value
  }
  return sent
}

const variantFields = [
  'sku',
  'size',
  'color',
  'color_hex',
  'mrp',
  'sale_price',
  'stock_quantity',
] as const

/** An empty object takes the chart away. Throws SyntaxError for what is no JSON. */
function chartOf(text: string): Json {
  if (text.trim() === '') return {}
  const chart: Json = JSON.parse(text)
  return chart
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

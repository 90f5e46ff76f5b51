import type { PictureValue, ProductValues, VariantValue } from './product-values.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Entry = Record<string, Json>

/**
 * What a form sends: only what was changed, so that what a program changed meanwhile stays. `startedFrom` has the same
 * fields as the form showed them first: what somebody else typed meanwhile is not overwritten.
 */
export type SentProduct = { product: Entry; removedVariants: string[]; startedFrom: Entry }

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
    product['variants'] = variants.map((variant) => sentVariant(variant, before.variants, fields))
  }
  if (sizeChart !== before.size_chart) product['size_chart'] = chartOf(sizeChart)
  const kept = new Set(variants.map(({ id }) => id))
  const removedVariants = before.variants.flatMap(({ id }) =>
    id === undefined || kept.has(id) ? [] : id,
  )
  return { product, removedVariants, startedFrom: startedFrom(product, before) }
}

/** What a form showed of the fields that it sends, as a record. */
export function startedFrom(sent: Entry, shown: ProductValues): Entry {
  const started: Entry = {}
  for (const field of fieldNames) {
    const value = shown[field]
    if (field in sent) started[field] = value === '' && clearable.has(field) ? null : value
  }
  if ('images' in sent) started['images'] = shown.images.map(({ url, alt }) => ({ url, alt }))
  if ('size_chart' in sent) started['size_chart'] = chartOf(shown.size_chart)
  const { variants } = sent
  if (Array.isArray(variants)) {
    started['variants'] = variants.flatMap((variant) => shownVariant(variant, shown) ?? [])
  }
  return started
}

function shownVariant(sent: Json, { variants, ...fields }: ProductValues): Entry | undefined {
  const old = variants.find(({ id }) => id !== undefined && id === idOf(sent))
  if (old?.id === undefined || sent === null || typeof sent !== 'object') return undefined
  const shown: Entry = { id: old.id }
  for (const field of variantFields) {
    if (field in sent) shown[field] = valueOf(old, field, fields)
  }
  return shown
}

function idOf(sent: Json): Json | undefined {
  return sent === null || typeof sent !== 'object' || Array.isArray(sent) ? undefined : sent['id']
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
function sentVariant(
  variant: VariantValue,
  before: readonly VariantValue[],
  product: Prices,
): Entry {
  const old = before.find(({ id }) => id !== undefined && id === variant.id)
  const sent: Entry = old?.id === undefined ? {} : { id: old.id }
  for (const field of variantFields) {
    const value = variant[field]
    if (value === old?.[field]) continue
    // A new variant without a price has the product's by itself.
    if (old !== undefined && isPrice(field)) sent[field] = valueOf(variant, field, product)
    else if (value !== '' || typeof old?.[field] === 'string') sent[field] = value
  }
  return sent
}

type Prices = Pick<ProductValues, 'mrp' | 'sale_price'>

/** An empty price is the product's. */
function valueOf(
  variant: VariantValue,
  field: (typeof variantFields)[number],
  product: Prices,
): string | number {
  const value = variant[field]
  return value === '' && isPrice(field) ? product[field] : value
}

function isPrice(field: string): field is keyof Prices {
  return field === 'mrp' || field === 'sale_price'
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

import { productFields, variantFields } from '../../../../services/storefront/products/record.ts'
import {
  isNumberField,
  type PictureValue,
  type ProductValues,
  type VariantValue,
} from './product-values.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Entry = Record<string, Json>

/**
 * What a form sends: only what was changed, so that what a program changed meanwhile stays. `startedFrom` has the same
 * fields as the form showed them first: what somebody else typed meanwhile is not overwritten.
 */
export type SentProduct = { product: Entry; removedVariants: string[]; startedFrom: Entry }

/** Where nothing was typed these numbers are none; the others cannot be emptied. */
const clearable = new Set(
  Object.entries(productFields)
    .filter(([name, { cleared }]) => cleared !== undefined && isNumberField(name))
    .map(([name]) => name),
)

/** `before` is what the form began with. */
export function recordOf(values: ProductValues, before: ProductValues): SentProduct {
  const { images, variants, size_chart: sizeChart } = values
  const product: Entry = {}
  const shown = fieldsOf(before)
  for (const [field, value] of Object.entries(fieldsOf(values))) {
    if (value === shown[field]) continue
    if (value !== '') product[field] = value
    else if (clearable.has(field)) product[field] = null
    else if (typeof shown[field] === 'string') product[field] = ''
  }
  if (!isSame(images, before.images)) product['images'] = images.map(sentImage)
  if (!isSame(variants, before.variants)) {
    product['variants'] = variants.map((variant) => sentVariant(variant, before.variants, values))
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
  for (const [field, value] of Object.entries(fieldsOf(shown))) {
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
  for (const field of variantNames) {
    if (field in sent) shown[field] = valueOf(old, field, fields)
  }
  return shown
}

function idOf(sent: Json): Json | undefined {
  return sent === null || typeof sent !== 'object' || Array.isArray(sent) ? undefined : sent['id']
}

/** The fields that stand in a record as they are. */
function fieldsOf(values: ProductValues): Entry {
  const { images: _images, variants: _variants, size_chart: _chart, ...fields } = values
  return fields
}

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
  for (const field of variantNames) {
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
  field: (typeof variantNames)[number],
  product: Prices,
): string | number {
  const value = variant[field]
  return value === '' && isPrice(field) ? product[field] : value
}

function isPrice(field: string): field is keyof Prices {
  return field === 'mrp' || field === 'sale_price'
}

type VariantField = keyof typeof variantFields

const variantNames = Object.keys(variantFields).filter(isVariantField)

function isVariantField(name: string): name is VariantField {
  return Object.hasOwn(variantFields, name)
}

/** An empty object takes the chart away. Throws SyntaxError for what is no JSON. */
function chartOf(text: string): Json {
  if (text.trim() === '') return {}
  const chart: Json = JSON.parse(text)
  return chart
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

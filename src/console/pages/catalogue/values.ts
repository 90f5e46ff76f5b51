import { initialValues, toJson } from '../../../platform/record/read.ts'
import { productFields, variantFields } from '../../../services/storefront/products/record.ts'
import { requireNumber, type TypedNumber, type Unread } from '../../components/number-field.tsx'
import type { Product } from './data.ts'

/* The values of the product form, and the record that it sends. */

/** An image in the form: a stored one (`url`), or a new one (a data URL). */
export type PictureValue = { key: string; url: string; alt: string }

/** The type of a form field for a value of the server: amounts in rupees, '' for an empty field. */
type FormValue<Said> = number extends Said
  ? TypedNumber
  : boolean extends Said
    ? boolean
    : null extends Said
      ? string | null
      : string

type FormValues<Said> = { [Name in keyof Said]: FormValue<Said[Name]> }

/** `key` exists only in this form. A new variant has no id. */
export type VariantValue = FormValues<Omit<Product['variants'][number], 'id'>> & {
  key: string
  id: string | undefined
}

/** The form of a product. Its fields have the server's names, so that refusals find their fields. */
export type ProductValues = Omit<FormValues<Product['fields']>, 'category_id'> & {
  /** Null until a category is chosen. */
  category_id: string | null
  images: PictureValue[]
  variants: VariantValue[]
  /** JSON. '' for none. */
  size_chart: string
}

const numberFields = fieldNames(({ cell }) => ['amount', 'quantity', 'rate'].includes(cell))

/** Empty number fields that mean none. Other numbers cannot be cleared. */
const clearable = fieldNames(({ cleared }) => cleared !== undefined)

function fieldNames(
  isOne: (declared: { cell: string; cleared?: unknown }) => boolean,
): ReadonlySet<string> {
  const fields = Object.entries(productFields).filter(([, declared]) => isOne(declared))
  return new Set(fields.map(([name]) => name))
}

const {
  category_slug: _slug,
  size_chart: _chart,
  ...blankFields
} = toJson(productFields, initialValues(productFields))

export const emptyProduct: ProductValues = {
  ...formValues({ ...blankFields, sku: '', video_url: '' }, true),
  category_id: null,
  images: [],
  variants: [],
  size_chart: '',
}

/**
 * A product without a price has an empty price field. A variant with the product's price also has an empty field and
 * follows the product's price.
 */
export function valuesOf({
  fields,
  hasPrice,
  images,
  variants,
  sizeChart,
}: Product): ProductValues {
  return {
    ...formValues(fields, false),
    ...(hasPrice ? {} : { sale_price: '' }),
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

/** A copy for a new product, without its identifiers and its stock. */
export function copyOf(product: Product): ProductValues {
  const values = valuesOf(product)
  return {
    ...values,
    sku: '',
    barcode: '',
    slug: '',
    stock_quantity: '',
    variants: values.variants.map((variant) => ({
      ...variant,
      id: undefined,
      sku: '',
      stock_quantity: '',
    })),
  }
}

/** A missing number, or a number of a new product, is an empty field. */
function formValues(said: Product['fields'], isNew: boolean): FormValues<Product['fields']>
function formValues(said: Record<string, unknown>, isNew: boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => {
      const isEmpty = numberFields.has(name) && (isNew || value === null)
      return [name, isEmpty ? '' : value]
    }),
  )
}

/** The shade of a variant for which nobody gave one. */
const unsaidShade = '#000000'

function shadeOf({ color, color_hex: shade }: { color: string; color_hex: string }): string {
  return shade === unsaidShade && !/black/i.test(color) ? '' : shade
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Entry = Record<string, Json>

/**
 * A form sends only changes, so that a program's changes meanwhile stay. `startedFrom` has the same fields with their
 * first values, so that another user's changes are not overwritten.
 */
export type SentProduct = {
  product: Entry
  removedVariants: string[]
  startedFrom: Entry
  /** The user confirmed a GST rate that does not exist. */
  isRateMeant?: true
}

/** `before`: the form's first values. */
export function recordOf(values: ProductValues, before: ProductValues): SentProduct {
  const { images, variants, size_chart: sizeChart } = values
  const product: Entry = {}
  const shown = fieldsOf(before)
  for (const [field, value] of Object.entries(fieldsOf(values))) {
    const isLeftOut = value === '' && numberFields.has(field) && !clearable.has(field)
    if (value !== shown[field] && !isLeftOut) product[field] = sentValue(field, value)
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

/** The first values of the sent fields, as a record. */
export function startedFrom(sent: Entry, shown: ProductValues): Entry {
  const started: Entry = {}
  for (const [field, value] of Object.entries(fieldsOf(shown))) {
    if (!(field in sent)) continue
    if (field === 'sale_price' && value === '') started['has_price'] = false
    else started[field] = sentValue(field, value)
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
  if (sent === null || typeof sent !== 'object' || Array.isArray(sent)) return undefined
  const old = variants.find(({ id }) => id !== undefined && id === sent['id'])
  if (old?.id === undefined) return undefined
  const shown: Entry = { id: old.id }
  for (const field of variantNames) {
    if (field in sent) shown[field] = valueOf(old, field, fields)
  }
  return shown
}

function sentValue(field: string, value: Json): Json {
  return value === '' && numberFields.has(field) && clearable.has(field) ? null : value
}

/** The fields that go into a record unchanged. */
function fieldsOf(values: ProductValues): Entry {
  const { images: _images, variants: _variants, size_chart: _sizeChart, ...fields } = values
  return fields
}

function sentImage({ url, alt }: PictureValue): Entry {
  return url.startsWith('data:') ? { base64: url, alt } : { url, alt }
}

/** An existing variant with its changes. A refusal names its place in the list. */
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
    // A new variant without a price gets the product's automatically.
    if (old !== undefined && isPrice(field)) sent[field] = valueOf(variant, field, product)
    else if (value !== '' || typeof old?.[field] === 'string') sent[field] = sayable(value)
  }
  return sent
}

type Prices = Pick<ProductValues, 'mrp' | 'sale_price'>

/** An empty price means the product's price. */
function valueOf(variant: VariantValue, field: VariantField, product: Prices): string | number {
  const value = variant[field]
  return sayable(value === '' && isPrice(field) ? product[field] : value)
}

/** The form refuses unreadable values before. */
function sayable(value: string | number | Unread): string | number {
  return typeof value === 'string' ? value : requireNumber(value)
}

function isPrice(field: string): field is keyof Prices {
  return field === 'mrp' || field === 'sale_price'
}

type VariantField = keyof typeof variantFields

const variantNames = Object.keys(variantFields).filter(isVariantField)

function isVariantField(name: string): name is VariantField {
  return Object.hasOwn(variantFields, name)
}

/** An empty object removes the chart. Throws SyntaxError for text that is not JSON. */
function chartOf(text: string): Json {
  if (text.trim() === '') return {}
  const chart: Json = JSON.parse(text)
  return chart
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

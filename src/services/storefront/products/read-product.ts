import { throwAll } from '../../../platform/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { isBlank } from '../../../platform/record/field.ts'
import {
  mustBeObject,
  nullWarning,
  readFields,
  Reading,
  refuseBadJson,
  refused,
  type Values,
} from '../../../platform/record/read.ts'
import { fieldAt, say, type Fault, type Sentence } from '../../../platform/record/sentence.ts'
import type { products, variants } from '../tables.ts'
import { productFields, variantFields } from './record.ts'

export type Product = typeof products.$inferSelect
export type Variant = typeof variants.$inferSelect

/** Variants that one row brings. */
export const variantsMax = 200

/** A row of `products/bulk`, checked as far as it can be without the database. Images are read on their own. */
export type ProductInput = {
  /** Null only where products may go without one, and are told apart by their ids. */
  sku: string | null
  name: string
  values: Partial<Values<typeof productFields>>
  /** See isUnpriced. */
  isUnpriced: boolean
  variants: readonly VariantInput[]
  /**
   * What an answer carries and a row cannot set: it is warned of unless it says what the product says already. A null
   * `size_chart` is one: an answer has it where there is none.
   */
  echoes: { field: 'id' | 'created_at' | 'size_chart' | 'has_price'; value: JsonValue }[]
  warnings: Sentence[]
}

/**
 * One entry of `variants`, checked as far as it can be without the database. Without a SKU, as an answer shows a variant
 * that has none, `id` tells which it is; with `byId` it always does, an entry without one is a new variant, and a null
 * `sku` is none. `place` is where it stands in the row.
 */
export type VariantInput = {
  place: string
  sku: string | null | undefined
  id: string | undefined
  byId: boolean
  values: Partial<Values<typeof variantFields>>
  /** See isUnpriced. */
  isUnpriced: boolean
}

/** What an answer says of the offers of its moment: passed over when it comes back. */
const offerEchoes = ['offer_price', 'offer_id']

/**
 * Fields that are read on their own: SKU and name above all others, the images by images/prepare-images.ts, `as_of` by bulk/rows.ts.
 * The last one an answer has, and it says nothing of its own.
 */
const readApart = new Set([
  ...offerEchoes,
  'sku',
  'name',
  'images',
  'image_url',
  'image_base64',
  'image_content_type',
  'as_of',
  'image_srcset',
])

const readApartOfVariant = new Set([...offerEchoes, 'sku', 'id', 'has_price'])

/**
 * Reads one record of `products`; `byId` for one that says by id which product and variants it means, so that none of
 * them needs a SKU. Throws AppError `invalid_request` that names the field.
 */
export function readProductRow(record: unknown, byId = false): ProductInput {
  const { input, faults } = readProduct(record, byId)
  throwAll(faults.map((fault) => refused(fault)))
  return input
}

/** Reads a product, and returns all faults in order. Refused values are left out of the input. */
export function readProduct(
  record: unknown,
  byId = false,
): { input: ProductInput; faults: readonly Fault[] } {
  const reading = new Reading()
  if (isJsonObject(record)) refuseBadJson(record, reading)
  else reading.refuse(mustBeObject('product', record))
  const isReadable = isJsonObject(record) && reading.faults.length === 0
  const input = isReadable ? inputOf(record, byId, reading) : inputOf({}, byId, new Reading())
  return { input, faults: reading.faults }
}

function inputOf(record: JsonObject, byId: boolean, reading: Reading): ProductInput {
  const sku = byId && saysNothing(record['sku']) ? null : readOwn('sku', record, reading)
  const name = readOwn('name', record, reading) ?? ''
  const variants: VariantInput[] = []
  const echoes: ProductInput['echoes'] = []
  const values = readFields(productFields, record, reading, '', (field, value) => {
    if (readApart.has(field)) return true
    if (field === 'size_chart' && value !== null) return false
    if (field === 'size_chart') echoes.push({ field, value })
    else if (!isRead(field)) return false
    else if (value === null) reading.warn(nullWarning(field))
    else if (field === 'variants') variants.push(...readVariants(value, sku, byId, reading))
    else echoes.push({ field, value })
    return true
  })
  values.name = name
  const unpriced = isUnpriced(record, values)
  if (unpriced) delete values.salePrice
  return { sku, name, values, isUnpriced: unpriced, variants, echoes, warnings: reading.warnings }
}

function isRead(field: string): field is 'variants' | 'id' | 'created_at' | 'has_price' {
  return ['variants', 'id', 'created_at', 'has_price'].includes(field)
}

/**
 * Whether a record states that it has no price, like answers and exports do: then a `sale_price` of 0 means none. A
 * price above 0 still counts.
 */
function isUnpriced(record: JsonObject, { salePrice = 0 }: { salePrice?: number }): boolean {
  return record['has_price'] === false && salePrice === 0
}

function readOwn(field: 'sku' | 'name', record: JsonObject, reading: Reading): string | null {
  return productFields[field].read(record[field], field, reading) ?? null
}

/** The variants of a product. `sku` is the product's own, or null. */
function readVariants(
  value: JsonValue,
  sku: string | null,
  byId: boolean,
  reading: Reading,
): VariantInput[] {
  if (!Array.isArray(value) || value.length > variantsMax) {
    const allowed = `a list of at most ${variantsMax} objects`
    reading.refuse({ rule: 'other', allowed, field: 'variants', got: value })
    return []
  }
  const skus = new Set<string | null>([sku])
  return value.flatMap((entry, index) => {
    const input = readVariant(`variants[${index}]`, entry, byId, reading)
    if (input?.sku && skus.has(input.sku))
      reading.refuse(skuUsedTwice(`${input.place}.sku`, input.sku))
    if (input?.sku) skus.add(input.sku)
    return input ?? []
  })
}

function readVariant(
  place: string,
  entry: JsonValue,
  byId: boolean,
  reading: Reading,
): VariantInput | undefined {
  if (!isJsonObject(entry)) return reading.refuse(mustBeObject(place, entry))
  const id = variantId(entry)
  const nameless = (byId || id !== undefined) && saysNothing(entry['sku'])
  const none = byId && entry['sku'] !== undefined ? null : undefined
  const sku = nameless ? none : variantFields.sku.read(entry['sku'], `${place}.sku`, reading)
  const values = readFields(variantFields, entry, reading, `${place}.`, (field) =>
    readApartOfVariant.has(field),
  )
  const unpriced = isUnpriced(entry, values)
  if (unpriced) delete values.salePrice
  return { place, sku, id, byId, values, isUnpriced: unpriced }
}

function variantId(entry: JsonObject): string | undefined {
  const id = entry['id']
  return typeof id === 'string' && isId(id) ? id.toLowerCase() : undefined
}

function saysNothing(sku: JsonValue | undefined): boolean {
  return sku === undefined || sku === null || isBlank(sku)
}

function skuUsedTwice(place: string, sku: string): Fault {
  const sentence = say`${fieldAt(place)} is ${sku}, which this row uses already: every SKU is of one product or variant.`
  return { rule: 'said', field: place, sentence }
}

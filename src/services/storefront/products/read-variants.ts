import { isId } from '../../../platform/ids.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json.ts'
import type { variants } from '../tables.ts'
import {
  nullWarning,
  readColorHex,
  readLabel,
  readMoney,
  readSku,
  readStock,
  refusal,
  rowRefusal,
  variantLabelCharactersMax,
  variantsMax,
} from './rules.ts'
import { unknownFieldsWarning } from './unknown-fields.ts'

export type Variant = typeof variants.$inferSelect

export type VariantFields = Partial<
  Pick<Variant, 'size' | 'color' | 'colorHex' | 'mrp' | 'salePrice' | 'stockQuantity'>
>

/**
 * One entry of `variants`, checked as far as it can be without the book. Without a SKU, as an answer shows a variant
 * that has none, `id` tells which it is; with `byId` it always does, an entry without one is a new variant, and a null
 * `sku` is none. `field` is its place in the row.
 */
export type VariantWish = {
  field: string
  sku: string | null | undefined
  id: string | undefined
  byId: boolean
  fields: VariantFields
}

type Reader = (fields: VariantFields, value: JsonValue, field: string, warnings: string[]) => void

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['size', (fields, value, field) => (fields.size = readVariantLabel(field, value))],
  ['color', (fields, value, field) => (fields.color = readVariantLabel(field, value))],
  ['color_hex', (fields, value, field) => (fields.colorHex = readColorHex(field, value))],
  ['mrp', (fields, value, field, warnings) => (fields.mrp = readMoney(field, value, warnings))],
  ['sale_price', readSalePrice],
  ['stock_quantity', readStockQuantity],
])

/** Reads the variants of a product with a SKU, or none. Throws AppError `invalid_request` that names the field. */
export function readVariants(
  field: string,
  value: JsonValue,
  product: { sku: string | null; warnings: string[] },
  byId: boolean,
): VariantWish[] {
  if (!Array.isArray(value) || value.length > variantsMax) {
    throw refusal(field, `a list of at most ${variantsMax} objects`, value)
  }
  const skus = new Set<string | null>([product.sku])
  return value.map((entry, index) => {
    const wish = readVariant(`${field}[${index}]`, entry, byId, product.warnings)
    if (wish.sku && skus.has(wish.sku)) {
      const place = `${wish.field}.sku`
      const message = `${place} is ${wish.sku}, which this row uses already: every SKU is of one product or variant.`
      throw rowRefusal('invalid_request', place, message)
    }
    if (wish.sku) skus.add(wish.sku)
    return wish
  })
}

function readVariant(
  place: string,
  entry: JsonValue,
  byId: boolean,
  warnings: string[],
): VariantWish {
  if (!isJsonObject(entry)) throw refusal(place, 'an object', entry)
  const id = readVariantId(entry)
  const nameless = (byId || id !== undefined) && isBlank(entry['sku'])
  const none = byId && entry['sku'] !== undefined ? null : undefined
  const sku = nameless ? none : readSku(`${place}.sku`, entry['sku'])
  return { field: place, sku, id, byId, fields: readFields(place, entry, warnings) }
}

function isBlank(sku: JsonValue | undefined): boolean {
  return sku === undefined || sku === null || sku === ''
}

function readVariantId(entry: JsonObject): string | undefined {
  const id = entry['id']
  return typeof id === 'string' && isId(id) ? id.toLowerCase() : undefined
}

function readFields(place: string, entry: JsonObject, warnings: string[]): VariantFields {
  const fields: VariantFields = {}
  const unknown: string[] = []
  for (const name of Object.keys(entry)) {
    if (name === 'sku' || name === 'id') continue
    const value = entry[name] ?? null
    const read = readers.get(name)
    const field = `${place}.${name}`
    if (read === undefined) unknown.push(field)
    else if (value === null) warnings.push(nullWarning(field))
    else if (name !== 'color_hex' || value !== '') read(fields, value, field, warnings)
  }
  warnings.push(...unknownFieldsWarning(unknown))
  return fields
}

function readVariantLabel(field: string, value: JsonValue): string {
  return readLabel(field, value, variantLabelCharactersMax)
}

function readSalePrice(
  fields: VariantFields,
  value: JsonValue,
  field: string,
  warnings: string[],
): void {
  fields.salePrice = readMoney(field, value, warnings)
}

function readStockQuantity(
  fields: VariantFields,
  value: JsonValue,
  field: string,
  warnings: string[],
): void {
  fields.stockQuantity = readStock(field, value, warnings)
}

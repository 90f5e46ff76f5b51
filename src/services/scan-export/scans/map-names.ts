import type { NameMatcher } from '../../../names/matching.ts'
import type { JsonObject, JsonValue } from '../../../platform/json.ts'
import type { ScanData } from '../rename-rules/normalise.ts'
import type { Category } from './categories.ts'

/**
 * Maps vendor and product names in a normalised document to the canonical names of the organisation's lists.
 * Returns the same object when nothing changes; never alters the one it was given.
 */
export function mapNames(
  data: ScanData,
  category: Category,
  vendors: NameMatcher,
  products: NameMatcher,
): ScanData {
  const metadata = mapSeller(data.invoice_metadata, vendors)
  const lines = mapLines(data.line_items, (line) =>
    category === 'bank_entry' ? mapBankRow(line, vendors, products) : mapProduct(line, products),
  )
  if (metadata === data.invoice_metadata && lines === data.line_items) return data
  return { invoice_metadata: metadata, line_items: lines }
}

/** `name` follows where it is the vendor's name: normalising fills it in from there. */
function mapSeller(metadata: JsonObject, vendors: NameMatcher): JsonObject {
  const mapped = mapKey(metadata, 'vendor_name', vendors)
  if (mapped === metadata || metadata['name'] !== metadata['vendor_name']) return mapped
  return { ...mapped, name: mapped['vendor_name'] ?? null }
}

function mapLines(lines: JsonObject[], map: (line: JsonObject) => JsonObject): JsonObject[] {
  const mapped = lines.map(map)
  return mapped.some((line, index) => line !== lines[index]) ? mapped : lines
}

/**
 * A row of a bank statement keeps the vendor that was read with it. Without one, its narration is searched for a known
 * name, then its description. Its description names no product, so only a `product_name` that was read is mapped.
 */
function mapBankRow(row: JsonObject, vendors: NameMatcher, products: NameMatcher): JsonObject {
  const withProduct = mapKey(row, 'product_name', products)
  if (!isMissing(row['vendor_name'])) return mapKey(withProduct, 'vendor_name', vendors)
  const vendor = findName(row['narration'], vendors) ?? findName(row['description'], vendors)
  return vendor === undefined ? withProduct : { ...withProduct, vendor_name: vendor }
}

/** A line without a product's name gets one when its description is one; the description stays. */
function mapProduct(line: JsonObject, products: NameMatcher): JsonObject {
  if (!isMissing(line['product_name'])) return mapKey(line, 'product_name', products)
  const description = line['description']
  const name = typeof description === 'string' ? products.canonical(description) : undefined
  return name === undefined ? line : { ...line, product_name: name }
}

function mapKey(object: JsonObject, key: string, names: NameMatcher): JsonObject {
  const name = object[key]
  if (typeof name !== 'string') return object
  const canonical = names.canonical(name)
  return canonical === undefined || canonical === name ? object : { ...object, [key]: canonical }
}

function findName(text: JsonValue | undefined, names: NameMatcher): string | undefined {
  return typeof text === 'string' ? names.findIn(text) : undefined
}

function isMissing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

import type { NameMatcher, NameMatchers } from '../../../names/matching.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { categories, type Category } from '../../../paper/categories.ts'
import { deliveredFacts } from '../../../paper/delivered-facts.ts'
import { factsOf } from '../../../paper/facts.ts'
import { documentOf, keyOfDelivered } from '../../../paper/paper.ts'
import { readDocument, type ScanData } from '../../../paper/rules/normalise.ts'
import type { CompiledRules } from '../../../paper/rules/rules.ts'
import { retentionMs } from '../scans/rules.ts'
import type { WaitingScan } from '../scans/waiting-queries.ts'

/** Characters of finished items that are kept between calls: about 32 MB. */
const keptCharactersMax = 32 * 1024 * 1024

/** A scan's data as it is delivered now. The rules applied when it was queued; names are mapped now. */
export function deliveredData(
  scan: Pick<WaitingScan, 'category' | 'data'>,
  names: NameMatchers,
): string {
  return deliveredDocument(scan, names).text
}

/** A scan's data as it is delivered now, parsed and as text. */
export function deliveredDocument(
  { category, data }: Pick<WaitingScan, 'category' | 'data'>,
  names: NameMatchers,
): { document: ScanData; text: string } {
  const read = readDocument(data)
  const document = mapNames(read, category, names.vendors, names.products)
  return { document, text: document === read ? data : JSON.stringify(document) }
}

/** Hexadecimal digits of a revision: 64 bits, so that two states of a document do not have the same revision by chance. */
const revisionDigits = 16

/**
 * Identifies the state of a scan: it changes exactly when the delivered data changes. Not SHA-256, which took 4 ms for the 500 items of a
 * list.
 */
export function revisionOf(category: Category, data: string): string {
  const hash = Bun.hash.xxHash64(data, BigInt(categories.indexOf(category)))
  return hash.toString(16).padStart(revisionDigits, '0')
}

/** An item of the unsynced list, as JSON without its last brace, and its facts, if somebody asked for them. */
type Item = { readonly plain: string; readonly facts: string | undefined }

/** An item of the unsynced list, as JSON. */
export function itemText({ plain, facts }: Item, hasFacts: boolean): string {
  return hasFacts ? `${plain},"facts":${facts}}` : `${plain}}`
}

/** Makes an item. Its facts take most of the time, and many clients ask for none. */
export function deliveredItem(
  scan: WaitingScan,
  names: NameMatchers,
  rules: CompiledRules | undefined,
): Item {
  const { document, text: data } = deliveredDocument(scan, names)
  const head = JSON.stringify({
    id: scan.scanId,
    ...(scan.invoiceNo === null ? {} : { invoice_no: scan.invoiceNo }),
    filename: scan.filename,
    category: scan.category,
    created_at: new Date(scan.createdAt).toISOString(),
    expires_at: new Date(scan.createdAt + retentionMs).toISOString(),
    revision: revisionOf(scan.category, data),
  })
  return {
    plain: `${head.slice(0, -1)},"data":${data}`,
    facts: rules && factsText(document, scan.category, rules),
  }
}

function factsText(document: ScanData, category: Category, rules: CompiledRules): string {
  const facts = factsOf(documentOf(document, category, keyOfDelivered(rules[category])))
  return JSON.stringify(deliveredFacts(facts))
}

/**
 * Finished items by the queue's `seq`, which is never reused, for one version of the name lists and rules. An integrator who asks every few
 * minutes gets the same items until the client acknowledges them.
 */
export class ItemCache {
  #version = ''
  #characters = 0
  readonly #items = new Map<number, Item>()

  /** Returns the kept item, or makes a new one: also in place of one without facts, if the item must have them. */
  item(seq: number, version: string, hasFacts: boolean, fresh: (seq: number) => Item): Item {
    const kept = version === this.#version ? this.#items.get(seq) : undefined
    const isUsable = kept !== undefined && (kept.facts !== undefined || !hasFacts)
    return isUsable ? kept : this.#keep(seq, version, fresh(seq))
  }

  #keep(seq: number, version: string, item: Item): Item {
    const length = lengthOf(item)
    if (version !== this.#version || this.#characters + length > keptCharactersMax) {
      this.#items.clear()
      this.#characters = 0
      this.#version = version
    }
    this.#characters += length - lengthOf(this.#items.get(seq))
    this.#items.set(seq, item)
    return item
  }
}

function lengthOf(item: Item | undefined): number {
  return (item?.plain.length ?? 0) + (item?.facts?.length ?? 0)
}

/**
 * Maps vendor and product names in a normalised document to the canonical names of the organisation's lists. Returns the same object when
 * nothing changes. Never changes the given object.
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

/** `name` changes too where it equals the vendor's name: normalising fills it in from there. */
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
 * A row of a bank statement keeps the vendor that was read with it. Without a vendor, Daybook searches its narration, then its description,
 * for a known name. The description names no product, so only a `product_name` that was read is mapped.
 */
function mapBankRow(row: JsonObject, vendors: NameMatcher, products: NameMatcher): JsonObject {
  const withProduct = mapKey(row, 'product_name', products)
  if (!isMissing(row['vendor_name'])) return mapKey(withProduct, 'vendor_name', vendors)
  const vendor = findName(row['narration'], vendors) ?? findName(row['description'], vendors)
  return vendor === undefined ? withProduct : { ...withProduct, vendor_name: vendor }
}

/** A line without a product name gets one when its description is a known product. The description stays. */
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

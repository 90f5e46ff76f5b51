import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'
import { eachInTurns } from '../../platform/turns.ts'
import type { Category } from '../categories.ts'
import { normaliseFields, withSide } from './fields.ts'
import type { CompiledRules } from './rules.ts'
import { isEmpty } from './typed-values.ts'

/** What a scanner read, under the printed labels. */
export type RawDocument = { invoice_metadata: JsonObject; line_items: JsonObject[] }

/** What is delivered. The metadata always has the texts `invoice_no`, `invoice_date`, `gstin` and `name`. */
export type ScanData = { invoice_metadata: JsonObject; line_items: JsonObject[] }

/** A stored document, raw or normalised. */
export function readDocument(text: string): RawDocument {
  return asDocument(JSON.parse(text))
}

/** The same for parsed JSON. */
export function asDocument(document: unknown): RawDocument {
  if (isDocument(document)) return document
  throw new Error('What is stored of a scan is no document.')
}

function isDocument(value: unknown): value is RawDocument {
  if (!isJsonObject(value) || !isJsonObject(value['invoice_metadata'])) return false
  const lines = value['line_items']
  return Array.isArray(lines) && lines.every(isJsonObject)
}

/**
 * Normalises a document: label rules once, then value rules once, then types. Names are mapped later (delivery/delivered.ts). Renames only
 * the top level of the metadata and of each line. All text comes out in NFC.
 *
 * Keeps everything that was read. Of several values for one key, the first gets the key. The others keep the label that they were read
 * from, or get `key (2)` when that label is the key. So do values that do not fit the key's type. Only an empty value is dropped: for
 * another value of its key, or where a number or a date belongs.
 */
export function normaliseDocument(
  raw: RawDocument,
  category: Category,
  rules: CompiledRules,
): ScanData {
  const ready = readyDocuments.get(raw)
  if (ready?.rules === rules && ready.category === category) return ready.data
  return {
    invoice_metadata: normaliseHead(raw.invoice_metadata, category, rules),
    line_items: raw.line_items.map((line) => normaliseLine(line, category, rules)),
  }
}

type Ready = { category: Category; rules: CompiledRules; data: ScanData }

const readyDocuments = new WeakMap<RawDocument, Ready>()

/**
 * Normalises a document before the command that needs it, and lets others work in between. `normaliseDocument` then returns the result at
 * once, as long as the rules are the same.
 */
export async function normaliseAhead(
  raw: RawDocument,
  category: Category,
  rules: CompiledRules,
): Promise<void> {
  const lines: JsonObject[] = []
  await eachInTurns(raw.line_items, (line) => lines.push(normaliseLine(line, category, rules)))
  const head = normaliseHead(raw.invoice_metadata, category, rules)
  readyDocuments.set(raw, { category, rules, data: { invoice_metadata: head, line_items: lines } })
}

function normaliseHead(head: JsonObject, category: Category, rules: CompiledRules): JsonObject {
  return withContractTexts(normaliseFields(head, 'metadata', rules[category].metadata))
}

function normaliseLine(line: JsonObject, category: Category, rules: CompiledRules): JsonObject {
  const columns = rules[category].line
  const fields = normaliseFields(line, 'line', columns)
  const complete = category === 'bank_entry' ? withSide(fields, line, columns) : fields
  // fromEntries makes own properties of all labels, even `__proto__`.
  return Object.fromEntries(complete)
}

/** Adds the keys that the contract requires in `invoice_metadata`: "" when nothing was read. A vendor's name fills `name`. */
function withContractTexts(fields: Map<string, JsonValue>): JsonObject {
  for (const key of ['invoice_no', 'invoice_date', 'gstin']) {
    if (!fields.has(key)) fields.set(key, '')
  }
  if (isEmpty(fields.get('name') ?? null)) {
    const vendor = fields.get('vendor_name')
    fields.set('name', typeof vendor === 'string' && !isEmpty(vendor) ? vendor : '')
  }
  return Object.fromEntries(fields)
}

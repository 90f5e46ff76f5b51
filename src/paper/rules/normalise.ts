import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'
import { eachInTurns } from '../../platform/turns.ts'
import type { Category } from '../categories.ts'
import { normaliseFields, withSide } from './fields.ts'
import type { CompiledRules } from './rules.ts'
import { isEmpty } from './typed-values.ts'

/** What a scanner read, under the labels that the document prints. */
export type RawDocument = { invoice_metadata: JsonObject; line_items: JsonObject[] }

/** What is delivered. The metadata always has the texts `invoice_no`, `invoice_date`, `gstin` and `name`. */
export type ScanData = { invoice_metadata: JsonObject; line_items: JsonObject[] }

/** A document as it is stored, raw or normalised. */
export function readDocument(text: string): RawDocument {
  return asDocument(JSON.parse(text))
}

/** Likewise of what was parsed. */
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
 * Normalises a document: label rules once, then value rules once, then types. Names are mapped later (delivery/delivered.ts).
 * Only the top level of the metadata and of each line is renamed. All text comes out in NFC.
 *
 * Nothing that was read is dropped: of several values for one key the first stands under it and the others, like
 * what cannot be read as the key's type, under the label they were read from, or `key (2)` when that is the key.
 * Only an empty value gives way: to another one for its key, or where a number or a date belongs.
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
 * Normalises a document before the command that needs it, with turns for others in between: `normaliseDocument` then has it
 * at once, as long as the rules are the same.
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
  // fromEntries makes own properties of every label, `__proto__` too.
  return Object.fromEntries(complete)
}

/** What `invoice_metadata` must carry by the contract: "" when nothing was read, and a vendor's name is a name. */
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

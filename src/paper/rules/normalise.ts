import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'
import { eachInTurns } from '../../platform/turns.ts'
import type { Category } from '../categories.ts'
import { paperOf, type RuledField, type RuledPaper } from '../paper.ts'
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
 * Normalises a paper: label rules once, then value rules once, then types. Names are mapped later (delivery/delivered.ts). Renames only
 * the top level of the head and of each line. All text comes out in NFC.
 *
 * Keeps everything that was read. Of several values for one key, the first gets the key. The others keep the label that they were read
 * from, or get `key (2)` when that label is the key. So do values that do not fit the key's type. Only an empty value is dropped: for
 * another value of its key, or where a number or a date belongs.
 */
export function normalise({ category, head, lines }: RuledPaper): ScanData {
  return {
    invoice_metadata: normaliseHead(head),
    line_items: lines.map((line) => normaliseLine(line, category)),
  }
}

/** The same, and lets others work in between. A statement may have thousands of rows. */
export async function normaliseInTurns({ category, head, lines }: RuledPaper): Promise<ScanData> {
  const rows: JsonObject[] = []
  await eachInTurns(lines, (line) => rows.push(normaliseLine(line, category)))
  return { invoice_metadata: normaliseHead(head), line_items: rows }
}

/** Normalises a stored document. */
export function normaliseDocument(
  raw: RawDocument,
  category: Category,
  rules: CompiledRules,
): ScanData {
  return normalise(paperOf({ raw }, category, rules))
}

/** A document that was normalised before the command that needs it. It counts in the command while the rules and the kind stay the same. */
export type NormalisedAhead = {
  readonly category: Category
  readonly rules: CompiledRules
  readonly data: ScanData
}

export async function normaliseAhead(
  raw: RawDocument,
  category: Category,
  rules: CompiledRules,
): Promise<NormalisedAhead> {
  return { category, rules, data: await normaliseInTurns(paperOf({ raw }, category, rules)) }
}

function normaliseHead(head: readonly RuledField[]): JsonObject {
  return withContractTexts(normaliseFields(head, 'metadata'))
}

function normaliseLine(line: readonly RuledField[], category: Category): JsonObject {
  const fields = normaliseFields(line, 'line')
  const complete = category === 'bank_entry' ? withSide(fields, line) : fields
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

import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'
import { eachInTurns } from '../../platform/turns.ts'
import type { Category } from '../categories.ts'
import { paperOf, type RuledField, type RuledPaper } from '../paper.ts'
import type { CompiledRules } from './rules.ts'
import { isEmpty, kindOf, readTyped, unreadable } from './typed-values.ts'
import { foldText, toNfc } from '../../platform/text.ts'
import type { Place } from '../fields.ts'
import type { Column } from './labels.ts'
import { readSide } from '../values.ts'

/** What a scanner read, under the printed labels. */
export type RawDocument = { invoice_metadata: JsonObject; line_items: JsonObject[] }

/** What is delivered. The metadata always has the texts `invoice_no`, `invoice_date`, `gstin` and `name`. */
export type ScanData = { invoice_metadata: JsonObject; line_items: JsonObject[] }

/** A stored document, raw or normalised. */
export function readDocument(text: string): RawDocument {
  return asDocument(JSON.parse(text))
}

/** Requires that parsed JSON is a stored document. */
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

/** Normalises like `normalise`, and lets others work in between. A statement may have thousands of rows. */
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
  return withContractTexts(normaliseFields(head, 'head'))
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

/** What happened to one raw field, to explain its value. */
export type FieldTrace = {
  label: string
  column: Column
  /** The value after the value rules. */
  clean: JsonValue
  /** Whether this field has its key. */
  isTaker: boolean
  /** The label of the delivered value. Undefined when there was nothing to deliver. */
  key: string | undefined
}

/**
 * Renames, cleans and types the fields of the head or of one line. `normalise` describes what happens to several values for one key, and to
 * unreadable values. `trace` is called for each field.
 */
export function normaliseFields(
  read: readonly RuledField[],
  place: Place,
  trace?: (field: FieldTrace) => void,
): Map<string, JsonValue> {
  const takers = chooseTakers(read)
  const labels = new Labels(place, takers)
  const fields = new Map<string, JsonValue>()
  const leftovers: RuledField[] = []
  for (const field of read) {
    if (takers.get(field.column.key) !== field) {
      if (!isEmpty(field.value)) leftovers.push(field)
      else trace?.({ ...field, clean: field.value, isTaker: false, key: undefined })
      continue
    }
    const clean = applyValueRule(field.column, field.value)
    const typed = readTyped(field.column.kind, clean)
    if (typed === unreadable || labels.mustWait(field)) {
      leftovers.push({ ...field, value: clean })
      continue
    }
    if (typed !== undefined) {
      fields.set(field.column.key, typed)
      labels.take(field.column.key)
    }
    const key = typed === undefined ? undefined : field.column.key
    trace?.({ ...field, clean, isTaker: true, key })
  }
  for (const leftover of leftovers) {
    const key = placeLeftover(fields, labels, leftover, place)
    // A waiting copy of the field that has the key. The label shows that they are the same.
    const isTaker = takers.get(leftover.column.key)?.label === leftover.label
    trace?.({ ...leftover, clean: leftover.value, isTaker, key })
  }
  return fields
}

/** The field that gets each key: the first with a value, in document order, or else the first. */
function chooseTakers(read: readonly RuledField[]): ReadonlyMap<string, RuledField> {
  const takers = new Map<string, RuledField>()
  for (const field of read) {
    const taker = takers.get(field.column.key)
    const isBetter = taker !== undefined && isEmpty(taker.value) && !isEmpty(field.value)
    if (taker === undefined || isBetter) takers.set(field.column.key, field)
  }
  return takers
}

/** Lists, objects and null have no spelling for a rule. */
function applyValueRule(column: Column, value: JsonValue): JsonValue {
  if (column.values === undefined || typeof value === 'object') return value
  return column.values.get(foldText(String(value))) ?? value
}

/** The keys that `invoice_metadata` always has (see normalise.ts). */
const contractKeys = ['invoice_no', 'invoice_date', 'gstin', 'name']

/** The labels of one object. No two differ only in case, because some programs see only one of them (PowerShell). */
class Labels {
  /** Lower case → the label as written. */
  readonly #taken = new Map<string, string>()
  /** The last number that a label got, by lower case. */
  readonly #numbers = new Map<string, number>()
  /** Keys from rules, in lower case. They are written as in the rule, whichever field comes first. */
  readonly #ruled = new Set<string>()

  constructor(place: Place, takers: ReadonlyMap<string, RuledField>) {
    if (place === 'head') for (const key of contractKeys) this.take(key)
    for (const [key, { column }] of takers) {
      if (column.origin !== 'printed') this.#ruled.add(key.toLowerCase())
    }
  }

  take(label: string): void {
    this.#taken.set(label.toLowerCase(), label)
  }

  /** Whether an unrenamed field must wait until the spelling of others is known. */
  mustWait({ column: { key, origin } }: RuledField): boolean {
    return origin === 'printed' && (this.isDoubled(key) || this.#ruled.has(key.toLowerCase()))
  }

  /** Whether another label differs from this one only in case. */
  isDoubled(label: string): boolean {
    return (this.#taken.get(label.toLowerCase()) ?? label) !== label
  }

  /** Continues after the last number: hundreds of labels may be equal in Unicode's normal form. */
  numbered(label: string): string {
    const folded = label.toLowerCase()
    let number = (this.#numbers.get(folded) ?? 1) + 1
    while (this.#taken.has(`${folded} (${number})`)) number += 1
    this.#numbers.set(folded, number)
    return `${label} (${number})`
  }
}

/**
 * The raw label may be a typed key that a rule has renamed. Then only a value of that type may stand there. Returns the label of the value.
 */
function placeLeftover(
  fields: Map<string, JsonValue>,
  labels: Labels,
  leftover: RuledField,
  place: Place,
): string | undefined {
  const { column } = leftover
  const label = column.origin === 'printed' ? column.key : toNfc(leftover.label)
  const isFree = !fields.has(label) && !labels.isDoubled(label)
  const typed = isFree ? readTyped(kindOf(label, place), leftover.value) : undefined
  if (typed !== unreadable && typed !== undefined) {
    fields.set(label, typed)
    labels.take(label)
    return label
  }
  const kept = readTyped(undefined, leftover.value)
  if (kept === unreadable || kept === undefined) return undefined
  const free = labels.numbered(label)
  fields.set(free, kept)
  labels.take(free)
  return free
}

/**
 * A statement with one column of amounts prints the side beside each amount ("500.00 Dr") or in a column "Dr/Cr". A number loses the side,
 * and money in would look like money out. So the row also gets `debit` or `credit`.
 */
function withSide(
  fields: Map<string, JsonValue>,
  line: readonly RuledField[],
): Map<string, JsonValue> {
  const amount = fields.get('amount')
  if (typeof amount !== 'number' || fields.has('debit') || fields.has('credit')) return fields
  const side = sideOf(line, 'amount') ?? sideOf(line, 'dr_cr')
  if (side !== undefined) fields.set(side, Math.abs(amount))
  return fields
}

function sideOf(line: readonly RuledField[], key: string) {
  for (const { column, value } of line) {
    if (column.key !== key || typeof value !== 'string') continue
    const side = readSide(value)
    if (side !== undefined) return side
  }
  return undefined
}

import type { JsonObject, JsonValue } from '../../platform/json/json.ts'
import { toNfc } from '../../platform/text.ts'
import { normaliseFields, type FieldTrace, normalise, type ScanData } from './normalise.ts'
import type { Place } from '../fields.ts'
import type { RuledField, RuledPaper } from '../paper.ts'

/** One step from the printed value to the delivered value. */
type Reason =
  | { kind: 'label rule' | 'built-in label'; from: string; to: string }
  | { kind: 'value rule'; from: string; to: string }
  /** Read as the type of its key. */
  | { kind: 'read as'; what: 'number' | 'date' | 'text' }
  /** The value keeps its own label: another value has the key, or it does not fit the key's type. */
  | { kind: 'taken' | 'unreadable'; key: string }
  /** There was nothing to deliver. */
  | { kind: 'left out' }
  /** Daybook adds the key, from another field or as an empty text, because clients rely on the key. */
  | { kind: 'filled in' }
  /** Replaced by a name of the vendor or product list. */
  | { kind: 'name list' }
  /** Delivered like this, by the rules and lists of that time. */
  | { kind: 'at delivery' }

/** A field before and after. `label` is null for a value that Daybook adds, `key` for a value that is not delivered. */
type ExplainedField = {
  label: string | null
  raw: JsonValue
  key: string | null
  value: JsonValue
  reasons: Reason[]
}

export type ExplainedDocument = { head: ExplainedField[]; lines: ExplainedField[][] }

/**
 * Explains for each field what happens to it and why, in the order of the document. `delivered`: what the client gets or got; by default,
 * what the rules make. `later`: what made it differ from the rules' result. Explains at most `count` lines, from `first` on.
 */
export function explainDocument(
  paper: RuledPaper,
  outcome?: { delivered: ScanData; later: 'name list' | 'at delivery' },
  lines: { first: number; count: number } = { first: 0, count: Number.POSITIVE_INFINITY },
): ExplainedDocument {
  const normalised = normalise(paper)
  const { delivered, later } = outcome ?? { delivered: normalised, later: 'name list' }
  const explain = (place: Place, read: Fields, now: JsonObject = {}, sent: JsonObject = {}) =>
    withDelivered(explainFields(read, place, now), now, sent, later)
  const explainLine = (line: Fields, number: number) =>
    explain('line', line, normalised.line_items[number], delivered.line_items[number])
  return {
    head: explain('head', paper.head, normalised.invoice_metadata, delivered.invoice_metadata),
    lines: paper.lines
      .slice(lines.first, lines.first + lines.count)
      .map((line, index) => explainLine(line, lines.first + index)),
  }
}

type Fields = readonly RuledField[]

/** In the order of the document. Values that Daybook adds come last. */
function explainFields(fields: Fields, place: Place, normalised: JsonObject): ExplainedField[] {
  const traces = new Map<string, FieldTrace>()
  normaliseFields(fields, place, (trace) => traces.set(trace.label, trace))
  const read = fields.flatMap(({ label, value }) => {
    const trace = traces.get(label)
    return trace === undefined ? [] : [explainField(value, trace, normalised)]
  })
  const known = new Set(read.map(({ key }) => key))
  const added = Object.keys(normalised).filter((key) => !known.has(key))
  return [...read, ...added.map((key) => addedField(key, normalised, 'filled in'))]
}

function explainField(raw: JsonValue, trace: FieldTrace, normalised: JsonObject): ExplainedField {
  const { label, key } = trace
  if (key === undefined) {
    return { label, raw, key: null, value: null, reasons: [{ kind: 'left out' }] }
  }
  const value = normalised[key] ?? null
  return { label, raw, key, value, reasons: reasonsOf(raw, value, trace, key) }
}

function reasonsOf(
  raw: JsonValue,
  value: JsonValue,
  { label, column, clean, isTaker, key: placed }: FieldTrace,
  key: string,
): Reason[] {
  const reasons: Reason[] = []
  const isRenamed = key === column.key && isTaker
  if (isRenamed && column.origin !== 'printed' && label !== key) {
    const kind = column.origin === 'rule' ? 'label rule' : 'built-in label'
    reasons.push({ kind, from: label, to: key })
  }
  if (!isRenamed && placed !== column.key) {
    reasons.push({ kind: isTaker ? 'unreadable' : 'taken', key: column.key })
  }
  // Rules apply to texts and numbers, and may leave a value unchanged.
  if (typeof raw !== 'object' && typeof clean !== 'object' && !isSame(raw, clean)) {
    reasons.push({ kind: 'value rule', from: String(raw), to: String(clean) })
  }
  if (!isSame(clean, value)) {
    reasons.push({ kind: 'read as', what: kindOfValue(value, column.kind) })
  }
  return reasons
}

function kindOfValue(value: JsonValue, kind: string | undefined): 'number' | 'date' | 'text' {
  if (typeof value === 'number') return 'number'
  return kind === 'invoice date' || kind === 'date' ? 'date' : 'text'
}

/** Adds a reason where the delivered value differs from the rules' result. */
function withDelivered(
  fields: readonly ExplainedField[],
  normalised: JsonObject,
  delivered: JsonObject,
  later: 'name list' | 'at delivery',
): ExplainedField[] {
  const known = new Set(fields.map(({ key }) => key))
  const changed = fields.map((field) => {
    const value = field.key === null ? null : (delivered[field.key] ?? null)
    if (isSame(value, field.value)) return field
    const gone = field.key !== null && !(field.key in delivered)
    const added: Reason = { kind: later }
    return { ...field, key: gone ? null : field.key, value, reasons: [...field.reasons, added] }
  })
  const others = Object.keys(delivered).filter((key) => !known.has(key) && !(key in normalised))
  return [...changed, ...others.map((key) => addedField(key, delivered, later))]
}

function addedField(
  key: string,
  fields: JsonObject,
  kind: 'filled in' | 'name list' | 'at delivery',
): ExplainedField {
  return { label: null, raw: null, key, value: fields[key] ?? null, reasons: [{ kind }] }
}

function isSame(a: JsonValue, b: JsonValue): boolean {
  if (typeof a === 'string' && typeof b === 'string') return toNfc(a) === b
  return JSON.stringify(a) === JSON.stringify(b)
}

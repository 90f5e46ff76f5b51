import { foldText } from '../platform/text.ts'
import type { JsonObject, JsonValue } from '../platform/json/json.ts'
import type { Category } from './categories.ts'
import type { CheckedDocument, Fields, Finding } from './checks/document.ts'
import { printedText, textAt } from './checks/document.ts'
import type { ExplainedValue, ExplainedValues } from './received.ts'
import type { Place } from './fields.ts'
import { builtInLabels, type Column, type ColumnLookup, foldLabel } from './rules/labels.ts'
import type { RawDocument } from './rules/normalise.ts'
import type { CompiledRules } from './rules/rules.ts'

/** One value of a paper. `key`: its canonical key, or its label where the label is unknown. `evidence`: how a reader found it. */
export type Field = {
  readonly label: string
  readonly key: string
  readonly value: JsonValue
  readonly evidence?: ExplainedValue
}

/** A field with what the organisation's rules say about its label. */
export type RuledField = Field & { readonly column: Column }

/** What a document says, value by value. `evidence`: what a reader says about the whole paper. */
export type Paper<Of extends Field = Field> = {
  readonly category: Category
  readonly head: readonly Of[]
  readonly lines: readonly (readonly Of[])[]
  readonly evidence?: ExplainedValue
}

export type RuledPaper = Paper<RuledField>

/** The stored form of a paper. `explained`: the evidence by path (`invoice_metadata.Bill No`, `line_items.3.Qty`, '' for the whole). */
export type StoredPaper = {
  readonly raw: RawDocument
  readonly explained?: ExplainedValues | undefined
}

/** The paper behind its stored form. Here each label gets its key, and nowhere else. */
export function paperOf(
  { raw: { invoice_metadata, line_items }, explained }: StoredPaper,
  category: Category,
  rules: CompiledRules,
): RuledPaper {
  const fieldsOf = (object: JsonObject, place: Place, at?: number) =>
    Object.keys(object).map((label): RuledField => {
      const column = rules[category][place](label)
      const field = { label, key: column.canonical, column, value: object[label] ?? null }
      const evidence = explained?.[pathOf(label, at)]
      return evidence === undefined ? field : { ...field, evidence }
    })
  const whole = explained?.['']
  return {
    category,
    head: fieldsOf(invoice_metadata, 'head'),
    lines: line_items.map((line, at) => fieldsOf(line, 'line', at)),
    ...(whole !== undefined && { evidence: whole }),
  }
}

/** The stored form of a paper. `paperOf` makes the same paper of it. */
export function toStored({ head, lines, evidence: whole }: Paper) {
  const explained: ExplainedValues = {}
  const objectOf = (fields: readonly Field[], at?: number): JsonObject => {
    for (const { label, evidence } of fields) {
      if (evidence !== undefined) explained[pathOf(label, at)] = evidence
    }
    return Object.fromEntries(fields.map(({ label, value }) => [label, value]))
  }
  const raw = { invoice_metadata: objectOf(head), line_items: lines.map(objectOf) }
  if (whole !== undefined) explained[''] = whole
  return { raw, explained }
}

/** All paths of a stored paper. */
export function pathsOf({ invoice_metadata, line_items }: RawDocument): ReadonlySet<string> {
  const ofLines = line_items.flatMap((line, at) =>
    Object.keys(line).map((label) => pathOf(label, at)),
  )
  return new Set(['', ...Object.keys(invoice_metadata).map((label) => pathOf(label)), ...ofLines])
}

function pathOf(label: string, line?: number): string {
  return line === undefined ? `invoice_metadata.${label}` : `line_items.${line}.${label}`
}

/** The paper as texts by key, for checks, with the organisation's clean values. */
export function checkedDocument({ category, head, lines }: RuledPaper): CheckedDocument {
  return { category, head: checkedFields(head), lines: lines.map(checkedFields) }
}

/** As in normalising, the first of several values gets the key. Another value keeps its label. */
export function checkedFields(fields: readonly RuledField[]): Fields {
  const checked = new Map<string, string>()
  for (const { label, key, value, column } of fields) {
    // Lists and objects are not printed values.
    const text = value === null || typeof value === 'object' ? '' : String(value)
    if (text.trim() === '') continue
    checked.set(checked.has(key) ? label : key, column.values?.get(foldText(text)) ?? text)
  }
  return Object.fromEntries(checked)
}

/** The reader's doubts by key. `typed`: what a person made of the paper. A value that differs there is not doubtful any more. */
export function doubtsIn(
  { head, lines, evidence: whole }: Paper,
  typed: Paper | null = null,
): Finding[] {
  const doubtsOf = (fields: readonly Field[], now: readonly Field[] | undefined, line?: number) =>
    fields.flatMap(({ label, key, value, evidence }) => {
      const doubts = doubtsOfOne(key, evidence, line)
      const isStillSo = () => isSameValue(value, now?.find((one) => one.label === label)?.value)
      return doubts.length === 0 || typed === null || isStillSo() ? doubts : []
    })
  return [
    ...doubtsOf(head, typed?.head),
    ...lines.flatMap((line, at) => doubtsOf(line, typed?.lines[at], at)),
    ...doubtsOfOne('', whole),
  ]
}

function doubtsOfOne(key: string, evidence: ExplainedValue | undefined, line?: number): Finding[] {
  const at = line === undefined ? { key } : { key, line }
  return (evidence?.doubts ?? []).map((message) => ({ ...at, code: 'doubt', message }))
}

/** Whether a value is as it was before. An absent value is an empty one. */
export function isSameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
}

/** The delivered data of a document: values by key, or by printed label. */
type DeliveredData = {
  readonly invoice_metadata: Readonly<Record<string, unknown>>
  readonly line_items: readonly Readonly<Record<string, unknown>>[]
}

/** Finds the canonical key of a label in delivered data. An unknown label is its own key. */
type KeyOf = (place: Place, label: string) => string

/**
 * Delivered data as texts by key. An unreadable value was delivered under its printed label. Here it gets its key back, so that nobody
 * thinks the value was not printed. `keyOf` finds keys, by default with the built-in labels.
 */
export function documentOf(
  { invoice_metadata: head, line_items: lines }: DeliveredData,
  category: Category,
  keyOf: KeyOf = (place, label) =>
    builtInLabels(category, place).get(foldLabel(label.replace(numbered, ''))) ?? label,
): CheckedDocument {
  return {
    category,
    head: deliveredTexts(head, (label) => keyOf('head', label)),
    lines: lines.map((line) => deliveredTexts(line, (label) => keyOf('line', label))),
  }
}

/** Keys by an organisation's rules, which win over built-in labels. A key is its own label. */
export function keyOfDelivered(columns: Readonly<Record<Place, ColumnLookup>>): KeyOf {
  return (place, label) =>
    canonical.test(label) ? label : columns[place](label.replace(numbered, '')).key
}

/** A label that is a key already, as most labels in delivered data are. */
const canonical = /^[a-z][a-z_]*$/

/** "debit (2)": a value whose key another value has. */
const numbered = / \(\d+\)$/

/** Leaves out lists and objects: they are not printed. A label gets its key unless another value has that key. */
function deliveredTexts(
  object: Readonly<Record<string, unknown>>,
  keyOf: (label: string) => string,
): Fields {
  // Without a prototype, so that any label may be a key.
  const texts: Record<string, string> = Object.create(null)
  const isPrinted = (key: string) => Object.hasOwn(object, key) && printedText(object[key]) !== ''
  for (const label of Object.keys(object)) {
    const text = printedText(object[label])
    if (text === '') continue
    const key = keyOf(label)
    texts[key !== label && (key in texts || isPrinted(key)) ? label : key] = text
  }
  return texts
}

/** The text of the first of these keys that has a text. */
export function firstText(fields: Fields, ...keys: string[]): string {
  for (const key of keys) if (textAt(fields, key) !== '') return textAt(fields, key)
  return ''
}

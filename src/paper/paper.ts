import type { Category } from './categories.ts'
import { type CheckedDocument, type Fields, textAt } from './checks/document.ts'
import { printedKey } from './checks/printed-key.ts'
import type { Place } from './fields.ts'

/** One value of a paper: its label, its canonical key, and the value as text. */
type Field = { readonly label: string; readonly key: string; readonly text: string }

/** The delivered data of a document: values by key, or by printed label. */
type DeliveredData = {
  readonly invoice_metadata: Readonly<Record<string, unknown>>
  readonly line_items: readonly Readonly<Record<string, unknown>>[]
}

/** What a document says, value by value. */
export type Paper = {
  readonly category: Category
  readonly head: readonly Field[]
  readonly lines: readonly (readonly Field[])[]
}

/** Finds the canonical key of a label. An unknown label is its own key. */
export type KeyOf = (place: Place, label: string) => string

/**
 * The paper behind delivered data. An unreadable value was delivered under its printed label. Here it gets its key back, so that nobody
 * thinks the value was not printed. `keyOf` finds keys, by default with the built-in labels.
 */
export function paperOf(
  { invoice_metadata: head, line_items: lines }: DeliveredData,
  category: Category,
  keyOf: KeyOf = (place, label) => printedKey(category, place, label),
): Paper {
  return {
    category,
    head: fieldsOf(head, (label) => keyOf('metadata', label)),
    lines: lines.map((line) => fieldsOf(line, (label) => keyOf('line', label))),
  }
}

/** A paper as texts by key, for checks and sums. */
export function documentOf({ category, head, lines }: Paper): CheckedDocument {
  return { category, head: textsOf(head), lines: lines.map(textsOf) }
}

function textsOf(fields: readonly Field[]): Fields {
  return Object.fromEntries(fields.map(({ key, text }) => [key, text]))
}

/** Leaves out lists and objects: they are not printed. A label gets its key unless another value has that key. */
function fieldsOf(
  object: Readonly<Record<string, unknown>>,
  keyOf: (label: string) => string,
): Field[] {
  const taken = new Set<string>()
  const labels = Object.keys(object)
  for (const label of labels) if (printedText(object[label]) !== '') taken.add(label)
  const fields: Field[] = []
  for (const label of labels) {
    const text = printedText(object[label])
    if (text === '') continue
    const known = keyOf(label)
    const key = taken.has(known) ? label : known
    taken.add(key)
    fields.push({ label, key, text })
  }
  return fields
}

function printedText(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? textAt({ value }, 'value') : ''
}

/** The text of the first of these keys that has a text. */
export function firstText(fields: Fields, ...keys: string[]): string {
  return keys.map((key) => textAt(fields, key)).find((text) => text !== '') ?? ''
}

import type { Category } from './categories.ts'
import { type CheckedDocument, type Fields, textAt } from './checks/document.ts'
import { printedKey } from './checks/printed-key.ts'
import type { Place } from './fields.ts'

/** One value of a paper: the label that it stands under, the canonical key, and the value as text. */
type Field = { readonly label: string; readonly key: string; readonly text: string }

/** What is delivered of a document: values by key, or by printed label. */
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

/** The canonical key that a label stands for; an unknown label stands for itself. */
export type KeyOf = (place: Place, label: string) => string

/**
 * The paper that delivered data describe. A value that could not be read was delivered under its printed label: here it has
 * its key again, so that nobody takes it for a value that was not printed. `keyOf` finds the key, by the built-in labels
 * unless told otherwise.
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

/** A paper as texts by key, which is how papers are checked and added up. */
export function documentOf({ category, head, lines }: Paper): CheckedDocument {
  return { category, head: textsOf(head), lines: lines.map(textsOf) }
}

function textsOf(fields: readonly Field[]): Fields {
  return Object.fromEntries(fields.map(({ key, text }) => [key, text]))
}

/** Lists and objects are not printed. A label takes a key that has no value of its own. */
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

/** The first of some keys that has a text. */
export function firstText(fields: Fields, ...keys: string[]): string {
  return keys.map((key) => textAt(fields, key)).find((text) => text !== '') ?? ''
}

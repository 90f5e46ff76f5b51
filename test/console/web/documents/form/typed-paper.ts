import type { ReadDocument } from '../../../../../src/console/pages/documents/data.ts'
import type { JsonValue } from '../../../../../src/console/pages/documents/data.ts'

type Paper = NonNullable<ReadDocument['read']>
type Evidence = NonNullable<Paper['evidence']>
type Values = Record<string, JsonValue>
type Keys = Readonly<Record<string, string>>

type Given = {
  raw: { invoice_metadata: Values; line_items: Values[] }
  keys?: { metadata: Keys; line: Keys }
  /** By path. */
  explained?: Readonly<Record<string, Evidence>>
}

/** A paper as the form gets it. A label without a key is its own key. */
export function paperWith({ raw, keys, explained = {} }: Given): Paper {
  const fieldsOf = (values: Values, keyOf: Keys = {}, path = '') =>
    Object.entries(values).map(([label, value]) => {
      const key = Object.hasOwn(keyOf, label) ? (keyOf[label] ?? label) : label
      const evidence = explained[`${path}.${label}`]
      return { label, key, value, ...(evidence !== undefined && { evidence }) }
    })
  return {
    category: 'vendor_invoice',
    head: fieldsOf(raw.invoice_metadata, keys?.metadata, 'invoice_metadata'),
    lines: raw.line_items.map((line, at) => fieldsOf(line, keys?.line, `line_items.${at}`)),
  }
}

export const nothingRead = { read: null, typed: null }

import { type CheckedDocument, type Fields, textAt } from '../../paper/checks/document.ts'
import { printedKey } from '../../paper/checks/printed-key.ts'
import { readDay } from '../../paper/checks/values.ts'
import type { DeliveredScan } from './delivered.ts'

/**
 * A delivered document as texts by canonical keys, which is how papers are checked and added up. What was delivered under
 * its label, because it could not be read, is under its key again: nobody may take it for something that was not there.
 */
export function documentOf({ data }: DeliveredScan, category: CheckedDocument['category']) {
  return {
    category,
    head: keyed(data.invoice_metadata, (label) => printedKey(category, 'metadata', label)),
    lines: data.line_items.map((line) =>
      keyed(line, (label) => printedKey(category, 'line', label)),
    ),
  } satisfies CheckedDocument
}

function keyed(fields: Record<string, unknown>, keyOf: (label: string) => string): Fields {
  const texts = textsOf(fields)
  const found = new Map<string, string>()
  for (const label of Object.keys(texts)) {
    const text = textAt(texts, label)
    const key = text === '' ? label : keyOf(label)
    found.set(Object.hasOwn(fields, key) || found.has(key) ? label : key, text)
  }
  return Object.fromEntries(found)
}

/** Lists and objects are nothing that is printed. */
function textsOf(fields: Record<string, unknown>): Fields {
  const texts = Object.entries(fields).flatMap(([key, value]) => {
    const isPrinted = typeof value === 'string' || typeof value === 'number'
    return isPrinted ? [[key, String(value)] as const] : []
  })
  return Object.fromEntries(texts)
}

/** The first of some fields that has a text. */
export function firstText(fields: Fields, ...keys: string[]): string {
  return keys.map((key) => textAt(fields, key)).find((text) => text !== '') ?? ''
}

/** yyyy-mm-dd; undefined where there is none, or none that can be read. */
export function dayAt(fields: Fields, key: string): string | undefined {
  return readDay(textAt(fields, key))
}

/** Goods that expire in a month are good to its last day: "06/27", "Jun-2027". */
export function lastDayAt(fields: Fields, key: string): string | undefined {
  const text = textAt(fields, key)
  const [, month = '', year = ''] = /^([a-z]{3,9}|\d{1,2})[\s/.-]+(\d{4}|\d{2})$/i.exec(text) ?? []
  const first = year === '' ? undefined : readDay(`01-${month}-${year.padStart(4, '20')}`)
  if (first === undefined) return readDay(text)
  const last = new Date(`${first}T00:00:00Z`)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return last.toISOString().slice(0, 10)
}

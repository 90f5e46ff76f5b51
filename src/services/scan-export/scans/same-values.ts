import type { RawDocument } from '../../../paper/rules/normalise.ts'

/** Whether two readings have the same values under the same labels. An empty value counts as absent. */
export function hasSameValues(a: RawDocument, b: RawDocument): boolean {
  const lines = Math.max(a.line_items.length, b.line_items.length)
  return (
    isSame(a.invoice_metadata, b.invoice_metadata) &&
    Array.from({ length: lines }, (_, at) => at).every((at) =>
      isSame(a.line_items[at], b.line_items[at]),
    )
  )
}

type Values = RawDocument['invoice_metadata']

function isSame(a: Values = {}, b: Values = {}): boolean {
  const labels = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...labels].every((label) => textOf(a[label]) === textOf(b[label]))
}

/** Compares as text: a form sends numbers as text. */
function textOf(value: Values[string] | undefined): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}

import { isJsonObject, type JsonObject, type JsonValue } from '../platform/json/json.ts'
import { notAllowed } from '../platform/record/read.ts'
import type { RawDocument } from './rules/normalise.ts'

/** The most lines of a document. A year's bank statement has fewer. */
export const lineItemsMax = 5_000

/** The most fields of a document's head or of one line. */
export const fieldsMax = 500

/** Characters of a label, and of the whole reading as JSON. */
export const labelLengthMax = 500
export const rawLengthMax = 2 * 1024 * 1024

/** Checks what another scanner read. Throws AppError `invalid_request` that names the field. */
export function checkedRaw(value: JsonValue | undefined): RawDocument {
  if (!isJsonObject(value))
    throw notAllowed('raw', 'an object with invoice_metadata and line_items', value)
  const metadata = value['invoice_metadata'] ?? {}
  const lines = value['line_items'] ?? []
  if (!isJsonObject(metadata)) throw notAllowed('raw.invoice_metadata', 'an object', metadata)
  checkLabels('raw.invoice_metadata', metadata)
  if (!Array.isArray(lines) || lines.length > lineItemsMax) {
    throw notAllowed('raw.line_items', `a list of at most ${lineItemsMax} objects`, lines)
  }
  const lineItems = lines.map((line, i) => {
    if (!isJsonObject(line)) throw notAllowed(`raw.line_items[${i}]`, 'an object', line)
    checkLabels(`raw.line_items[${i}]`, line)
    return line
  })
  const raw = { invoice_metadata: metadata, line_items: lineItems }
  if (JSON.stringify(raw).length > rawLengthMax) {
    throw notAllowed('raw', `at most ${rawLengthMax} characters of JSON`, '…')
  }
  return raw
}

function checkLabels(path: string, object: JsonObject): void {
  const labels = Object.keys(object)
  if (labels.length > fieldsMax)
    throw notAllowed(path, `an object of at most ${fieldsMax} fields`, '…')
  const long = labels.find((label) => label.length > labelLengthMax)
  if (long !== undefined) {
    throw notAllowed(path, `an object with labels of at most ${labelLengthMax} characters`, long)
  }
}

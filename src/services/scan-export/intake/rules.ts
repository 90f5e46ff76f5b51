import { basename } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json.ts'
import { notAllowed } from '../../../platform/refusal-sentence.ts'
import { toNfc } from '../../../platform/text.ts'
import type { RawDocument } from '../rename-rules/normalise.ts'
import { categories, type Category } from '../scans/categories.ts'

/** Length of a file's name, in characters. */
export const filenameLengthMax = 255

/** Lines of one document: a year's bank statement has fewer. */
export const lineItemsMax = 5_000

/** Fields of a document's head, and of one line. */
export const fieldsMax = 500

/** Length of a label, and of the extraction as JSON, in characters. */
export const labelLengthMax = 500
export const rawLengthMax = 2 * 1024 * 1024

/** Files of one upload. */
export const filesMax = 100

/** Throws AppError `invalid_request`. */
export function checkedCategory(value: unknown): Category {
  const category = categories.find((name) => name === value)
  if (category !== undefined) return category
  throw notAllowed('category', `one of ${categories.join(', ')}`, value)
}

/** The name without folders: what a browser or a script sends may carry them. Throws AppError `invalid_request`. */
export function checkedFilename(value: unknown): string {
  const name = typeof value === 'string' ? plainName(value) : ''
  if (name.length >= 1 && name.length <= filenameLengthMax) return name
  throw notAllowed('filename', `text of 1 to ${filenameLengthMax} characters`, value)
}

/** What another scanner read. Throws AppError `invalid_request` that names the field. */
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

/** Control characters, and those that turn the direction of text: a name must not look like another one. */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** '' when the path names a folder. */
function plainName(path: string): string {
  const name = toNfc(basename(path.replaceAll('\\', '/')))
    .replaceAll(unseen, '')
    .trim()
  return name === '.' || name === '..' ? '' : name
}

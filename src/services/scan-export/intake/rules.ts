import { basename } from 'node:path'
import { AppError } from '../../../platform/errors.ts'
import type { JsonObject, JsonValue } from '../../../platform/json.ts'
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
  throw invalid('category', `one of ${categories.join(', ')}`, value)
}

/** The name without folders: what a browser or a script sends may carry them. Throws AppError `invalid_request`. */
export function checkedFilename(value: unknown): string {
  const name = typeof value === 'string' ? plainName(value) : ''
  if (name.length >= 1 && name.length <= filenameLengthMax) return name
  throw invalid('filename', `text of 1 to ${filenameLengthMax} characters`, value)
}

/** What another scanner read. Throws AppError `invalid_request` that names the field. */
export function checkedRaw(value: JsonValue | undefined): RawDocument {
  if (!isObject(value))
    throw invalid('raw', 'an object with invoice_metadata and line_items', value)
  const metadata = value['invoice_metadata'] ?? {}
  const lines = value['line_items'] ?? []
  if (!isObject(metadata)) throw invalid('raw.invoice_metadata', 'an object', metadata)
  checkLabels('raw.invoice_metadata', metadata)
  if (!Array.isArray(lines) || lines.length > lineItemsMax) {
    throw invalid('raw.line_items', `a list of at most ${lineItemsMax} objects`, lines)
  }
  const lineItems = lines.map((line, i) => {
    if (!isObject(line)) throw invalid(`raw.line_items[${i}]`, 'an object', line)
    checkLabels(`raw.line_items[${i}]`, line)
    return line
  })
  const raw = { invoice_metadata: metadata, line_items: lineItems }
  if (JSON.stringify(raw).length > rawLengthMax) {
    throw invalid('raw', `at most ${rawLengthMax} characters of JSON`, '…')
  }
  return raw
}

function checkLabels(path: string, object: JsonObject): void {
  const labels = Object.keys(object)
  if (labels.length > fieldsMax)
    throw invalid(path, `an object of at most ${fieldsMax} fields`, '…')
  const long = labels.find((label) => label.length > labelLengthMax)
  if (long !== undefined) {
    throw invalid(path, `an object with labels of at most ${labelLengthMax} characters`, long)
  }
}

/** '' when the path names a folder. */
/** Control characters, and those that turn the direction of text: a name must not look like another one. */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

function plainName(path: string): string {
  const name = basename(path.replaceAll('\\', '/')).normalize('NFC').replaceAll(unseen, '').trim()
  return name === '.' || name === '..' ? '' : name
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value)
}

function invalid(field: string, allowed: string, got: unknown): AppError {
  if (got === undefined) {
    return new AppError('invalid_request', `${field} is missing: it must be ${allowed}.`)
  }
  const shown = JSON.stringify(got).slice(0, 60)
  return new AppError('invalid_request', `${field} must be ${allowed}, got ${shown}.`)
}

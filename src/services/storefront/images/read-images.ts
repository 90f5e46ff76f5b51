import type { AppError } from '../../../platform/errors.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { refusedAs } from '../../../platform/record/read.ts'
import { fieldAt, say, type Sentence } from '../../../platform/record/sentence.ts'
import { toNfc } from '../../../platform/text.ts'

/** The longest alternative text of an image, in characters. */
const altCharactersMax = 1_000

/** The most characters of an unknown field's name in a warning, and of all such names. */
const ignoredShownMax = 100

/** An image in a record. */
export type SentImage = {
  source: { bytes: Uint8Array } | { url: string }
  /** Undefined if not given. */
  alt: string | undefined
  sortOrder: number | undefined
}

/** A bad image as a warning. `field` is its name. */
export function badImage(field: string, sentence: string): AppError {
  return refusedAs('invalid_request', field, say`${fieldAt(field)}: ${sentence}`)
}

/**
 * Reads an entry of `images`. `field` is its name in warnings. Smaller faults go to `warnings`. Throws AppError
 * `invalid_request` (see badImage).
 */
export function readEntry(field: string, value: JsonValue, warnings: Sentence[]): SentImage {
  if (typeof value === 'string') return sent(readAddress(field, value))
  if (isJsonObject(value)) return readObject(field, value, warnings)
  throw badImage(
    field,
    'an image must be a data URL, an https URL, or an object with base64, data or url.',
  )
}

/** Reads `image_base64` with its `image_content_type`. Throws AppError `invalid_request`. */
export function readBase64(value: JsonValue, contentType: JsonValue | undefined): SentImage {
  const field = 'image_base64'
  if (typeof value !== 'string') throw badImage(field, 'it must be a string.')
  return sent(readInline(field, value, contentType, 'image_content_type'))
}

/** Reads `image_url`. Throws AppError `invalid_request`. */
export function readUrl(value: JsonValue): SentImage {
  const field = 'image_url'
  if (typeof value === 'string' && isAddress(value)) return sent({ url: value.trim() })
  throw badImage(
    field,
    'it must be an http or https URL, or null for none; an image itself is sent as image_base64.',
  )
}

function readObject(field: string, entry: JsonObject, warnings: Sentence[]): SentImage {
  const from = ['base64', 'data', 'url'].find((name) => (entry[name] ?? null) !== null)
  if (from === undefined) throw badImage(field, 'one of base64, data and url is needed.')
  const value = entry[from]
  if (typeof value !== 'string') throw badImage(field, `${from} must be a string.`)
  const source =
    from === 'url'
      ? readAddress(field, value)
      : readInline(field, value, entry['content_type'], 'content_type')
  const ignored = Object.keys(entry).filter(
    (name) =>
      ![from, 'content_type', 'alt', 'sort_order', 'srcset'].includes(name) && entry[name] !== null,
  )
  if (ignored.length > 0) {
    warnings.push(say`${fieldAt(field)}: ignored: ${ignored.join(', ').slice(0, ignoredShownMax)}.`)
  }
  return {
    source,
    alt: readAlt(field, entry['alt'], warnings),
    sortOrder: readSortOrder(field, entry['sort_order'], warnings),
  }
}

function sent(source: SentImage['source']): SentImage {
  return { source, alt: undefined, sortOrder: undefined }
}

function readAddress(field: string, text: string): SentImage['source'] {
  if (isDataUrl(text)) return readInline(field, text, undefined, '')
  if (isAddress(text)) return { url: text.trim() }
  throw badImage(
    field,
    'it must be a data URL or an https URL. Raw base64 needs an object: { "base64": "…", "content_type": "image/png" }.',
  )
}

/** Whether a text is an address: it begins with a scheme or with an image path of this server. */
function isAddress(text: string): boolean {
  return !isDataUrl(text) && /^\s*([a-z][a-z0-9+.-]*:|\/images\/)/i.test(text)
}

function isDataUrl(text: string): boolean {
  return /^\s*data:/i.test(text)
}

/** Raw base64 needs a type beside it. Daybook does not read the type: the bytes decide. */
function readInline(
  field: string,
  text: string,
  contentType: JsonValue | undefined,
  typeField: string,
): SentImage['source'] {
  if (!isDataUrl(text)) {
    if (typeof contentType === 'string' && contentType.trim() !== '') return decode(field, text)
    throw badImage(field, `raw base64 needs ${typeField}, such as "image/png".`)
  }
  const comma = text.indexOf(',')
  if (comma < 0) throw badImage(field, 'the data URL has no comma, so there is no image in it.')
  if (!/;\s*base64\s*$/i.test(text.slice(0, comma))) {
    throw badImage(field, 'the data URL must be base64: "data:image/png;base64,…".')
  }
  return decode(field, text.slice(comma + 1))
}

/** The standard alphabet, with or without padding. White space is allowed anywhere. */
function decode(field: string, base64: string): SentImage['source'] {
  try {
    return { bytes: Uint8Array.fromBase64(base64) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw badImage(field, 'it is not valid base64.')
  }
}

function readAlt(
  field: string,
  value: JsonValue | undefined,
  warnings: Sentence[],
): string | undefined {
  if (value === undefined || value === null) return undefined
  const alt = typeof value === 'string' ? toNfc(value) : undefined
  if (alt !== undefined && alt.length <= altCharactersMax) return alt
  warnings.push(
    say`${fieldAt(field)}: alt must be a string of at most ${altCharactersMax} characters.`,
  )
  return undefined
}

function readSortOrder(
  field: string,
  value: JsonValue | undefined,
  warnings: Sentence[],
): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  warnings.push(say`${fieldAt(field)}: sort_order must be a whole number.`)
  return undefined
}

import type { ImportCode } from '../../platform/import-codes.ts'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseOrNothing,
} from '../../platform/json/json.ts'
import { textOf } from '../../platform/json/fields.ts'

/*
 * How an ERPNext site answers a failed request: a status, an exception, and messages as HTML in a JSON text in a JSON list in a JSON text
 * (source: frappe/utils/response.py and frappe/exceptions.py).
 */

export type Refused = {
  code: ImportCode
  message: string
  raw: string
  /** A document of that name or key exists already. Reading it shows what it is. */
  isTaken: boolean
}

/** Maximum length of the words of an answer. */
const wordsMax = 500

/** Whether the site itself answered, and not a proxy before it. A proxy may answer while the site is still working. */
export function answered(status: number): boolean {
  return status >= 200 && status < 500
}

export function refusalOf(status: number, text: string): Refused {
  const exception = exceptionOf(text)
  const isTaken =
    status === 409 || exception === 'DuplicateEntryError' || exception === 'UniqueValidationError'
  const words = wordsOf(text)
  return {
    code: codeOf(status, exception, words),
    message: sentenceOf(status, words),
    raw: text,
    isTaken,
  }
}

/** The message without markup. For an answer that is not the site's, the beginning of the text. */
export function wordsOf(text: string): string {
  const body = parseOrNothing(text)
  const told = isJsonObject(body) ? messagesOf(body) : [text]
  const plain = told.map(plainText).filter((words) => words !== '')
  return [...new Set(plain)].join(' ').slice(0, wordsMax)
}

function messagesOf(body: JsonObject): string[] {
  const newer = body['errors']
  if (Array.isArray(newer))
    return newer.flatMap((error) => (isJsonObject(error) ? messageOf(error) : []))
  const older = parsed(textOf(body, '_server_messages'))
  const told = Array.isArray(older)
    ? older.flatMap((message) => {
        const inner = typeof message === 'string' ? parsed(message) : message
        return isJsonObject(inner) ? messageOf(inner) : []
      })
    : []
  if (told.length > 0) return told
  return [textOf(body, 'message') || textOf(body, 'exception').replace(/^[\w.]+: /, '')]
}

function messageOf(of: JsonObject): string[] {
  return [textOf(of, 'message')]
}

function exceptionOf(text: string): string {
  const body = parseOrNothing(text)
  if (!isJsonObject(body)) return ''
  const errors = body['errors']
  const [first] = Array.isArray(errors) ? errors : []
  return isJsonObject(first) ? textOf(first, 'type') : textOf(body, 'exc_type')
}

function parsed(text: string): JsonValue | undefined {
  return text === '' ? undefined : parseOrNothing(text)
}

/** Words in the message tell what is missing. The rest are the site's own rules. */
function codeOf(status: number, exception: string, words: string): ImportCode {
  if (status === 429) return 'target_busy'
  if (exception === 'LinkValidationError') return missingOf(words)
  if (/fiscal year|frozen|period.*closed|closed.*period/i.test(words)) return 'date_out_of_period'
  if (/supplier invoice no/i.test(words)) return 'duplicate_in_book'
  if (/\bgst\b|[cis]gst|tax (?:row|amount|template)|place of supply|hsn/i.test(words)) {
    return 'gst_mismatch'
  }
  return 'refused'
}

function missingOf(words: string): ImportCode {
  if (/\bitem:/i.test(words)) return 'item_missing'
  if (/\buom:/i.test(words)) return 'unit_missing'
  if (/\bwarehouse:/i.test(words)) return 'godown_missing'
  return /\b(?:account|supplier|customer|bank account):/i.test(words) ? 'ledger_missing' : 'refused'
}

function sentenceOf(status: number, words: string): string {
  switch (status) {
    case 401:
      return 'ERPNext does not know the key any more.'
    case 403:
      return `The user of the key may not do that in ERPNext: ${words}`
    case 404:
      return `ERPNext has no such place: ${words}`
    case 429:
      return 'ERPNext is asked too often.'
    default:
      return status < 400 ? 'ERPNext answers at another address: pair with that one.' : words
  }
}

/** Removes the HTML. */
function plainText(html: string): string {
  return html
    .replace(/<style[^]*?<\/style>|<script[^]*?<\/script>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}

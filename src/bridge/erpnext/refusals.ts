import type { ImportCode } from '../../platform/import-codes.ts'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseOrNothing,
} from '../../platform/json/json.ts'
import { textOf } from '../../platform/json/fields.ts'

/*
 * What a site answers when it does not do what it was sent: a status, an exception, and words that are HTML in a JSON text in a JSON
 * list in a JSON text (source: frappe/utils/response.py and frappe/exceptions.py).
 */

export type Refused = {
  code: ImportCode
  message: string
  raw: string
  /** It has one of that name or key already: what is there tells what that is. */
  isTaken: boolean
}

/** Characters of what is told of an answer. */
const wordsMax = 500

/** Whether it was the site that answered, and not what stands before it: that may answer while the site is still at it. */
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

/** What it says, without its marks; the beginning of what is no answer of a site. */
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

/** Names in the words tell what is missing; the rest is the site's own rule. */
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

/** Tags and entities are of its pages. */
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

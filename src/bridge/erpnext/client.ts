import { AppError, hasCode } from '../../platform/errors.ts'
import type { ImportCode } from '../../platform/import-codes.ts'
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  numberOf,
  parseOrNothing,
  rowsOf,
  textOf,
} from '../../platform/json/json.ts'

/**
 * How long to wait for ERPNext, in milliseconds. ERPNext kills its workers after 120 s. A write that takes longer may still succeed
 * there.
 */
type ErpnextLimits = { answerMs: number }

export const erpnextLimits: ErpnextLimits = { answerMs: 130_000 }

/** Documents per page of a list. */
const pageSize = 500

/** `[field, operator, value]`, or the same with a child table's name in front. */
export type Filter = readonly (string | number | readonly string[])[]

type Listing = { fields: readonly string[]; filters: readonly Filter[]; limit?: number }

/** The site's answer, or `lost`: nobody knows whether the site did it. */
export type Sent = { data: JsonObject; text: string } | { refused: Refused } | { lost: string }

/**
 * An ERPNext site over its REST interface. Reads throw AppError `unavailable`, with `health` in its details, `unauthorized` and
 * `forbidden`.
 */
export type Site = {
  url: string
  /** Undefined for a missing document. */
  get(doctype: string, name: string): Promise<JsonObject | undefined>
  /** The first documents by name. */
  list(doctype: string, listing: Listing): Promise<JsonObject[]>
  /** All documents, by name. */
  pages(doctype: string, listing: Listing): AsyncGenerator<JsonObject>
  /** The latest `modified` of a doctype; '' for an empty doctype. */
  lastModified(doctype: string): Promise<string>
  /** `takesName`: uses the interface that keeps the given name. */
  create(doctype: string, doc: JsonObject, takesName: boolean): Promise<Sent>
  submit(doctype: string, name: string): Promise<Sent>
}

/** `token`: `KEY:SECRET` of the site's user. */
export function erpnextAt(url: string, token: string, limits = erpnextLimits): Site {
  const ask = async (method: string, path: string, body?: JsonObject) =>
    await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        authorization: `token ${token}`,
        ...(body && { 'content-type': 'application/json', connection: 'close' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // On a kept connection that breaks, the HTTP client would send the request a second time by itself.
      keepalive: body === undefined,
      redirect: 'manual',
      signal: AbortSignal.timeout(limits.answerMs),
    })
  const read = async (path: string) => await readAnswer(url, () => ask('GET', path))
  const send = async (method: string, path: string, body: JsonObject) =>
    await sendAnswer(() => ask(method, path, body))
  const listed = async (doctype: string, query: Record<string, string>) =>
    rowsOf(
      await read(
        `resource/${encodeURIComponent(doctype)}?${new URLSearchParams(query).toString()}`,
      ),
      'data',
    )
  const list = async (doctype: string, { fields, filters, limit = pageSize }: Listing) =>
    await listed(doctype, {
      fields: JSON.stringify(fields),
      filters: JSON.stringify(filters),
      order_by: 'name asc',
      limit_page_length: String(limit),
    })
  return {
    url,
    list,
    async get(doctype, name) {
      const answer = await read(`resource/${pathOf(doctype, name)}`)
      const data = answer?.['data']
      return isJsonObject(data) ? data : undefined
    },
    async *pages(doctype, { fields, filters }) {
      let last = ''
      do {
        const page = await list(doctype, { fields, filters: [...filters, ['name', '>', last]] })
        yield* page
        last = page.length < pageSize ? '' : textOf(page.at(-1), 'name')
      } while (last !== '')
    },
    async lastModified(doctype) {
      const [row] = await listed(doctype, {
        fields: JSON.stringify(['modified']),
        order_by: 'modified desc',
        limit_page_length: '1',
      })
      return textOf(row, 'modified')
    },
    create: async (doctype, doc, takesName) =>
      takesName
        ? await send('POST', `v2/document/${encodeURIComponent(doctype)}`, doc)
        : await send('POST', `resource/${encodeURIComponent(doctype)}`, doc),
    submit: async (doctype, name) =>
      await send('PUT', `resource/${pathOf(doctype, name)}`, { docstatus: 1 }),
  }
}

function pathOf(doctype: string, name: string): string {
  return `${encodeURIComponent(doctype)}/${encodeURIComponent(name)}`
}

/** Undefined for status 404. */
async function readAnswer(
  url: string,
  ask: () => Promise<Response>,
): Promise<JsonObject | undefined> {
  const { status, text } = await reached(url, ask)
  const body = parseOrNothing(text)
  if (status === 200 && isJsonObject(body)) return body
  if (status === 404 && isJsonObject(body)) return undefined
  if (status === 401) throw keyRefused('unauthorized', 'ERPNext does not know the key.')
  if (status === 403) {
    throw keyRefused('forbidden', `ERPNext does not let the key read that: ${wordsOf(text)}`)
  }
  throw silent(`${url} answered ${status} and not as ERPNext does: ${wordsOf(text)}`)
}

async function sendAnswer(ask: () => Promise<Response>): Promise<Sent> {
  try {
    const response = await ask()
    const text = await response.text()
    return answered(response.status)
      ? takenOf(response.status, text)
      : { lost: `It answered ${response.status}: ${wordsOf(text)}` }
  } catch (error) {
    if (error instanceof Error) return { lost: error.message }
    throw error
  }
}

function takenOf(status: number, text: string): Sent {
  if (status >= 300) return { refused: refusalOf(status, text) }
  const body = parseOrNothing(text)
  const data = isJsonObject(body) ? body['data'] : undefined
  // Half an answer, or a page that something in the network sent.
  return isJsonObject(data) ? { data, text } : { lost: 'Its answer was not whole.' }
}

async function reached(url: string, ask: () => Promise<Response>) {
  try {
    const response = await ask()
    return { status: response.status, text: await response.text() }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (hasCode(error, ['ECONNREFUSED', 'ConnectionRefused', 'FailedToOpenSocket'])) {
      throw closedAt(url)
    }
    throw silent(`It was asked and said nothing whole: ${error.message}`)
  }
}

function closedAt(url: string): AppError {
  return new AppError('unavailable', `Nobody answers at ${url}: ERPNext is not running there.`, {
    health: 'closed',
  })
}

function silent(why: string): AppError {
  return new AppError('unavailable', `ERPNext does not answer. ${why}`, { health: 'silent' })
}

function keyRefused(code: 'unauthorized' | 'forbidden', message: string): AppError {
  return new AppError(code, message, { health: 'refused' })
}

/** The microseconds of a `modified`. They rise with every change. */
export function microsOf(modified: string): number {
  const [, second = '', fraction = ''] = /^(.{19})(?:\.(\d{1,6}))?/.exec(modified) ?? []
  const ms = Date.parse(`${second.replace(' ', 'T')}Z`)
  return Number.isNaN(ms) ? 0 : ms * 1_000 + Number(fraction.padEnd(6, '0'))
}

/** The inverse of `microsOf`. */
export function modifiedAt(micros: number): string {
  const [day = '', time = ''] = new Date(micros / 1_000).toISOString().split('T')
  return `${day} ${time.slice(0, 8)}.${String(micros % 1_000_000).padStart(6, '0')}`
}

export function isChecked(doc: JsonObject, field: string): boolean {
  return numberOf(doc, field) === 1
}

/*
 * How an ERPNext site answers a failed request: a status, an exception, and messages as HTML in a JSON text in a JSON list in a JSON text
 * (source: frappe/utils/response.py and frappe/exceptions.py).
 */

type Refused = {
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
  if (Array.isArray(body['errors'])) {
    return rowsOf(body, 'errors').map((error) => textOf(error, 'message'))
  }
  const older = parsed(textOf(body, '_server_messages'))
  const told = Array.isArray(older)
    ? older.flatMap((message) => {
        const inner = typeof message === 'string' ? parsed(message) : message
        return isJsonObject(inner) ? [textOf(inner, 'message')] : []
      })
    : []
  if (told.length > 0) return told
  return [textOf(body, 'message') || textOf(body, 'exception').replace(/^[\w.]+: /, '')]
}

function exceptionOf(text: string): string {
  const body = parseOrNothing(text)
  if (!isJsonObject(body)) return ''
  const [first] = rowsOf(body, 'errors')
  return first === undefined ? textOf(body, 'exc_type') : textOf(first, 'type')
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

/** The warning for an ERPNext that is reached over a network without encryption; '' where nobody can listen. */
export function plainHttpWarning(url: string): string {
  const { protocol, hostname } = new URL(url)
  const isHere = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  if (protocol !== 'http:' || isHere) return ''
  return `The key of ERPNext crosses the network without encryption, since ${url} begins with http://. Whoever is on that network can read the key. Set up HTTPS there, make a new key, and pair again.`
}

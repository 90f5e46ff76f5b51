import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'
import { acknowledge, type Desk, listWaiting, renewLease, type Row } from '../desk.ts'
import type { Call } from '../scenario.ts'

/** What the client asks, with its body read. */
export type Request = {
  method: string
  /** Behind `/api/public/v1/`. */
  path: string
  query: URLSearchParams
  body: JsonValue | undefined
  now: number
}

export type Answer = { status: number; body: JsonObject }

/** Bounds of the contract. */
const limitMax = 1000
const limitUsual = 500
const leaseSecondsMax = 3600
const entriesMax = 10_000
const resultsMax = 1_000

const categories = ['vendor_invoice', 'purchase_order', 'bank_entry']

export function kindOf({ method, path }: Pick<Request, 'method' | 'path'>): Call['kind'] {
  if (path === 'scans/unsynced') return 'list'
  if (method !== 'POST') return 'other'
  if (path === 'scans/mark-synced') return 'mark'
  if (path === 'import-results') return 'results'
  return path.startsWith('leases/') ? 'lease' : 'other'
}

/** Answers one call as Daybook does. */
export function answerOf(desk: Desk, request: Request): Answer {
  const { method, path, body } = request
  const allowed = path === 'scans/unsynced' ? ['GET', 'HEAD'] : ['POST']
  const kind = kindOf(request)
  if (kind === 'other') return other(request)
  if (!allowed.includes(method)) return refused(405, `${method} is not what ${path} takes.`)
  if (kind === 'list') return list(desk, request)
  if (!isJsonObject(body)) return refused(400, 'The body must be a JSON object.')
  if (kind === 'mark') return mark(desk, body, request.now)
  return kind === 'results' ? takeResults(desk, body) : renew(desk, path, body, request.now)
}

/** What a client of documents may ask beside: names, none of which the sample shop has, and who it is. */
function other({ method, path, now }: Request): Answer {
  if (path === 'scans/mark-synced' || path === 'import-results') {
    return refused(405, `${method} is not what ${path} takes.`)
  }
  if (method === 'GET' && (path === 'vendors' || path === 'products')) {
    return { status: 200, body: { count: 0, items: [] } }
  }
  return refused(404, `There is no ${path} here, at ${new Date(now).toISOString()}.`)
}

function list(desk: Desk, { query, now }: Request): Answer {
  const limit = wholeNumber(query.get('limit'), limitUsual, 1, limitMax)
  if (limit === undefined) {
    return refused(400, outOf('limit', `a whole number from 1 to ${limitMax}`, query))
  }
  const lease = wholeNumber(query.get('lease'), 0, 0, leaseSecondsMax)
  if (lease === undefined) {
    return refused(400, outOf('lease', `a whole number from 0 to ${leaseSecondsMax}`, query))
  }
  const category = query.get('category') ?? ''
  if (category !== '' && !categories.includes(category)) {
    return refused(400, outOf('category', `one of ${categories.join(', ')}`, query))
  }
  const after = query.get('after') ?? ''
  return { status: 200, body: listWaiting(desk, { limit, category, after, lease, now }) }
}

function outOf(name: string, allowed: string, query: URLSearchParams): string {
  return `${name} must be ${allowed}, got "${query.get(name)}".`
}

function wholeNumber(
  text: string | null,
  usual: number,
  min: number,
  max: number,
): number | undefined {
  if (text === null || text === '') return usual
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
  return value >= min && value <= max ? value : undefined
}

function mark(desk: Desk, body: JsonObject, now: number): Answer {
  const rows = rowsOf(desk, body)
  if (typeof rows === 'string') return refused(400, rows)
  const results = rows.map((row) => ({ by: row.by, ...acknowledge(desk, row) }))
  const ofItems = results.flatMap(({ by, ...result }) => (by === 'items' ? [result] : []))
  return {
    status: 200,
    body: {
      ok: true,
      updated: results.filter(({ status }) => status === 'marked' || status === 'late').length,
      synced_at: new Date(now).toISOString(),
      ...(body['items'] === undefined ? {} : { results: ofItems }),
    },
  }
}

/** What an acknowledgement names, or what is wrong with it. */
function rowsOf(desk: Desk, body: JsonObject): Row[] | string {
  const lists = ['ids', 'invoice_nos', 'items'].map((name) => body[name] ?? undefined)
  if (lists.every((value) => value === undefined)) {
    return 'ids or invoice_nos must be given: nothing names a scan.'
  }
  const [ids = [], numbers = [], items = []] = lists
  if (!isTexts(ids)) return `ids must be a list of at most ${entriesMax} texts.`
  if (!isTexts(numbers)) return `invoice_nos must be a list of at most ${entriesMax} texts.`
  if (!Array.isArray(items) || !items.every(isJsonObject)) return 'items must be a list of objects.'
  const ofNumber = (number: string): Row[] =>
    desk.held
      .filter(({ bill, isMarked }) => bill.invoice_no === number && !isMarked)
      .map(({ bill }) => ({ id: bill.id, by: 'invoice_nos' }))
  return [
    ...ids.map((id): Row => ({ id, by: 'ids' })),
    ...numbers.flatMap(ofNumber),
    ...items.map(rowOfItem),
  ]
}

function isTexts(value: JsonValue): value is string[] {
  const isList = Array.isArray(value) && value.length <= entriesMax
  return isList && value.every((entry) => typeof entry === 'string')
}

function rowOfItem({ id, revision, fence }: JsonObject): Row {
  return {
    id: typeof id === 'string' ? id : '',
    by: 'items',
    ...(typeof revision === 'string' && { revision }),
    ...(typeof fence === 'number' && { fence }),
  }
}

function takeResults(desk: Desk, body: JsonObject): Answer {
  const rows = body['results']
  if (!Array.isArray(rows)) return refused(400, 'results must be a list.')
  if (rows.length > resultsMax) return refused(413, `results must be at most ${resultsMax}.`)
  const told = rows.map((row) => tell(desk, row))
  const stored = told.filter(({ status }) => status === 'stored').length
  const summary = { total: told.length, stored, errors: told.length - stored }
  return { status: 200, body: { summary, results: told } }
}

function tell(desk: Desk, row: JsonValue) {
  const { id, part, outcome, external } = isJsonObject(row) ? row : {}
  const given = { id: typeof id === 'string' ? id : '', part: typeof part === 'number' ? part : 0 }
  if (typeof outcome !== 'string' || given.id === '') {
    const error = { message: 'id and outcome must be given.', code: 'invalid_request' }
    return { ...given, status: 'error', error }
  }
  const voucher = isJsonObject(external) ? external['voucher_id'] : undefined
  desk.told.push({
    ...given,
    outcome,
    voucher: typeof voucher === 'string' ? voucher : '',
  })
  return { ...given, status: 'stored' }
}

function renew(desk: Desk, path: string, { seconds }: JsonObject, now: number): Answer {
  if (typeof seconds !== 'number' || seconds < 0 || seconds > leaseSecondsMax) {
    return refused(400, `seconds must be a whole number from 0 to ${leaseSecondsMax}.`)
  }
  const lease = renewLease(desk, path.slice('leases/'.length), seconds, now)
  return lease === undefined
    ? refused(404, 'There is no such lease.')
    : { status: 200, body: lease }
}

function refused(status: number, error: string): Answer {
  return { status, body: { error } }
}

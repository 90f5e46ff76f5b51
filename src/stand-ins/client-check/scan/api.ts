import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { type Answer, refusing, type Request } from '../scenario.ts'
import { outOf, readPage, renew, takeResults } from '../waiting/calls.ts'
import { acknowledge, type Desk, listWaiting, type Row } from '../waiting/desk.ts'
import type { WaitingKind } from '../waiting/waiting.ts'
import { deliveredFacts } from '../../../paper/delivered-facts.ts'
import { factsOf } from '../../../paper/facts.ts'
import { documentOf } from '../../../paper/paper.ts'
import type { Bill } from './documents.ts'

/** Bounds of the contract. */
const limits = { usual: 500, max: 1000 }
const entriesMax = 10_000

const categories = ['vendor_invoice', 'purchase_order', 'bank_entry']

export function refusal(_status: number, error: string): JsonObject {
  return { error }
}

const refused = refusing(refusal)

export function kindOf({ method, path }: Pick<Request, 'method' | 'path'>): WaitingKind {
  if (path === 'scans/unsynced') return 'list'
  if (method !== 'POST') return 'other'
  if (path === 'scans/mark-synced') return 'mark'
  if (path === 'import-results') return 'results'
  return path.startsWith('leases/') ? 'lease' : 'other'
}

/** Answers one call as Daybook does. */
export function answerOf(desk: Desk<Bill>, request: Request): Answer {
  const { method, path, body, now } = request
  const allowed = path === 'scans/unsynced' ? ['GET', 'HEAD'] : ['POST']
  const kind = kindOf(request)
  if (kind === 'other') return other(request)
  if (!allowed.includes(method)) return refused(405, `${method} is not what ${path} takes.`)
  if (kind === 'list') return list(desk, request)
  if (!isJsonObject(body)) return refused(400, 'The body must be a JSON object.')
  if (kind === 'mark') return mark(desk, body, now)
  return kind === 'results'
    ? takeResults(desk, body, refused)
    : renew(desk, { path, body, now }, refused)
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

function list(desk: Desk<Bill>, { query, now }: Request): Answer {
  const page = readPage(query, limits)
  if (typeof page === 'string') return refused(400, page)
  const category = query.get('category') ?? ''
  if (category !== '' && !categories.includes(category)) {
    return refused(400, outOf('category', `one of ${categories.join(', ')}`, query))
  }
  const listed = listWaiting(desk, {
    ...page,
    now,
    isWanted: (bill) => category === '' || bill.category === category,
  })
  if (typeof listed === 'string') return refused(400, listed)
  const { documents, waiting, next, leased } = listed
  const hasFacts = query.get('facts') !== 'false'
  const items = documents.map((bill) => itemOf(bill, hasFacts))
  return { status: 200, body: { count: items.length, items, waiting, next, ...leased } }
}

function itemOf(bill: Bill, hasFacts: boolean): JsonObject {
  const item = { ...bill, revision: revisionOf(bill) }
  if (!hasFacts) return item
  const facts = deliveredFacts(factsOf(documentOf(bill.data, bill.category)))
  return { ...item, facts: JSON.parse(JSON.stringify(facts)) }
}

/** Changes with what is delivered, and only then. */
function revisionOf({ data }: Bill): string {
  return Bun.SHA256.hash(JSON.stringify(data), 'hex').slice(0, 16)
}

function mark(desk: Desk<Bill>, body: JsonObject, now: number): Answer {
  const rows = rowsOf(desk, body)
  if (typeof rows === 'string') return refused(400, rows)
  const results = rows.map((row) => {
    const { id, by } = row
    return { by, id, ...acknowledge(desk, row, { revisionOf, mark: () => true }) }
  })
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
function rowsOf(desk: Desk<Bill>, body: JsonObject): Row[] | string {
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
      .filter(({ document, isMarked }) => document.invoice_no === number && !isMarked)
      .map(({ document }) => ({ id: document.id, by: 'invoice_nos' }))
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

/** Ids that an acknowledgement names, whatever becomes of it. */
export function acknowledgedIn(path: string, { ids, items }: JsonObject): string[] {
  if (path !== 'scans/mark-synced') return []
  const rows = Array.isArray(items) ? items.filter(isJsonObject).map(({ id }) => id ?? null) : []
  return [...(Array.isArray(ids) ? ids : []), ...rows].filter((id) => typeof id === 'string')
}

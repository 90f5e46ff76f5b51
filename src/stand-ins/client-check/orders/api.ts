import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { type Answer, refusing, type Request } from '../scenario.ts'
import { storefrontRefusal } from '../storefront.ts'
import { outOf, readPage, renew, takeResults } from '../waiting/calls.ts'
import { acknowledge, type Desk, heldOf, listWaiting, type Row } from '../waiting/desk.ts'
import type { WaitingKind } from '../waiting/waiting.ts'
import { isWhollyMarked, type Order, shownOrder } from './order.ts'

/** Bounds of the contract. */
const limits = { usual: 50, max: 200 }
const ordersMax = 1_000

const statuses = ['pending', 'paid', 'packed', 'dispatched', 'delivered', 'cancelled', 'returned']

const refused = refusing(storefrontRefusal)

const methods = new Map([
  ['orders/unsynced', 'GET'],
  ['orders/sync', 'POST'],
  ['import-results', 'POST'],
])

export function kindOf({ method, path }: Pick<Request, 'method' | 'path'>): WaitingKind {
  if (path === 'orders/unsynced') return 'list'
  if (method !== 'POST') return 'other'
  if (path === 'orders/sync') return 'mark'
  if (path === 'import-results') return 'results'
  return path.startsWith('leases/') ? 'lease' : 'other'
}

/** Answers one call as Daybook does. */
export function answerOf(desk: Desk<Order>, request: Request): Answer {
  const { method, path, body, now } = request
  const taken = methods.get(path)
  const isTaken = taken === undefined || taken === method || (taken === 'GET' && method === 'HEAD')
  if (!isTaken) return refused(405, `${method} is not what ${path} takes.`)
  const kind = kindOf(request)
  if (kind === 'other') return refused(404, `There is no ${path} here.`)
  if (kind === 'list') return list(desk, request)
  if (!isJsonObject(body)) return refused(400, 'The body must be a JSON object.')
  if (kind === 'mark') return sync(desk, body)
  return kind === 'results'
    ? takeResults(desk, body, refused)
    : renew(desk, { path, body, now }, refused)
}

function list(desk: Desk<Order>, { query, now }: Request): Answer {
  const page = readPage(query, limits)
  if (typeof page === 'string') return refused(400, page)
  const status = (query.get('status') ?? '').toLowerCase()
  if (status !== '' && !statuses.includes(status)) {
    return refused(400, outOf('status', `one of ${statuses.join(', ')}`, query))
  }
  const listed = listWaiting(desk, {
    ...page,
    now,
    isWanted: ({ head }) => status === '' || head.status === status,
  })
  if (typeof listed === 'string') return refused(400, listed)
  const { documents, waiting, next, leased } = listed
  const data = documents.map(shownOrder)
  return { status: 200, body: { data, count: data.length, waiting, next, ...leased } }
}

function sync(desk: Desk<Order>, body: JsonObject): Answer {
  const rows = body['orders']
  if (!Array.isArray(rows)) return refused(400, 'orders must be a list.')
  if (rows.length > ordersMax) {
    const got = `orders has ${rows.length} rows`
    return refused(413, `${got}, and at most ${ordersMax} are allowed: send them in smaller parts.`)
  }
  const results = rows.map((row) => syncRow(desk, isJsonObject(row) ? row : {}))
  const summary = {
    total: results.length,
    orders_marked: results.filter((result) => result['order_marked'] === true).length,
    items_marked: results.reduce((all, result) => all + Number(result['items_marked']), 0),
    errors: results.filter((result) => result['error'] !== undefined).length,
  }
  return { status: 200, body: { summary, results } }
}

function syncRow(desk: Desk<Order>, sent: JsonObject): JsonObject {
  const { order_id: id, all_items: all, order_item_ids: given } = sent
  if (typeof id !== 'string') return wrongRow('', 'order_id must be text.')
  const named = all === true ? undefined : textsOf(given)
  if (named?.length === 0) {
    return wrongRow(
      id,
      'Nothing is named: send all_items: true, or ids in order_item_ids.',
      'invalid_request',
      'order_item_ids',
    )
  }
  const order = heldOf(desk, id)?.document
  const before = order?.marked.size ?? 0
  const { status, revision } = acknowledge(desk, rowOf(id, sent), {
    revisionOf: ({ head }) => head.revision,
    mark: (document) => mark(document, named),
  })
  if (order === undefined) {
    return wrongRow(id, `order_id must be the id of an order, got "${id}".`, 'not_found')
  }
  if (status === 'stale') {
    const why = `The order has changed since: its revision is ${revision} now.`
    return { ...wrongRow(id, why, 'stale', 'revision'), revision }
  }
  const strange = (named ?? []).filter((item) => !order.lines.some((line) => line.id === item))
  return {
    order_id: id,
    items_marked: order.marked.size - before,
    order_marked: order.marked.size === order.lines.length,
    ...(status === 'late' && { late: true }),
    ...(strange.length > 0 && {
      error: {
        message: `Not an item of this order: ${strange.join(', ')}.`,
        code: 'invalid_request',
        field: 'order_item_ids',
      },
    }),
  }
}

function mark(order: Order, named: readonly string[] | undefined): boolean {
  for (const { id } of order.lines) {
    if (named === undefined || named.includes(id)) order.marked.add(id)
  }
  return isWhollyMarked(order)
}

function wrongRow(
  id: string,
  message: string,
  code = 'invalid_request',
  field = 'order_id',
): JsonObject {
  return { order_id: id, items_marked: 0, order_marked: false, error: { message, code, field } }
}

function textsOf(value: JsonValue | undefined): string[] {
  const ids = Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  return ids.map((id) => id.toLowerCase())
}

function rowOf(id: string, { revision, fence }: JsonObject): Row {
  return {
    id,
    by: 'orders',
    ...(typeof revision === 'number' && { revision }),
    ...(typeof fence === 'number' && { fence }),
  }
}

/** Ids that an acknowledgement names, whatever becomes of it. */
export function acknowledgedIn(path: string, { orders }: JsonObject): string[] {
  if (path !== 'orders/sync' || !Array.isArray(orders)) return []
  return orders
    .map((row) => (isJsonObject(row) ? row['order_id'] : undefined))
    .filter((id) => typeof id === 'string')
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import {
  isWhollyMarked,
  type Order,
  shownOrder,
  type AboutOrder,
  letWait,
  nameOf,
  orderSupply,
  wrongAmount,
} from './order.ts'
import { type Answer, refusing, type Request, type Profile } from '../scenario.ts'
import { storefrontRefusal } from '../storefront.ts'
import { outOf, readPage, renew, takeResults } from '../waiting/calls.ts'
import {
  acknowledge,
  type Desk,
  heldOf,
  listWaiting,
  type Row,
  idsOf,
  isGiven,
} from '../waiting/desk.ts'
import {
  acknowledgingScenarios,
  changedMeanwhile,
  leaseOver,
  listScenarios,
  refusalScenario,
  refusalScenarios,
  slowList,
} from '../waiting/scenarios.ts'
import { type WaitingKind, type WaitingScenario, staged } from '../waiting/waiting.ts'

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

function kindOf({ method, path }: Pick<Request, 'method' | 'path'>): WaitingKind {
  if (path === 'orders/unsynced') return 'list'
  if (method !== 'POST') return 'other'
  if (path === 'orders/sync') return 'mark'
  if (path === 'import-results') return 'results'
  return path.startsWith('leases/') ? 'lease' : 'other'
}

/** Answers one call as Daybook does. */
function answerOf(desk: Desk<Order>, request: Request): Answer {
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
function acknowledgedIn(path: string, { orders }: JsonObject): string[] {
  if (path !== 'orders/sync' || !Array.isArray(orders)) return []
  return orders
    .map((row) => (isJsonObject(row) ? row['order_id'] : undefined))
    .filter((id) => typeof id === 'string')
}

type Paper = Pick<WaitingScenario<Order>, 'name' | 'title' | 'why'> & {
  waiting: readonly AboutOrder[]
  /** How many of the first of them need not be dealt with. */
  bad?: number
}

const unknownFields: Paper = {
  name: 'unknown_fields',
  title: 'Orders and lines have fields that your client does not know',
  why: 'The API gets new fields. What is not known is passed over.',
  waiting: [
    { head: { later: { than: [1, null] }, note: null } },
    { lines: [{ quantity: 2, more: { tags: [], parts: [{ a: 1 }] } }] },
  ],
}

const fewFields: Paper = {
  name: 'few_fields',
  title: 'An order has no customer and no address',
  why: 'A counter sale has neither: texts are then `""`. Book it, or say with import-results why it cannot be.',
  waiting: [
    {
      head: {
        customer_name: '',
        customer_phone: '',
        shipping_address: '',
        shipping_city: '',
        shipping_state: '',
        shipping_pincode: '',
      },
    },
  ],
}

const characters: Paper = {
  name: 'characters',
  title: 'Texts with &, <, quotes, Devanagari, an emoji and an address of several lines',
  why: 'What goes into XML or CSV wants escaping. Names are written as they are, and the order is booked.',
  waiting: [
    { head: { customer_name: `M&S <Traders> "Pune" 'East'` } },
    { head: { customer_name: 'आशा राव', shipping_city: 'पुणे' } },
    { head: { shipping_address: 'Shop 4,\nMG Road\nनया बाज़ार 🧾' } },
    { lines: [{ name: 'बासमती चावल 5 kg & <दाल>', quantity: 2 }] },
  ],
}

const paise: Paper = {
  name: 'paise',
  title: 'Amounts with paise, a discount, and lines of several GST rates',
  why: '`total` is `subtotal` + `gst_total` − `discount`, to the paisa. Reckon in paise or decimals: in binary fractions 0.1 + 0.2 is not 0.3.',
  waiting: [
    { lines: [{ unitPrice: 10, quantity: 3 }, { unitPrice: 20 }] },
    {
      lines: [
        { unitPrice: 33_333, quantity: 3, gst: 1800 },
        { unitPrice: 99_999, gst: 0 },
      ],
    },
    { discount: 1_005, lines: [{ quantity: 2 }, { unitPrice: 12_345, gst: 1200 }] },
  ],
}

const shortTotal: Paper = {
  name: 'short_total',
  title: 'Some lines of an order are not delivered, and its total counts them',
  why: '`excluded_items` says how many lines without a SKU there are, and what they come to. Book what the lines in `items` come to, or tell with import-results that somebody has to look; never the whole total.',
  waiting: [{ lines: [{ quantity: 2 }, { sku: '', name: 'Gift wrapping', unitPrice: 4_200 }] }, {}],
}

const cancelled: Paper = {
  name: 'cancelled',
  title: 'One of three orders is cancelled',
  why: 'Orders of every status are delivered: look at `status`. A cancelled one is acknowledged, or told of with import-results, and is no sale.',
  waiting: [{}, { status: 'cancelled' }, {}],
}

const poison: Paper = {
  name: 'poison',
  title: 'One order of ten cannot be booked',
  why: 'Its article is in no catalogue, and its total is 0.90 more than its lines. It keeps no other: book the rest, and tell with import-results what is wrong with it.',
  waiting: [
    { wrongBy: 90, lines: [{ sku: 'IN-NO-CATALOGUE', name: 'Unknown', quantity: 1_000_000 }] },
    ...Array.from({ length: 9 }, () => ({})),
  ],
  bad: 1,
}

const papers = [unknownFields, fewFields, characters, paise, shortTotal, cancelled, poison]

/** What an order can say. */
const paperScenarios: readonly WaitingScenario<Order>[] = papers.map(
  ({ waiting, bad = 0, ...about }) => ({
    ...about,
    begin(desk, { now }) {
      const held = letWait(desk, now(), waiting)
      return { wanted: () => idsOf(held.slice(bad)), isShown: () => isGiven(held) }
    },
  }),
)

const revoked = refusalScenario(orderSupply, {
  name: 'revoked',
  title: 'The key is refused with 401 from an acknowledgement on, for a while',
  why: 'What was booked is not acknowledged yet. Stop, tell a person, ask again later, and book nothing twice.',
  fault: { kind: 'refuse', status: 401, message: 'This key was revoked.' },
  from: ['mark'],
  of: ['list', 'mark', 'results', 'lease', 'other'],
})

const revised = changedMeanwhile(
  orderSupply,
  {
    name: 'revised',
    title: 'An order is packed between fetching and acknowledging',
    why: 'An acknowledgement with `revision` is answered with the error `stale` of its row: fetch it anew, and acknowledge the new revision.',
  },
  ({ head }) => Object.assign(head, { status: 'packed', revision: head.revision + 1 }),
)

const cancelledMeanwhile = changedMeanwhile(
  orderSupply,
  {
    name: 'cancelled_meanwhile',
    title: 'An order is cancelled between fetching and acknowledging',
    why: 'What you booked is no sale any more. An acknowledgement with `revision` is answered with the error `stale` of its row, and the others of the call count: fetch it anew, take back what you booked, and acknowledge the new revision, or tell with import-results that it changed.',
  },
  ({ head }) => Object.assign(head, { status: 'cancelled', revision: head.revision + 1 }),
)

/** What a client of orders can meet, the harmless first. */
const orderScenarios: readonly WaitingScenario<Order>[] = [
  ...listScenarios(orderSupply, ''),
  slowList(orderSupply),
  ...paperScenarios,
  ...refusalScenarios(orderSupply),
  revoked,
  ...acknowledgingScenarios(orderSupply),
  leaseOver(orderSupply),
  revised,
  cancelledMeanwhile,
]

export const orders: Profile = {
  name: 'orders',
  title: 'A client of orders',
  place: '/storefront',
  scenarios: orderScenarios.map((scenario) =>
    staged({ kindOf, answerOf, nameOf, wrongAmount }, scenario),
  ),
  refusal: storefrontRefusal,
  takesApiKeyHeader: false,
  beyond: /\/v1\/(?:bridge|changes|leases|whoami|limits|products|categories|offers)\b/,
  acknowledgedIn,
}

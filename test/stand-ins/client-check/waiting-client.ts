import type { Client } from '../../../src/stand-ins/client-check/client.ts'
import { orders } from '../../../src/stand-ins/client-check/orders.ts'
import type { Profile } from '../../../src/stand-ins/client-check/scenario.ts'
import { scan } from '../../../src/stand-ins/client-check/scan.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/platform/json/json.ts'

/** What a client of documents or orders is, and what it forgets, for tests of the check. */
export type Habits = {
  /** Whether it looks into its own books before it enters something. */
  looks: boolean
  /** Whether it acknowledges with revision and fence, and asks for leases. */
  isThorough: boolean
  /** Which amount of an order it books. */
  books: 'lines' | 'total'
  /** What it makes of an order that is cancelled; `tells` of one that it booked before. */
  cancelled: 'books 0' | 'takes it out' | 'tells'
  /** Whether it acknowledges what it has not booked yet. */
  acknowledgesFirst: boolean
  /** Whether it asks again while it is being answered, or refused. */
  hammers: boolean
  /** Whether one that it cannot book keeps the others. */
  stopsAtBad: boolean
}

export const careful: Habits = {
  looks: true,
  isThorough: true,
  books: 'lines',
  cancelled: 'books 0',
  acknowledgesFirst: false,
  hammers: false,
  stopsAtBad: false,
}

/** How a service lists what waits and takes acknowledgements, and which of it no client can book. */
type Api = {
  profile: Profile
  list: string
  items: string
  mark: string
  acknowledgement(id: string, thorough: JsonObject | undefined): JsonObject
  isBad(item: JsonObject): boolean
}

export const documents: Api = {
  profile: scan,
  list: 'scans/unsynced',
  items: 'items',
  mark: 'scans/mark-synced',
  acknowledgement: (id, thorough) => (thorough ? { items: [{ id, ...thorough }] } : { ids: [id] }),
  isBad({ data }) {
    const head = isJsonObject(data) ? data['invoice_metadata'] : undefined
    return isJsonObject(head) && head['total'] === 9
  },
}

export const sales: Api = {
  profile: orders,
  list: 'orders/unsynced',
  items: 'data',
  mark: 'orders/sync',
  acknowledgement: (id, thorough) => ({ orders: [{ order_id: id, all_items: true, ...thorough }] }),
  isBad: ({ items }) => objectsIn(items).some(({ sku }) => sku === 'IN-NO-CATALOGUE'),
}

/** Calls of a client that hammers. */
const hammered = 30

type Place = { base: string; key: string }
type Books = [id: string, amount: string][]
type Desk = Place & { api: Api; habits: Habits; books: Books }

/** A client in this process, with books that outlive its being killed: a line for each booking, `id amount`. */
export function ownClient(api: Api, habits: Habits) {
  const books: Books = []
  return {
    booked: () => books.map(([id, amount]) => `${id} ${amount}`).join('\n'),
    at: ({ base, key }: Place): Client => ({
      roundsMax: 10,
      // Whatever goes wrong ends a round; what it was shows in what was booked.
      round: () =>
        work({ base: `${base}/api/public/v1/`, key, api, habits, books }).catch(() => {}),
      kill: () => Promise.resolve(),
    }),
  }
}

async function work(desk: Desk): Promise<void> {
  for (;;) {
    const list = await fetchList(desk)
    let settled = 0
    for (const item of objectsIn(list[desk.api.items])) {
      settled += await enter(desk, item, list['fence'])
    }
    if (settled === 0) return
  }
}

async function fetchList(desk: Desk): Promise<JsonObject> {
  const { isThorough, hammers } = desk.habits
  const path = `${desk.api.list}?limit=2${isThorough ? '&lease=300' : ''}`
  const calls = Array.from({ length: hammers ? hammered : 1 }, () => call(desk, 'GET', path))
  const answer = (await Promise.all(calls)).find(({ ok }) => ok)
  if (answer === undefined) throw new Error('Refused.')
  return answer.json
}

/** Answers 1 when the item is settled. */
async function enter(desk: Desk, item: JsonObject, fence: JsonValue | undefined): Promise<number> {
  const { api, habits, books } = desk
  const id = String(item['id'])
  if (api.isBad(item)) {
    if (habits.stopsAtBad) throw new Error('It cannot be booked.')
    return await tell(desk, { id, outcome: 'failed', code: 'other' })
  }
  const isCancelled = item['status'] === 'cancelled'
  if (isCancelled && habits.cancelled === 'tells' && books.some((entry) => entry[0] === id)) {
    return await tell(desk, { id, outcome: 'parked', code: 'changed_since' })
  }
  if (!habits.acknowledgesFirst) book(habits, books, item)
  const { revision = '' } = item
  const thorough = habits.isThorough ? { revision, fence: fence ?? 0 } : undefined
  const { ok } = await call(desk, 'POST', api.mark, api.acknowledgement(id, thorough))
  if (!ok) throw new Error('Not acknowledged.')
  if (habits.acknowledgesFirst) book(habits, books, item)
  return 1
}

async function tell(desk: Desk, result: JsonObject): Promise<0> {
  await call(desk, 'POST', 'import-results', { results: [result] })
  return 0
}

function book(habits: Habits, books: Books, item: JsonObject): void {
  const id = String(item['id'])
  const known = books.find((entry) => entry[0] === id)
  if (item['status'] === 'cancelled' && habits.cancelled === 'takes it out') {
    if (known !== undefined) books.splice(books.indexOf(known), 1)
    return
  }
  const amount = amountOf(habits, item)
  if (known !== undefined && habits.looks) known[1] = amount
  else books.push([id, amount])
}

/** Of an order; of a document nobody asks. */
function amountOf(habits: Habits, { status, total, excluded_items: excluded }: JsonObject): string {
  if (total === undefined) return ''
  if (habits.books === 'total') return String(total)
  if (status === 'cancelled') return '0'
  const left = isJsonObject(excluded) ? Number(excluded['amount']) : 0
  return (Math.round((Number(total) - left) * 100) / 100).toFixed(2)
}

function objectsIn(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

async function call({ base, key }: Place, method: string, path: string, body?: unknown) {
  const response = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${key}`, connection: 'close' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json: unknown = JSON.parse(await response.text())
  return { ok: response.ok, json: isJsonObject(json) ? json : {} }
}

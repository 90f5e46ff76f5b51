import type { Client } from '../../../src/stand-ins/client-check/client.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/platform/json/json.ts'

/** What a client of orders is, and what it forgets, for tests of the check. */
export type OrderHabits = {
  /** Whether it looks into its own books before it enters something. */
  looks: boolean
  /** Whether it acknowledges with revision and fence, and asks for leases. */
  isThorough: boolean
  /** Which amount it books. */
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

export const carefulWithOrders: OrderHabits = {
  looks: true,
  isThorough: true,
  books: 'lines',
  cancelled: 'books 0',
  acknowledgesFirst: false,
  hammers: false,
  stopsAtBad: false,
}

/** Calls of a client that hammers, until it gives a round up. */
const hammered = 30

type Place = { base: string; key: string }

/** A client in this process, with books that outlive its being killed: a line for each booking, `id amount`. */
export function orderClient(habits: OrderHabits) {
  const books: [id: string, amount: string][] = []
  return {
    booked: () => books.map(([id, amount]) => `${id} ${amount}`).join('\n'),
    at: ({ base, key }: Place): Client => ({
      roundsMax: 10,
      // Whatever goes wrong ends a round; what it was shows in what was booked.
      round: () => work({ base: `${base}/api/public/v1/`, key }, habits, books).catch(() => {}),
      kill: () => Promise.resolve(),
    }),
  }
}

type Books = [id: string, amount: string][]

async function work(place: Place, habits: OrderHabits, books: Books): Promise<void> {
  for (;;) {
    const list = await fetchList(place, habits)
    const orders = Array.isArray(list['data']) ? list['data'].filter(isJsonObject) : []
    let settled = 0
    for (const order of orders) settled += await enter(place, habits, books, order, list['fence'])
    if (settled === 0) return
  }
}

async function fetchList(place: Place, { isThorough, hammers }: OrderHabits): Promise<JsonObject> {
  const path = `orders/unsynced?limit=2${isThorough ? '&lease=300' : ''}`
  const calls = Array.from({ length: hammers ? hammered : 1 }, () => call(place, 'GET', path))
  const answers = await Promise.all(calls)
  const answer = answers.find(({ ok }) => ok)
  if (answer === undefined) throw new Error('Refused.')
  return answer.json
}

/** Answers 1 when the order is settled. */
async function enter(
  place: Place,
  habits: OrderHabits,
  books: Books,
  order: JsonObject,
  fence: JsonValue | undefined,
): Promise<number> {
  const id = String(order['id'])
  if (isBad(order)) {
    if (habits.stopsAtBad) throw new Error('It cannot be booked.')
    const results = [{ id, outcome: 'failed', code: 'item_missing' }]
    await call(place, 'POST', 'import-results', { results })
    return 0
  }
  const isCancelled = order['status'] === 'cancelled'
  if (isCancelled && habits.cancelled === 'tells' && books.some((entry) => entry[0] === id)) {
    const results = [{ id, outcome: 'parked', code: 'changed_since' }]
    await call(place, 'POST', 'import-results', { results })
    return 0
  }
  if (!habits.acknowledgesFirst) book(habits, books, order)
  const thorough = habits.isThorough ? { revision: order['revision'], fence: fence ?? 0 } : {}
  const body = { orders: [{ order_id: id, all_items: true, ...thorough }] }
  const { ok } = await call(place, 'POST', 'orders/sync', body)
  if (!ok) throw new Error('Not acknowledged.')
  if (habits.acknowledgesFirst) book(habits, books, order)
  return 1
}

/** What changed is mended; a cancelled one is taken back. */
function book(habits: OrderHabits, books: Books, order: JsonObject): void {
  const id = String(order['id'])
  const known = books.find((entry) => entry[0] === id)
  if (order['status'] === 'cancelled' && habits.cancelled === 'takes it out') {
    if (known !== undefined) books.splice(books.indexOf(known), 1)
    return
  }
  const amount = amountOf(habits, order)
  if (known !== undefined && habits.looks) known[1] = amount
  else books.push([id, amount])
}

function amountOf(habits: OrderHabits, { status, total, excluded_items: excluded }: JsonObject) {
  if (habits.books === 'total') return String(total)
  if (status === 'cancelled') return '0'
  const left = isJsonObject(excluded) ? Number(excluded['amount']) : 0
  return (Math.round((Number(total) - left) * 100) / 100).toFixed(2)
}

function isBad({ items }: JsonObject): boolean {
  const lines = Array.isArray(items) ? items.filter(isJsonObject) : []
  return lines.some(({ sku }) => sku === 'IN-NO-CATALOGUE')
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

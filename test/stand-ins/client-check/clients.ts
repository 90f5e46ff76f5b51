import type { Client } from '../../../src/stand-ins/client-check/client.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/platform/json/json.ts'

/** What a client is, and what it forgets, for tests of the check. */
export type Habits = {
  /** Whether it looks into its own books before it enters something. */
  looks: boolean
  /** Whether it acknowledges with revision and fence, and asks for leases. */
  isThorough: boolean
  /** Whether it asks again at once, again and again, where it is refused. */
  hammers: boolean
  /** Whether one that it cannot book keeps the others. */
  stopsAtBad: boolean
}

export const careful: Habits = {
  looks: true,
  isThorough: true,
  hammers: false,
  stopsAtBad: false,
}

/** Calls of a client that hammers, until it gives a round up. */
const hammered = 30

/** A client in this process, with books that outlive its being killed. */
export function ownClient(habits: Habits) {
  const books: string[] = []
  return {
    books,
    booked: () => books.join('\n'),
    at({ base, key }: { base: string; key: string }): Client {
      const round = () => work(`${base}/api/public/v1/`, key, habits, books)
      return {
        roundsMax: 10,
        // Whatever goes wrong ends a round; what it was shows in what was booked.
        round: () => round().catch(() => undefined),
        kill: () => Promise.resolve(),
      }
    },
  }
}

async function work(base: string, key: string, habits: Habits, books: string[]): Promise<void> {
  for (;;) {
    const list = await fetchList(base, key, habits)
    const items = Array.isArray(list['items']) ? list['items'].filter(isJsonObject) : []
    if (items.length === 0) return
    let settled = 0
    for (const item of items) settled += await enter(base, key, habits, books, item, list['fence'])
    if (settled === 0) return
  }
}

async function fetchList(base: string, key: string, habits: Habits): Promise<JsonObject> {
  const path = `scans/unsynced?limit=2${habits.isThorough ? '&lease=300' : ''}`
  for (let tries = 1; ; tries += 1) {
    const { ok, json } = await call(base, key, 'GET', path)
    if (ok) return json
    if (!habits.hammers || tries === hammered) throw new Error('Refused.')
  }
}

/** Answers 1 when the item is settled. */
async function enter(
  base: string,
  key: string,
  { looks, isThorough, stopsAtBad }: Habits,
  books: string[],
  item: JsonObject,
  fence: JsonValue | undefined,
): Promise<number> {
  const { id = '', revision = '' } = item
  if (isBad(item)) {
    if (stopsAtBad) throw new Error('It cannot be booked.')
    const results = [{ id, outcome: 'failed', code: 'other' }]
    await call(base, key, 'POST', 'import-results', { results })
    return 0
  }
  if (!looks || !books.includes(String(id))) books.push(String(id))
  const body = isThorough ? { items: [{ id, revision, fence: fence ?? 0 }] } : { ids: [id] }
  const { ok } = await call(base, key, 'POST', 'scans/mark-synced', body)
  if (!ok) throw new Error('Not acknowledged.')
  return 1
}

function isBad({ data }: JsonObject): boolean {
  const head = isJsonObject(data) ? data['invoice_metadata'] : undefined
  return isJsonObject(head) && head['total'] === 9
}

async function call(base: string, key: string, method: string, path: string, body?: unknown) {
  const response = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${key}`, connection: 'close' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json: unknown = JSON.parse(await response.text())
  return { ok: response.ok, json: isJsonObject(json) ? json : {} }
}

import { and, asc, not, sql } from 'drizzle-orm'
import { leaseText } from '../../../../books/leases/lease-text.ts'
import { takeLease } from '../../../../books/leases/lease.ts'
import type { LeaseAsked } from '../../../../books/leases/schemas.ts'
import { findLive, isLeased } from '../../../../books/leases/queries.ts'
import { type Conn, type Params, query, snapshot } from '../../../../platform/db/connection.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { StorefrontDeps } from '../../deps.ts'
import { orders } from '../../tables.ts'
import {
  beginning,
  findOrderPosition,
  type ItemWithSku,
  listItemsWithSku,
  type Order,
  orderJson,
  type Position,
} from '../order.ts'
import type { OrderStatus } from '../rules.ts'

/** Characters of orders in one answer: 16 Mi. A page that would be longer ends early, and `next` leads on. */
export const answerCharactersMax = 16 * 1024 * 1024

/** Orders whose lines are read at once (measured: with a statement for each, 50 orders take four times as long). */
const ordersPerRead = 50

type Deps = Pick<StorefrontDeps, 'database' | 'clock'>

type UnsyncedInput = {
  limit: number
  status: OrderStatus | undefined
  /** The id of the order to continue behind. */
  after: string | undefined
}

/** The answer as JSON text, and how many orders it carries. */
export type UnsyncedList = { text: string; count: number }

/**
 * The orders that wait and that nobody has leased, oldest first, each with the lines that wait. Throws AppError
 * `invalid_request` when `after` is not an order.
 */
export function listUnsynced(deps: Deps, input: UnsyncedInput, saysLeased = false): UnsyncedList {
  const { shown, leased, ...rest } = chooseUnsynced(deps, input)
  const text = listText(shown, rest)
  return { text: saysLeased ? leaseText(text, undefined, leased) : text, count: shown.length }
}

/** The same for one of several workers: what it is given nobody else gets for so many seconds. */
export async function leaseUnsynced(
  deps: Deps,
  input: UnsyncedInput,
  asked: LeaseAsked & { keyId: string },
): Promise<UnsyncedList> {
  const { found, shown, leased, ...rest } = chooseUnsynced(deps, input)
  const ids = found.map(({ id }) => id)
  // Whoever asks again and again for what is not there costs no commit.
  if (ids.length === 0) return { text: leaseText(listText([], rest), undefined, leased), count: 0 }
  const lease = await deps.database.write((conn) => {
    // As they were chosen: what changed since comes with the next call.
    const still = found.filter((order) => isUnchanged(conn, order)).map(({ id }) => id)
    return takeLease(conn, 'order', still, { ...asked, now: deps.clock.now() })
  })
  const ours = shown.filter((_, at) => lease?.ids.has(ids[at] ?? '') === true)
  return { text: leaseText(listText(ours, rest), lease, leased), count: ours.length }
}

function isUnchanged(conn: Conn, { id, revision, waitingItems }: Order): boolean {
  const now = findOrderPosition(conn).get({ id })
  return now?.revision === revision && now.waitingItems === waitingItems
}

/** Orders as they were chosen, each as JSON. */
type Chosen = {
  found: Order[]
  shown: string[]
  waiting: number
  /** How many more wait that are leased. */
  leased: number
  next: string | null
}

function chooseUnsynced({ database, clock }: Deps, input: UnsyncedInput): Chosen {
  const conn = database.read
  return snapshot(conn, () => {
    const status = input.status ?? null
    const position = input.after === undefined ? beginning : positionOf(conn, input.after)
    const now = clock.now()
    const hasLeases = findLive(conn).get({ kind: 'order', now }) !== undefined
    const [list, count] = hasLeases ? [listFree, countFree] : [listWaiting, countWaiting]
    // One more than asked for tells whether anything is left behind the last order.
    const found = list(conn).all({ ...position, status, limit: input.limit + 1, now })
    const shown = shownOrders(conn, found.slice(0, input.limit))
    const next = found.length > shown.length ? (found[shown.length - 1]?.id ?? null) : null
    const waiting = count(conn).get({ status, now })?.waiting ?? 0
    const all = hasLeases ? countWaiting(conn).get({ status, now })?.waiting : waiting
    const leased = (all ?? 0) - waiting
    return { found: found.slice(0, shown.length), shown, waiting, leased, next }
  })
}

function listText(
  shown: readonly string[],
  { waiting, next }: Pick<Chosen, 'waiting' | 'next'>,
): string {
  const tail = `"waiting":${waiting},"next":${JSON.stringify(next)}}`
  return `{"data":[${shown.join(',')}],"count":${shown.length},${tail}`
}

function positionOf(conn: Conn, id: string): Position {
  const order = findOrderPosition(conn).get({ id })
  if (order !== undefined) return { createdAt: order.createdAt, id }
  throw new AppError(
    'invalid_request',
    `after must be the id of an order, got "${id}". Leave it out to start from the oldest.`,
  )
}

/** As many as one answer may carry, one at least. */
function shownOrders(conn: Conn, found: readonly Order[]): string[] {
  const shown: string[] = []
  let characters = 0
  for (let start = 0; start < found.length; start += ordersPerRead) {
    const together = found.slice(start, start + ordersPerRead)
    const items = itemsOf(conn, together)
    for (const order of together) {
      const text = waitingOrder(order, items.get(order.seq) ?? [])
      characters += text.length
      if (shown.length > 0 && characters > answerCharactersMax) return shown
      shown.push(text)
    }
  }
  return shown
}

/** All lines of some orders, by the order's `seq`. */
function itemsOf(conn: Conn, together: readonly Order[]): Map<number, ItemWithSku[]> {
  const byOrder = new Map(together.map(({ seq }): [number, ItemWithSku[]] => [seq, []]))
  const orderSeqs = JSON.stringify([...byOrder.keys()])
  for (const item of listItemsWithSku(conn).all({ orderSeqs })) {
    byOrder.get(item.orderSeq)?.push(item)
  }
  return byOrder
}

/** The order with its lines that wait; those that were marked, and those without a SKU, are counted beside them. */
function waitingOrder(order: Order, items: readonly ItemWithSku[]): string {
  const waiting = items.filter(({ sku, syncedAt }) => sku !== null && syncedAt === null)
  const amount = sumOf(items) - sumOf(waiting)
  const excluded = { count: items.length - waiting.length, amount }
  return JSON.stringify(orderJson(order, waiting, excluded))
}

function sumOf(items: readonly ItemWithSku[]): number {
  return items.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
}

/** The condition of the partial index as it stands there: a parameter would keep SQLite from using it. */
const isWaiting = sql`${orders.waitingItems} > 0`

/** Every status when none is given. */
const ofStatus = (status: Params<Filter>['status']) =>
  sql`(${status} IS NULL OR ${orders.status} = ${status})`

type Filter = { status: OrderStatus | null }

/** The first `limit` waiting orders by age behind a position. */
export const listWaiting = listQuery(false)

/** Likewise, without those that are leased at `now`. */
const listFree = listQuery(true)

export const countWaiting = countQuery(false)

const countFree = countQuery(true)

type Listing = Filter & Position & { limit: number; now: number }

function listQuery(withoutLeased: boolean) {
  return query((conn, { status, createdAt, id, limit, now }: Params<Listing>) =>
    conn
      .select()
      .from(orders)
      .where(
        and(
          isWaiting,
          ofStatus(status),
          sql`(${orders.createdAt}, ${orders.id}) > (${createdAt}, ${id})`,
          withoutLeased ? not(isLeased('order', orders.id, now)) : undefined,
        ),
      )
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(limit),
  )
}

function countQuery(withoutLeased: boolean) {
  return query((conn, { status, now }: Params<Filter & { now: number }>) =>
    conn
      .select({ waiting: sql<number>`count(*)` })
      .from(orders)
      .where(
        and(
          isWaiting,
          ofStatus(status),
          withoutLeased ? not(isLeased('order', orders.id, now)) : undefined,
        ),
      ),
  )
}

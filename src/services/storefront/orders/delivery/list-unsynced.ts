import { and, asc, not, sql } from 'drizzle-orm'
import { leaseText, takeLease } from '../../../../books/leases/lease.ts'

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

/** The most characters of orders in one answer: 16 Mi. A longer page ends early, and `next` continues it. */
export const answerCharactersMax = 16 * 1024 * 1024

/** The number of orders whose lines are read at once (measured: 50 orders with a statement each take four times as long). */
const ordersPerRead = 50

type Deps = Pick<StorefrontDeps, 'database' | 'clock'>

type UnsyncedInput = {
  limit: number
  status: OrderStatus | undefined
  /** The id of the order after which to continue. */
  after: string | undefined
}

/** The answer as JSON text, and its number of orders. */
export type UnsyncedList = { text: string; count: number }

/** Waiting orders without a lease, oldest first, with their waiting lines. Throws AppError `invalid_request` if `after` is not an order. */
export function listUnsynced(deps: Deps, input: UnsyncedInput, saysLeased = false): UnsyncedList {
  const { shown, leased, ...rest } = chooseUnsynced(deps, input)
  const text = listText(shown, rest)
  return { text: saysLeased ? leaseText(text, undefined, leased) : text, count: shown.length }
}

/** Waiting orders for one of several workers. No other worker gets these orders until the lease ends. */
export async function leaseUnsynced(
  deps: Deps,
  input: UnsyncedInput,
  asked: LeaseAsked & { keyId: string },
): Promise<UnsyncedList> {
  const { found, shown, leased, ...rest } = chooseUnsynced(deps, input)
  const ids = found.map(({ id }) => id)
  // Polling an empty list costs no commit.
  if (ids.length === 0) return { text: leaseText(listText([], rest), undefined, leased), count: 0 }
  const lease = await deps.database.write((conn) => {
    // Orders that changed since they were chosen come with the next call.
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

/** The chosen orders, each as JSON. */
type Chosen = {
  found: Order[]
  shown: string[]
  waiting: number
  /** The number of further waiting orders that are leased. */
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
    // One order more than requested shows whether there are further orders.
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

/** As many orders as fit into one answer, at least one. */
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

/** An order with its waiting lines. Delivered lines and lines without a SKU are only counted. */
function waitingOrder(order: Order, items: readonly ItemWithSku[]): string {
  const waiting = items.filter(({ sku, syncedAt }) => sku !== null && syncedAt === null)
  const amount = sumOf(items) - sumOf(waiting)
  const excluded = { count: items.length - waiting.length, amount }
  return JSON.stringify(orderJson(order, waiting, excluded))
}

function sumOf(items: readonly ItemWithSku[]): number {
  return items.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
}

/** The exact condition of the partial index. With a parameter SQLite would not use the index. */
const isWaiting = sql`${orders.waitingItems} > 0`

/** Every status when none is given. */
const ofStatus = (status: Params<Filter>['status']) =>
  sql`(${status} IS NULL OR ${orders.status} = ${status})`

type Filter = { status: OrderStatus | null }

/** The first `limit` waiting orders after a position, by age. */
export const listWaiting = listQuery(false)

/** Like `listWaiting`, without orders that are leased at `now`. */
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

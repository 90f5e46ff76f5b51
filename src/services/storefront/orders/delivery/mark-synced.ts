import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from '../../../../accounts/keys/guard.ts'
import { type Conn, type Params, query } from '../../../../platform/db/connection.ts'
import { AppError, type ErrorCode } from '../../../../platform/errors.ts'
import { type RowError, rowErrorOf } from '../../../../platform/http/fields.ts'
import { isId } from '../../../../platform/ids.ts'
import { type JsonObject, type JsonValue, isJsonObject } from '../../../../platform/json/json.ts'
import { Reading, notAllowed, refused } from '../../../../platform/record/read.ts'
import { eachInTurns, sliceMs } from '../../../../platform/turns.ts'
import type { StorefrontDeps } from '../../deps.ts'
import { recordHistory } from '../../history.ts'
import { orderItems, orders } from '../../tables.ts'
import { currentSku, findOrderPosition } from '../order.ts'
import { asId, staleCode, syncedItemsMax } from '../rules.ts'
import { isOldFence } from '../../../../books/leases/lease.ts'
import {
  flagLateAcknowledgement,
  withdrawFlags,
} from '../../../../books/leases/late-acknowledgement.ts'
import { closeResults } from '../../../../books/results/queries.ts'
import { type External, nothingSaid, readExternal } from '../../../../books/results/read-result.ts'
import { fenceField, resultFields } from '../../../../books/results/record.ts'
import { storeResult } from '../../../../books/results/store-result.ts'

/** A longer list gets transactions of its own and does not share them with other commands. */
const sharedRowsMax = 100

/** The most entries that an error names. */
const namedEntriesMax = 5

type SyncResult = {
  order_id: string
  items_marked: number
  order_marked: boolean
  /** The current revision, if another one was entered. */
  revision?: number
  /** Another worker has the order meanwhile. */
  late?: true
  error?: RowError<ErrorCode | typeof staleCode>
}

export type SyncAnswer = {
  summary: { total: number; orders_marked: number; items_marked: number; errors: number }
  results: SyncResult[]
}

/** A readable row of `orders/sync`. `sent` is the order's id as sent. */
type SyncRow = {
  sent: string
  orderId: string
  /** Undefined means every line. */
  itemIds: readonly string[] | undefined
  booked: Booked
  /** Faults beside the valid ids. */
  problems: readonly AppError[]
}

/** A row without anything to mark. */
type RefusedRow = { sent: string; problem: AppError }

type Call = { caller: Pick<Caller, 'keyId' | 'userId'>; now: number }

/**
 * Marks some or all lines of orders as synced. A bad row is an error of that row, and its valid ids still count. A
 * long list is written in slices, and can be repeated safely after an interruption.
 */
export async function markSynced(
  deps: Pick<StorefrontDeps, 'database' | 'clock'>,
  caller: Pick<Caller, 'keyId' | 'userId'>,
  rows: readonly unknown[],
  ms = sliceMs,
): Promise<SyncAnswer> {
  const call = { caller, now: deps.clock.now() }
  const read: (SyncRow | RefusedRow)[] = []
  await eachInTurns(rows.entries(), ([index, row]) => read.push(readSyncRow(row, index)))
  const results: SyncResult[] = []
  const options = { ms, alone: read.length > sharedRowsMax }
  const slices = deps.database.writeEach(read, options, (conn, some) => markSlice(conn, call, some))
  for await (const slice of slices) results.push(...slice)
  return { summary: summaryOf(results), results }
}

/** Reads an unchecked row. Null counts as absent. */
function readSyncRow(value: unknown, at: number): SyncRow | RefusedRow {
  if (!isJsonObject(value)) {
    return { sent: '', problem: notAllowed(`orders[${at}]`, 'an object', value) }
  }
  const { order_id: orderId, all_items: allItems, order_item_ids: ids } = value
  if (typeof orderId !== 'string') {
    return { sent: '', problem: notAllowed('order_id', 'text', orderId ?? undefined) }
  }
  const { booked, problems: unread } = readBooked(value)
  const row = { sent: orderId, orderId: asId(orderId), booked }
  if (allItems === true) return { ...row, itemIds: undefined, problems: unread }
  const isReadable = typeof (allItems ?? false) === 'boolean'
  return readItemIds(
    row,
    ids,
    isReadable ? unread : [notAllowed('all_items', 'true or false', allItems), ...unread],
  )
}

const nothingNamed = new AppError(
  'invalid_request',
  'Nothing is named: send all_items: true, or ids in order_item_ids.',
  { field: 'order_item_ids' },
)

function readItemIds(
  row: Pick<SyncRow, 'sent' | 'orderId' | 'booked'>,
  ids: JsonValue | undefined,
  problems: readonly AppError[],
): SyncRow | RefusedRow {
  const { sent } = row
  if (ids === undefined || ids === null || (Array.isArray(ids) && ids.length === 0)) {
    const [problem = nothingNamed] = problems
    return { sent, problem }
  }
  if (!Array.isArray(ids) || ids.length > syncedItemsMax) {
    const got = Array.isArray(ids) ? ids.length : ids
    return {
      sent,
      problem: notAllowed('order_item_ids', `a list of at most ${syncedItemsMax} ids`, got),
    }
  }
  const itemIds = new Set<string>()
  const strange: AppError[] = []
  for (const [i, entry] of ids.entries()) {
    const id = typeof entry === 'string' ? asId(entry) : ''
    if (isId(id)) itemIds.add(id)
    else if (strange.length < namedEntriesMax) {
      strange.push(notAllowed(`order_item_ids[${i}]`, 'the id of an item', entry))
    }
  }
  return { ...row, itemIds: [...itemIds], problems: [...problems, ...strange] }
}

function markSlice(conn: Conn, call: Call, rows: Iterable<SyncRow | RefusedRow>): SyncResult[] {
  const results = Array.from(rows, (row) =>
    'problem' in row ? refusedRow(row.sent, rowErrorOf(row.problem)) : markRow(conn, call, row),
  )
  recordAcknowledgement(conn, call, results)
  return results
}

function markRow(conn: Conn, { caller, now }: Call, row: SyncRow): SyncResult {
  const order = findOrderPosition(conn).get({ id: row.orderId })
  if (order === undefined) {
    const fault = { rule: 'other', allowed: 'the id of an order', field: 'order_id' } as const
    return refusedRow(row.sent, rowErrorOf(refused({ ...fault, got: row.sent }, 'not_found')))
  }
  const { seq, revision } = order
  if (isStale(row, order)) {
    const isLate = keepSaid(conn, { caller, now }, row, 'stale')
    const message = staleSentence(row, revision)
    const error = { message, code: staleCode, field: 'revision' } as const
    return { ...refusedRow(row.sent, error), revision, ...(isLate && { late: true as const }) }
  }
  const ids = row.itemIds === undefined ? null : JSON.stringify(row.itemIds)
  const marked = setSynced(conn).all({ orderSeq: seq, now, keyId: caller.keyId, ids })
  const settled = marked.length === 0 ? order : settleOrder(conn).get({ seq, now })
  if (marked.length > 0 && settled?.waitingItems === 0) closeImports(conn, row.orderId, now)
  const isLate = keepSaid(conn, { caller, now }, row, 'booked')
  const problems = problemsOf(conn, seq, row, marked.length)
  return {
    order_id: row.sent,
    items_marked: marked.length,
    order_marked: typeof settled?.syncedAt === 'number',
    ...(isLate && { late: true as const }),
    ...errorOf(problems),
  }
}

/** The faults of the row, and ids of lines that the order does not have. */
function problemsOf(
  conn: Conn,
  orderSeq: number,
  row: SyncRow,
  marked: number,
): readonly AppError[] {
  const { itemIds, problems } = row
  if (itemIds === undefined || itemIds.length === marked) return problems
  const known = new Set(
    listItemIds(conn)
      .all({ orderSeq })
      .map(({ id }) => id),
  )
  const strange = itemIds.filter((id) => !known.has(id))
  if (strange.length === 0) return problems
  const left = strange.length - namedEntriesMax
  const named = strange.slice(0, namedEntriesMax).join(', ')
  const message = `Not an item of this order: ${named}${left > 0 ? ` and ${left} more` : ''}.`
  return [...problems, new AppError('invalid_request', message, { field: 'order_item_ids' })]
}

/** All faults in one error, with the field of the first. */
function errorOf(problems: readonly AppError[]): Pick<SyncResult, 'error'> {
  const [first] = problems
  if (first === undefined) return {}
  return { error: { ...rowErrorOf(first), message: problems.map(messageOf).join(' ') } }
}

function messageOf({ message }: AppError): string {
  return message
}

function refusedRow(sent: string, error: NonNullable<SyncResult['error']>): SyncResult {
  return { order_id: sent, items_marked: 0, order_marked: false, error }
}

function recordAcknowledgement(conn: Conn, call: Call, results: readonly SyncResult[]): void {
  const { items_marked: items } = summaryOf(results)
  if (items === 0) return
  const marked = results.filter((result) => result.items_marked > 0)
  recordHistory(conn, call.now, {
    action: 'orders acknowledged',
    userId: call.caller.userId,
    keyId: call.caller.keyId,
    details: { orders: marked.length, items },
  })
}

function summaryOf(results: readonly SyncResult[]): SyncAnswer['summary'] {
  const summary = { total: results.length, orders_marked: 0, items_marked: 0, errors: 0 }
  for (const result of results) {
    if (result.order_marked) summary.orders_marked++
    if (result.error !== undefined) summary.errors++
    summary.items_marked += result.items_marked
  }
  return summary
}

/** A person took the order off the list. All its lines are marked without a key. */
export function markWhole(conn: Conn, orderSeq: number, now: number): void {
  setSynced(conn).all({ orderSeq, now, keyId: null, ids: null })
  settleOrder(conn).get({ seq: orderSeq, now })
}

/** Marks an order's unmarked lines: those in a JSON list of ids, or all (null). Returns a row for each. */
const setSynced = query(
  (conn, p: Params<{ now: number; keyId: string | null; orderSeq: number; ids: string | null }>) =>
    conn
      .update(orderItems)
      .set({
        syncedAt: sql`${p.now}`,
        syncedKeyId: sql`${p.keyId}`,
      })
      .where(
        and(
          eq(orderItems.orderSeq, p.orderSeq),
          sql`${orderItems.syncedAt} IS NULL`,
          sql`(${p.ids} IS NULL OR ${orderItems.id} IN (SELECT value FROM json_each(${p.ids})))`,
        ),
      )
      .returning({ id: orderItems.id }),
)

const listItemIds = query((conn, { orderSeq }: Params<{ orderSeq: number }>) =>
  conn.select({ id: orderItems.id }).from(orderItems).where(eq(orderItems.orderSeq, orderSeq)),
)

/**
 * Updates an order after its lines were marked or put back: the number of waiting lines, and the time since which all
 * are marked. Returns both. The time is null while a line is unmarked.
 */
export const settleOrder = query((conn, { now, seq }: Params<{ now: number; seq: number }>) => {
  const lines = sql`SELECT 1 FROM ${orderItems} WHERE ${orderItems.orderSeq} = ${orders.seq} AND ${orderItems.syncedAt} IS NULL`
  return conn
    .update(orders)
    .set({
      waitingItems: sql`(SELECT count(*) FROM (${lines} AND ${currentSku} IS NOT NULL))`,
      syncedAt: sql`CASE WHEN EXISTS (${lines}) THEN NULL ELSE coalesce(${orders.syncedAt}, ${now}) END`,
    })
    .where(eq(orders.seq, seq))
    .returning({ syncedAt: orders.syncedAt, waitingItems: orders.waitingItems })
})

/** The revision of an order that was entered ('' if not given), its place in the accounts, and its fence (0 for none). */
type Booked = { revision: string; external: External | undefined; fence: number }

type BookedRow = { orderId: string; booked: Booked }

/** Reads an unchecked row. */
function readBooked(row: JsonObject): { booked: Booked; problems: AppError[] } {
  const reading = new Reading()
  const revision = resultFields.revision.read(row['revision'] ?? '', 'revision', reading) ?? ''
  const external = readExternal(row['external'], 'external', reading)
  const fence = fenceField.read(row['fence'] ?? 0, 'fence', reading) ?? 0
  return {
    booked: { revision, external, fence },
    problems: reading.faults.map((fault) => refused(fault)),
  }
}

/** Whether the order has changed since it was fetched and still has waiting lines. */
function isStale(
  { booked }: BookedRow,
  order: { revision: number; waitingItems: number },
): boolean {
  const isOther = booked.revision !== '' && booked.revision !== String(order.revision)
  return isOther && order.waitingItems > 0
}

function staleSentence({ booked }: BookedRow, revision: number): string {
  return `The order has changed since revision ${booked.revision}: it has revision ${revision} now, and waits on. Fetch it again.`
}

/** Stores where the order was entered, or flags a late acknowledgement. Returns whether it was flagged. */
function keepSaid(conn: Conn, call: Call, row: BookedRow, how: 'booked' | 'stale'): boolean {
  const isLate = flagLate(conn, call, row)
  if (!isLate) keepBooked(conn, call, row, how)
  return isLate
}

/** Stores the order's place in the accounts. A person must look at an order that was entered before it changed. */
function keepBooked(
  conn: Conn,
  { caller, now }: Call,
  { orderId: id, booked: { revision, external } }: BookedRow,
  how: 'booked' | 'stale',
): void {
  if (external === undefined) return
  const outcome =
    how === 'stale'
      ? ({ outcome: 'parked', code: 'changed_since' } as const)
      : ({ outcome: 'imported' } as const)
  const given = { ...nothingSaid, ...outcome, id, revision, external }
  storeResult(conn, 'order', caller.keyId, given, now)
  if (how === 'booked') withdrawFlags(conn, 'order', id, external)
}

/** Flags a late acknowledgement. Returns whether it was late. */
function flagLate(conn: Conn, { caller, now }: Call, { orderId, booked }: BookedRow): boolean {
  const { fence, revision, external } = booked
  if (fence === 0 || !isOldFence(conn, 'order', orderId, fence)) return false
  const { keyId, userId } = caller
  return flagLateAcknowledgement(conn, 'order', {
    subjectId: orderId,
    revision,
    fence,
    external,
    keyId,
    userId,
    now,
  })
}

/** Nothing of the order waits any more, so its open import results are settled. */
function closeImports(conn: Conn, subjectId: string, now: number): void {
  closeResults(conn).run({ kind: 'order', subjectId, closedAs: 'delivered', closedBy: null, now })
}

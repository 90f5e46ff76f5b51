import type { Caller } from '../../../accounts/keys/guard.ts'
import { recordHistory } from '../../../accounts/history.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { eachInTurns, sliceMs, within } from '../../../platform/slices.ts'
import { mustBe } from '../../../platform/record/sentence.ts'
import type { StorefrontDeps } from '../deps.ts'
import { findOrderPosition } from './queries.ts'
import { namedEntriesMax, readSyncRow, type RefusedRow, type SyncRow } from './sync-row.ts'
import { listItemIds, setSynced, settleOrder } from './sync-queries.ts'

/** A longer list is not written together with the acts of others: it fills transactions of its own. */
const sharedRowsMax = 100

type SyncResult = {
  order_id: string
  items_marked: number
  order_marked: boolean
  error?: { message: string; code: string }
}

export type SyncAnswer = {
  summary: { total: number; orders_marked: number; items_marked: number; errors: number }
  results: SyncResult[]
}

type Call = { caller: Pick<Caller, 'keyId' | 'userId'>; now: number }

/**
 * Marks lines of orders, or all of them, as synced. A bad row is an error of that row, and its valid ids still count.
 * A long list goes in slices, and repeating it after an interruption is safe.
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
  while (results.length < read.length) {
    const rest = read.slice(results.length)
    const slice = await deps.database.write((conn) => markSlice(conn, call, rest, ms), {
      alone: read.length > sharedRowsMax,
    })
    results.push(...slice)
  }
  return { summary: summaryOf(results), results }
}

/** Marks as many rows as it has time for, one at least. */
function markSlice(
  conn: Conn,
  call: Call,
  rows: readonly (SyncRow | RefusedRow)[],
  ms: number,
): SyncResult[] {
  const results = Array.from(within(rows, ms), (row) =>
    'problem' in row ? refused(row.sent, row.problem) : markRow(conn, call, row),
  )
  recordAcknowledgement(conn, call, results)
  return results
}

function markRow(conn: Conn, { caller, now }: Call, row: SyncRow): SyncResult {
  const order = findOrderPosition(conn).get({ id: row.orderId })
  if (order === undefined) {
    return refused(row.sent, mustBe('order_id', 'the id of an order', row.sent), 'not_found')
  }
  const { seq } = order
  const ids = row.itemIds === undefined ? null : JSON.stringify(row.itemIds)
  const marked = setSynced(conn).all({ orderSeq: seq, now, keyId: caller.keyId, ids })
  const settled = marked.length === 0 ? order : settleOrder(conn).get({ seq, now })
  const problems = problemsOf(conn, seq, row, marked.length)
  return {
    order_id: row.sent,
    items_marked: marked.length,
    order_marked: typeof settled?.syncedAt === 'number',
    ...(problems.length === 0
      ? {}
      : { error: { message: problems.join(' '), code: 'invalid_request' } }),
  }
}

/** What was wrong with the row, and ids that are none of the order's. */
function problemsOf(conn: Conn, orderSeq: number, row: SyncRow, marked: number): readonly string[] {
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
  return [...problems, `Not an item of this order: ${named}${left > 0 ? ` and ${left} more` : ''}.`]
}

function refused(sent: string, message: string, code = 'invalid_request'): SyncResult {
  return { order_id: sent, items_marked: 0, order_marked: false, error: { message, code } }
}

function recordAcknowledgement(conn: Conn, call: Call, results: readonly SyncResult[]): void {
  const { items_marked: items } = summaryOf(results)
  if (items === 0) return
  const orders = results.filter((result) => result.items_marked > 0).length
  recordHistory(conn, call.now, {
    action: 'orders acknowledged',
    userId: call.caller.userId,
    keyId: call.caller.keyId,
    details: { orders, items },
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

import { existsSync } from 'node:fs'
import { and, count, desc, eq, gte, inArray, max, sql } from 'drizzle-orm'
import type { DataDir } from '../../platform/data-dir.ts'
import { openForReading, type Conn } from '../../platform/db/connection.ts'
import { calls } from './tables.ts'

/** A call of a key; `at` in milliseconds since the epoch, `error` what it was refused with. */
export type LoggedCall = Omit<typeof calls.$inferSelect, 'keyId'>

/** What the log holds of one key; `lastAt` in milliseconds since the epoch. */
export type CallSummary = { calls: number; failed: number; lastAt: number; lastStatus: number }

type CallSelection = { keyId: string; failedOnly: boolean; limit: number; offset: number }

const firstFailure = 400

/** One page of a key's calls, the newest first, and how many there are; nothing before the first server ran. */
export function listCalls(
  dir: DataDir,
  { keyId, failedOnly, limit, offset }: CallSelection,
): { items: LoggedCall[]; total: number } {
  const selected = and(
    eq(calls.keyId, keyId),
    failedOnly ? gte(calls.status, firstFailure) : undefined,
  )
  return readLog(dir, { items: [], total: 0 }, (conn) => ({
    items: conn
      .select({
        seq: calls.seq,
        at: calls.at,
        method: calls.method,
        path: calls.path,
        status: calls.status,
        rows: calls.rows,
        durationMs: calls.durationMs,
        error: calls.error,
      })
      .from(calls)
      .where(selected)
      .orderBy(desc(calls.seq))
      .limit(limit)
      .offset(offset)
      .all(),
    total: conn.select({ n: count() }).from(calls).where(selected).get()?.n ?? 0,
  }))
}

/** What the log holds of some keys, by the key's id; nothing for a key that never called. */
export function summariseCalls(
  dir: DataDir,
  keyIds: readonly string[],
): ReadonlyMap<string, CallSummary> {
  return readLog(dir, new Map(), (conn) => {
    const rows = conn
      .select({
        keyId: calls.keyId,
        calls: count(),
        failed: sql<number>`count(*) FILTER (WHERE ${calls.status} >= ${firstFailure})`,
        // SQLite takes the other columns from the row that holds the maximum.
        lastSeq: max(calls.seq),
        lastAt: calls.at,
        lastStatus: calls.status,
      })
      .from(calls)
      .where(inArray(calls.keyId, [...keyIds]))
      .groupBy(calls.keyId)
      .all()
    return new Map(rows.map((summary) => [summary.keyId, summary]))
  })
}

function readLog<T>(dir: DataDir, nothing: T, read: (conn: Conn) => T): T {
  if (!existsSync(dir.calls)) return nothing
  const conn = openForReading(dir.calls)
  try {
    return read(conn)
  } finally {
    conn.$client.close()
  }
}

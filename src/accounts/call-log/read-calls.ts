import { and, count, desc, eq, gt, gte, inArray, max, or, sql } from 'drizzle-orm'
import { existsSync } from 'node:fs'
import { closeConnection, type Conn, openForReading } from '../../platform/db/connection.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import type { RunningServer } from './call-log.ts'
import { calls, keyUses, runningServers } from './tables.ts'

/** A call of a key. `at` in milliseconds since the epoch. `error` is its refusal, or that of its first refused row. */
export type LoggedCall = Omit<typeof calls.$inferSelect, 'keyId'>

/**
 * What the log has about one key. `failed` counts calls that were refused as a whole or in some rows. `partlyRefused` counts the latter.
 * The details of the last call follow.
 */
export type CallSummary = {
  calls: number
  failed: number
  partlyRefused: number
  lastStatus: number
  lastRows: number
  lastRefusedRows: number
}

type CallSelection = { keyId: string; failedOnly: boolean; limit: number; offset: number }

const firstFailure = 400

/** Refused as a whole or in some rows: in both cases something requested was not done. */
const isFailed = or(gte(calls.status, firstFailure), gt(calls.refusedRows, 0))

/** One page of a key's calls, the newest first, and their number. Empty before the first server ran. */
export function listCalls(
  dir: DataDir,
  { keyId, failedOnly, limit, offset }: CallSelection,
): { items: LoggedCall[]; total: number } {
  const selected = and(eq(calls.keyId, keyId), failedOnly ? isFailed : undefined)
  return readLog(dir, { items: [], total: 0 }, (conn) => ({
    items: conn
      .select({
        seq: calls.seq,
        at: calls.at,
        method: calls.method,
        path: calls.path,
        status: calls.status,
        rows: calls.rows,
        refusedRows: calls.refusedRows,
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

/** What the log has about some keys, by the key's id. A key that never called has no entry. */
export function summariseCalls(
  dir: DataDir,
  keyIds: readonly string[],
): ReadonlyMap<string, CallSummary> {
  return readLog(dir, new Map(), (conn) => {
    const rows = conn
      .select({
        keyId: calls.keyId,
        calls: count(),
        failed: sql<number>`count(*) FILTER (WHERE ${isFailed})`,
        partlyRefused: sql<number>`count(*) FILTER (WHERE ${gt(calls.refusedRows, 0)})`,
        // SQLite takes the other columns from the row that holds the maximum.
        lastSeq: max(calls.seq),
        lastStatus: calls.status,
        lastRows: calls.rows,
        lastRefusedRows: calls.refusedRows,
      })
      .from(calls)
      .where(inArray(calls.keyId, [...keyIds]))
      .groupBy(calls.keyId)
      .all()
    return new Map(rows.map((summary) => [summary.keyId, summary]))
  })
}

export type LastUse = { lastUsedAt: number; address: string }

/** When and from where each key was last used, by the key's id. Empty before the first server ran. */
export function readLastUses(dir: DataDir): ReadonlyMap<string, LastUse> {
  return readLog(dir, new Map(), (conn) => {
    const rows = conn.select().from(keyUses).all()
    return new Map(rows.map(({ keyId, ...use }) => [keyId, use]))
  })
}

/** The server that last announced itself on this data. Undefined when that cannot be read. */
export function findRunningServer(dir: DataDir): RunningServer | undefined {
  try {
    return readLog(dir, undefined, (conn) => conn.select().from(runningServers).get())
  } catch {
    // The call log is not part of the books, and may be damaged: then the address stays unknown.
    return undefined
  }
}

function readLog<T>(dir: DataDir, nothing: T, read: (conn: Conn) => T): T {
  if (!existsSync(dir.calls)) return nothing
  const conn = openForReading(dir.calls)
  try {
    return read(conn)
  } finally {
    closeConnection(conn)
  }
}

import { desc, eq, sql } from 'drizzle-orm'
import type { DataDir } from '../../platform/data-dir.ts'
import { openForWriting, query, type Conn } from '../../platform/db/connection.ts'
import { runMigrations, schemaState } from '../../platform/db/migrate.ts'
import type { Call } from '../../platform/http/front.ts'
import { calls, keyUses, runningServers } from './tables.ts'

/** Calls kept of each key: what the console shows. */
const callsPerKey = 200

const flushEveryMs = 1000
const busyTimeoutMs = 1000

export type RunningServer = { pid: number; url: string }

/** The log of calls and last uses, beside the books: flushed each second, may lose the last one. */
export type CallLog = {
  add(call: Call): void
  announce(server: RunningServer, now: number): void
  /** The server that says it runs on this data; it may have been killed since. */
  announced(): RunningServer | undefined
  close(): void
}

export function openCallLog(dir: DataDir, onError: (error: unknown) => void): CallLog {
  const conn = openForWriting(dir.calls, { synchronous: 'NORMAL', busyTimeoutMs })
  if (schemaState(conn, 'calls') !== 'current') runMigrations(conn, 'calls')
  const buffered = new Map<string, Call[]>()
  const flush = () => {
    if (buffered.size === 0) return
    const batch = new Map(buffered)
    buffered.clear()
    try {
      conn.$client.transaction(() => write(conn, batch)).immediate()
    } catch (error) {
      onError(error)
    }
  }
  const timer = setInterval(flush, flushEveryMs)
  timer.unref()
  return {
    add(call) {
      if (call.keyId === undefined) return
      const recent = buffered.get(call.keyId) ?? []
      recent.push(call)
      // Only the newest are kept anyway; cut now and then rather than at every call.
      if (recent.length >= 2 * callsPerKey) recent.splice(0, recent.length - callsPerKey)
      buffered.set(call.keyId, recent)
    },
    announce: (server, now) => announce(conn, server, now),
    announced: () => selectServer(conn).get(),
    close() {
      clearInterval(timer)
      flush()
      conn.$client.close()
    },
  }
}

function write(conn: Conn, batch: ReadonlyMap<string, readonly Call[]>): void {
  for (const [keyId, recent] of batch) {
    for (const call of recent.slice(-callsPerKey)) {
      insertCall(conn).run({ ...call, error: call.error ?? null })
    }
    const last = recent.at(-1)
    if (last !== undefined) upsertUse(conn).run({ keyId, at: last.at, address: last.address })
    trimCalls(conn).run({ keyId })
  }
}

function announce(conn: Conn, server: RunningServer, now: number): void {
  const row = { id: 1, ...server, startedAt: now }
  conn
    .insert(runningServers)
    .values(row)
    .onConflictDoUpdate({ target: runningServers.id, set: row })
    .run()
}

const insertCall = query((conn) =>
  conn
    .insert(calls)
    .values({
      keyId: sql.placeholder('keyId'),
      at: sql.placeholder('at'),
      method: sql.placeholder('method'),
      path: sql.placeholder('path'),
      status: sql.placeholder('status'),
      rows: sql.placeholder('rows'),
      durationMs: sql.placeholder('durationMs'),
      error: sql.placeholder('error'),
    })
    .prepare(),
)

const upsertUse = query((conn) =>
  conn
    .insert(keyUses)
    .values({
      keyId: sql.placeholder('keyId'),
      lastUsedAt: sql.placeholder('at'),
      address: sql.placeholder('address'),
    })
    .onConflictDoUpdate({
      target: keyUses.keyId,
      set: { lastUsedAt: sql`excluded.last_used_at`, address: sql`excluded.address` },
    })
    .prepare(),
)

/** Keeps the newest calls of a key. */
const trimCalls = query((conn) =>
  conn
    .delete(calls)
    .where(
      sql`${calls.keyId} = ${sql.placeholder('keyId')} AND ${calls.seq} <= (
        SELECT seq FROM ${calls} WHERE ${eq(calls.keyId, sql.placeholder('keyId'))}
        ORDER BY ${desc(calls.seq)} LIMIT 1 OFFSET ${sql.raw(String(callsPerKey))})`,
    )
    .prepare(),
)

const selectServer = query((conn) =>
  conn
    .select({ pid: runningServers.pid, url: runningServers.url })
    .from(runningServers)
    .where(eq(runningServers.id, 1))
    .prepare(),
)

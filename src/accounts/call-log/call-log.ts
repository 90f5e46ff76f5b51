import { desc, eq, sql } from 'drizzle-orm'
import { existsSync, renameSync } from 'node:fs'
import {
  closeConnection,
  type Conn,
  openForWriting,
  orClose,
  type Params,
  query,
} from '../../platform/db/connection.ts'
import { runMigrations, schemaState } from '../../platform/db/migrate.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import { patientlyNow } from '../../platform/disk/durable.ts'
import type { Call } from '../../platform/http/request.ts'
import type { Log } from '../../platform/log.ts'
import { calls, keyUses, runningServers } from './tables.ts'

/** How many calls of each key are kept: as many as the console shows. */
const callsPerKey = 200

const flushEveryMs = 1000

const busyTimeoutMs = 1000

/** The log of calls and last uses, in a file beside the books. It is written each second, and may lose the last one. */
export type CallLog = {
  add(call: Call): void
  announce(server: RunningServer, now: number): void
  close(): void
}

/** Opens the log for the server. An unreadable log is put aside: nothing in it is part of the books. */
export function openCallLog(dir: DataDir, log: Log, now: number): CallLog {
  const conn = openOrReplace(dir, log, now)
  const buffered = new Map<string, Call[]>()
  const flush = () => {
    if (buffered.size === 0) return
    const batch = new Map(buffered)
    buffered.clear()
    try {
      conn.$client.transaction(() => write(conn, batch)).immediate()
    } catch (error) {
      log.warn('The call log was not written.', { error })
    }
  }
  const timer = setInterval(flush, flushEveryMs)
  timer.unref()
  return {
    add(call) {
      if (call.keyId === undefined) return
      const recent = buffered.get(call.keyId) ?? []
      recent.push(call)
      // Only the newest are kept anyway, so cut them now and then instead of at every call.
      if (recent.length >= 2 * callsPerKey) recent.splice(0, recent.length - callsPerKey)
      buffered.set(call.keyId, recent)
    },
    announce: (server, at) => announceServer(conn, server, at),
    close() {
      clearInterval(timer)
      flush()
      closeConnection(conn)
    },
  }
}

function openOrReplace(dir: DataDir, log: Log, now: number): Conn {
  try {
    return openCalls(dir)
  } catch (error) {
    log.warn('The call log could not be opened: it is put aside, and a new one made.', { error })
    for (const suffix of ['', '-wal', '-shm']) {
      const file = `${dir.calls}${suffix}`
      const aside = `${dir.calls}.damaged-${now}${suffix}`
      if (existsSync(file)) patientlyNow(file, () => renameSync(file, aside))
    }
    return openCalls(dir)
  }
}

function openCalls(dir: DataDir): Conn {
  return orClose(openForWriting(dir.calls, { synchronous: 'NORMAL', busyTimeoutMs }), (conn) => {
    if (schemaState(conn, 'calls') !== 'current') runMigrations(conn, 'calls')
  })
}

type CallRow = Omit<typeof calls.$inferSelect, 'seq'>

function write(conn: Conn, batch: ReadonlyMap<string, readonly Call[]>): void {
  for (const [keyId, recent] of batch) {
    for (const call of recent.slice(-callsPerKey)) {
      const { error = null, refusedRows = 0 } = call
      insertCall(conn).run({ ...call, keyId, error, refusedRows })
    }
    const last = recent.at(-1)
    if (last !== undefined) upsertUse(conn).run({ keyId, at: last.at, address: last.address })
    trimCalls(conn).run({ keyId })
  }
}

const insertCall = query((conn, call: Params<CallRow>) => {
  const { keyId, at, method, path, status, rows, refusedRows, durationMs, error } = call
  const row = { keyId, at, method, path, status, rows, refusedRows, durationMs, error }
  return conn.insert(calls).values(row)
})

const upsertUse = query((conn, p: Params<{ keyId: string; at: number; address: string }>) =>
  conn
    .insert(keyUses)
    .values({
      keyId: p.keyId,
      lastUsedAt: p.at,
      address: p.address,
    })
    .onConflictDoUpdate({
      target: keyUses.keyId,
      set: { lastUsedAt: sql`excluded.last_used_at`, address: sql`excluded.address` },
    }),
)

/** Deletes all but the newest calls of a key. */
const trimCalls = query((conn, { keyId }: Params<{ keyId: string }>) =>
  conn.delete(calls).where(
    sql`${calls.keyId} = ${keyId} AND ${calls.seq} <= (
        SELECT seq FROM ${calls} WHERE ${eq(calls.keyId, keyId)}
        ORDER BY ${desc(calls.seq)} LIMIT 1 OFFSET ${sql.raw(String(callsPerKey))})`,
  ),
)

export type RunningServer = { pid: number; url: string }

/** Records how other processes find the server of this data directory. */
function announceServer(conn: Conn, server: RunningServer, now: number): void {
  const row = { id: 1, ...server, startedAt: now }
  conn
    .insert(runningServers)
    .values(row)
    .onConflictDoUpdate({ target: runningServers.id, set: row })
    .run()
}

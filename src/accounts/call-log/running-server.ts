import { existsSync } from 'node:fs'
import type { DataDir } from '../../platform/data-dir.ts'
import { closeConnection, openForReading, type Conn } from '../../platform/db/connection.ts'
import { runningServers } from './tables.ts'

export type RunningServer = { pid: number; url: string }

/** Notes how other processes find the server of this data directory. */
export function announceServer(conn: Conn, server: RunningServer, now: number): void {
  const row = { id: 1, ...server, startedAt: now }
  conn
    .insert(runningServers)
    .values(row)
    .onConflictDoUpdate({ target: runningServers.id, set: row })
    .run()
}

/** The server that last said that it runs on this data; undefined when that cannot be read. */
export function findRunningServer(dir: DataDir): RunningServer | undefined {
  if (!existsSync(dir.calls)) return undefined
  try {
    const conn = openForReading(dir.calls)
    try {
      return conn.select().from(runningServers).get()
    } finally {
      closeConnection(conn)
    }
  } catch {
    // The call log is not part of the books, and may be damaged: then the address stays unknown.
    return undefined
  }
}

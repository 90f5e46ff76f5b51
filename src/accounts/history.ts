import type { Conn } from '../platform/db/connection.ts'
import { newId } from '../platform/ids.ts'
import { insertHistory } from './queries.ts'

/** What account history knows of: append-only, kept for good. */
type HistoryAction =
  | 'organisation set up'
  | 'user added'
  | 'user deactivated'
  | 'password changed'
  | 'key created'
  | 'key revoked'
  | 'key rotated'
  | 'signed in'
  | 'signed out'
  | 'sign-in refused'
  | 'session revoked'
  | 'set-up link made'
  | 'network changed'
  | 'credits granted'
  | 'rules changed'
  | 'scans acknowledged'
  | 'scans put back'
  | 'orders acknowledged'
  | 'orders put back'
  | 'cleanup'
  | 'clock confirmed'

export type HistoryEntry = {
  action: HistoryAction
  userId?: string | undefined
  keyId?: string | undefined
  details: Record<string, unknown>
}

/** Writes one line of account history in the caller's transaction. */
export function recordHistory(conn: Conn, now: number, entry: HistoryEntry): void {
  insertHistory(conn).run({
    id: newId(now),
    at: now,
    action: entry.action,
    userId: entry.userId ?? null,
    keyId: entry.keyId ?? null,
    details: JSON.stringify(entry.details),
  })
}

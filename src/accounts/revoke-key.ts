import { eq } from 'drizzle-orm'
import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { recordHistory } from './history.ts'
import { findKey } from './queries.ts'
import { apiKeys } from './tables.ts'

/** Ends a key at once, in every process. Revoking it again changes nothing. Throws AppError `not_found`. */
export function revokeKey(conn: Conn, id: string, now: number, by?: string): void {
  const key = findKey(conn).get({ id })
  if (key === undefined) throw new AppError('not_found', `There is no key with the id ${id}.`)
  if (key.revokedAt !== null) return
  conn.update(apiKeys).set({ revokedAt: now }).where(eq(apiKeys.id, id)).run()
  recordHistory(conn, now, {
    action: 'key revoked',
    userId: by,
    keyId: id,
    details: { name: key.name },
  })
}

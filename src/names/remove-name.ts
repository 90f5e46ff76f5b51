import type { Conn } from '../platform/db/connection.ts'
import { deleteName } from './entry-queries.ts'
import { raiseVersion } from './queries.ts'
import { requireEntry } from './require-entry.ts'

/**
 * Deletes an entry with its aliases. What refers to it elsewhere is the caller's to look after, in the same transaction.
 * Throws AppError `not_found`.
 */
export function removeName(conn: Conn, id: string): void {
  const { kind } = requireEntry(conn, id)
  deleteName(conn).run({ id })
  raiseVersion(conn).run({ kind })
}

import type { Conn } from '../platform/db/connection.ts'
import { deleteAlias } from './entry-queries.ts'
import { raiseVersion } from './queries.ts'
import { requireAlias } from './require-entry.ts'

/** Takes an alias from its entry. Throws AppError `not_found`. */
export function removeAlias(conn: Conn, id: string): void {
  const { kind } = requireAlias(conn, id)
  deleteAlias(conn).run({ id })
  raiseVersion(conn).run({ kind })
}

import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { updateAliasHolder } from './entry-queries.ts'
import { raiseVersion, touchName } from './queries.ts'
import { requireAlias, requireEntry } from './require-entry.ts'

/**
 * Gives an alias of one entry to another one of the same list. Returns whether that changed anything.
 * Throws AppError `not_found`, `invalid_request`.
 */
export function moveAlias(conn: Conn, input: { id: string; to: string }, now: number): boolean {
  const { id, kind, nameId } = requireAlias(conn, input.id)
  const to = requireEntry(conn, input.to)
  if (to.kind !== kind) {
    throw new AppError('invalid_request', 'An alias stays in its list.', { field: 'to' })
  }
  if (to.id === nameId) return false
  updateAliasHolder(conn).run({ id, nameId: to.id, now })
  touchName(conn).run({ id: to.id, now })
  raiseVersion(conn).run({ kind })
  return true
}

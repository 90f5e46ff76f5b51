import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { findAlias, findEntry, type Entry } from './entry-queries.ts'

/** Throws AppError `not_found` when neither list has an entry with this id. */
export function requireEntry(conn: Conn, id: string): Entry {
  const entry = findEntry(conn).get({ id })
  if (entry !== undefined) return entry
  throw new AppError('not_found', 'This entry is not in the list any more.')
}

/** Throws AppError `not_found` when no entry has an alias with this id. */
export function requireAlias(conn: Conn, id: string) {
  const alias = findAlias(conn).get({ id })
  if (alias !== undefined) return alias
  throw new AppError('not_found', 'This alias is not in the list any more.')
}

import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import {
  deleteName,
  findAliasByText,
  updateAliasesHolder,
  updateAliasHolder,
} from './entry-queries.ts'
import { insertAlias, raiseVersion, touchName } from './queries.ts'
import { requireEntry } from './require-entry.ts'

type MergeInput = { from: string; into: string }

/**
 * Makes one entry of two: the aliases of `from` and its name become aliases of `into`, and `from` is gone. Everything that
 * was found as either is found as `into`. What refers to `from` elsewhere is the caller's to look after, in the same
 * transaction.
 * Throws AppError `not_found`, `invalid_request`.
 */
export function mergeNames(conn: Conn, input: MergeInput, now: number): void {
  const { from, into } = requireMergeable(conn, input)
  const { kind, name, folded } = from
  updateAliasesHolder(conn).run({ fromId: from.id, toId: into.id, now })
  // A third entry may have the name as an alias, which the name has beaten until now: it must not begin to count there.
  const known = findAliasByText(conn).get({ kind, folded })
  if (known === undefined) {
    insertAlias(conn).run({ id: newId(now), kind, nameId: into.id, alias: name, folded, now })
  } else if (known.nameId !== into.id) {
    updateAliasHolder(conn).run({ id: known.id, nameId: into.id, now })
  }
  deleteName(conn).run({ id: from.id })
  touchName(conn).run({ id: into.id, now })
  raiseVersion(conn).run({ kind })
}

/** Throws AppError `not_found`, and `invalid_request` when they are the same or of two lists. */
export function requireMergeable(conn: Conn, input: MergeInput) {
  const from = requireEntry(conn, input.from)
  const into = requireEntry(conn, input.into)
  if (from.id !== into.id && from.kind === into.kind) return { from, into }
  throw new AppError('invalid_request', 'Choose another entry of the same list.', { field: 'into' })
}

import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { foldText } from '../platform/text.ts'
import { placeAliases, type AliasConflict } from './add-name.ts'
import {
  deleteAlias,
  deleteName,
  findAliasByText,
  findName,
  insertAlias,
  raiseVersion,
  requireAlias,
  requireEntry,
  touchName,
  updateAliasesHolder,
  updateAliasHolder,
  updateName,
  type Entry,
} from './queries.ts'
import { checkedName } from './rules.ts'

type RenameInput = {
  id: string
  name: string
  /** Whether the old name becomes an alias, so that documents with it are still matched. */
  keepsOldName: boolean
}

type Renamed = {
  changed: boolean
  /** The entry that has the old name as an alias and matches it from now on. The renamed entry could not keep the old name. */
  conflicts: AliasConflict[]
}

/**
 * Gives an entry another name, or another spelling of its name. A name that is only an alias of another entry is free, as it is for a new
 * entry. Throws AppError `not_found`, `invalid_request`, and `conflict` when another entry has this name.
 */
export function renameName(conn: Conn, input: RenameInput, now: number): Renamed {
  const entry = requireEntry(conn, input.id)
  const { id, kind } = entry
  const name = checkedName(input.name)
  if (name === entry.name) return { changed: false, conflicts: [] }
  const folded = foldText(name)
  const namesake = findName(conn).get({ kind, folded })
  if (namesake !== undefined && namesake.id !== id) {
    throw new AppError(
      'conflict',
      `“${namesake.name}” is in the list already. If the two are the same, merge them.`,
      { field: 'name' },
    )
  }
  updateName(conn).run({ id, name, folded, updatedAt: now })
  const keeps = input.keepsOldName && folded !== entry.folded
  const { conflicts } = placeAliases(conn, entry, keeps ? [entry.name] : [], now)
  raiseVersion(conn).run({ kind })
  return { changed: true, conflicts }
}

type MergeInput = { from: string; into: string }

/**
 * Merges two entries: the name and aliases of `from` become aliases of `into`, and `from` is deleted. Every text that matched either entry
 * then matches `into`. The caller updates references to `from` elsewhere, in the same transaction. Throws AppError `not_found`,
 * `invalid_request`.
 */
export function mergeNames(conn: Conn, input: MergeInput, now: number): void {
  const { from, into } = requireMergeable(conn, input)
  const { kind, name, folded } = from
  updateAliasesHolder(conn).run({ fromId: from.id, toId: into.id, now })
  // A third entry may have the name as an alias, shadowed until now: that alias must not take effect.
  const known = findAliasByText(conn).get({ kind, folded })
  if (known === undefined) {
    const alias = { id: newId(now), kind, nameId: into.id, alias: name, folded, createdAt: now }
    insertAlias(conn).run(alias)
  } else if (known.nameId !== into.id) {
    updateAliasHolder(conn).run({ id: known.id, nameId: into.id, createdAt: now })
  }
  deleteName(conn).run({ id: from.id })
  touchName(conn).run({ id: into.id, updatedAt: now })
  raiseVersion(conn).run({ kind })
}

/** Throws AppError `not_found`, and `invalid_request` when they are the same entry or belong to two lists. */
export function requireMergeable(conn: Conn, input: MergeInput): { from: Entry; into: Entry } {
  const from = requireEntry(conn, input.from)
  const into = requireEntry(conn, input.into)
  if (from.id !== into.id && from.kind === into.kind) return { from, into }
  throw new AppError('invalid_request', 'Choose another entry of the same list.', { field: 'into' })
}

/**
 * Moves an alias to another entry of the same list. Returns whether that changed anything. Throws AppError `not_found`, `invalid_request`.
 */
export function moveAlias(conn: Conn, input: { id: string; to: string }, now: number): boolean {
  const { id, kind, nameId } = requireAlias(conn, input.id)
  const to = requireEntry(conn, input.to)
  if (to.kind !== kind) {
    throw new AppError('invalid_request', 'An alias stays in its list.', { field: 'to' })
  }
  if (to.id === nameId) return false
  updateAliasHolder(conn).run({ id, nameId: to.id, createdAt: now })
  touchName(conn).run({ id: to.id, updatedAt: now })
  raiseVersion(conn).run({ kind })
  return true
}

/** Removes an alias. Throws AppError `not_found`. */
export function removeAlias(conn: Conn, id: string): void {
  const { kind } = requireAlias(conn, id)
  deleteAlias(conn).run({ id })
  raiseVersion(conn).run({ kind })
}

/**
 * Deletes an entry with its aliases. The caller updates references to it elsewhere, in the same transaction. Throws AppError `not_found`.
 */
export function removeName(conn: Conn, id: string): void {
  const { kind } = requireEntry(conn, id)
  deleteName(conn).run({ id })
  raiseVersion(conn).run({ kind })
}

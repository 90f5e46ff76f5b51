import type { Conn } from '../platform/db/connection.ts'
import { newId } from '../platform/ids.ts'
import { foldText } from '../platform/text.ts'
import { placeAliases, type AliasConflict } from './add-aliases.ts'
import { findAliasHolder, findName, insertName, raiseVersion, touchName } from './queries.ts'
import { checkedAliases, checkedName, type NameKind } from './rules.ts'

export type NameInput = { name: string; aliases: readonly string[] }

export type AddedName = {
  id: string
  created: boolean
  aliasesAdded: number
  /** Aliases that another entry holds: they were not added. */
  conflicts: AliasConflict[]
  /** The entry that had a new name as an alias, which maps nothing from now on. */
  shadowed: Entry | null
}

type Entry = { id: string; name: string }

/**
 * Creates an entry of a name list, or reuses the one of that name, and adds the aliases that nobody holds yet.
 * The first spelling of a name stays canonical. Throws AppError `invalid_request`, and then nothing is written.
 */
export function addName(conn: Conn, kind: NameKind, input: NameInput, now: number): AddedName {
  const name = checkedName(input.name)
  const aliases = checkedAliases(input.aliases)
  const folded = foldText(name)
  const known = findName(conn).get({ kind, folded })
  const shadowed = findShadowedHolder(conn, kind, name)
  const id = known?.id ?? newId(now)
  if (known === undefined) insertName(conn).run({ id, kind, name, folded, now })
  const { added, conflicts } = placeAliases(conn, { id, kind }, aliases, now)
  if (known !== undefined && added > 0) touchName(conn).run({ id, now })
  if (known === undefined || added > 0) raiseVersion(conn).run({ kind })
  return { id, created: known === undefined, aliasesAdded: added, conflicts, shadowed }
}

/** The entry that has this name as an alias, which a new entry of that name would beat; null when there would be none. */
export function findShadowedHolder(conn: Conn, kind: NameKind, name: string): Entry | null {
  const folded = foldText(name)
  if (findName(conn).get({ kind, folded }) !== undefined) return null
  return findAliasHolder(conn).get({ kind, folded }) ?? null
}

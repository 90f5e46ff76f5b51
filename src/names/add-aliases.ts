import type { Conn } from '../platform/db/connection.ts'
import { newId } from '../platform/ids.ts'
import { foldText } from '../platform/text.ts'
import { requireEntry } from './require-entry.ts'
import { findAliasHolder, findName, insertAlias, raiseVersion, touchName } from './queries.ts'
import { checkedAliases, type NameKind } from './rules.ts'

export type AliasConflict = { alias: string; id: string; name: string }

/** `conflicts` are aliases that another entry holds, as its name or as an alias: they were not added. */
export type AddedAliases = { added: number; conflicts: AliasConflict[] }

/**
 * Adds the aliases that nobody holds yet to an entry.
 * Throws AppError `not_found` or `invalid_request`, and then nothing is written.
 */
export function addAliases(
  conn: Conn,
  input: { id: string; aliases: readonly string[] },
  now: number,
): AddedAliases {
  const { id, kind } = requireEntry(conn, input.id)
  const placed = placeAliases(conn, { id, kind }, checkedAliases(input.aliases), now)
  if (placed.added > 0) {
    touchName(conn).run({ id, now })
    raiseVersion(conn).run({ kind })
  }
  return placed
}

/** The same for an act that has checked them, and says itself that the list changed. */
export function placeAliases(
  conn: Conn,
  { id: nameId, kind }: { id: string; kind: NameKind },
  aliases: readonly string[],
  now: number,
): AddedAliases {
  const conflicts: AliasConflict[] = []
  let added = 0
  for (const alias of aliases) {
    const folded = foldText(alias)
    const aliasHolder = findAliasHolder(conn).get({ kind, folded })
    if (aliasHolder?.id === nameId) continue
    const holder = aliasHolder ?? findName(conn).get({ kind, folded })
    if (holder !== undefined && holder.id !== nameId) {
      conflicts.push({ alias, ...holder })
      continue
    }
    insertAlias(conn).run({ id: newId(now), kind, nameId, alias, folded, now })
    added++
  }
  return { added, conflicts }
}

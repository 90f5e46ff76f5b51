import type { Conn } from '../platform/db/connection.ts'
import { newId } from '../platform/ids.ts'
import { foldText } from '../platform/text.ts'
import { placeAliases, type AliasConflict } from './add-aliases.ts'
import { findName, insertName, raiseVersion, touchName } from './queries.ts'
import { checkedAliases, checkedName, type NameKind } from './rules.ts'

export type NameWish = { name: string; aliases: readonly string[] }

export type AddedName = {
  id: string
  created: boolean
  aliasesAdded: number
  /** Aliases that another entry holds: they were not added. */
  conflicts: AliasConflict[]
}

/**
 * Creates an entry of a name list, or reuses the one of that name, and adds the aliases that nobody holds yet.
 * The first spelling of a name stays canonical. Throws AppError `invalid_request`, and then nothing is written.
 */
export function addName(conn: Conn, kind: NameKind, wish: NameWish, now: number): AddedName {
  const name = checkedName(wish.name)
  const aliases = checkedAliases(wish.aliases)
  const known = findName(conn).get({ kind, folded: foldText(name) })
  const id = known?.id ?? newId(now)
  if (known === undefined) insertName(conn).run({ id, kind, name, folded: foldText(name), now })
  const { added, conflicts } = placeAliases(conn, { id, kind }, aliases, now)
  if (known !== undefined && added > 0) touchName(conn).run({ id, now })
  if (known === undefined || added > 0) raiseVersion(conn).run({ kind })
  return { id, created: known === undefined, aliasesAdded: added, conflicts }
}

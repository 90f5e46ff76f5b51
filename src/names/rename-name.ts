import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { foldText } from '../platform/text.ts'
import { placeAliases, type AliasConflict } from './add-aliases.ts'
import { updateName } from './entry-queries.ts'
import { findName, raiseVersion } from './queries.ts'
import { requireEntry } from './require-entry.ts'
import { checkedName } from './rules.ts'

type RenameInput = {
  id: string
  name: string
  /** Whether the name until now becomes an alias, so that what says so is still found. */
  keepsOldName: boolean
}

type Renamed = {
  changed: boolean
  /** The entry that has the old name as an alias, and finds it from now on: it could not be kept. */
  conflicts: AliasConflict[]
}

/**
 * Gives an entry another name, or another spelling of its name. A name that is only an alias of another entry is free,
 * as it is for a new entry.
 * Throws AppError `not_found`, `invalid_request`, and `conflict` when another entry is called so.
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
  updateName(conn).run({ id, name, folded, now })
  const keeps = input.keepsOldName && folded !== entry.folded
  const { conflicts } = placeAliases(conn, entry, keeps ? [entry.name] : [], now)
  raiseVersion(conn).run({ kind })
  return { changed: true, conflicts }
}

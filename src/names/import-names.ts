import type { Clock } from '../platform/time.ts'
import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { within } from '../platform/turns.ts'
import { addName, type AddedName, type NameInput, type AliasConflict } from './add-name.ts'
import { type NameKind, checkedAliases, checkedName } from './rules.ts'
import { foldText } from '../platform/text.ts'
import { listNames } from './queries.ts'

export type ImportedName = AddedName | { error: AppError }

/** Enters the rows of a file, in order, as many as there is time for, one at least. A bad row changes nothing. */
export function importNames(
  conn: Conn,
  kind: NameKind,
  inputs: readonly NameInput[],
  clock: Clock,
): ImportedName[] {
  return Array.from(within(inputs), (input) => importName(conn, kind, input, clock.now()))
}

function importName(conn: Conn, kind: NameKind, input: NameInput, now: number): ImportedName {
  try {
    return addName(conn, kind, input, now)
  } catch (error) {
    if (error instanceof AppError) return { error }
    throw error
  }
}

type PlannedName = Omit<AddedName, 'id'>

/**
 * Says what `addName` would do with one name after the other, each as if those before it were entered. Nothing is
 * written. What is returned throws AppError `invalid_request` where `addName` does.
 */
export function namePlanner(conn: Conn, kind: NameKind): (input: NameInput) => PlannedName {
  const { names, holders } = listed(conn, kind)
  return (input) => {
    const name = checkedName(input.name)
    const aliases = checkedAliases(input.aliases)
    const folded = foldText(name)
    const known = names.get(folded)
    const shadowed = known === undefined ? (holders.get(folded) ?? null) : null
    // Its name, folded, is as good an id: no two entries have the same.
    const entry = known ?? { id: folded, name }
    names.set(folded, entry)
    const conflicts: AliasConflict[] = []
    let aliasesAdded = 0
    for (const alias of aliases) {
      const foldedAlias = foldText(alias)
      const aliasHolder = holders.get(foldedAlias)
      if (aliasHolder === entry) continue
      const holder = aliasHolder ?? names.get(foldedAlias)
      if (holder !== undefined && holder !== entry) {
        conflicts.push({ alias, ...holder })
        continue
      }
      holders.set(foldedAlias, entry)
      aliasesAdded += 1
    }
    return { created: known === undefined, aliasesAdded, conflicts, shadowed }
  }
}

type Holder = { id: string; name: string }

/** Who is called so, and who has it as an alias, by the folded text. */
function listed(conn: Conn, kind: NameKind) {
  const names = new Map<string, Holder>()
  const holders = new Map<string, Holder>()
  for (const { id, name, aliases } of listNames(conn, kind)) {
    const entry = { id, name }
    names.set(foldText(name), entry)
    for (const { alias } of aliases) holders.set(foldText(alias), entry)
  }
  return { names, holders }
}

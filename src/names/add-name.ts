import type { Conn } from '../platform/db/connection.ts'
import { newId } from '../platform/ids.ts'
import { foldText } from '../platform/text.ts'
import {
  findAliasHolder,
  findName,
  insertAlias,
  insertName,
  raiseVersion,
  requireEntry,
  touchName,
} from './queries.ts'
import { checkedAliases, checkedName, type NameKind } from './rules.ts'
import type { Clock } from '../platform/time.ts'
import type { Database } from '../platform/db/database.ts'
import { type AppError, attempt } from '../platform/errors.ts'

export type NameInput = { name: string; aliases: readonly string[] }

export type AddedName = {
  id: string
  created: boolean
  aliasesAdded: number
  /** Aliases that belong to another entry: they were not added. */
  conflicts: AliasConflict[]
  /** The entry that has the new name as an alias. That alias has no effect from now on. */
  shadowed: Holder | null
}

type Holder = { id: string; name: string }

/** An alias, and the entry that has it as its name or as an alias. */
export type AliasConflict = Holder & { alias: string }

/**
 * Creates an entry of a name list, or reuses the entry with that name, and adds the aliases that no entry has yet. The first spelling of a
 * name stays canonical. Throws AppError `invalid_request`, and then nothing is written.
 */
export function addName(conn: Conn, kind: NameKind, input: NameInput, now: number): AddedName {
  const name = checkedName(input.name)
  const aliases = checkedAliases(input.aliases)
  const folded = foldText(name)
  const known = findName(conn).get({ kind, folded })
  const shadowed = known === undefined ? findAliasHolder(conn).get({ kind, folded }) : undefined
  const id = known?.id ?? newId(now)
  if (known === undefined) {
    insertName(conn).run({ id, kind, name, folded, createdAt: now, updatedAt: now })
  }
  const { added, conflicts } = placeAliases(conn, { id, kind }, aliases, now)
  if (added > 0) touchName(conn).run({ id, updatedAt: now })
  if (known === undefined || added > 0) raiseVersion(conn).run({ kind })
  return {
    id,
    created: known === undefined,
    aliasesAdded: added,
    conflicts,
    shadowed: shadowed ?? null,
  }
}

/** The entry that has this name as an alias, which a new entry of that name would shadow. Null without one. */
export function findShadowedHolder(conn: Conn, kind: NameKind, name: string): Holder | null {
  const folded = foldText(name)
  if (findName(conn).get({ kind, folded }) !== undefined) return null
  return findAliasHolder(conn).get({ kind, folded }) ?? null
}

/** `conflicts` are aliases that belong to another entry: they were not added. */
type AddedAliases = { added: number; conflicts: AliasConflict[] }

/** Adds the aliases that no entry has yet to an entry. Throws AppError `not_found` or `invalid_request`, and then nothing is written. */
export function addAliases(
  conn: Conn,
  input: { id: string; aliases: readonly string[] },
  now: number,
): AddedAliases {
  const entry = requireEntry(conn, input.id)
  const placed = placeAliases(conn, entry, checkedAliases(input.aliases), now)
  if (placed.added > 0) {
    touchName(conn).run({ id: entry.id, updatedAt: now })
    raiseVersion(conn).run({ kind: entry.kind })
  }
  return placed
}

/** Like `addAliases`, for a command that has checked the aliases and records the change of the list itself. */
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
    insertAlias(conn).run({ id: newId(now), kind, nameId, alias, folded, createdAt: now })
    added++
  }
  return { added, conflicts }
}

type NameDeps = { database: Database; clock: Clock }

export type ImportedName = AddedName | { error: AppError }

/** Imports the rows of a file, in order, in transactions that keep nobody waiting. A bad row changes nothing. */
export async function importNames(
  { database, clock }: NameDeps,
  kind: NameKind,
  inputs: readonly NameInput[],
): Promise<ImportedName[]> {
  const imported: ImportedName[] = []
  const slices = database.writeEach(inputs, {}, (conn, some) =>
    Array.from(some, (input) => importName(conn, kind, input, clock.now())),
  )
  for await (const slice of slices) imported.push(...slice)
  return imported
}

/** The result that `importNames` would have. Nothing is written. */
export async function tryNames(
  { database, clock }: NameDeps,
  kind: NameKind,
  inputs: readonly NameInput[],
): Promise<ImportedName[]> {
  return await database.tryOut(function* (conn) {
    const tried: ImportedName[] = []
    for (const input of inputs) {
      tried.push(importName(conn, kind, input, clock.now()))
      yield
    }
    return tried
  })
}

/** A bad row is refused before any part of it is written. */
function importName(conn: Conn, kind: NameKind, input: NameInput, now: number): ImportedName {
  const outcome = attempt(() => addName(conn, kind, input, now))
  return 'error' in outcome ? outcome : outcome.value
}

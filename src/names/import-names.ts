import type { Clock } from '../platform/time.ts'
import type { Conn } from '../platform/db/connection.ts'
import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import { addName, type AddedName, type NameInput } from './add-name.ts'
import type { NameKind } from './rules.ts'

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
  try {
    return addName(conn, kind, input, now)
  } catch (error) {
    if (error instanceof AppError) return { error }
    throw error
  }
}

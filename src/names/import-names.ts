import type { Clock } from '../platform/clock.ts'
import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { addName, type AddedName, type NameWish } from './add-name.ts'
import type { NameKind } from './rules.ts'

/** A transaction takes no further row after this time, in milliseconds: with its commit it stays below 50. */
const actMs = 25

export type ImportedName = AddedName | { error: AppError }

/** Enters the rows of a file, in order, as many as there is time for, one at least. A bad row changes nothing. */
export function importNames(
  conn: Conn,
  kind: NameKind,
  wishes: readonly NameWish[],
  clock: Clock,
): ImportedName[] {
  const deadline = performance.now() + actMs
  const imported: ImportedName[] = []
  for (const wish of wishes) {
    imported.push(importName(conn, kind, wish, clock.now()))
    if (performance.now() >= deadline) break
  }
  return imported
}

function importName(conn: Conn, kind: NameKind, wish: NameWish, now: number): ImportedName {
  try {
    return addName(conn, kind, wish, now)
  } catch (error) {
    if (error instanceof AppError) return { error }
    throw error
  }
}

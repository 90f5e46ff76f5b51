import type { Clock } from '../platform/clock.ts'
import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { within } from '../platform/slices.ts'
import { addName, type AddedName, type NameWish } from './add-name.ts'
import type { NameKind } from './rules.ts'

export type ImportedName = AddedName | { error: AppError }

/** Enters the rows of a file, in order, as many as there is time for, one at least. A bad row changes nothing. */
export function importNames(
  conn: Conn,
  kind: NameKind,
  wishes: readonly NameWish[],
  clock: Clock,
): ImportedName[] {
  return Array.from(within(wishes), (wish) => importName(conn, kind, wish, clock.now()))
}

function importName(conn: Conn, kind: NameKind, wish: NameWish, now: number): ImportedName {
  try {
    return addName(conn, kind, wish, now)
  } catch (error) {
    if (error instanceof AppError) return { error }
    throw error
  }
}

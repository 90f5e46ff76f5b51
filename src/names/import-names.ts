import type { Clock } from '../platform/clock.ts'
import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { within } from '../platform/slices.ts'
import { addName, type AddedName, type NameInput } from './add-name.ts'
import type { NameKind } from './rules.ts'

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

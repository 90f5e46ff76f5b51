import { findUser } from '../../../../accounts/queries.ts'
import type { Conn } from '../../../../platform/db/connection.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { recordHistory } from '../../history.ts'
import { deleteKept, listKeptOf } from './kept-rows.ts'

/** Deletes a kept password. `by`: who deletes it. Throws AppError `not_found`. */
export async function forgetKept(
  { database, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  id: string,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    if (!forgetOne(conn, id, clock.now(), by)) {
      throw new AppError('not_found', 'This password is not kept any more.')
    }
  })
}

/** Deletes the kept passwords of a user who sends nothing any more. */
export function forgetKeptOf(conn: Conn, userId: string, now: number, by?: string): void {
  for (const { id } of listKeptOf(conn).all({ userId })) forgetOne(conn, id, now, by)
}

function forgetOne(conn: Conn, id: string, now: number, by?: string): boolean {
  const row = deleteKept(conn).get({ id })
  if (row === undefined) return false
  const details = { for: findUser(conn).get({ id: row.userId })?.email ?? '', bank: row.bank }
  recordHistory(conn, now, { action: 'password forgotten', userId: by, details })
  return true
}

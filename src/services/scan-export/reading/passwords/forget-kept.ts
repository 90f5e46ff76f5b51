import { AppError } from '../../../../platform/errors.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { recordHistory } from '../../history.ts'
import { deleteKept } from './kept-rows.ts'

/** A kept password is tried no more. `by` is who says so. Throws AppError `not_found`. */
export async function forgetKept(
  { database, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  id: string,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const row = deleteKept(conn).get({ id })
    if (row === undefined) throw new AppError('not_found', 'This password is not kept any more.')
    recordHistory(conn, clock.now(), {
      action: 'password forgotten',
      userId: by,
      details: { bank: row.bank },
    })
  })
}

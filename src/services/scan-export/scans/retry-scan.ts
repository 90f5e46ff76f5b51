import { recordHistory } from '../../../accounts/history.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ScanExportDeps } from '../parts.ts'
import { requireScan, setPending } from './queries.ts'

/**
 * A failed scan is to be read again; why it failed is known until then. One that is pending stays so, and without a
 * file there is nothing to read. `by` is who asks for it.
 * Throws AppError `not_found`, `conflict`.
 */
export async function retryScan(
  { database, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  id: string,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const scan = requireScan(conn, id)
    if (scan.status === 'successful') {
      throw new AppError('conflict', `${scan.filename} was read: there is nothing to try again.`)
    }
    if (scan.documentId === null) {
      throw new AppError('conflict', `${scan.filename} has no file to read: type in what it says.`)
    }
    if (scan.status === 'pending') return
    setPending(conn).run({ id })
    const details = { id, filename: scan.filename }
    recordHistory(conn, clock.now(), { action: 'scan retried', userId: by, details })
  })
}

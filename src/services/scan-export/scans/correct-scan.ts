import { useCredit } from '../../../accounts/credits.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ScanExportParts } from '../parts.ts'
import type { RawDocument } from '../rename-rules/normalise.ts'
import { requeue } from './enqueue.ts'
import { requireScan, setCorrection } from './queries.ts'

/**
 * Fields typed in by hand. They are kept beside what was read, never over it, and are what is delivered from now on; a
 * scan that had failed or was pending becomes successful. What was delivered stays as it was.
 * Throws AppError `not_found`, `conflict` for a synced scan.
 */
export async function correctScan(
  { book, clock, rules }: Pick<ScanExportParts, 'book' | 'clock' | 'rules'>,
  id: string,
  correction: RawDocument,
): Promise<void> {
  await book.write((conn) => {
    const scan = requireScan(conn, id)
    if (scan.syncedAt !== null) {
      throw new AppError(
        'conflict',
        `${scan.filename} was acknowledged already: put it back first, then correct it.`,
      )
    }
    setCorrection(conn).run({ id, correction: JSON.stringify(correction) })
    useCredit(conn, scan.userId, id, clock.now())
    requeue(conn, id, rules(conn))
  })
}

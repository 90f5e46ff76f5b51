import { useCredit } from '../../../accounts/credits.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ScanExportParts } from '../parts.ts'
import type { RawDocument } from '../rename-rules/normalise.ts'
import { requeue } from './enqueue.ts'
import { requireScan, setCorrection } from './queries.ts'

/**
 * Fields typed in by hand. They are kept beside what was read, never over it, and are what is delivered from now on; a
 * scan that had failed or was pending becomes successful. What was delivered stays as it was.
 * Throws AppError `invalid_request` when nothing was typed in, `not_found`, `conflict` for a synced scan.
 */
export async function correctScan(
  { book, clock, rules }: Pick<ScanExportParts, 'book' | 'clock' | 'rules'>,
  id: string,
  correction: RawDocument,
): Promise<void> {
  requireSomething(correction)
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

/** Nothing is no document: it would be delivered, and take the place of what was read. */
function requireSomething({ invoice_metadata, line_items }: RawDocument): void {
  if (Object.keys(invoice_metadata).length > 0 || line_items.length > 0) return
  throw new AppError('invalid_request', 'Type in at least one field.', { field: 'raw' })
}

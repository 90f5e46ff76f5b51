import { useCredit } from '../../../accounts/credits.ts'
import { recordHistory } from '../../../accounts/history.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ScanExportDeps } from '../parts.ts'
import type { RawDocument } from '../rename-rules/normalise.ts'
import { requeue } from './enqueue.ts'
import { requireScan, requireUnsynced, setCorrection, type Scan } from './queries.ts'
import { versionOf } from './rules.ts'

/**
 * Fields typed in by hand. They are kept beside what was read, never over it, and are what is delivered from now on; a
 * scan that had failed or was pending becomes successful. What was delivered stays as it was. `by` is who typed them.
 * `startedFrom` is the version that the form showed (see `versionOf`): what somebody else typed meanwhile is not lost.
 * Throws AppError `invalid_request` when nothing was typed in, `not_found`, `conflict` for a synced scan and, with the
 * field `startedFrom`, for another version.
 */
export async function correctScan(
  { database, clock, rules }: Pick<ScanExportDeps, 'database' | 'clock' | 'rules'>,
  id: string,
  correction: RawDocument,
  by: string,
  startedFrom?: string,
): Promise<void> {
  requireSomething(correction)
  await database.write((conn) => {
    const scan = requireScan(conn, id)
    requireUnsynced(scan, 'correct it')
    requireUnchanged(scan, startedFrom)
    const now = clock.now()
    setCorrection(conn).run({ id, correction: JSON.stringify(correction) })
    useCredit(conn, scan.userId, id, now)
    requeue(conn, id, rules(conn))
    const details = { id, filename: scan.filename }
    recordHistory(conn, now, { action: 'scan corrected', userId: by, details })
  })
}

function requireUnchanged(scan: Scan, startedFrom: string | undefined): void {
  if (startedFrom === undefined || startedFrom === versionOf(scan)) return
  throw new AppError('conflict', `Somebody corrected ${scan.filename} meanwhile.`, {
    field: 'startedFrom',
  })
}

/** Nothing is no document: it would be delivered, and take the place of what was read. */
function requireSomething({ invoice_metadata, line_items }: RawDocument): void {
  if (Object.keys(invoice_metadata).length > 0 || line_items.length > 0) return
  throw new AppError('invalid_request', 'Type in at least one field.', { field: 'raw' })
}

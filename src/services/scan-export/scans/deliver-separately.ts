import { recordHistory } from '../../../accounts/history.ts'
import type { ScanExportDeps } from '../parts.ts'
import { requeue } from './enqueue.ts'
import { requireScan, requireUnsynced, setDeliverSeparately } from './queries.ts'

/**
 * A scan that is hidden behind an older one with its number is another paper after all: it is delivered beside it, and
 * marking the older one no longer settles it. `by` is the owner.
 * Throws AppError `not_found`, `conflict` for a synced scan.
 */
export async function deliverSeparately(
  { database, clock, rules }: Pick<ScanExportDeps, 'database' | 'clock' | 'rules'>,
  id: string,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const scan = requireScan(conn, id)
    requireUnsynced(scan, 'deliver it separately')
    if (scan.deliverSeparately) return
    setDeliverSeparately(conn).run({ id })
    requeue(conn, id, rules(conn))
    const details = { id, filename: scan.filename }
    recordHistory(conn, clock.now(), { action: 'scan delivered separately', userId: by, details })
  })
}

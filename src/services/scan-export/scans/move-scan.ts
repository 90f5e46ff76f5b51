import { recordHistory } from '../../../accounts/history.ts'
import type { ScanExportDeps } from '../parts.ts'
import type { Category } from './categories.ts'
import { requeue } from './enqueue.ts'
import { requireScan, requireUnsynced, setCategory } from './queries.ts'

/**
 * A scan that came in as the wrong kind of paper: from now on the rules of the other kind apply to it. `by` is who says so.
 * Throws AppError `not_found`, `conflict` for a synced scan.
 */
export async function moveScan(
  { database, clock, rules }: Pick<ScanExportDeps, 'database' | 'clock' | 'rules'>,
  id: string,
  category: Category,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const scan = requireScan(conn, id)
    requireUnsynced(scan, 'move it')
    if (scan.category === category) return
    setCategory(conn).run({ id, category })
    requeue(conn, id, rules(conn))
    const details = { id, filename: scan.filename, from: scan.category, to: category }
    recordHistory(conn, clock.now(), { action: 'scan moved', userId: by, details })
  })
}

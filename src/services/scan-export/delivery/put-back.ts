import { recordHistory } from '../history.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { within } from '../../../platform/turns.ts'
import type { ScanExportDeps } from '../deps.ts'
import { requeue } from '../scans/enqueue.ts'
import { listSettledBy, listScansByAge, requireScan, setUnsynced } from '../scans/queries.ts'

/** Scans whose turn it is next, read at once. */
const scansPerPage = 200

/** Times of acknowledgement, in milliseconds since the epoch: `from` counts, `until` does not. */
type SyncedRange = { from: number; until: number }

type Deps = Pick<ScanExportDeps, 'database' | 'clock' | 'rules'>

/**
 * Takes the acknowledgement of a scan back, and of the copies that it settled: they wait again, normalised by the rules
 * in force. Returns how many; 0 when it waits already. `by` is the owner. Throws AppError `not_found`.
 */
export async function putBackScan(deps: Deps, id: string, by: string): Promise<number> {
  return await deps.database.write((conn) => {
    const { syncedAt, filename } = requireScan(conn, id)
    const putBack = syncedAt === null ? 0 : putBackWithCopies(conn, deps, id)
    record(conn, deps, by, putBack, { id, filename })
    return putBack
  })
}

/**
 * Likewise for all that was acknowledged in a range of time, as after a restore of the accounting system. It goes in
 * slices, and repeating it after an interruption is safe.
 */
export async function putBackRange(deps: Deps, range: SyncedRange, by: string): Promise<number> {
  let total = 0
  let position = { createdAt: Number.MIN_SAFE_INTEGER, id: '' }
  for (;;) {
    const slice = await deps.database.write(
      (conn) => {
        const scans = listScansByAge(conn).all({ ...position, limit: scansPerPage })
        let putBack = 0
        let last
        for (const scan of within(scans)) {
          if (isWithin(scan.syncedAt, range)) putBack += putBackWithCopies(conn, deps, scan.id)
          last = scan
        }
        record(conn, deps, by, putBack, range)
        return { putBack, last }
      },
      { alone: true },
    )
    total += slice.putBack
    if (slice.last === undefined) return total
    position = slice.last
  }
}

function isWithin(syncedAt: number | null, { from, until }: SyncedRange): boolean {
  return syncedAt !== null && syncedAt >= from && syncedAt < until
}

/** A copy of the same slice may have come back with its original already: it counts once. */
function putBackWithCopies(conn: Conn, deps: Deps, id: string): number {
  const rules = deps.rules(conn)
  const synced = [requireScan(conn, id), ...listSettledBy(conn).all({ id })].filter(
    ({ syncedAt }) => syncedAt !== null,
  )
  for (const scan of synced) {
    setUnsynced(conn).run({ id: scan.id })
    requeue(conn, scan.id, rules)
  }
  return synced.length
}

function record(
  conn: Conn,
  { clock }: Deps,
  by: string,
  scans: number,
  which: Record<string, unknown>,
): void {
  if (scans === 0) return
  const details = { scans, ...which }
  recordHistory(conn, clock.now(), { action: 'scans put back', userId: by, details })
}

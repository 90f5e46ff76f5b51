import type { Conn } from '../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { checkAndQueue } from '../scans/hold.ts'
import {
  beforeAllScans,
  findNarrowScan,
  listDuplicatesOf,
  listScansByAge,
  requireScan,
  setSynced,
} from '../scans/queries.ts'

/** Scans per page. */
const scansPerPage = 200

/** Times of acknowledgement, in milliseconds since the epoch: `from` counts, `until` does not. */
type SyncedRange = { from: number; until: number }

type Deps = Pick<ScanExportDeps, 'database' | 'clock' | 'rules'>

/**
 * Takes back the acknowledgement of a scan and of its duplicates. They wait again, normalised by the rules in force, or are held where a
 * check contradicts the values. Returns how many scans were put back; 0 when the scan waits already. `by` is the owner. Throws AppError
 * `not_found`.
 */
export async function putBackScan(deps: Deps, id: string, by: string): Promise<number> {
  return await deps.database.write((conn) => {
    const { syncedAt, filename } = requireScan(conn, id)
    const putBack = syncedAt === null ? 0 : putBackWithDuplicates(conn, deps, id)
    record(conn, deps, by, putBack, { id, filename })
    return putBack
  })
}

/** Puts several scans back, in slices. Skips scans that wait or are gone. Returns how many wait again. */
export async function putBackScans(
  deps: Deps,
  ids: readonly string[],
  by: string,
): Promise<number> {
  let total = 0
  const slices = deps.database.writeEach(ids, {}, (conn, some) => {
    let putBack = 0
    for (const id of some) {
      if (findNarrowScan(conn).get({ id }) !== undefined) {
        putBack += putBackWithDuplicates(conn, deps, id)
      }
    }
    record(conn, deps, by, putBack, {})
    return putBack
  })
  for await (const putBack of slices) total += putBack
  return total
}

/**
 * Puts back everything that was acknowledged in a range of time, for example after the accounting system was restored. Repeating it after
 * an interruption is safe.
 */
export async function putBackRange(deps: Deps, range: SyncedRange, by: string): Promise<number> {
  let total = 0
  let position = beforeAllScans
  const slices = deps.database.writeEach(
    (conn) => listScansByAge(conn).all({ ...position, limit: scansPerPage }),
    {},
    (conn, some) => {
      let [putBack, last] = [0, position]
      for (const scan of some) {
        if (isWithin(scan.syncedAt, range)) putBack += putBackWithDuplicates(conn, deps, scan.id)
        last = scan
      }
      record(conn, deps, by, putBack, range)
      return { putBack, last }
    },
  )
  for await (const { putBack, last } of slices) {
    total += putBack
    position = last
  }
  return total
}

function isWithin(syncedAt: number | null, { from, until }: SyncedRange): boolean {
  return syncedAt !== null && syncedAt >= from && syncedAt < until
}

/** Another scan of the same slice may have put this one back already, as its duplicate. Each scan counts once. */
function putBackWithDuplicates(conn: Conn, deps: Deps, id: string): number {
  const isSynced = (one: { id: string }) =>
    (findNarrowScan(conn).get(one)?.syncedAt ?? null) !== null
  const synced = [{ id }, ...listDuplicatesOf(conn).all({ id })].filter(isSynced)
  for (const scan of synced) {
    setSynced(conn).run({ id: scan.id, ...unsynced })
    checkAndQueue(conn, deps, requireScan(conn, scan.id))
  }
  return synced.length
}

const unsynced = {
  syncedAt: null,
  syncedSource: null,
  syncedKeyId: null,
  syncedData: null,
  syncedNo: null,
  duplicateOf: null,
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

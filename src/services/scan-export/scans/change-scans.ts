import type { Conn } from '../../../platform/db/connection.ts'
import { deleteAllMarked } from '../../../platform/files/file-rows.ts'
import type { Category } from '../../../paper/categories.ts'
import type { ScanExportDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { moveTo, takeAway } from './change-scan.ts'
import { findScan, type Scan } from './queries.ts'

/* What a person does with many scans at once, in slices. Account history has an entry for each slice. */

/** File names in one entry of the history. */
const namedMax = 20

/** Who acts, and whose scans may change: null for everybody's. */
type Doer = { by: string; ofUser: string | null }

/** How many scans changed, and how many did not: synced, already of that kind, deleted, or another user's. */
type Outcome = { changed: number; left: number }

type Deps = Pick<ScanExportDeps, 'database' | 'clock' | 'rules' | 'store'>

/** Moves unsynced scans to another kind (see `moveScan`). */
export async function moveScans(
  deps: Deps,
  ids: readonly string[],
  category: Category,
  doer: Doer,
): Promise<Outcome> {
  return await changeEach(deps, ids, doer, {
    change: (conn, scan) => moveTo(conn, deps, scan, category),
    record: (conn, done) => {
      const details = { ...named(done), to: category }
      recordHistory(conn, deps.clock.now(), { action: 'scans moved', userId: doer.by, details })
    },
  })
}

/** Deletes unsynced scans with their files (see `removeScan`). */
export async function removeScans(
  deps: Deps,
  ids: readonly string[],
  doer: Doer,
): Promise<Outcome> {
  const outcome = await changeEach(deps, ids, doer, {
    change(conn, scan) {
      takeAway(conn, deps, scan)
      return true
    },
    record: (conn, done) =>
      recordHistory(conn, deps.clock.now(), {
        action: 'scans removed',
        userId: doer.by,
        details: named(done),
      }),
  })
  // After the commit, because deleting a file cannot be rolled back. The next cleanup deletes files that cannot be deleted now.
  await deleteAllMarked(deps)
  return outcome
}

type Work = {
  /** Returns whether the scan changed. */
  change(conn: Conn, scan: Scan): boolean
  record(conn: Conn, done: readonly Scan[]): void
}

async function changeEach(
  { database }: Deps,
  ids: readonly string[],
  { ofUser }: Doer,
  { change, record }: Work,
): Promise<Outcome> {
  let changed = 0
  const slices = database.writeEach(ids, {}, (conn, some) => {
    const done: Scan[] = []
    for (const id of some) {
      const scan = findScan(conn).get({ id })
      if (scan === undefined || scan.syncedAt !== null) continue
      if (ofUser !== null && scan.userId !== ofUser) continue
      if (change(conn, scan)) done.push(scan)
    }
    if (done.length > 0) record(conn, done)
    return done.length
  })
  for await (const done of slices) changed += done
  return { changed, left: ids.length - changed }
}

function named(done: readonly Scan[]) {
  return { scans: done.length, filenames: done.slice(0, namedMax).map(({ filename }) => filename) }
}

import type { Conn } from '../../../platform/db/connection.ts'
import { deleteAllMarked } from '../../../platform/files/file-rows.ts'
import type { Category } from '../../../paper/categories.ts'
import type { ScanExportDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { moveTo, takeAway } from './change-scan.ts'
import { findScan, type Scan } from './queries.ts'

/* What a person does with many scans at once, in slices. Each slice is entered in account history. */

/** Names of files that an entry of the history has. */
const namedMax = 20

/** Who does it, and whose scans it may reach: null for everybody's. */
type Doer = { by: string; ofUser: string | null }

/** How many were changed, and how many were left as they were: synced, of that kind already, gone, or another's. */
type Outcome = { changed: number; left: number }

type Deps = Pick<ScanExportDeps, 'database' | 'clock' | 'rules' | 'store'>

/** Moves those of another kind that are not synced (see `moveScan`). */
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

/** Deletes those that are not synced, with their files (see `removeScan`). */
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
  // After the commit: an unlinked file cannot be rolled back. What cannot go now goes with the next cleanup.
  await deleteAllMarked(deps)
  return outcome
}

type Work = {
  /** Returns whether there was something to do. */
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

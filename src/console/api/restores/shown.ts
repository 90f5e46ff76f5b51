import { findOrganisation } from '../../../accounts/queries.ts'
import { shownMissing, type Manifest } from '../../../platform/backup/manifest.ts'
import type { Restore } from '../../../platform/backup/restore-desk.ts'
import { type Books, listRevivals } from '../../../accounts/revival.ts'
import type { ConsoleDeps } from '../deps.ts'
import { isoTime } from '../reply.ts'

/** Files that are missing from a backup and named: enough to see what it is about. */
const missingShown = 20

/** Tables that people know their shop by, in their words. */
const counted = { scans: 'document', products: 'product', orders: 'order', users: 'user' }

type RestoreDeps = Pick<ConsoleDeps, 'database' | 'dir' | 'restores'>

/** A restore as the page shows it, without the names of users and keys. `isOther`: the backup is of another organisation than the data that it would replace. */
export function shownRestore(
  { database }: RestoreDeps,
  { id, step, progress, problem, manifest, keptIn }: Restore,
) {
  const own = findOrganisation(database.read).get()?.name ?? null
  return {
    id,
    step,
    progress,
    problem,
    keptIn,
    backup: manifest === null ? null : shownBackup(manifest),
    own,
    isOther: manifest !== null && own !== null && manifest.organisation !== own,
    revivals: [],
  }
}

/** Likewise for who may go on with it, with what the backup would bring back to life. */
export function restoreToDecide(deps: RestoreDeps, restore: Restore) {
  const revivals = restore.step === 'ready' ? shownRevivals(deps) : []
  return { ...shownRestore(deps, restore), revivals }
}

/** The book that is there, and the one that waits unpacked. */
export function booksOf({ dir, restores }: Omit<RestoreDeps, 'database'>): Books {
  return { before: dir.database, restored: restores?.unpackedBook() ?? '' }
}

/** What was ended since the backup, and would be valid again with it. */
function shownRevivals(deps: RestoreDeps) {
  return (listRevivals(booksOf(deps)) ?? []).map(({ endedAt, ...revival }) => ({
    ...revival,
    endedAt: isoTime(endedAt),
  }))
}

function shownBackup({ organisation, made_at: madeAt, daybook, rows, files, missing }: Manifest) {
  return {
    organisation,
    madeAt,
    daybook,
    counts: Object.entries(counted).map(([table, what]) => ({ what, count: rows[table] ?? 0 })),
    /** But the book. */
    files: files.length - 1,
    missingCount: missing.length,
    missing: missing.slice(0, missingShown).map(shownMissing),
  }
}

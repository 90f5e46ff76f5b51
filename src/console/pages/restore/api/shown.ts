import { findOrganisation } from '../../../../accounts/queries.ts'
import { shownMissing, type Manifest } from '../../../../platform/backup/manifest.ts'
import type { Restore } from '../../../../platform/backup/restore-desk.ts'
import { type Books, listRevivals } from '../../../../accounts/revival.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { isoTime } from '../../../api/reply.ts'

/** The most missing files of a backup that are named. */
const missingShown = 20

/** The tables that are counted, with the words for people. */
const counted = { scans: 'document', products: 'product', orders: 'order', users: 'user' }

type RestoreDeps = Pick<ConsoleDeps, 'database' | 'dir' | 'restores'>

/** A restore for the page, without names of users and keys. `isOther`: the backup belongs to another organisation than the present data. */
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

/** The same for users who may continue it, with everything that the backup would make valid again. */
export function restoreToDecide(deps: RestoreDeps, restore: Restore) {
  const revivals = restore.step === 'ready' ? shownRevivals(deps) : []
  return { ...shownRestore(deps, restore), revivals }
}

/** The present database, and the unpacked one. */
export function booksOf({ dir, restores }: Omit<RestoreDeps, 'database'>): Books {
  return { before: dir.database, restored: restores?.unpackedBook() ?? '' }
}

/** Everything ended since the backup that would become valid again. */
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
    /** Without the database. */
    files: files.length - 1,
    missingCount: missing.length,
    missing: missing.slice(0, missingShown).map(shownMissing),
  }
}

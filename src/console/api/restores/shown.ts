import { findOrganisation } from '../../../accounts/queries.ts'
import { shownMissing, type Manifest } from '../../../platform/backup/manifest.ts'
import type { Restore } from '../../../platform/backup/restore-desk.ts'
import type { ConsoleDeps } from '../deps.ts'

/** Files that are missing from a backup and named: enough to see what it is about. */
const missingShown = 20

/** Tables that people know their shop by, in their words. */
const counted = { scans: 'document', products: 'product', orders: 'order', users: 'user' }

/** A restore as the page shows it. `isOther`: the backup is of another organisation than the data that it would replace. */
export function shownRestore(
  { database }: Pick<ConsoleDeps, 'database'>,
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
  }
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

import { findOrganisation } from '../accounts/queries.ts'
import type { App } from '../app.ts'
import { storedFileOf } from '../platform/backup/manifest.ts'
import { makeNightlyBackup } from '../platform/backup/nightly-backup.ts'
import type { DailyJob } from '../platform/daily.ts'
import type { DataDir } from '../platform/data-dir.ts'
import type { Database } from '../platform/db/database.ts'
import { removeOldCopies } from '../platform/db/migrate.ts'
import { AppError } from '../platform/errors.ts'
import { removeLeftovers } from '../platform/files/leftovers.ts'
import { noteBroken, scrubFiles } from '../platform/files/scrub.ts'
import type { Log } from '../platform/log.ts'
import { doubtOfClock, runRetention, type Retention } from '../platform/retention.ts'

/** The longest that an upload takes from its first file to its scans, in milliseconds: until then they are no leftovers. */
const uploadMs = 60 * 60 * 1000

/** What the server does every night, in this order: cleaning up first, so that the backup is small. */
export function dailyJobs(
  { retention, store, reservedSpace }: Pick<App, 'retention' | 'store' | 'reservedSpace'>,
  { database, dir, log }: { database: Database; dir: DataDir; log: Log },
): DailyJob[] {
  return [
    {
      name: 'retention',
      run: async (now, signal) => void (await runRetention(retention, now, { signal })),
    },
    {
      name: 'leftovers',
      async run(now, signal) {
        requireNoDoubt(retention, now)
        await removeLeftovers({ database, store, before: now - uploadMs }, signal)
      },
    },
    { name: 'scrub', run: (_now, signal) => scrubFiles({ database, store }, signal) },
    {
      name: 'backup',
      async run(now, signal) {
        const organisation = findOrganisation(database.read).get()?.name
        const missing = await makeNightlyBackup({ dir, organisation, log }, now, signal)
        await noteBroken({ database, store }, missing.map(storedFileOf))
      },
    },
    {
      name: 'old copies',
      async run(now) {
        requireNoDoubt(retention, now)
        await removeOldCopies(dir.backups, now)
      },
    },
    { name: 'ballast', run: () => reservedSpace.keep() },
    { name: 'upkeep', run: () => Promise.resolve(database.tidy()) },
  ]
}

/** The cleanup says at length why it is held; what else goes by dates need not say it again. */
function requireNoDoubt(retention: Retention, now: number): void {
  if (doubtOfClock(retention, now) === undefined) return
  throw new AppError('conflict', 'Held back, as the cleanup is: the date may be wrong.')
}

import { gauge, type Gauge } from '../../platform/http/pages/metrics.ts'
import type { ScanExportDeps } from './deps.ts'
import { countJobs } from './scans/reading-rows.ts'
import { findWaitingForKey } from './overview/counts.ts'
import { readArchive } from '../../platform/archive/setting.ts'
import { countArchived } from './archive/queries.ts'

/** The figures of scan export for a monitor. */
export function scanGauges(deps: ScanExportDeps): Gauge[] {
  const { waiting, since } = findWaitingForKey(deps, { userId: '', allUsers: true })
  return [
    gauge('documents_waiting', 'Documents that no program has acknowledged yet.', waiting),
    gauge(
      'documents_oldest_wait_seconds',
      'How long the oldest of them waits.',
      since === null ? 0 : Math.max(0, (deps.clock.now() - since) / 1000),
    ),
    gauge('documents_to_read', 'Documents that wait to be read.', countJobs(deps.database.read)),
    ...archiveGauges(deps),
  ]
}

/** The archive's figures for a monitor. None without an archive. */
function archiveGauges({ database, clock }: ScanExportDeps): Gauge[] {
  const archive = readArchive(database.read)
  if (archive === undefined) return []
  const { waiting } = countArchived(database.read, archive.id, clock.now())
  return [
    gauge('documents_unarchived', 'Documents that are not in the archive.', waiting),
    gauge(
      'archive_failed',
      '1 while nothing can be written into the archive.',
      Number(archive.state.problem !== null),
    ),
    gauge(
      'documents_lost',
      'Documents that were deleted without being archived, since the archive was named.',
      archive.state.lost.count,
    ),
  ]
}

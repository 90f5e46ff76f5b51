import { readArchive } from '../../../platform/archive/setting.ts'
import { type Gauge, gauge } from '../../../platform/http/pages/metrics.ts'
import type { ScanExportDeps } from '../deps.ts'
import { countArchived } from './queries.ts'

/** The archive's figures for a monitor. None without an archive. */
export function archiveGauges({ database, clock }: ScanExportDeps): Gauge[] {
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

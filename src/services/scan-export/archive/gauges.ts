import { readArchive } from '../../../platform/archive/setting.ts'
import type { Gauge } from '../../../platform/http/pages/metrics.ts'
import type { ScanExportDeps } from '../deps.ts'
import { countArchived } from './queries.ts'

/** The archive's figures for a monitor. None without an archive. */
export function archiveGauges({ database, clock }: ScanExportDeps): Gauge[] {
  const archive = readArchive(database.read)
  if (archive === undefined) return []
  const { waiting } = countArchived(database.read, archive.id, clock.now())
  return [
    {
      name: 'documents_unarchived',
      help: 'Documents that are not in the archive.',
      value: waiting,
    },
    {
      name: 'archive_failed',
      help: '1 while nothing can be written into the archive.',
      value: Number(archive.state.problem !== null),
    },
    {
      name: 'documents_lost',
      help: 'Documents that were deleted without being archived, since the archive was named.',
      value: archive.state.lost.count,
    },
  ]
}

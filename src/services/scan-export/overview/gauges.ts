import type { Gauge } from '../../../platform/http/pages/metrics.ts'
import type { ScanExportDeps } from '../deps.ts'
import { countJobs } from '../scans/reading-rows.ts'
import { findWaitingForKey } from './counts.ts'

/** The figures of scan export for a monitor. */
export function scanGauges(deps: ScanExportDeps): Gauge[] {
  const { waiting, since } = findWaitingForKey(deps, { userId: '', allUsers: true })
  return [
    {
      name: 'documents_waiting',
      help: 'Documents that no program has acknowledged yet.',
      value: waiting,
    },
    {
      name: 'documents_oldest_wait_seconds',
      help: 'How long the oldest of them waits.',
      value: since === null ? 0 : Math.max(0, (deps.clock.now() - since) / 1000),
    },
    {
      name: 'documents_to_read',
      help: 'Documents that wait to be read.',
      value: countJobs(deps.database.read),
    },
  ]
}

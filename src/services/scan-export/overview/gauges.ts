import { type Gauge, gauge } from '../../../platform/http/pages/metrics.ts'
import type { ScanExportDeps } from '../deps.ts'
import { countJobs } from '../scans/reading-rows.ts'
import { findWaitingForKey } from './counts.ts'

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
  ]
}

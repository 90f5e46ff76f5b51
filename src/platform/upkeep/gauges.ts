import { stat } from 'node:fs/promises'
import { listBackups } from '../backup/backups-folder.ts'
import type { Database } from '../db/database.ts'
import { type DataDir, findFreeBytes } from '../disk/data-dir.ts'
import { listBroken } from '../files/scrub.ts'
import type { FileStore } from '../files/store.ts'
import { type Gauge, gauge } from '../http/pages/metrics.ts'
import type { ReplicaStatus } from '../replica/replica-file.ts'
import type { Clock } from '../time.ts'
import { shownPublishing } from '../offsite/published-images.ts'
import { readLastRun } from './daily.ts'

/** Figures for a monitor about this process, its disk and its nightly work. */
export async function machineGauges({
  database,
  dir,
  store,
  clock,
  copies,
  standby,
}: {
  database: Database
  dir: DataDir
  store: FileStore
  clock: Clock
  copies?: { status(): ReplicaStatus } | undefined
  standby?: { lagSeconds(): number | undefined } | undefined
}): Promise<Gauge[]> {
  const { user, system } = process.cpuUsage()
  const hasFailed = (name: string) =>
    typeof readLastRun(database.read, { name }).problem === 'string'
  return [
    gauge('uptime_seconds', 'How long this process has been running.', process.uptime()),
    gauge('processor_seconds', 'Processor time that it has used.', (user + system) / 1_000_000),
    gauge('memory_bytes', 'Memory that it takes at the moment.', process.memoryUsage().rss),
    gauge(
      'disk_free_bytes',
      'Room on the disk that holds the data directory.',
      await findFreeBytes(dir.root),
    ),
    gauge('database_bytes', 'Size of the database file.', (await stat(dir.database)).size),
    gauge(
      'backup_time_seconds',
      'When the last backup was made, in seconds since 1970; 0: never.',
      (listBackups(dir)[0]?.madeAt ?? 0) / 1000,
    ),
    gauge(
      'backup_failed',
      '1 when the last nightly backup did not come to its end.',
      Number(hasFailed('backup')),
    ),
    gauge(
      'cleanup_failed',
      '1 when the last nightly deletion did not come to its end.',
      Number(hasFailed('retention')),
    ),
    gauge(
      'files_broken',
      'Documents and images that are not on the disk as they were stored.',
      listBroken(database.read, store).length,
    ),
    ...publishingGauges(shownPublishing(database.read)),
    ...(copies === undefined ? [] : copyGauges(copies.status(), clock.now())),
    ...(standby === undefined ? [] : standbyGauges(standby.lagSeconds())),
  ]
}

function publishingGauges(shown: { problem: string | null } | undefined): Gauge[] {
  if (shown === undefined) return []
  return [
    gauge(
      'images_publishing_failed',
      '1 while product images cannot be published.',
      Number(shown.problem !== null),
    ),
  ]
}

/** A copy that was never confirmed counts as lagging since 1970. */
function copyGauges(status: ReplicaStatus, now: number): Gauge[] {
  return [
    gauge(
      'replication_lag_seconds',
      'How long ago the continuous copy was confirmed to have everything.',
      (now - status.confirmedAt) / 1000,
    ),
    gauge(
      'replication_failed',
      '1 while something keeps the continuous copy from going on.',
      Number(status.problem !== null),
    ),
    gauge(
      'replication_fenced',
      '1 once another Daybook has taken over.',
      Number(status.replacedBy !== null),
    ),
  ]
}

function standbyGauges(lagSeconds: number | undefined): Gauge[] {
  return [
    gauge('following', '1 on a standby.', 1),
    gauge(
      'replication_lag_seconds',
      'How old the book of this standby is at most.',
      lagSeconds ?? Number.POSITIVE_INFINITY,
    ),
  ]
}

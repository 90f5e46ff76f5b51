import { stat } from 'node:fs/promises'
import { listBackups } from '../backup/backups-folder.ts'
import type { Database } from '../db/database.ts'
import { type DataDir, findFreeBytes } from '../disk/data-dir.ts'
import { listBroken } from '../files/scrub.ts'
import type { FileStore } from '../files/store.ts'
import type { Gauge } from '../http/pages/metrics.ts'
import type { ReplicaStatus } from '../replica/status.ts'
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
    {
      name: 'uptime_seconds',
      help: 'How long this process has been running.',
      value: process.uptime(),
    },
    {
      name: 'processor_seconds',
      help: 'Processor time that it has used.',
      value: (user + system) / 1_000_000,
    },
    {
      name: 'memory_bytes',
      help: 'Memory that it takes at the moment.',
      value: process.memoryUsage().rss,
    },
    {
      name: 'disk_free_bytes',
      help: 'Room on the disk that holds the data directory.',
      value: await findFreeBytes(dir.root),
    },
    {
      name: 'database_bytes',
      help: 'Size of the database file.',
      value: (await stat(dir.database)).size,
    },
    {
      name: 'backup_time_seconds',
      help: 'When the last backup was made, in seconds since 1970; 0: never.',
      value: (listBackups(dir)[0]?.madeAt ?? 0) / 1000,
    },
    {
      name: 'backup_failed',
      help: '1 when the last nightly backup did not come to its end.',
      value: Number(hasFailed('backup')),
    },
    {
      name: 'cleanup_failed',
      help: '1 when the last nightly deletion did not come to its end.',
      value: Number(hasFailed('retention')),
    },
    {
      name: 'files_broken',
      help: 'Documents and images that are not on the disk as they were stored.',
      value: listBroken(database.read, store).length,
    },
    ...publishingGauges(shownPublishing(database.read)),
    ...(copies === undefined ? [] : copyGauges(copies.status(), clock.now())),
    ...(standby === undefined ? [] : standbyGauges(standby.lagSeconds())),
  ]
}

function publishingGauges(shown: { problem: string | null } | undefined): Gauge[] {
  if (shown === undefined) return []
  return [
    {
      name: 'images_publishing_failed',
      help: '1 while product images cannot be published.',
      value: Number(shown.problem !== null),
    },
  ]
}

/** A copy that was never confirmed counts as lagging since 1970. */
function copyGauges(status: ReplicaStatus, now: number): Gauge[] {
  return [
    {
      name: 'replication_lag_seconds',
      help: 'How long ago the continuous copy was confirmed to have everything.',
      value: (now - status.confirmedAt) / 1000,
    },
    {
      name: 'replication_failed',
      help: '1 while something keeps the continuous copy from going on.',
      value: Number(status.problem !== null),
    },
    {
      name: 'replication_fenced',
      help: '1 once another Daybook has taken over.',
      value: Number(status.replacedBy !== null),
    },
  ]
}

function standbyGauges(lagSeconds: number | undefined): Gauge[] {
  return [
    { name: 'following', help: '1 on a standby.', value: 1 },
    {
      name: 'replication_lag_seconds',
      help: 'How old the book of this standby is at most.',
      value: lagSeconds ?? Number.POSITIVE_INFINITY,
    },
  ]
}

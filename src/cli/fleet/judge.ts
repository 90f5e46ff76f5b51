import { freeBytesMin } from '../../platform/disk/data-dir.ts'
import type { Shop, Told } from './ask-shop.ts'

/** A backup is made every night: one that is older than this was missed, in seconds. */
const backupAgeMax = 26 * 60 * 60

/** A copy that is further behind than this does not follow any more, in seconds. */
const lagMax = 5 * 60

/** How a shop is; without `problems` it is well. What it did not tell is null. */
export type ShopState = {
  url: string
  up: boolean
  version: string | null
  documents_waiting: number | null
  orders_waiting: number | null
  /** ISO 8601; null also where there is none yet. */
  backup_at: string | null
  replication_lag_seconds: number | null
  disk_free_bytes: number | null
  /** Answers with a status of 500 and above since it started. */
  errors: number | null
  problems: readonly string[]
}

/** `now` in milliseconds since the epoch. */
export function judge({ url }: Shop, told: Told, now: number): ShopState {
  const figures = 'figures' in told ? told.figures : new Map<string, number>()
  const figure = (name: string) => figures.get(name) ?? null
  const backupAt = figure('backup_time_seconds') ?? 0
  return {
    url,
    up: 'version' in told,
    version: 'version' in told ? told.version : null,
    documents_waiting: figure('documents_waiting'),
    orders_waiting: figure('orders_waiting'),
    backup_at: timeOf(backupAt),
    replication_lag_seconds: figure('replication_lag_seconds'),
    disk_free_bytes: figure('disk_free_bytes'),
    errors: figure('http_request_duration_seconds_count{status="5xx"}'),
    problems: 'problem' in told ? [told.problem] : problemsIn(figures, now / 1000),
  }
}

/** ISO 8601; null for 0, which is never, and for what is no time. */
function timeOf(seconds: number): string | null {
  const time = new Date(seconds * 1000)
  return seconds === 0 || Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** `now` in seconds since the epoch. */
function problemsIn(figures: ReadonlyMap<string, number>, now: number): string[] {
  const figure = (name: string) => figures.get(name) ?? 0
  // A shop that just started has not had its night yet; a follower's backups are the first one's.
  const backupSince = Math.max(figure('backup_time_seconds'), now - figure('uptime_seconds'))
  const faults: [isSo: boolean, says: string][] = [
    [figure('backup_failed') > 0, 'the last backup failed'],
    [
      figure('following') === 0 && now - backupSince > backupAgeMax,
      'no backup was made for more than a day',
    ],
    [figure('cleanup_failed') > 0, 'the last cleanup failed'],
    [figure('files_broken') > 0, `${figure('files_broken')} stored files are damaged or missing`],
    [(figures.get('disk_free_bytes') ?? freeBytesMin) < freeBytesMin, 'its disk is nearly full'],
    [figure('replication_failed') > 0, 'its continuous copy failed'],
    [figure('replication_fenced') > 0, 'another one has taken over from it'],
    [figure('images_publishing_failed') > 0, 'its product images cannot be published'],
    [figure('archive_failed') > 0, 'its documents cannot be archived'],
    [figure('replication_lag_seconds') > lagMax, 'its continuous copy is far behind'],
  ]
  return faults.filter(([isSo]) => isSo).map(([, says]) => says)
}

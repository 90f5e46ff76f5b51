import { AppError } from '../../../../platform/errors.ts'
import { notAllowed } from '../../../../platform/record/read.ts'
import { readSetting } from '../../../../platform/settings.ts'
import { readIsoTime } from '../../../../platform/time.ts'
import { dailyHourSetting, lastOccurrence, readLastRun } from '../../../../platform/upkeep/daily.ts'
import {
  doubtOfClock,
  forecastByClock,
  forecastRetention,
  type Swept,
} from '../../../../platform/upkeep/retention.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { isoTime } from '../../../api/reply.ts'

/** An owner may confirm a time shown this long ago, in milliseconds. */
const seenAgoMs = 5 * 60_000

/** The names of the nightly jobs, in order. */
const jobs = [
  'archive',
  'retention',
  'leftovers',
  'scrub',
  'backup',
  'offsite',
  'old copies',
  'reserved space',
  'upkeep',
] as const

/** The nightly work: its hour, each job's last run, the clock, and a cleanup that a user began. */
export function shownNightly({ database, clock, retention, cleanup }: ConsoleDeps) {
  const now = clock.now()
  const hour = readSetting(database.read, dailyHourSetting)
  const last = cleanup.last()
  return {
    hour,
    now: new Date(now).toISOString(),
    nextAt: new Date(nextOccurrence(now, hour)).toISOString(),
    jobs: jobs.map((name) => {
      const { at, ended, problem = null } = readLastRun(database.read, { name })
      return { name, at: isoTime(at === 0 ? null : at), ended, problem }
    }),
    clock: shownDoubt({ clock, retention }),
    cleanup:
      last === undefined
        ? null
        : { ...last, startedAt: isoTime(last.startedAt), endedAt: isoTime(last.endedAt) },
  }
}

/** Why nothing is deleted, and what would be deleted if the clock is right. Null while the clock is trusted. */
export function shownDoubt({ clock, retention }: Pick<ConsoleDeps, 'clock' | 'retention'>) {
  const now = clock.now()
  const doubt = doubtOfClock(retention, now)
  if (doubt === undefined) return null
  return {
    kind: doubt.kind,
    says: new Date(now).toISOString(),
    lastSeen: new Date(doubt.lastSeen).toISOString(),
    held: forecastByClock(retention, now),
  }
}

/** An owner confirms exactly the time that was shown. Throws AppError `conflict`, `invalid_request`. */
export function requireSeenTime(says: string, now: number): void {
  const seen = readIsoTime(says, '00:00:00')
  if (seen === undefined) throw notAllowed('says', 'a time such as 2027-03-31T18:00:00Z', says)
  if (Math.abs(now - seen) <= seenAgoMs) return
  throw new AppError(
    'conflict',
    "This computer's clock says another time than the page showed: load the page again, and confirm what it says then.",
  )
}

/** What a cleanup would delete now. Null while the clock is not trusted, because nothing would be deleted. */
export function shownForecast({ clock, retention }: ConsoleDeps): { wouldGo: Swept | null } {
  try {
    return { wouldGo: forecastRetention(retention, clock.now()) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return { wouldGo: null }
    throw error
  }
}

/** The next time when the wall clock shows this hour. */
function nextOccurrence(now: number, hour: number): number {
  const next = new Date(lastOccurrence(now, hour))
  next.setDate(next.getDate() + 1)
  return next.getTime()
}

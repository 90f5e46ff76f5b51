import { Type } from '@sinclair/typebox'
import type { Clock } from '../time.ts'
import type { Database } from '../db/database.ts'
import type { Conn } from '../db/connection.ts'
import { AppError, problemOf } from '../errors.ts'
import type { ReservedSpace } from './reserved-space.ts'
import type { Log } from '../log.ts'
import { tickRetentionClock, type Retention } from './retention.ts'
import { declareSetting, readSetting, writeSetting } from '../settings.ts'

/** How often the timer checks for due jobs, and how often it notes the time in the database. */
const lookEveryMs = 60_000
const tickEveryMs = 60 * 60 * 1000

/** How long after a start the jobs of a missed night wait: the person who starts Daybook wants to use it first. */
const defaultSettlingMs = 20_000

/** The local hour at which the daily work runs. */
export const dailyHourSetting = declareSetting({
  name: 'daily.hour',
  schema: Type.Integer({ minimum: 0, maximum: 23 }),
  default: 3,
})

/**
 * A job that runs once a day, in the order of the list. A failure does not stop the next job. A job ends early, and may throw, when the
 * signal says that the server stops.
 */
export type DailyJob = { name: string; run(now: number, signal: AbortSignal): Promise<void> }

export type DailyOptions = {
  /** Writes here do not wait for the confirmation of a copy: the nightly work has to run without a network too. */
  database: Database
  /** Freed when a full disk prevents the jobs from starting: one of them cleans up. */
  reservedSpace: Pick<ReservedSpace, 'withRoom'>
  /** The cleanup: the time is noted for it. */
  retention: Pick<Retention, 'database' | 'sweeps'>
  clock: Clock
  log: Log
  jobs: readonly DailyJob[]
  /** Milliseconds from the start to the first check of the jobs. Default: 20,000. */
  settlingMs?: number
}

type DailyTimer = { stop(): Promise<void> }

/** Notes the time. Runs the daily jobs at their hour, or some time after the start when a day was missed. */
export function startDailyTimer(options: DailyOptions): DailyTimer {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let lastTick: number | undefined
  const tick = async () => {
    const monotonic = performance.now()
    if (lastTick !== undefined && monotonic - lastTick < tickEveryMs) return
    // Some running-time clocks continue while a laptop sleeps. That sleep must not count.
    const ranMs = lastTick === undefined ? 0 : Math.min(monotonic - lastTick, tickEveryMs)
    lastTick = monotonic
    await guarded(options.log, 'clock', () =>
      tickRetentionClock(options.retention, options.clock.now(), ranMs),
    )
  }
  const work = async () => {
    await tick()
    for (const job of options.jobs) {
      if (!stopping.signal.aborted) await runIfDue(options, job, stopping.signal)
    }
  }
  const look = () => {
    running ??= work().finally(() => {
      running = undefined
    })
  }
  const firstTick = tick()
  const settling = setTimeout(look, options.settlingMs ?? defaultSettlingMs)
  const timer = setInterval(look, lookEveryMs)
  return {
    async stop() {
      clearTimeout(settling)
      clearInterval(timer)
      stopping.abort()
      await firstTick
      await running
    },
  }
}

/** Runs a job when its hour has come since its last run, or when that run did not finish. */
export async function runIfDue(
  options: DailyOptions,
  job: DailyJob,
  signal: AbortSignal,
): Promise<void> {
  const { database, reservedSpace, clock, log } = options
  const note = (run: LastRun) =>
    reservedSpace.withRoom(() =>
      database.write((conn) => writeSetting(conn, lastRunSetting(job), run)),
    )
  await guarded(log, job.name, async () => {
    const now = clock.now()
    const hour = readSetting(database.read, dailyHourSetting)
    if (!isDue(readSetting(database.read, lastRunSetting(job)), now, hour)) return
    await note({ at: now, ended: false })
    const problem = await guarded(log, job.name, () => job.run(now, signal))
    // A failed job is tried again the next day, not every minute. An interrupted one continues at the next start.
    if (!signal.aborted) await note({ at: now, ended: true, problem })
  })
}

/** A run with a time in the future was recorded by a wrong clock: waiting for that day could take years. */
function isDue({ at, ended }: LastRun, now: number, hour: number): boolean {
  return !ended || at > now || at < lastOccurrence(now, hour)
}

/** The last time that the local clock showed this hour, in milliseconds since the epoch. */
export function lastOccurrence(now: number, hour: number): number {
  const at = new Date(now)
  at.setHours(hour, 0, 0, 0)
  if (at.getTime() > now) at.setDate(at.getDate() - 1)
  return at.getTime()
}

/** A timer can report only to the log: an error must not end the process. Returns null without an error. */
async function guarded(log: Log, name: string, work: () => Promise<void>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof AppError) log.warn(`${name}: ${error.message}`)
    else log.error(`${name} failed.`, { error })
    return problemOf(error)
  }
}

/** When a job last began, in milliseconds since the epoch (0: never), whether that run ended, and why it failed. */
type LastRun = { at: number; ended: boolean; problem?: string | null }

export function readLastRun(conn: Conn, job: Pick<DailyJob, 'name'>): LastRun {
  return readSetting(conn, lastRunSetting(job))
}

export function lastRunSetting(job: Pick<DailyJob, 'name'>) {
  return declareSetting({
    name: `daily.${job.name}`,
    schema: Type.Object({
      at: Type.Number(),
      ended: Type.Boolean(),
      problem: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
    default: { at: 0, ended: true },
  })
}

import {
  confirmClock,
  doubtSentence,
  judgeClock,
  tickClock,
  type ClockDoubt,
  type NewestRecord,
} from './clock-guard.ts'
import type { Clock } from '../time.ts'
import type { Database } from '../db/database.ts'
import type { Conn } from '../db/connection.ts'
import type { Command, WriteOptions } from '../db/write-queue.ts'
import { AppError } from '../errors.ts'
import { jobs, requireIdle, type Job } from '../jobs.ts'
import type { Log } from '../log.ts'
import type { ReservedSpace } from './reserved-space.ts'

/** Pause between two batches, in milliseconds, in which others work. */
const pauseMs = 10

/** What a cleanup deleted, or would delete. */
export type Swept = { scans: number; documents: number; bytes: number }

/** A kind of data that retention deletes. Its owner decides what is old and how it is deleted. */
export type Sweep = {
  name: string
  /** Deletes one batch, small enough to delay others by less than 50 ms. */
  sweepBatch(conn: Conn, now: number): Swept & { done: boolean }
  /** What a cleanup would delete now. */
  forecast(conn: Conn, now: number): Swept
  newestRecord: NewestRecord
}

export type Retention = {
  database: Database
  /** Freed when the disk is too full to delete anything. */
  reservedSpace: Pick<ReservedSpace, 'withRoom'>
  sweeps: readonly Sweep[]
  /** Records a finished cleanup in the account history. */
  record(conn: Conn, now: number, swept: Swept): void
  /** Records in the same way that an owner confirmed the clock. `by` is the owner's id, if known. */
  recordConfirmation(conn: Conn, now: number, by?: string): void
}

/** The actions of retention in the account history, with their subjects. */
export const retentionActions = { cleanup: 'settings', 'clock confirmed': 'settings' } as const

type RetentionOptions = {
  /** True when an owner confirms the clock. */
  confirmClock?: boolean
  /** Ends the cleanup between two batches. */
  signal?: AbortSignal
  /** Called after each batch with the total so far. */
  onProgress?: (swept: Swept) => void
}

type Write = <T>(command: Command<T>, options?: WriteOptions) => Promise<T>

const nothing: Swept = { scans: 0, documents: 0, bytes: 0 }

/**
 * Deletes expired data, a batch at a time. It can stop anywhere and be run again. Throws AppError `conflict` when the clock cannot be
 * trusted, and then nothing is deleted.
 */
export async function runRetention(
  retention: Retention,
  now: number,
  options: RetentionOptions = {},
): Promise<Swept> {
  const { database, reservedSpace, sweeps, record } = retention
  const write: Write = (command, how) => reservedSpace.withRoom(() => database.write(command, how))
  if (options.confirmClock === true) await confirmRetentionClock(retention, now)
  requireTrustedClock(retention, now)
  let total = nothing
  for (const sweep of sweeps) {
    total = addSwept(total, await runSweep(write, sweep, now, total, options))
  }
  if (total.scans + total.documents + total.bytes > 0) {
    await write((conn) => record(conn, now, total))
  }
  return total
}

/** What a cleanup would delete now. Throws like `runRetention`. */
export function forecastRetention(retention: Retention, now: number): Swept {
  requireTrustedClock(retention, now)
  return forecastByClock(retention, now)
}

/** What a cleanup would delete by this clock, right or wrong. */
export function forecastByClock({ database, sweeps }: Retention, now: number): Swept {
  return sweeps.reduce((sum, sweep) => addSwept(sum, sweep.forecast(database.read, now)), nothing)
}

/** Why nothing may be deleted by this clock. Undefined without doubt. */
export function doubtOfClock({ database, sweeps }: Retention, now: number): ClockDoubt | undefined {
  return judgeClock(database.read, now, newestOf(database.read, sweeps))
}

/** Notes the time for the guard, as `tickClock` does. */
export async function tickRetentionClock(
  { database, sweeps }: Pick<Retention, 'database' | 'sweeps'>,
  now: number,
  ranMs: number,
): Promise<void> {
  await database.write((conn) => tickClock(conn, now, ranMs, () => newestOf(conn, sweeps)))
}

export type CleanupJobs = {
  /** The running cleanup, or the last one since the start of this server, with its progress. */
  last(): Job<Cleanup> | undefined
  /** Starts a cleanup. Throws AppError `conflict` while one runs, and when the clock cannot be trusted. */
  begin(): void
  /** Ends the cleanup between two batches. */
  stop(): Promise<void>
}

type Cleanup = { swept: Swept; expected: Swept }

/** Cleanups that somebody starts at the console. */
export function cleanupJobs({
  retention,
  clock,
  log,
}: {
  retention: Retention
  clock: Clock
  log: Log
}): CleanupJobs {
  const cleanups = jobs<Cleanup>({ clock, log })
  return {
    last: cleanups.last,
    stop: cleanups.stop,
    begin() {
      requireIdle(cleanups, 'It is being cleaned up already.')
      const expected = forecastRetention(retention, clock.now())
      cleanups.begin({ swept: nothing, expected }, async (job, signal) => {
        const onProgress = (swept: Swept) => {
          job.swept = swept
        }
        job.swept = await runRetention(retention, job.startedAt, { signal, onProgress })
      })
    },
  }
}

function requireTrustedClock(retention: Retention, now: number): void {
  const doubt = doubtOfClock(retention, now)
  if (doubt !== undefined) throw new AppError('conflict', doubtSentence(doubt, now))
}

/** An owner confirms the clock: from now on the cleanup uses it. */
export async function confirmRetentionClock(
  { database, reservedSpace, sweeps, recordConfirmation }: Retention,
  now: number,
  by?: string,
): Promise<void> {
  await reservedSpace.withRoom(() =>
    database.write((conn) => {
      confirmClock(conn, now, newestOf(conn, sweeps))
      recordConfirmation(conn, now, by)
    }),
  )
}

async function runSweep(
  write: Write,
  sweep: Sweep,
  now: number,
  before: Swept,
  { signal, onProgress }: RetentionOptions,
): Promise<Swept> {
  let total = nothing
  for (;;) {
    const { done, ...swept } = await write((conn) => sweep.sweepBatch(conn, now), { alone: true })
    total = addSwept(total, swept)
    onProgress?.(addSwept(before, total))
    if (done || signal?.aborted === true) return total
    await Bun.sleep(pauseMs)
  }
}

function newestOf(conn: Conn, sweeps: readonly Sweep[]): number {
  return Math.max(0, ...sweeps.map((sweep) => sweep.newestRecord(conn)))
}

function addSwept(a: Swept, b: Swept): Swept {
  return {
    scans: a.scans + b.scans,
    documents: a.documents + b.documents,
    bytes: a.bytes + b.bytes,
  }
}

import type { Clock } from './time.ts'
import { AppError, problemOf } from './errors.ts'
import type { Log } from './log.ts'

/** Work that somebody asked for, and how far it is. `problem` says why it failed. Times in milliseconds since the epoch. */
export type Job<State> = State & {
  startedAt: number
  endedAt: number | null
  problem: string | null
}

/** Jobs are no part of the database: what a stopped server was at is over. */
type Jobs<State> = {
  /** The one that began last, since the start of this server. */
  last(): Job<State> | undefined
  /** In the order in which they began. */
  underWay(): Job<State>[]
  /** Does the work for somebody who waits for it; it notes in the job how far it is. */
  run<T>(state: State, work: (job: Job<State>) => Promise<T>): Promise<T>
  /** Begins work that nobody waits for: a bug in it is logged. */
  begin(state: State, work: (job: Job<State>, signal: AbortSignal) => Promise<void>): void
  /** Tells what was begun that it should end, and waits for it. */
  stop(): Promise<void>
}

/** Throws AppError `conflict`, with this sentence, while a job is under way. */
export function requireIdle({ underWay }: Pick<Jobs<object>, 'underWay'>, sentence: string): void {
  if (underWay().length > 0) throw new AppError('conflict', sentence)
}

type JobDeps = { clock: Clock; log: Log }

export function jobs<State extends object>({ clock, log }: JobDeps): Jobs<State> {
  const stopping = new AbortController()
  const underWay = new Set<Job<State>>()
  let last: Job<State> | undefined
  let begun: Promise<void> | undefined
  const run = async <T>(state: State, work: (job: Job<State>) => Promise<T>): Promise<T> => {
    const job: Job<State> = { ...state, startedAt: clock.now(), endedAt: null, problem: null }
    last = job
    underWay.add(job)
    try {
      return await work(job)
    } catch (error) {
      job.problem = problemOf(error)
      throw error
    } finally {
      job.endedAt = clock.now()
      underWay.delete(job)
    }
  }
  return {
    last: () => last,
    underWay: () => [...underWay],
    run,
    begin(state, work) {
      begun = run(state, (job) => work(job, stopping.signal)).catch((error: unknown) => {
        if (!(error instanceof AppError))
          log.error('What was begun at the console failed.', { error })
      })
    },
    async stop() {
      stopping.abort()
      await begun
    },
  }
}

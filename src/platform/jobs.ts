import type { Clock } from './time.ts'
import { AppError, problemOf } from './errors.ts'
import type { Log } from './log.ts'

/** Work that somebody started, and its progress. `problem` says why it failed. Times in milliseconds since the epoch. */
export type Job<State> = State & {
  startedAt: number
  endedAt: number | null
  problem: string | null
}

/** Jobs are not in the database: the work of a stopped server is over. */
type Jobs<State> = {
  /** The job that began last, since the start of this server. */
  last(): Job<State> | undefined
  /** Running jobs, in the order of their start. */
  underWay(): Job<State>[]
  /** Does the work for a waiting caller. The work records its progress in the job. */
  run<T>(state: State, work: (job: Job<State>) => Promise<T>): Promise<T>
  /** Starts work that nobody waits for. A bug in it is logged. */
  begin(state: State, work: (job: Job<State>, signal: AbortSignal) => Promise<void>): void
  /** Signals all started work to end, and waits for it. */
  stop(): Promise<void>
}

/** Throws AppError `conflict`, with this sentence, while a job runs. */
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

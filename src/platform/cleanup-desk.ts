import type { Clock } from './clock.ts'
import { AppError } from './errors.ts'
import type { Log } from './log.ts'
import { forecastRetention, runRetention, type Retention, type Swept } from './retention.ts'

/** A cleanup that somebody asked for: what went so far, of how much. Times in milliseconds since the epoch. */
type Cleanup = {
  startedAt: number
  endedAt: number | null
  swept: Swept
  expected: Swept
  problem: string | null
}

/** Runs the cleanup for somebody at the console, and says how far it is. */
export type CleanupDesk = {
  /** The one that runs, else the last one since the start of this server. */
  last(): Cleanup | undefined
  /** Begins. Throws AppError `conflict` while one is under way, and when the clock cannot be trusted. */
  begin(): void
  /** Ends it between two batches. */
  stop(): Promise<void>
}

type CleanupDeps = { retention: Retention; clock: Clock; log: Log }

export function cleanupDesk(deps: CleanupDeps): CleanupDesk {
  const stopping = new AbortController()
  let last: Cleanup | undefined
  let running: Promise<void> | undefined
  return {
    last: () => last,
    begin() {
      if (running !== undefined) throw new AppError('conflict', 'It is being cleaned up already.')
      const now = deps.clock.now()
      const expected = forecastRetention(deps.retention, now)
      const begun: Cleanup = {
        startedAt: now,
        endedAt: null,
        expected,
        problem: null,
        swept: { scans: 0, documents: 0, bytes: 0 },
      }
      last = begun
      running = run(deps, begun, stopping.signal).finally(() => {
        begun.endedAt = deps.clock.now()
        running = undefined
      })
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function run({ retention, log }: CleanupDeps, begun: Cleanup, signal: AbortSignal) {
  const onProgress = (swept: Swept) => {
    begun.swept = swept
  }
  try {
    begun.swept = await runRetention(retention, begun.startedAt, { signal, onProgress })
  } catch (error) {
    if (error instanceof AppError) {
      begun.problem = error.message
      return
    }
    log.error('The cleanup failed.', { error })
    begun.problem = 'Something went wrong inside Daybook; its log says what.'
  }
}

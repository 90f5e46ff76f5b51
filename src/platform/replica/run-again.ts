import { problemOf } from '../errors.ts'
import { sleep } from '../sleep.ts'

/** Pauses before it is started again, in milliseconds: doubled each time, from the first up to the last. */
const pause = { firstMs: 1_000, lastMs: 60_000 }

type Supervision = {
  isOver(): boolean
  /** Ends a pause. */
  signal: AbortSignal
  /** Hears why it ended. */
  tell(problem: string): void
}

/** Does again, after pauses, what should never end. */
export async function runAgainAndAgain(
  run: () => Promise<void>,
  { isOver, signal, tell }: Supervision,
): Promise<void> {
  let pauseMs = pause.firstMs
  while (!isOver()) {
    const begun = performance.now()
    try {
      await run()
    } catch (error) {
      if (!isOver()) tell(problemOf(error))
    }
    if (isOver()) return
    if (performance.now() - begun > pause.lastMs) pauseMs = pause.firstMs
    await sleep(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, pause.lastMs)
  }
}

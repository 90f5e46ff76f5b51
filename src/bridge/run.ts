import { AppError, problemOf } from '../platform/errors.ts'
import { sleep } from '../platform/sleep.ts'
import { isSilent, report, reportSilent } from './report.ts'
import { isRolledBack } from './rolled-back.ts'
import { round, type Round, type RoundDeps } from './round.ts'

/** How a round ended: what it came to, or why it could not be made. */
export type Ended = Round | { problem: string }

type RunOptions = {
  /** Between two rounds, in milliseconds. */
  everyMs: number
  signal: AbortSignal
  onRound(ended: Ended): void
}

/** After rounds that failed the next waits longer, twice as long each time, up to this, in milliseconds. */
const waitMaxMs = 5 * 60_000

/** Makes rounds until it is told to stop. The document that is under way is finished first. */
export async function run(
  deps: RoundDeps,
  { everyMs, signal, onRound }: RunOptions,
): Promise<void> {
  let failed = 0
  while (!signal.aborted) {
    const ended = await runOnce(deps, signal)
    failed = 'problem' in ended ? failed + 1 : 0
    onRound(ended)
    await sleep(waitAfter(everyMs, failed), signal)
  }
}

/** In milliseconds, before the next round, when so many have failed one after the other. */
export function waitAfter(everyMs: number, failed: number): number {
  return Math.min(everyMs * 2 ** failed, Math.max(waitMaxMs, everyMs))
}

/** One round, and the page that shows it is told how it was. When it is told to stop, it ends with the document under way. */
export async function runOnce(deps: RoundDeps, signal?: AbortSignal): Promise<Ended> {
  try {
    const done = await round(deps, signal)
    await report(deps, done.condition)
    return done
  } catch (error) {
    // What is missing is looked for as soon as somebody has said that the books are right.
    if (isRolledBack(error)) deps.state.watchedAt = 0
    deps.log.warn('A round of the bridge ended early.', { error })
    const problem = problemOf(error)
    await reportProblem(deps, error, problem)
    return { problem }
  }
}

/** Daybook may be what does not answer: then its page says that nothing was heard of the bridge. */
async function reportProblem(deps: RoundDeps, error: unknown, problem: string): Promise<void> {
  try {
    // Who was silent was told so by the round: to ask again takes as long again.
    if (isSilent(error)) return await reportSilent(deps, error)
    const condition = await deps.books.health()
    const sentence = isRolledBack(error) ? problem : condition.sentence
    await report(deps, { ...condition, sentence })
  } catch (other) {
    if (!(other instanceof AppError)) throw other
  }
}

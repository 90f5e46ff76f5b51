import { AppError, problemOf } from '../platform/errors.ts'
import { sleep } from '../platform/sleep.ts'
import { isSilent, report, reportSilent } from './report.ts'
import { isRolledBack } from './rolled-back.ts'
import { round, type Round, type RoundDeps } from './round.ts'

/** How a round ended: its outcome, or why it failed. */
export type Ended = Round | { problem: string }

type RunOptions = {
  /** Between two rounds, in milliseconds. */
  everyMs: number
  signal: AbortSignal
  onRound(ended: Ended): void
}

/** The longest wait in milliseconds. The wait doubles after each failed round. */
const waitMaxMs = 5 * 60_000

/** Runs rounds until the signal stops it. Finishes the current document first. */
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

/** Milliseconds to wait after so many failed rounds in a row. */
export function waitAfter(everyMs: number, failed: number): number {
  return Math.min(everyMs * 2 ** failed, Math.max(waitMaxMs, everyMs))
}

/** Runs one round and reports it to Daybook. On a stop signal it finishes the current document first. */
export async function runOnce(deps: RoundDeps, signal?: AbortSignal): Promise<Ended> {
  try {
    const done = await round(deps, signal)
    await report(deps, done.condition)
    return done
  } catch (error) {
    // Look for missing vouchers as soon as a person has confirmed the accounts.
    if (isRolledBack(error)) deps.state.watchedAt = 0
    deps.log.warn('A round of the bridge ended early.', { error })
    const problem = problemOf(error)
    await reportProblem(deps, error, problem)
    return { problem }
  }
}

/** If Daybook itself does not answer, its page shows that the bridge is silent. */
async function reportProblem(deps: RoundDeps, error: unknown, problem: string): Promise<void> {
  try {
    // The round already waited for the accounts. Asking again would take as long.
    if (isSilent(error)) return await reportSilent(deps, error)
    const condition = await deps.books.health()
    const sentence = isRolledBack(error) ? problem : condition.sentence
    await report(deps, { ...condition, sentence })
  } catch (other) {
    if (!(other instanceof AppError)) throw other
  }
}

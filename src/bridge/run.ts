import { subjectOf } from './deliver.ts'
import { isRolledBack } from './desk.ts'
import { keyOf } from './keys.ts'
import { isSilent, report, reportSilent } from './report.ts'
import { round, type Round, type RoundDeps } from './round.ts'
import { type Problem, type Voucher, totalOf } from './vouchers/voucher.ts'
import { vouchersOf } from './vouchers/vouchers-of.ts'
import { dayInIndia } from '../paper/values.ts'
import { AppError, problemOf } from '../platform/errors.ts'
import { sleep } from '../platform/time.ts'

/** How a round ended: its outcome, or why it failed. */
export type Ended = Round | { problem: string }

export type RunOptions<Outcome> = {
  /** Between two rounds, in milliseconds. */
  everyMs: number
  signal: AbortSignal
  onRound(ended: Outcome): void
}

/** The longest wait in milliseconds. The wait doubles after each failed round. */
const waitMaxMs = 5 * 60_000

/** Runs rounds until the signal stops it. Finishes the current document first. */
export async function run(deps: RoundDeps, options: RunOptions<Ended>): Promise<void> {
  await repeat(() => runOnce(deps, options.signal), options)
}

/** Repeats a round until the signal stops it. After failures it waits longer each time. */
export async function repeat<Outcome extends object>(
  once: () => Promise<Outcome>,
  { everyMs, signal, onRound }: RunOptions<Outcome>,
): Promise<void> {
  let failed = 0
  while (!signal.aborted) {
    const ended = await once()
    failed = 'problem' in ended ? failed + 1 : 0
    onRound(ended)
    await sleep(Math.min(everyMs * 2 ** failed, Math.max(waitMaxMs, everyMs)), signal)
  }
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

/** A voucher that a round would write, or why it would not. */
export type Trial = {
  subject: string
  part: number
  kind: Voucher['kind'] | ''
  date: string
  party: string
  reference: string
  /** Paise. */
  total: number
  problems: readonly Problem[]
  /** The text that would be sent, or ''. */
  text: string
}

/**
 * Lists what a round would write. Writes nothing, neither to the accounts nor to the journal. Calls `onRefused` when Daybook refuses the
 * key for orders. Throws AppError like `round`.
 */
export async function* dryRun(
  deps: RoundDeps,
  onRefused: (refusal: AppError) => void,
): AsyncGenerator<Trial> {
  const { daybook, install, books } = deps
  const mappings = await daybook.mappings()
  const { health } = await books.health()
  for await (const waiting of daybook.waiting(onRefused)) {
    if (waiting.delivered === undefined) continue
    for (const { part, voucher, problems } of vouchersOf(
      waiting.delivered,
      mappings,
      dayInIndia(deps.clock.now()),
    )) {
      const key = keyOf({ install, kind: waiting.kind, id: waiting.id, part })
      const more =
        voucher === undefined || problems.length > 0 || health !== 'ready'
          ? []
          : await books.check(voucher)
      const all = [...problems, ...more]
      const text = voucher === undefined || all.length > 0 ? '' : await books.render(voucher, key)
      yield trialOf(subjectOf(waiting), part, voucher, all, text)
    }
  }
}

function trialOf(
  subject: string,
  part: number,
  voucher: Voucher | undefined,
  problems: readonly Problem[],
  text: string,
): Trial {
  return {
    subject,
    part,
    kind: voucher?.kind ?? '',
    date: voucher?.date ?? '',
    party: voucher?.party ?? '',
    reference: voucher?.reference ?? '',
    total: voucher === undefined ? 0 : totalOf(voucher),
    problems,
    text,
  }
}

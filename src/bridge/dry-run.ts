import type { AppError } from '../platform/errors.ts'
import { subjectOf } from './deliver.ts'
import { keyOf } from './keys.ts'
import type { RoundDeps } from './round.ts'
import type { Problem, Voucher } from './vouchers/voucher.ts'
import { totalOf } from './vouchers/voucher.ts'
import { vouchersOf } from './vouchers/vouchers-of.ts'
import { dayInIndia } from '../paper/values.ts'

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

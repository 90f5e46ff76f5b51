import type { Entered, Standing } from './books.ts'
import { type Found, inAllYears } from './decide.ts'
import type { Result } from './daybook/daybook.ts'
import { notedOf, park } from './desk.ts'
import { fold, type Noted } from './journal/fold.ts'
import type { PartId } from './journal/journal.ts'
import { keyIn } from './keys.ts'
import { resultOfPart } from './results.ts'
import type { RoundDeps } from './round.ts'

/** How long the bridge watches entered vouchers, in milliseconds: as long as Daybook keeps documents, and a few days. */
const watchedMs = 35 * 24 * 60 * 60_000

/** How often the bridge checks, in milliseconds. */
const watchEveryMs = 24 * 60 * 60_000

/** Wait after a failed check, in milliseconds. */
const watchAgainMs = 60 * 60_000

/**
 * Checks at the start and once a day whether entered vouchers are still in the accounts. A voucher that a person deleted or cancelled
 * stays so and is reported: the paper may have been entered by hand, or be missing from the accounts. A voucher that came back is
 * reported too. Returns the results to report. Throws AppError `unavailable`.
 */
export async function watch(deps: RoundDeps): Promise<Result[]> {
  const { journal, clock, books } = deps
  if (clock.now() < deps.state.watchedAt + watchEveryMs) return []
  const since = clock.now() - watchedMs
  const parts = journal.endingIn(['verified', 'acked', 'removed']).filter(({ at }) => at >= since)
  // A failed check does not stop the round, and is not repeated in every round.
  deps.state.watchedAt = clock.now() - watchEveryMs + watchAgainMs
  const there = parts.length === 0 ? new Map() : byKey(await books.ours())
  const changes: Change[] = []
  for (const part of parts) changes.push(...(await changeOf(deps, part, there)))
  // A company that closed meanwhile looks as if all vouchers were gone. This call then throws.
  const mark = changes.length === 0 ? 0 : await books.mark()
  deps.state.watchedAt = clock.now()
  return changes.flatMap((change) => noteChange(deps, change, mark))
}

/** A voucher that disappeared or came back. */
type Change = { part: PartId; found: Found; noted: Noted }

async function changeOf(
  { journal, books }: RoundDeps,
  { subject, part }: PartId,
  there: ReadonlyMap<string, Standing>,
): Promise<Change[]> {
  const noted = fold(journal.linesOf({ subject, part }))
  const { intent, verified } = noted
  // Without an intent: a bridge that had lost its journal found the voucher, so its key is unknown here.
  if (intent === undefined || verified === undefined) return []
  const isThere = there.get(intent.key)?.isCancelled === false
  const found = isThere
    ? 'equal'
    : foundAmong(await inAllYears(books, intent.key, noted, intent.voucher))
  const isAsNoted = (noted.step === 'removed') === (found !== 'equal')
  return isAsNoted ? [] : [{ part: { subject, part }, found, noted }]
}

function noteChange(deps: RoundDeps, { part, found, noted }: Change, mark: number): Result[] {
  if (found === 'equal') noteBack(deps, part, noted, mark)
  else noteGone(deps, part, found, noted)
  return resultOfPart(deps.books, part, notedOf(deps, { part }))
}

function noteGone(deps: RoundDeps, part: PartId, found: Found, { verified }: Noted): void {
  const did = found === 'cancelled' ? 'cancelled' : 'deleted'
  const message = `Voucher ${verified?.voucherNo ?? ''} was ${did} in the books after it had been entered.`
  park(deps, { part }, 'removed', { code: 'removed_in_book', field: '', message })
}

/** A voucher that came back after its acknowledgement needs no second acknowledgement. */
function noteBack({ journal }: RoundDeps, part: PartId, { verified }: Noted, mark: number): void {
  const wasAcked = journal.linesOf(part).some(({ step }) => step === 'acked')
  if (wasAcked) journal.note(part, { step: 'acked', detail: { as: 'verified' } })
  else if (verified !== undefined) {
    journal.note(part, { step: 'verified', detail: { ...verified, mark } })
  }
}

function byKey(entered: readonly Standing[]): Map<string, Standing> {
  return new Map(entered.map((voucher) => [keyIn(voucher.narration) ?? '', voucher]))
}

function foundAmong(entered: readonly Entered[]): Found {
  const [first] = entered
  if (first === undefined) return 'none'
  return entered.every(({ isCancelled }) => isCancelled) ? 'cancelled' : 'equal'
}

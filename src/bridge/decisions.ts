import { type JsonObject, textOf } from '../platform/json/json.ts'
import type { Books, NewLedger } from './books.ts'
import type { Daybook, Decision } from './daybook/daybook.ts'
import { fold, type Noted, type Line } from './journal/fold.ts'
import type { Journal, PartId } from './journal/journal.ts'
import { learn } from './learn.ts'
import { documentsIn, resultOfPart } from './results.ts'

type Deps = { daybook: Daybook; journal: Journal; books: Books }

/** Notes the decisions that people made in the console, even while the accounts are closed. Noting a decision twice does no harm. */
export async function applyDecisions(deps: Deps): Promise<void> {
  const { daybook, journal } = deps
  for await (const decision of daybook.decisions()) {
    const { id, kind, subject, part } = decision
    if (kind === makesLedger) continue
    const line = lineOf(decision)
    if (line === undefined) await daybook.decided(id, false, unknownDecision)
    else {
      // The decision may concern a part that another bridge met, or that this bridge met before it lost its folder.
      await learn(deps, documentsIn(subject))
      const parts = partsOf(journal, line, subject, part)
      for (const each of parts) journal.note(each, line)
      await reportOthers(deps, subject, parts)
      await daybook.decided(id, parts.length > 0, parts.length > 0 ? '' : noPart)
    }
  }
}

/** Creates the ledgers that people asked for. The accounts must be open. Throws AppError `unavailable`. */
export async function makeLedgers({ daybook, books }: Deps): Promise<void> {
  for await (const { id, kind, detail } of daybook.decisions()) {
    if (kind !== makesLedger) continue
    const problem = await books.createLedger(ledgerOf(detail))
    await daybook.decided(id, problem === undefined, problem ?? '')
  }
}

/**
 * The part that a decision names, or all parts of the document that the journal knows. In a statement only rows without an obstacle are
 * retried: a person must name a row that was deleted in the accounts or has to be finished there.
 */
export function partsOf(
  journal: Journal,
  line: Line,
  subject: string,
  part: number | null,
): PartId[] {
  if (part !== null) return [{ subject, part }]
  const known = journal.partsOf(subject)
  if (known.length === 0) return [{ subject, part: 0 }]
  if (line.step !== 'retry' || known.length === 1) return known
  const said = line.detail
  return known.filter((each) => canRetry(fold(journal.linesOf(each)), said))
}

type Said = { isAnother?: boolean; isDeleted?: boolean }

/**
 * Whether a part goes on: if it was not sent, was refused or got no answer. With `isAnother`, only if the accounts already had it. With
 * `isDeleted`, only if it was an exception.
 */
function canRetry({ step, wasSent, trouble }: Noted, { isAnother, isDeleted }: Said): boolean {
  if (isAnother === true) return step === 'already_present'
  if (isDeleted === true) return trouble?.code === 'exception_parked'
  if (step === 'parked') return !wasSent && trouble?.code !== 'changed_since'
  return step === 'rejected' || step === 'unknown'
}

/**
 * Reports the rows that are not retried. Daybook treats a document as settled while a person retries it, so these rows must be reported
 * again.
 */
async function reportOthers(
  { daybook, journal, books }: Deps,
  subject: string,
  tried: readonly PartId[],
): Promise<void> {
  const left = journal.partsOf(subject).filter(({ part }) => tried.every((of) => of.part !== part))
  const results = left.flatMap((part) => resultOfPart(books, part, fold(journal.linesOf(part))))
  const open = results.filter(({ outcome }) => outcome === 'parked' || outcome === 'failed')
  if (open.length > 0) await daybook.tell(open)
}

/** For a statement in which no row can go on by itself. */
export const noPart =
  'No row of it can be tried again without saying which: "daybook bridge retry ID --part ROW" does.'

const makesLedger = 'create_ledger'
const unknownDecision = 'This bridge does not know how to do that: update it.'

function lineOf({ kind, detail }: Decision): Line | undefined {
  const by = textOf(detail, 'by') || 'console'
  switch (kind) {
    case 'retry':
      return { step: 'retry', detail: retryOf(by, detail) }
    case 'settle':
    case 'by_hand':
      return { step: 'settled', detail: { by } }
    case 'drop':
      return { step: 'dropped', detail: { by } }
    default:
      return undefined
  }
}

function retryOf(by: string, detail: JsonObject) {
  return { by, isAnother: detail['another'] === true, isDeleted: detail['deleted'] === true }
}

function ledgerOf(detail: JsonObject): NewLedger {
  return {
    name: textOf(detail, 'name'),
    parent: textOf(detail, 'parent'),
    field: textOf(detail, 'field'),
    gstin: textOf(detail, 'gstin'),
    state: textOf(detail, 'state'),
  }
}

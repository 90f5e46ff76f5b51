import { isImportCode } from '../platform/import-codes.ts'
import type { Books } from './books.ts'
import type { Daybook, Told } from './daybook/daybook.ts'
import type { Waiting } from './daybook/waiting.ts'
import { fold, type Learned, type Step } from './journal/fold.ts'
import type { Journal, PartId } from './journal/journal.ts'

/*
 * Takes over what another bridge of the same accounts, or a journal that was lost, told Daybook: exceptions, unknown outcomes, vouchers
 * that a person deleted, documents that a person took off the list. Without this, the bridge would send them once more.
 */

type Deps = { daybook: Pick<Daybook, 'told'>; journal: Journal; books: Pick<Books, 'system'> }

/** Documents per question to Daybook. A statement may have thousands of parts. */
const askedAtOnce = { scan: 20, order: 100 } as const

/** Notes what other bridges know of some documents or orders. Throws AppError as `Daybook` does. */
export async function learn(
  { daybook, journal }: Deps,
  documents: readonly Pick<Waiting, 'kind' | 'id'>[],
): Promise<void> {
  for (const kind of ['scan', 'order'] as const) {
    const ids = documents.filter((one) => one.kind === kind).map(({ id }) => id)
    for (let at = 0; at < ids.length; at += askedAtOnce[kind]) {
      const told = await daybook.told(kind, ids.slice(at, at + askedAtOnce[kind]))
      for (const one of told.toSorted((a, b) => a.at.localeCompare(b.at)))
        noteLearned(journal, { subject: `${kind}:${one.id}`, part: one.part }, one)
    }
  }
}

function noteLearned(journal: Journal, part: PartId, told: Told): void {
  const learned = learnedFrom(told)
  if (learned === undefined) return
  const lines = journal.linesOf(part)
  // This bridge's own journal knows better.
  if (lines.some(({ step }) => ownSteps.includes(step))) return
  const noted = fold(lines)
  const before = lines.flatMap((line) => (line.step === 'learned' ? line.detail : []))
  // What this bridge reported itself is in its journal already, or is what it learned before.
  if (told.own && (noted.attempts > 0 || before.length > 0)) return
  const isKnown = before.some(
    ({ as, at, revision }) =>
      as === learned.as && at === learned.at && revision === learned.revision,
  )
  if (!isKnown && isNews(learned, before.at(-1))) {
    journal.note(part, { step: 'learned', detail: learned })
  }
}

/** Steps that only follow from a write or read here, or from a person's word. */
const ownSteps: readonly Step[] = ['intent', 'verified', 'settled', 'dropped']

/** Other bridges repeat what they learned. A report of an unknown outcome does not replace a known one. */
function isNews(learned: Learned, before: Learned | undefined): boolean {
  if (before === undefined) return true
  if (isOutcomeUnknown(learned) && !isOutcomeUnknown(before)) return false
  return JSON.stringify(gistOf(learned)) !== JSON.stringify(gistOf(before))
}

function isOutcomeUnknown({ as }: Learned): boolean {
  return as === 'unanswered' || as === 'unknown'
}

function gistOf({ as, attempts, revision, voucher }: Learned) {
  return [as, attempts, revision, voucher?.guid]
}

/** Undefined where nothing was sent or said, or where the accounts refused it. Sending those again enters them once. */
function learnedFrom(told: Told): Learned | undefined {
  const { outcome, settled, code, message, attempts, at, revision, voucher } = told
  const known = {
    code: isImportCode(code) ? code : 'other',
    field: '',
    message,
    attempts,
    at,
    revision,
    ...(voucher && { voucher }),
  } as const
  if (settled === 'by_hand') return { ...known, as: 'settled' }
  if (settled === 'dropped') return { ...known, as: 'dropped' }
  switch (outcome) {
    case 'imported':
      return { ...known, as: voucher === undefined ? 'settled' : 'entered' }
    case 'dropped':
      return { ...known, as: 'dropped' }
    case 'parked':
      if (code === 'exception_parked') return { ...known, as: 'exception' }
      if (code === 'removed_in_book') return { ...known, as: 'removed' }
      if (code === 'target_busy' && attempts > 0) return { ...known, as: 'unanswered' }
      if (code === 'outcome_unknown' || (attempts > 0 && afterSending.includes(code))) {
        return { ...known, as: voucher === undefined ? 'unknown' : 'entered' }
      }
      return undefined
    default:
      return undefined
  }
}

/** Codes that also apply to parts that were never sent. Those have 0 attempts. */
const afterSending = ['changed_since', 'duplicate_in_book', 'other']

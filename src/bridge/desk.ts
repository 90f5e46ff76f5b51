import { importSentence } from '../platform/import-codes.ts'
import type { Clock } from '../platform/time.ts'
import type { Books, Entered } from './books.ts'
import { fold, type Noted } from './journal/fold.ts'
import type { Journal, PartId } from './journal/journal.ts'
import type { Row, Trouble } from './journal/lines.ts'
import type { Problem, Voucher } from './vouchers/voucher.ts'

/** One side of a bridge: the books, and what happened to them. */
export type Desk = {
  books: Books
  journal: Journal
  clock: Clock
  /** When parts that stand in the books' way were last looked up, by their key: in memory, a start looks at once. */
  lookedAt: Map<string, number>
  /**
   * Asked for before anything is sent: throws AppError as soon as somebody else may be given what is worked on. Undefined
   * where nothing is leased.
   */
  requireLease?: () => Promise<void>
}

export type Work = {
  part: PartId
  key: string
  /** Those of all parts of the document. */
  ownKeys: readonly string[]
  /** Undefined when it cannot be made yet, or is not delivered any more. */
  voucher?: Voucher | undefined
  /** What the row of a statement says, and of how many; undefined for what has no rows. */
  row?: Row | undefined
  /** Another row was settled in its place: nothing is done until a person asks for it. */
  isHeld?: boolean
  /** Why it must not be written. */
  problems: readonly Problem[]
  /** How many parts the document has; 0 where only the journal knows of it. */
  parts: number
  /** Its state in Daybook; '' where only the journal knows of it. */
  revision: string | number
  /** It waits in Daybook: nothing else is sent, unless a person asks. */
  isWanted: boolean
  /** What to do with what somebody entered by hand: ask, or count it as entered. */
  whenPresent: 'ask' | 'acknowledge'
  /** Vouchers carry the day on which they are entered: another day is no change of the document. */
  isDatedToday: boolean
}

export function notedOf({ journal }: Desk, { part }: Pick<Work, 'part'>): Noted {
  return fold(journal.linesOf(part))
}

/** Whether the document says something else than what was entered. */
export function hasChanged(
  { voucher: before }: Noted,
  { voucher: now, isDatedToday }: Pick<Work, 'voucher' | 'isDatedToday'>,
): boolean {
  if (before === undefined || now === undefined) return false
  const content = (of: Voucher) => JSON.stringify(isDatedToday ? { ...of, date: '' } : of)
  return content(before) !== content(now)
}

/** Whether others met it in another state of the document, or nobody knows in which: what they know may be of something else. */
export function isOfOtherState(
  { learned }: Pick<Noted, 'learned'>,
  { revision }: Pick<Work, 'revision'>,
): boolean {
  if (learned === undefined) return false
  const { revision: then = '' } = learned
  return then === '' || then !== String(revision)
}

export function noteVerified(
  desk: Desk,
  work: Work,
  noted: Noted,
  entered: Entered | undefined,
): void {
  if (entered === undefined) return
  const isKnown =
    (noted.step === 'verified' && noted.verified?.isDraft !== true) || noted.step === 'acked'
  const isNews = noted.voucher === undefined || hasChanged(noted, work)
  const { guid, masterId, alterId, voucherNo } = entered
  const isDraft = isToSubmit(desk, entered, work.voucher ?? noted.voucher)
  const isSameDraft = isDraft && noted.verified?.isDraft === true && noted.verified.guid === guid
  if ((isKnown || isSameDraft) && !noted.isAsked && !isNews) return
  const voucher = isNews && work.voucher !== undefined ? { voucher: work.voucher } : {}
  const { revision, parts } = work
  const state = work.isWanted ? { revision, parts } : {}
  desk.journal.note(work.part, {
    step: 'verified',
    detail: {
      guid,
      masterId,
      alterId,
      voucherNo,
      mark: alterId,
      ...(isDraft && { isDraft }),
      ...voucher,
      ...state,
    },
  })
}

/** A draft that goes into the accounts: not where the shop wants drafts. */
export function isToSubmit(
  { books }: Pick<Desk, 'books'>,
  { isOptional }: Pick<Entered, 'isOptional'>,
  voucher: Voucher | undefined,
): boolean {
  return books.submit !== undefined && isOptional && voucher?.isOptional !== true
}

/** Notes what stands in the way, when it is not noted already. */
export function park(
  desk: Desk,
  { part, row }: Pick<Work, 'part' | 'row'>,
  step: 'parked' | 'removed',
  { code, field, message }: Trouble,
): Noted {
  const noted = notedOf(desk, { part })
  const trouble = { code, field, message: message === '' ? importSentence(code) : message }
  const isNoted =
    noted.step === step &&
    !noted.isAsked &&
    JSON.stringify(noted.trouble) === JSON.stringify(trouble) &&
    (row === undefined || JSON.stringify(noted.row) === JSON.stringify(row))
  if (isNoted) return noted
  desk.journal.note(part, { step, detail: { ...trouble, ...(row && { row }) } })
  return notedOf(desk, { part })
}

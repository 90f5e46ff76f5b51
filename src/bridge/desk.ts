import type { Books, Entered } from './books.ts'
import { fold, type Noted, type Row } from './journal/fold.ts'
import type { Journal, PartId } from './journal/journal.ts'
import type { Problem, Voucher } from './vouchers/voucher.ts'
import { AppError } from '../platform/errors.ts'
import { importSentence } from '../platform/import-codes.ts'
import type { Clock } from '../platform/time.ts'

/** The accounts, and the journal of what happened to each part. */
export type Desk = {
  books: Books
  journal: Journal
  clock: Clock
  /** When parts with an obstacle were last looked up in the accounts, by their key. Kept in memory only, so a restart looks at once. */
  lookedAt: Map<string, number>
  /**
   * Called before anything is sent. Throws AppError as soon as another worker may hold the document. Undefined where the bridge has no
   * leases.
   */
  requireLease?: () => Promise<void>
}

export type Work = {
  part: PartId
  key: string
  /** The keys of all parts of the document. */
  ownKeys: readonly string[]
  /** Undefined when no voucher can be made yet, or when Daybook no longer delivers the document. */
  voucher?: Voucher | undefined
  /** For a row of a statement: what the row says, and how many rows there are. */
  row?: Row | undefined
  /** Another row was settled in this place. Nothing happens until a person asks for this row. */
  isHeld?: boolean
  /** Why the voucher must not be written. */
  problems: readonly Problem[]
  /** How many parts the document has. 0 where only the journal knows the document. */
  parts: number
  /** The document's state in Daybook. '' where only the journal knows the document. */
  revision: string | number
  /** The document waits in Daybook. The bridge sends no others, unless a person asks. */
  isWanted: boolean
  /** What to do when somebody has entered the document by hand: ask a person, or count it as entered. */
  whenPresent: 'ask' | 'acknowledge'
  /** Vouchers get the day of entry as their date, so another day is not a change of the document. */
  isDatedToday: boolean
}

export function notedOf({ journal }: Desk, { part }: Pick<Work, 'part'>): Noted {
  return fold(journal.linesOf(part))
}

/** Whether the document differs from what was entered. */
export function hasChanged(
  { voucher: before }: Noted,
  { voucher: now, isDatedToday }: Pick<Work, 'voucher' | 'isDatedToday'>,
): boolean {
  if (before === undefined || now === undefined) return false
  const content = (of: Voucher) => JSON.stringify(isDatedToday ? { ...of, date: '' } : of)
  return content(before) !== content(now)
}

/** Whether another bridge met a different state of the document, or an unknown one. What it knew may not apply to this state. */
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

/** Whether a draft is to be submitted. Not where the shop wants drafts. */
export function isToSubmit(
  { books }: Pick<Desk, 'books'>,
  { isOptional }: Pick<Entered, 'isOptional'>,
  voucher: Voucher | undefined,
): boolean {
  return books.submit !== undefined && isOptional && voucher?.isOptional !== true
}

/** Notes an obstacle, unless the journal has it already. */
export function park(
  desk: Desk,
  { part, row }: Pick<Work, 'part' | 'row'>,
  step: 'parked' | 'removed',
  { code, field, message }: Problem,
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

/**
 * The accounts' mark falls only when somebody restored an older copy. Vouchers that were acknowledged are then gone, and a person has to
 * say which of them to enter again.
 */
export function requireMark(journal: Journal, mark: number): void {
  if (mark >= journal.highestMark()) return
  throw new AppError(
    'conflict',
    'The books went back to an earlier state, as after a restore: what was entered since may be gone there. Nothing is entered until somebody says with "daybook bridge settle books" that what they show now is right; what is missing then is listed, and can be tried again.',
    { bridge: 'book_rolled_back' },
  )
}

export function isRolledBack(error: unknown): boolean {
  return error instanceof AppError && error.details['bridge'] === 'book_rolled_back'
}

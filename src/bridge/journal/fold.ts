import type { Company } from '../books.ts'
import type { Problem, Voucher } from '../vouchers/voucher.ts'

/** The state of a part, computed from its lines. */
export type Noted = {
  /** The last thing that happened; `none` before anything did. What people said is in the other fields. */
  step: Exclude<Step, 'retry' | 'learned'> | 'none'
  /** Whether the accounts may have the part: it was sent, and they did not refuse it. */
  wasSent: boolean
  /** The last voucher that was sent. */
  intent?: Intent
  /** The accounts' answer to `intent`; undefined when the journal has no answer. */
  answered?: 'accepted' | 'exception'
  /** The voucher in the accounts, as it was read back. */
  verified?: Verified
  /** What the accounts were told, or have. If the document now says something else, the document was changed. */
  voucher?: Voucher | undefined
  trouble?: Problem
  /** The revision of the document that the accounts were told, or have. */
  revision?: string | number | undefined
  /**
   * What another bridge knows of the part, while this one has sent, read and heard nothing. It does not know the content, nor the row.
   */
  learned?: Learned | undefined
  /** The row of the statement that the lines are about. */
  row?: Row | undefined
  /** The step at the time of the acknowledgement. Some steps are what a person said. */
  ackedAs?: string
  /** A person said "go on" since the last event. */
  isAsked: boolean
  /** A person said that the voucher in the accounts is for another paper. */
  isAnother: boolean
  /** A person said, since the last event, that the exception is deleted in the accounts. */
  isDeleted: boolean
  /** The voucher in the accounts is certainly this paper. */
  isSame: boolean
  /** How often the bridge sent the part. */
  attempts: number
  /** Milliseconds since the epoch; 0 before anything happened. */
  firstAt: number
  lastAt: number
}

const nothing: Noted = {
  step: 'none',
  wasSent: false,
  isAsked: false,
  isAnother: false,
  isDeleted: false,
  isSame: false,
  attempts: 0,
  firstAt: 0,
  lastAt: 0,
}

export function fold(lines: readonly Written[]): Noted {
  return lines.reduce(
    (noted, line) => ({
      ...after(noted, line),
      row: rowIn(line) ?? noted.row,
      firstAt: noted.firstAt || line.at,
      lastAt: line.at,
    }),
    nothing,
  )
}

function rowIn({ detail }: Written): Row | undefined {
  return 'row' in detail ? detail.row : undefined
}

function after(noted: Noted, line: Written): Noted {
  const { answered: _, trouble: __, ...before } = noted
  switch (line.step) {
    case 'intent': {
      const { verified: ___, learned: ____, ...unread } = before
      return {
        ...unread,
        step: 'intent',
        intent: line.detail,
        voucher: line.detail.voucher,
        revision: line.detail.revision,
        wasSent: true,
        isAsked: false,
        attempts: noted.attempts + 1,
      }
    }
    case 'answered':
      return { ...noted, step: 'answered', answered: line.detail.outcome }
    case 'unknown':
    case 'submitting':
      return { ...noted, step: line.step }
    case 'rejected':
      return { ...before, step: 'rejected', wasSent: false, isAsked: false, trouble: line.detail }
    case 'verified':
      return {
        ...before,
        step: 'verified',
        verified: line.detail,
        voucher: line.detail.voucher ?? noted.voucher,
        revision: line.detail.revision ?? noted.revision,
        learned: undefined,
        wasSent: true,
        isAsked: false,
      }
    case 'already_present': {
      const { isSame = false, voucher = noted.voucher, row: _row, ...trouble } = line.detail
      return { ...noted, step: line.step, isAsked: false, trouble, isSame, voucher }
    }
    case 'parked':
    case 'removed': {
      const { row: _row, ...trouble } = line.detail
      return { ...noted, step: line.step, isAsked: false, trouble }
    }
    case 'retry': {
      const isAnother = noted.isAnother || line.detail.isAnother === true
      return { ...noted, isAsked: true, isAnother, isDeleted: line.detail.isDeleted === true }
    }
    case 'learned':
      return afterLearned(before, line.detail)
    case 'acked':
      return { ...before, step: 'acked', ackedAs: line.detail.as, isAsked: false }
    case 'settled':
    case 'dropped':
      return { ...before, step: line.step, learned: undefined, isAsked: false }
  }
}

/** Treats what another bridge learned as if it had happened here, except that this bridge does not know what was sent. */
function afterLearned(noted: Noted, learned: Learned): Noted {
  const { verified: _, ...before } = noted
  const { as, attempts, voucher, revision, code, field, message } = learned
  if (as === 'settled' || as === 'dropped') return { ...before, learned, step: as, isAsked: false }
  const verified = voucher && { ...voucher, masterId: 0, alterId: 0, mark: 0 }
  return {
    ...before,
    learned,
    revision,
    step: stepOf[as],
    wasSent: true,
    ...answeredBy(as),
    ...(verified && { verified }),
    ...(as !== 'unanswered' && { trouble: { code, field, message } }),
    isAsked: false,
    attempts: Math.max(before.attempts, attempts),
  }
}

const stepOf = {
  exception: 'parked',
  unanswered: 'unknown',
  unknown: 'parked',
  removed: 'removed',
  entered: 'parked',
} as const

/** Treats an unknown outcome as accepted, so that the bridge never sends the part again by itself. */
function answeredBy(as: keyof typeof stepOf): Pick<Noted, 'answered'> {
  if (as === 'exception') return { answered: 'exception' }
  return as === 'unknown' || as === 'entered' ? { answered: 'accepted' } : {}
}

/** What is about to be written. Noted before the write. */
export type Intent = {
  key: string
  /** The digest of `text`, in hex. */
  sha256: string
  text: string
  voucher: Voucher
  company: Company
  /** The accounts' mark before the write. */
  mark: number
  /** How many parts the document has. */
  parts: number
  /** The revision that was sent, as Daybook named it. Older lines have none. */
  revision?: string | number
}

/** The voucher as it was read back. */
type Verified = {
  guid: string
  masterId: number
  alterId: number
  voucherNo: string
  mark: number
  /** A draft that the bridge is to submit. */
  isDraft?: boolean
  /** The voucher that was found equal, if it is not the one sent last. */
  voucher?: Voucher
  /** The revision of the document that the voucher agrees with, and the number of its parts. Older lines have neither. */
  revision?: string | number
  parts?: number
}

/** The row of a statement when the bridge met it: its printed text, and how many rows the statement had. */
export type Row = { printed: string; of: number }

/** Absent for documents without rows, and in older lines. */
type OfRow = { row?: Row }

/** What another bridge of the same accounts, or a lost journal, told Daybook of a part. `at` is the reported time. */
export type Learned = Problem & {
  /** `unanswered`: sent, and no answer came yet. `unknown`: likewise, and never sent again automatically. */
  as: 'exception' | 'unanswered' | 'unknown' | 'removed' | 'entered' | 'settled' | 'dropped'
  attempts: number
  at: string
  /** The document's revision at that time; '' or absent where nobody said. */
  revision?: string
  voucher?: { guid: string; voucherNo: string }
}

type Present = Problem & {
  guid: string
  voucherNo: string
  /** Party, amount and day agree, and the voucher stands for no other part. Older lines lack this field and the next. */
  isSame?: boolean
  /** The voucher that would have been sent. */
  voucher?: Voucher
}

/**
 * A line of the journal: one step of a part, or what a person said of it.
 * The steps are `intent → answered → verified → acked`. Where drafts are submitted, `submitting` and another `verified` come before
 * `acked`.
 * An obstacle ends the way in `rejected`, `parked`, `already_present` or `removed`. The way goes on from there when a person says so.
 */
export type Line =
  | { step: 'intent'; detail: Intent & OfRow }
  | { step: 'answered'; detail: { outcome: 'accepted' | 'exception'; raw: string } }
  /** No answer came. The bridge looks up the outcome. */
  | { step: 'unknown'; detail: { message: string } }
  | { step: 'rejected'; detail: Problem & { raw: string } }
  | { step: 'verified'; detail: Verified }
  /** The draft is about to be submitted. The bridge looks up the outcome. */
  | { step: 'submitting'; detail: { guid: string } }
  | { step: 'parked'; detail: Problem & OfRow }
  | { step: 'already_present'; detail: Present & OfRow }
  | { step: 'removed'; detail: Problem & OfRow }
  | { step: 'learned'; detail: Learned }
  | { step: 'acked'; detail: { as: string } }
  /**
   * A person says: go on. `isAnother`: the voucher in the accounts is for another paper. `isDeleted`: the exception is deleted in the
   * accounts.
   */
  | { step: 'retry'; detail: { by: string; isAnother?: boolean; isDeleted?: boolean } }
  /** A person says: the part is in the accounts, acknowledge it. */
  | { step: 'settled'; detail: { by: string } & OfRow }
  /** A person says: do not enter the part. */
  | { step: 'dropped'; detail: { by: string } & OfRow }

export type Step = Line['step']

export type Written = Line & {
  /** Rises with every line. */
  seq: number
  /** Milliseconds since the epoch. */
  at: number
}

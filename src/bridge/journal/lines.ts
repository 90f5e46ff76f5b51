import type { ImportCode } from '../../platform/import-codes.ts'
import type { Company } from '../books.ts'
import type { Voucher } from '../vouchers/voucher.ts'

/** What was about to be written, noted before it was. */
export type Intent = {
  key: string
  /** Of `text`, in hex. */
  sha256: string
  text: string
  voucher: Voucher
  company: Company
  /** The books' mark before. */
  mark: number
  /** How many parts the document has. */
  parts: number
  /** The state of the document that was sent, as Daybook named it; older lines have none. */
  revision?: string | number
}

/** The voucher as it was read back. */
export type Verified = {
  guid: string
  masterId: number
  alterId: number
  voucherNo: string
  mark: number
  /** It is a draft that is to be taken into the accounts. */
  isDraft?: boolean
  /** What it agrees with, where that is not what was sent last. */
  voucher?: Voucher
  /** The state of the document that it agrees with, and how many parts that has; older lines have neither. */
  revision?: string | number
  parts?: number
}

export type Trouble = { code: ImportCode; field: string; message: string }

/** The row of a statement as it was met: what it says, and of how many it was one. */
export type Row = { printed: string; of: number }

/** Absent for what is no row, and in older lines. */
type OfRow = { row?: Row }

/** What another bridge of the same books, or a journal that was lost, knew of a part; `at` is when that was, as it was told. */
export type Learned = Trouble & {
  /** `unanswered`: it was sent, and no answer came yet; `unknown`: nor will it be sent again by itself. */
  as: 'exception' | 'unanswered' | 'unknown' | 'removed' | 'entered' | 'settled' | 'dropped'
  attempts: number
  at: string
  /** The state of the document in which that was so; '' or absent where nobody said. */
  revision?: string
  voucher?: { guid: string; voucherNo: string }
}

type Present = Trouble & {
  guid: string
  voucherNo: string
  /** Party, amount and day agree, and it stands for no other part; absent in older lines, as is the next. */
  isSame?: boolean
  /** What would have been sent. */
  voucher?: Voucher
}

/**
 * A line of the journal: an arrow of one part's way, or what a person said of it.
 * `intent → answered → verified → acked`, with `submitting` and another `verified` before `acked` where drafts are submitted; it ends in `rejected`, `parked`, `already_present` or `removed` where something
 * stands in the way, and goes on from there when a person says so.
 */
export type Line =
  | { step: 'intent'; detail: Intent & OfRow }
  | { step: 'answered'; detail: { outcome: 'accepted' | 'exception'; raw: string } }
  /** No answer came; what became of it is looked up. */
  | { step: 'unknown'; detail: { message: string } }
  | { step: 'rejected'; detail: Trouble & { raw: string } }
  | { step: 'verified'; detail: Verified }
  /** About to be taken into the accounts; what became of it is looked up. */
  | { step: 'submitting'; detail: { guid: string } }
  | { step: 'parked'; detail: Trouble & OfRow }
  | { step: 'already_present'; detail: Present & OfRow }
  | { step: 'removed'; detail: Trouble & OfRow }
  | { step: 'learned'; detail: Learned }
  | { step: 'acked'; detail: { as: string } }
  /**
   * A person: go on with it. `isAnother`: what the books have already is another paper. `isDeleted`: what the books kept as an exception is
   * deleted there.
   */
  | { step: 'retry'; detail: { by: string; isAnother?: boolean; isDeleted?: boolean } }
  /** A person: it is in the books; acknowledge it. */
  | { step: 'settled'; detail: { by: string } & OfRow }
  /** A person: it is not to be entered. */
  | { step: 'dropped'; detail: { by: string } & OfRow }

export type Step = Line['step']

export type Written = Line & {
  /** Rises with every line. */
  seq: number
  /** Milliseconds since the epoch. */
  at: number
}

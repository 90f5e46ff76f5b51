import type { ImportCode } from '../../platform/import-codes.ts'
import type { Company } from '../books.ts'
import type { Voucher } from '../vouchers/voucher.ts'

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
export type Verified = {
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

export type Trouble = { code: ImportCode; field: string; message: string }

/** The row of a statement when the bridge met it: its printed text, and how many rows the statement had. */
export type Row = { printed: string; of: number }

/** Absent for documents without rows, and in older lines. */
type OfRow = { row?: Row }

/** What another bridge of the same accounts, or a lost journal, told Daybook of a part. `at` is the reported time. */
export type Learned = Trouble & {
  /** `unanswered`: sent, and no answer came yet. `unknown`: likewise, and never sent again automatically. */
  as: 'exception' | 'unanswered' | 'unknown' | 'removed' | 'entered' | 'settled' | 'dropped'
  attempts: number
  at: string
  /** The document's revision at that time; '' or absent where nobody said. */
  revision?: string
  voucher?: { guid: string; voucherNo: string }
}

type Present = Trouble & {
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
  | { step: 'rejected'; detail: Trouble & { raw: string } }
  | { step: 'verified'; detail: Verified }
  /** The draft is about to be submitted. The bridge looks up the outcome. */
  | { step: 'submitting'; detail: { guid: string } }
  | { step: 'parked'; detail: Trouble & OfRow }
  | { step: 'already_present'; detail: Present & OfRow }
  | { step: 'removed'; detail: Trouble & OfRow }
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

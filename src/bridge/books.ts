import type { ImportCode } from '../platform/import-codes.ts'
import type { Paise, Problem, Voucher } from './vouchers/voucher.ts'

/*
 * What an accounting system must be able to do. Whoever adds one implements `Books`: how a document goes its way is the
 * same for all of them.
 */

/** `silent`: it is there and does not answer, as while a dialog is open; `refused`: the key to it is none any more. */
type Health =
  'closed' | 'silent' | 'refused' | 'no_company' | 'wrong_company' | 'educational' | 'ready'

/** Which books they are: all four together, since a company that was split has its parent's guid. */
export type Company = {
  number: string
  guid: string
  name: string
  /** yyyy-mm-dd */
  booksFrom: string
}

export type Condition = {
  health: Health
  /** The company that is open: another one than the paired where that is what is wrong. */
  company?: Company
  /** What is the matter and what to do, for people. */
  sentence: string
}

/** Whether anything can be entered in them. */
export function isOpen({ health }: Condition): boolean {
  return health === 'ready' || health === 'educational'
}

/** A voucher as the books have it now. */
export type Entered = {
  guid: string
  masterId: number
  /** 0 as `mark` is. */
  alterId: number
  voucherNo: string
  voucherType: string
  /** yyyy-mm-dd */
  date: string
  isCancelled: boolean
  isOptional: boolean
  party: string
  reference: string
  narration: string
  /** With what the lines of stock are booked to, so that they come to 0. */
  entries: { ledger: string; paise: Paise }[]
  items: { item: string; paise: Paise }[]
}

/** As much of it as tells whether it is still there. */
export type Standing = Pick<Entered, 'guid' | 'narration' | 'isCancelled'>

/** What became of a voucher that was written; `raw` is what the books answered. */
export type Answer =
  | { outcome: 'accepted'; raw: string }
  | { outcome: 'refused'; code: ImportCode; message: string; raw: string }
  /** It is kept outside the books, until a person finishes it there. */
  | { outcome: 'exception'; message: string; raw: string }
  /** No whole answer came: it may be in the books, or come into them yet. */
  | { outcome: 'unknown'; message: string; raw: string }

/** A ledger to be made. */
export type NewLedger = {
  name: string
  /** The group that it is under, as the books call it. */
  parent: string
  /** What it is made for, as a problem names it: `party:…`, `ledger:cgst_input:9`. */
  field: string
  /** '' when none is known; so is the state, a name of platform/gst/gst.ts. */
  gstin: string
  state: string
}

/** What the books hold to enter into, as Daybook takes it; what Tally leaves out is left out. */
export type Master = {
  id: string
  name: string
  alter_id: number
  parent?: string
  gstin?: string
  state?: string
  hsn?: string
  gst_rate?: number
  unit?: string
  aliases?: string[]
  reserved_name?: string
  duty_head?: string
  part_no?: string
}

/** A price of a stock item for one of its base unit. */
export type PriceInBooks = {
  /** '' for the standard price. */
  level: string
  /** yyyy-mm-dd from which on it counts; '' for always. */
  from: string
  rupees: number
  /** Per cent. */
  discount: number
}

/** What there is of a stock item. */
export type StockInBooks = {
  name: string
  aliases: string[]
  partNo: string
  /** In its base unit; undefined where it is counted in several. */
  quantity: number | 'blank' | undefined
  /** Per cent. */
  gstRate?: number
  prices: PriceInBooks[]
}

export const masterKinds = ['ledger', 'item', 'unit', 'godown', 'voucher_type'] as const

export type MasterKind = (typeof masterKinds)[number]

export type Books = {
  /** Such as `tally`. */
  system: string
  /** The company that was paired. */
  company: Company
  health(): Promise<Condition>
  /**
   * A number that rises with every change of a voucher; always 0 in books that have none, where what is sent twice under a key must be
   * refused the second time.
   */
  mark(): Promise<number>
  /** Likewise with every change of a master. */
  masterMark(): Promise<number>
  /** The masters of a kind whose `alter_id` is higher than `after`, as they come. */
  masters(kind: MasterKind, after: number): AsyncGenerator<Master>
  /** The groups whose ledgers are sellers, folded. */
  sellerGroups(): Promise<ReadonlySet<string>>
  /** What there is of each stock item today, as they come. Throws AppError `conflict` where the books cannot tell. */
  stock(): AsyncGenerator<StockInBooks>
  /** What stands in the way: masters that are missing, a date that the books are not open for, sums. */
  check(voucher: Voucher): Promise<Problem[]>
  /** What will be written, as the journal keeps it. */
  render(voucher: Voucher, key: string): string | Promise<string>
  write(text: string): Promise<Answer>
  /** Takes a draft into the accounts; absent where a voucher is in them when it is written, or a person takes it in. */
  submit?(entered: Entered): Promise<Answer>
  /** Vouchers that carry a key, in the months around a date; `wide`: in all years of the books. */
  withKey(key: string, date: string, width: 'near' | 'wide'): Promise<Entered[]>
  /** The voucher that has it, in any year; none when it was deleted. */
  withGuid(guid: string): Promise<Entered[]>
  /** All that were entered from Daybook and are dated within the last months. */
  ours(): Promise<Standing[]>
  /** Vouchers that look like this one, from another hand or another document: `ownKeys` are those of this one. */
  likely(voucher: Voucher, ownKeys: readonly string[]): Promise<Entered[]>
  /** Makes a ledger that a person asked for, unless it is there. Answers what went wrong. */
  createLedger(ledger: NewLedger): Promise<string | undefined>
  /** What the books have otherwise than it was sent, in words; none when they agree. */
  differences(voucher: Voucher, entered: Entered): string[]
}

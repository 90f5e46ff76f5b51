import type { ImportCode } from '../platform/import-codes.ts'
import type { Paise, Problem, Voucher } from './vouchers/voucher.ts'

/*
 * What the bridge needs from an accounting system. Implement `Books` to add another system. How the bridge enters a document is the same
 * for all systems.
 */

/** `silent`: the accounting system is running and does not answer, as while a dialog is open. `refused`: it no longer accepts our key. */
type Health =
  'closed' | 'silent' | 'refused' | 'no_company' | 'wrong_company' | 'educational' | 'ready'

/** Identifies the accounts. All four values are needed: a company that was split keeps its parent's guid. */
export type Company = {
  number: string
  guid: string
  name: string
  /** yyyy-mm-dd */
  booksFrom: string
}

export type Condition = {
  health: Health
  /** The open company. Where the wrong company is open, this is that one and not the paired company. */
  company?: Company
  /** What is wrong and what to do, for people. */
  sentence: string
}

/** Whether the bridge can enter vouchers in these accounts. */
export function isOpen({ health }: Condition): boolean {
  return health === 'ready' || health === 'educational'
}

/** A voucher as it is in the accounts now. */
export type Entered = {
  guid: string
  masterId: number
  /** 0 in accounts without such a number, see `mark`. */
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
  /** Includes the ledgers of the stock lines, so that the entries add up to 0. */
  entries: { ledger: string; paise: Paise }[]
  items: { item: string; paise: Paise }[]
}

/** Just enough of a voucher to tell whether it still exists. */
export type Standing = Pick<Entered, 'guid' | 'narration' | 'isCancelled'>

/** How the accounts answered a write. `raw` is their answer. */
export type Answer =
  | { outcome: 'accepted'; raw: string }
  | { outcome: 'refused'; code: ImportCode; message: string; raw: string }
  /** The accounting system holds the voucher outside the accounts until a person finishes it there. */
  | { outcome: 'exception'; message: string; raw: string }
  /** No complete answer came. The voucher may be in the accounts already, or may still arrive there. */
  | { outcome: 'unknown'; message: string; raw: string }

/** A ledger to create. */
export type NewLedger = {
  name: string
  /** The parent group, by its name in the accounts. */
  parent: string
  /** What the ledger is for, named as in a problem: `party:…`, `ledger:cgst_input:9`. */
  field: string
  /** '' when unknown. The state is a name of platform/gst/rates-and-states.ts, or '' too. */
  gstin: string
  state: string
}

/** A ledger, item, unit, godown or voucher type, in the form that Daybook takes. Fields that Tally leaves out are absent. */
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

/** The texts that are not ''. */
export function given<Texts extends Record<string, string>>(texts: Texts): Partial<Texts>
export function given(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}

/** The price of one base unit of a stock item. */
export type PriceInBooks = {
  /** '' for the standard price. */
  level: string
  /** The first day of this price, yyyy-mm-dd; '' for a price without a first day. */
  from: string
  rupees: number
  /** Per cent. */
  discount: number
}

/** The quantity and prices of a stock item. */
export type StockInBooks = {
  name: string
  aliases: string[]
  partNo: string
  /** In the base unit. Undefined where the item is counted in several units. */
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
  /** The paired company. */
  company: Company
  health(): Promise<Condition>
  /**
   * A number that rises with every change of a voucher. Always 0 in accounts without such a number: those must refuse a second voucher
   * with the same key.
   */
  mark(): Promise<number>
  /** A number that rises with every change of a master. */
  masterMark(): Promise<number>
  /** Streams the masters of a kind whose `alter_id` is higher than `after`. */
  masters(kind: MasterKind, after: number): AsyncGenerator<Master>
  /** Names, folded, of the groups whose ledgers are sellers. */
  sellerGroups(): Promise<ReadonlySet<string>>
  /** Streams today's quantity and prices of each stock item. Throws AppError `conflict` where the accounts cannot tell. */
  stock(): AsyncGenerator<StockInBooks>
  /** What prevents entering the voucher: missing masters, a date outside the open period, sums that do not add up. */
  check(voucher: Voucher): Promise<Problem[]>
  /** The text to write. The journal keeps this text. */
  render(voucher: Voucher, key: string): string | Promise<string>
  write(text: string): Promise<Answer>
  /** Submits a draft. Absent where writing alone puts a voucher in the accounts, or where a person submits drafts. */
  submit?(entered: Entered): Promise<Answer>
  /** Vouchers with a key, in the months around a date, or in all years with `wide`. */
  withKey(key: string, date: string, width: 'near' | 'wide'): Promise<Entered[]>
  /** The voucher with a guid, in any year. Empty when the voucher was deleted. */
  withGuid(guid: string): Promise<Entered[]>
  /** All vouchers that Daybook entered and that are dated within the last months. */
  ours(): Promise<Standing[]>
  /** Vouchers that look like this one but came from a person or another document. `ownKeys` are the keys of this document. */
  likely(voucher: Voucher, ownKeys: readonly string[]): Promise<Entered[]>
  /** Creates a ledger that a person asked for, unless the ledger exists. Returns what went wrong. */
  createLedger(ledger: NewLedger): Promise<string | undefined>
  /** How the entered voucher differs from the sent voucher, in words. Empty when both agree. */
  differences(voucher: Voucher, entered: Entered): string[]
}

import type { ImportCode } from '../../platform/import-codes.ts'

/** Whole paise; what is debited is positive, what is credited negative. */
export type Paise = number

export type VoucherKind =
  | 'purchase'
  | 'purchase_items'
  | 'debit_note'
  | 'credit_note'
  | 'sales_order'
  | 'sales'
  | 'payment'
  | 'receipt'
  | 'contra'

/** One entry of the books, in their own names, before it is written in the language of one accounting program. */
export type Voucher = {
  kind: VoucherKind
  /** What the books call this type of voucher. */
  voucherType: string
  /** yyyy-mm-dd */
  date: string
  /** The ledger of whoever sold, bought, paid or was paid. */
  party: string
  /** The number on the paper; '' when there is none. */
  reference: string
  /** yyyy-mm-dd */
  referenceDate?: string
  /** The number of the order that it answers, where the paper says it. */
  orderNumber?: string
  /** Without the marker, which is added when it is written. */
  narration: string
  /** Together with the items' their sum is 0. */
  entries: LedgerEntry[]
  /** Empty for an accounting invoice and for the bank. */
  items: ItemLine[]
  tax: VoucherTax
  /** Drafts stay outside the books until somebody takes them in. */
  isOptional?: boolean
}

export type LedgerEntry = {
  ledger: string
  paise: Paise
  isParty?: boolean
  /** What an invoice has it for; absent for the party and the bank. */
  role?: EntryRole
  /** Of goods: the rate that they are taxed at, where the paper says it. */
  gstPercent?: number
  bill?: BillAllocation
  bank?: BankAllocation
}

/** `goods` were bought or sold and are no stock items; `beside` is freight, a discount, and what else stands below. */
export type EntryRole = 'goods' | TaxHead | 'beside' | 'round_off'

export type TaxHead = 'cgst' | 'sgst' | 'igst' | 'cess'

/** Which bill an amount of the party belongs to; `dueDays` count from the voucher's date. */
export type BillAllocation = {
  name: string
  type: 'New Ref' | 'Agst Ref' | 'On Account'
  dueDays?: number
}

/** What the bank says of an entry. Days are yyyy-mm-dd; `bankersDate` is the day it was booked there. */
export type BankAllocation = {
  type: 'Cheque' | 'e-Fund Transfer' | 'Others'
  number: string
  favouring: string
  date: string
  bankersDate: string
}

export type ItemLine = {
  /** The stock item's name in the books. */
  item: string
  /** The ledger of purchases or sales that the line is entered under. */
  ledger: string
  paise: Paise
  /** What is paid for. */
  billedQty: number
  /** What moved: free pieces are in it. */
  actualQty: number
  unit: string
  /** Rupees for one unit before the discount; absent where quantity × rate − discount is not the amount. */
  rate?: number
  discountPercent?: number
  godown: string
  /** '' when the paper names none. */
  batch: string
  /** Of the batch, yyyy-mm-dd; of a month alone its last day. */
  expires?: string
  /** When it was made, yyyy-mm-dd. */
  made?: string
  /** '' when the paper names none. */
  hsn: string
  gstPercent?: number
}

export type VoucherTax = {
  partyGstin?: string
  /** Names of states as the law writes them (platform/gst/gst.ts). */
  partyState?: string
  placeOfSupply?: string
  registration?: 'Regular' | 'Composition' | 'Unregistered'
  isReverseCharge?: boolean
}

/**
 * Why a document is no voucher yet. `field` says which one thing is missing, in a form that can be grouped by:
 * `party:GSTIN|name`, `ledger:role`, `item:name`, `unit:ours`, `godown`, `voucher_type:kind`, or a field of the paper.
 */
export type Problem = { code: ImportCode; field: string; message: string }

/**
 * One of the vouchers that a document becomes: `part` is 0, or the row of a bank statement, from 0; `printed` is what that row says, by which
 * it is known again in another place.
 */
export type Part = { part: number; printed?: string; voucher?: Voucher; problems: Problem[] }

/** What the party owes or is owed, above zero: the total of the paper. */
export function totalOf({ entries }: Voucher): Paise {
  return Math.abs(sumOf(entries.filter(({ isParty }) => isParty === true)))
}

/** 0 for every voucher that may be written. */
export function balanceOf({ entries, items }: Voucher): Paise {
  return sumOf(entries) + sumOf(items)
}

function sumOf(amounts: readonly { paise: Paise }[]): Paise {
  return amounts.reduce((sum, { paise }) => sum + paise, 0)
}

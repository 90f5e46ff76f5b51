import type { ImportCode } from '../../platform/import-codes.ts'
import { foldText } from '../../platform/text.ts'

/** Whole paise. A debit is positive, a credit is negative. */
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

/** A voucher for the accounts, in their own names. It is not yet in the format of any accounting program. */
export type Voucher = {
  kind: VoucherKind
  /** The name of this voucher type in the accounts. */
  voucherType: string
  /** yyyy-mm-dd */
  date: string
  /** The ledger of the seller, buyer, payer or payee. */
  party: string
  /** The number on the paper, or '' if there is none. */
  reference: string
  /** yyyy-mm-dd */
  referenceDate?: string
  /** The number of the order for this bill, if the paper prints it. */
  orderNumber?: string
  /** The narration without the marker, which is added when the voucher is written. */
  narration: string
  /** The entries and the items add up to 0. */
  entries: LedgerEntry[]
  /** Empty for an accounting invoice and for bank vouchers. */
  items: ItemLine[]
  tax: VoucherTax
  /** A draft stays outside the accounts until a person accepts it. */
  isOptional?: boolean
}

export type LedgerEntry = {
  ledger: string
  paise: Paise
  isParty?: boolean
  /** The role in an invoice. Absent for the party and the bank. */
  role?: EntryRole
  /** The tax rate of goods, if the paper prints it. */
  gstPercent?: number
  bill?: BillAllocation
  bank?: BankAllocation
}

/** `goods` are goods or services that are not stock items. `beside` is freight, a discount, or another amount below the lines. */
export type EntryRole = 'goods' | TaxHead | 'beside' | 'round_off'

export type TaxHead = 'cgst' | 'sgst' | 'igst' | 'cess'

/** The bill to which an amount of the party belongs. `dueDays` count from the voucher's date. */
export type BillAllocation = {
  name: string
  type: 'New Ref' | 'Agst Ref' | 'On Account'
  dueDays?: number
}

/** The bank's details of an entry. Days are yyyy-mm-dd. `bankersDate` is the value date, else the day of the row. */
export type BankAllocation = {
  type: 'Cheque' | 'e-Fund Transfer' | 'Others'
  number: string
  favouring: string
  date: string
  bankersDate: string
}

export type ItemLine = {
  /** The name of the stock item in the accounts. */
  item: string
  /** The ledger of purchases or sales for this line. */
  ledger: string
  paise: Paise
  /** The quantity that is paid for. */
  billedQty: number
  /** The quantity that moved, with free pieces. */
  actualQty: number
  unit: string
  /** Rupees for one unit before the discount. Absent if quantity × rate − discount does not give the amount. */
  rate?: number
  discountPercent?: number
  godown: string
  /** '' when the paper names none. */
  batch: string
  /** The expiry day of the batch, yyyy-mm-dd. If only a month is printed, its last day. */
  expires?: string
  /** The day of manufacture, yyyy-mm-dd. */
  made?: string
  /** '' when the paper names none. */
  hsn: string
  gstPercent?: number
}

export type VoucherTax = {
  partyGstin?: string
  /** Names of states as in the law (platform/gst/rates-and-states.ts). */
  partyState?: string
  placeOfSupply?: string
  registration?: 'Regular' | 'Composition' | 'Unregistered'
  isReverseCharge?: boolean
}

/**
 * Why a document has no voucher yet. `field` names the one missing thing in a form that can be grouped: `party:GSTIN|name`, `ledger:role`,
 * `item:name`, `unit:ours`, `godown`, `voucher_type:kind`, or a field of the paper.
 */
export type Problem = { code: ImportCode; field: string; message: string }

/**
 * One of the vouchers of a document. `part` is 0, or the row of a bank statement, counted from 0. `printed` is the text of that row, by
 * which it is found again in another place.
 */
export type Part = { part: number; printed?: string; voucher?: Voucher; problems: Problem[] }

/** The total of the paper: what the party owes or is owed, above zero. */
export function totalOf({ entries }: Voucher): Paise {
  return Math.abs(sumOf(entries.filter(({ isParty }) => isParty === true)))
}

/** 0 for every voucher that may be written. */
export function balanceOf({ entries, items }: Voucher): Paise {
  return sumOf(entries) + sumOf(items)
}

export function sumOf(amounts: readonly { paise: Paise }[]): Paise {
  return amounts.reduce((sum, { paise }) => sum + paise, 0)
}

/** The sum under a ledger's name, in any spelling that differs only in case and space. */
export function sumUnder(entries: readonly { ledger: string; paise: Paise }[], name: string) {
  return sumOf(entries.filter(({ ledger }) => foldText(ledger) === foldText(name)))
}

/** What is wrong where debits and credits differ. Empty where they agree. */
export function unbalanced(voucher: Voucher): Problem[] {
  const paise = balanceOf(voucher)
  const message = `What is debited and credited differs by ${paise} paise.`
  return paise === 0 ? [] : [{ code: 'totals_mismatch', field: 'total', message }]
}

export function isOfBank(kind: VoucherKind): boolean {
  return kind === 'payment' || kind === 'receipt' || kind === 'contra'
}

/** The bank's side of a voucher. */
export function bankSide({ entries }: Pick<Voucher, 'entries'>): LedgerEntry | undefined {
  return entries.find(({ bank }) => bank !== undefined)
}

/** Each name once, without ''. */
export function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== '')
}

const dayMs = 24 * 60 * 60_000

/** yyyy-mm-dd */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** yyyy-mm-dd. Undefined without a due date. */
export function dueDateOf({ date, entries }: Voucher): string | undefined {
  const days = entries.find(({ bill }) => bill?.dueDays !== undefined)?.bill?.dueDays
  return days === undefined ? undefined : daysAfter(date, days)
}

/** `1050.00`, `-0.40` */
export function rupeesText(paise: Paise): string {
  const [rupees, rest] = [Math.floor(Math.abs(paise) / 100), Math.abs(paise) % 100]
  return `${paise < 0 ? '-' : ''}${rupees}.${String(rest).padStart(2, '0')}`
}

/** Financial years as numbers of papers print them: 2026-27, 26-27, 2026/27, 2026-2027. */
const financialYear = /(?<!\d)(?:20)?(\d{2})[-/.](?:20)?(\d{2})(?!\d)/g

/**
 * The key of a paper's number, the same for all spellings: without the financial year, separators and leading zeros. `ST/0118/26-27`,
 * `st-118` and `ST 118` have one key. If no digit would be left, the whole number, folded.
 */
export function referenceKey(reference: string): string {
  return withoutYear(reference)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/(?<![\d])0+(?=\d)/g, '')
    .replaceAll(' ', '')
}

/**
 * The last two digits of the last run of digits in a number, without leading zeros. All spellings of a number share these digits.
 * `ST/0118/26-27` has 18, `INV-2026-5` has 5. Undefined for a number without digits.
 */
export function lastDigits(reference: string): string | undefined {
  const digits = /(\d+)\D*$/.exec(withoutYear(reference))?.[1]
  return digits?.replace(/^0+(?=\d)/, '').slice(-2)
}

/** Whether two numbers belong to the same paper, despite their spelling. Two missing numbers do not. */
export function sameReference(a: string, b: string): boolean {
  const key = referenceKey(a)
  return key !== '' && key === referenceKey(b)
}

/**
 * The folded number without the financial year. A number whose only digits are those of a year keeps them: `INV/12-13` and `INV/13-14` are
 * two numbers.
 */
function withoutYear(reference: string): string {
  const folded = foldText(reference)
  const bare = folded.replace(financialYear, (text, first: string, second: string) =>
    (Number(first) + 1) % 100 === Number(second) ? ' ' : text,
  )
  return /\d/.test(bare) ? bare : folded
}

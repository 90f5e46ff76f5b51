import type { CellValue } from 'hucre/xlsx'
import { shortKeyOf } from '../keys.ts'
import { allocate } from '../vouchers/amounts.ts'
import {
  type EntryRole,
  type Paise,
  type TaxHead,
  type Voucher,
  type BillAllocation,
  type ItemLine,
  dueDateOf,
  isOfBank,
  totalOf,
} from '../vouchers/voucher.ts'
import { stateCodeOf } from '../../platform/gst/rates-and-states.ts'
import { toRupees } from '../../platform/money.ts'

/**
 * A line of an invoice as a table row. Each row repeats the invoice's head. Amounts are paise above zero, also on a note. The line totals
 * plus `beside` and `roundOff` equal the invoice's total to the paisa.
 */
export type BillRow = {
  voucher: Voucher
  /** The number of the line, from 0. */
  line: number
  /** '' for a line without a stock item. */
  item: string
  ledger: string
  hsn: string
  unit: string
  /** Undefined for a line without a stock item. */
  qty: number | undefined
  freeQty: number
  rate: number | undefined
  gstPercent: number | undefined
  taxable: Paise
  taxes: Record<TaxHead, Paise>
  lineTotal: Paise
  /** For the whole invoice, in the first line only. */
  beside: Paise
  roundOff: Paise
}

/** The rows of an invoice or an order. Empty for payments, receipts and contras. */
export function billRows(voucher: Voucher): BillRow[] {
  const goods = goodsOf(voucher)
  const sign = signOf(voucher)
  const taxes = taxesByLine(
    voucher,
    goods.map(({ taxable, gstPercent = 0 }) => Math.abs(taxable) * gstPercent),
  )
  return goods.map((own, line) => {
    const shares = turned(taxes[line] ?? noTaxes, sign)
    const taxable = own.taxable * sign
    const tax = shares.cgst + shares.sgst + shares.igst + shares.cess
    return {
      voucher,
      line,
      ...own,
      taxable,
      taxes: shares,
      lineTotal: taxable + tax,
      beside: line === 0 ? sumOf(voucher, 'beside') * sign : 0,
      roundOff: line === 0 ? sumOf(voucher, 'round_off') * sign : 0,
    }
  })
}

/** Whether the tax is split into CGST and SGST. */
export function isWithinState({ entries }: Voucher): boolean {
  return !entries.some(({ role }) => role === 'igst')
}

type Goods = Pick<
  BillRow,
  'item' | 'ledger' | 'hsn' | 'unit' | 'qty' | 'freeQty' | 'rate' | 'gstPercent' | 'taxable'
>

function goodsOf({ entries, items }: Voucher): Goods[] {
  const services = entries
    .filter(({ role }) => role === 'goods')
    .map(({ ledger, paise, gstPercent }) => ({
      ...noItem,
      ledger,
      gstPercent,
      taxable: paise,
    }))
  const stock = items.map((line) => ({
    item: line.item,
    ledger: line.ledger,
    hsn: line.hsn,
    unit: line.unit,
    qty: line.billedQty,
    freeQty: line.actualQty - line.billedQty,
    rate: line.rate,
    gstPercent: line.gstPercent,
    taxable: line.paise,
  }))
  return [...services, ...stock]
}

const noItem = { item: '', hsn: '', unit: '', qty: undefined, freeQty: 0, rate: undefined }

/** A purchase's debits are above zero already. Sales and notes that reduce a purchase are negated. */
function signOf({ entries }: Voucher): 1 | -1 {
  return entries.some(({ isParty = false, paise }) => isParty && paise > 0) ? -1 : 1
}

type Taxes = Record<TaxHead, Paise>

const noTaxes: Taxes = { cgst: 0, sgst: 0, igst: 0, cess: 0 }

/** Spreads each printed tax over the lines by their weights. The sum stays as printed. */
function taxesByLine(voucher: Voucher, weights: readonly number[]): Taxes[] {
  const shares = {
    cgst: allocate(sumOf(voucher, 'cgst'), weights),
    sgst: allocate(sumOf(voucher, 'sgst'), weights),
    igst: allocate(sumOf(voucher, 'igst'), weights),
    cess: allocate(sumOf(voucher, 'cess'), weights),
  }
  return weights.map((_, line) => ({
    cgst: shares.cgst[line] ?? 0,
    sgst: shares.sgst[line] ?? 0,
    igst: shares.igst[line] ?? 0,
    cess: shares.cess[line] ?? 0,
  }))
}

function turned({ cgst, sgst, igst, cess }: Taxes, sign: 1 | -1): Taxes {
  return { cgst: cgst * sign, sgst: sgst * sign, igst: igst * sign, cess: cess * sign }
}

function sumOf({ entries }: Voucher, role: EntryRole): Paise {
  return entries.reduce((sum, entry) => (entry.role === role ? sum + entry.paise : sum), 0)
}

/** An entry of a voucher as a table row: a ledger, its amount and its side. Each row repeats the voucher's head. */
type EntryRow = {
  voucher: Voucher
  /** The number of the entry, from 0. */
  line: number
  ledger: string
  /** Above zero for a debit. */
  paise: Paise
  bill?: BillAllocation
  item?: ItemLine
}

export function entryRows(voucher: Voucher): EntryRow[] {
  const ledgers = voucher.entries.map(({ ledger, paise, bill }) => ({
    ledger,
    paise,
    ...(bill && { bill }),
  }))
  const items = voucher.items.map((item) => ({ ledger: item.ledger, paise: item.paise, item }))
  return [...ledgers, ...items].map((row, line) => ({ voucher, line, ...row }))
}

/** Fields of an entry that a column may show, besides the voucher's fields. */
export const entryFields: Readonly<Record<string, (row: EntryRow) => CellValue>> = {
  line: ({ line }) => line + 1,
  ledger: ({ ledger }) => ledger,
  amount: ({ paise }) => toRupees(Math.abs(paise)),
  dr_cr: ({ paise }) => (paise > 0 ? 'Dr' : 'Cr'),
  bill_type: ({ bill }) => bill?.type ?? '',
  bill_name: ({ bill }) => bill?.name ?? '',
  bill_amount: ({ bill, paise }) => (bill === undefined ? null : toRupees(Math.abs(paise))),
  bill_dr_cr: ({ bill, paise }) => (bill === undefined ? '' : paise > 0 ? 'Dr' : 'Cr'),
  item: ({ item }) => item?.item ?? '',
  hsn: ({ item }) => item?.hsn ?? '',
  actual_qty: ({ item }) => item?.actualQty ?? null,
  billed_qty: ({ item }) => item?.billedQty ?? null,
  unit: ({ item }) => item?.unit ?? '',
  rate: ({ item }) => item?.rate ?? null,
  rate_per: ({ item }) => (item?.rate === undefined ? '' : item.unit),
  item_amount: ({ item }) => (item === undefined ? null : toRupees(Math.abs(item.paise))),
  godown: ({ item }) => item?.godown ?? '',
  batch: ({ item }) => item?.batch ?? '',
  mode: ({ voucher }) => modeOf(voucher),
}

/** TallyPrime's names for the modes of entering a voucher. */
function modeOf({ kind, items }: Voucher): string {
  if (isOfBank(kind)) return ''
  return items.length > 0 ? 'Item Invoice' : 'Accounting Invoice'
}

/** Fields of the whole voucher that a column may show. */
export const voucherFields: Readonly<Record<string, (voucher: Voucher, key: string) => CellValue>> =
  {
    voucher_type: ({ voucherType }) => voucherType,
    date: ({ date }) => dayOf(date),
    voucher_number: ownNumberOf,
    number: ({ reference }) => reference,
    number_date: ({ referenceDate, date }) => dayOf(referenceDate ?? date),
    due_date: (voucher) => dayOf(dueDateOf(voucher)),
    order_number: ({ orderNumber = '' }) => orderNumber,
    party: ({ party }) => party,
    gstin: ({ tax }) => tax.partyGstin ?? '',
    registration: ({ tax }) => tax.registration ?? '',
    party_state: ({ tax }) => tax.partyState ?? '',
    party_state_code: ({ tax }) => stateCodeOf(tax.partyState ?? '') ?? '',
    place_of_supply: ({ tax }) => tax.placeOfSupply ?? '',
    /** L within the state, I between states: the first letters of Busy's type names. */
    tax_kind: (voucher) => (isWithinState(voucher) ? 'L' : 'I'),
    total: (voucher) => toRupees(totalOf(voucher)),
    narration: ({ narration }) => narration,
  }

/** Fields of a line that a column may show. */
export const lineFields: Readonly<Record<string, (row: BillRow) => CellValue>> = {
  line: ({ line }) => line + 1,
  item: ({ item }) => item,
  ledger: ({ ledger }) => ledger,
  hsn: ({ hsn }) => hsn,
  qty: ({ qty }) => qty ?? null,
  free_qty: ({ freeQty }) => freeQty,
  unit: ({ unit }) => unit,
  rate: ({ rate }) => rate ?? null,
  gst_percent: ({ gstPercent }) => gstPercent ?? null,
  taxable: ({ taxable }) => toRupees(taxable),
  cgst: ({ taxes }) => toRupees(taxes.cgst),
  sgst: ({ taxes }) => toRupees(taxes.sgst),
  igst: ({ taxes }) => toRupees(taxes.igst),
  cess: ({ taxes }) => toRupees(taxes.cess),
  line_total: ({ lineTotal }) => toRupees(lineTotal),
  beside: ({ beside }) => toRupees(beside),
  round_off: ({ roundOff }) => toRupees(roundOff),
}

/** Sellers may use the same number, and rows of a statement have none. Only sales papers have the shop's own numbers. */
function ownNumberOf({ kind, reference }: Voucher, key: string): string {
  return kind === 'sales' || kind === 'sales_order' ? reference : shortKeyOf(key)
}

function dayOf(day: string | undefined): Date | null {
  return day === undefined ? null : new Date(`${day}T00:00:00Z`)
}

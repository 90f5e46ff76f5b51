import type { CellValue } from 'hucre/xlsx'
import { toRupees } from '../../platform/money.ts'
import { isOfBank } from '../tally/render.ts'
import type { BillAllocation, ItemLine, Paise, Voucher } from '../vouchers/voucher.ts'

/** An entry of a voucher as a table row: a ledger, its amount and its side. Each row repeats the voucher's head. */
export type EntryRow = {
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

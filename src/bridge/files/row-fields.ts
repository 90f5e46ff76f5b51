import type { CellValue } from 'hucre/xlsx'
import { stateCodeOf } from '../../platform/gst.ts'
import { toRupees } from '../../platform/money.ts'
import { totalOf } from '../vouchers/voucher.ts'
import { type BillRow, isWithinState } from './bill-rows.ts'
import { dueDateOf } from './cells.ts'

/** What a column may show of a line and of its invoice. */
export const rowFields: Readonly<Record<string, (row: BillRow) => CellValue>> = {
  voucher_type: ({ voucher }) => voucher.voucherType,
  date: ({ voucher }) => dayOf(voucher.date),
  number: ({ voucher }) => voucher.reference,
  number_date: ({ voucher }) => dayOf(voucher.referenceDate ?? voucher.date),
  due_date: ({ voucher }) => dayOf(dueDateOf(voucher)),
  party: ({ voucher }) => voucher.party,
  gstin: ({ voucher }) => voucher.tax.partyGstin ?? '',
  party_state: ({ voucher }) => voucher.tax.partyState ?? '',
  party_state_code: ({ voucher }) => stateCodeOf(voucher.tax.partyState ?? '') ?? '',
  place_of_supply: ({ voucher }) => voucher.tax.placeOfSupply ?? '',
  /** L within the state, I between states, as Busy begins the names of its types. */
  tax_kind: ({ voucher }) => (isWithinState(voucher) ? 'L' : 'I'),
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
  total: ({ voucher }) => toRupees(totalOf(voucher)),
  narration: ({ voucher }) => voucher.narration,
}

function dayOf(day: string | undefined): Date | null {
  return day === undefined ? null : new Date(`${day}T00:00:00Z`)
}

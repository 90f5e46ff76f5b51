import type { CellValue } from 'hucre/xlsx'
import { stateCodeOf } from '../../platform/gst/gst.ts'
import { toRupees } from '../../platform/money.ts'
import { shortKeyOf } from '../keys.ts'
import { totalOf, type Voucher } from '../vouchers/voucher.ts'
import { type BillRow, isWithinState } from './bill-rows.ts'
import { dueDateOf } from './cells.ts'

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

import { writeCsv } from '../../platform/csv.ts'
import { stateCodeOf } from '../../platform/gst.ts'
import { totalOf, type Voucher } from '../vouchers/voucher.ts'
import { type BillRow, billRows, isWithinState } from './bill-rows.ts'
import { dueDateOf, rupeesText } from './cells.ts'

/**
 * Bills as Zoho Books imports them: a row for each line, the head repeated. Columns, treatments and types of tax are those of
 * Zoho's own pages on importing with GST; the names of the taxes are those that an organisation in India begins with.
 */
export function zohoBills(vouchers: readonly Voucher[]): string {
  const rows = vouchers.filter(isZohoBill).flatMap(billRows)
  const columns = Object.keys(columnsOf)
  return writeCsv([columns, ...rows.map((row) => Object.values(columnsOf).map((of) => of(row)))])
}

/** Zoho imports notes, orders and bank entries elsewhere, each in a form of its own. */
export function isZohoBill({ kind }: Voucher): boolean {
  return kind === 'purchase' || kind === 'purchase_items'
}

const columnsOf: Readonly<Record<string, (row: BillRow) => string>> = {
  'Bill Date': ({ voucher }) => voucher.referenceDate ?? voucher.date,
  'Bill Number': ({ voucher }) => voucher.reference,
  'Vendor Name': ({ voucher }) => voucher.party,
  'GST Treatment': ({ voucher: { tax } }) =>
    tax.registration === 'Regular' ? 'business_registered_regular' : 'business_unregistered',
  'GST Identification Number (GSTIN)': ({ voucher }) => voucher.tax.partyGstin ?? '',
  'Source of Supply': ({ voucher }) => stateLetters(voucher.tax.partyState),
  'Destination of Supply': ({ voucher }) => stateLetters(voucher.tax.placeOfSupply),
  'Due Date': ({ voucher }) => dueDateOf(voucher) ?? '',
  'Currency Code': () => 'INR',
  Account: ({ ledger }) => ledger,
  'Item Name': ({ item }) => item,
  'Item Description': ({ item, ledger }) => (item === '' ? ledger : ''),
  'Item Type': ({ item }) => (item === '' ? 'service' : 'goods'),
  'HSN/SAC': ({ hsn }) => hsn,
  Quantity: ({ qty }) => String(qty ?? 1),
  'Usage unit': ({ unit }) => unit,
  Rate: ({ qty = 1, rate, taxable }) =>
    // Without a rate that comes to the amount, the amount itself for one.
    String(rate !== undefined && isAmount(rate, qty, taxable) ? rate : rateFor(taxable, qty)),
  'Is Inclusive Tax': () => 'false',
  'Tax Name': ({ gstPercent, voucher }) => taxName(gstPercent, voucher),
  'Tax Percentage': ({ gstPercent = 0 }) => String(gstPercent),
  'Tax Amount': ({ taxes }) => rupeesText(taxes.cgst + taxes.sgst + taxes.igst + taxes.cess),
  'Tax Type': ({ voucher }) => (isWithinState(voucher) ? 'Tax Group' : 'Item Amount'),
  'Item Total': ({ taxable }) => rupeesText(taxable),
  Total: ({ voucher }) => rupeesText(totalOf(voucher)),
  Adjustment: ({ beside, roundOff }) => rupeesText(beside + roundOff),
  'Vendor Notes': ({ voucher }) => voucher.narration,
}

function isAmount(rate: number, qty: number, taxable: number): boolean {
  return Math.round(rate * qty * 100) === taxable
}

/** Decimals of a rate that Zoho takes. */
const rateDecimals = 6

function rateFor(taxable: number, qty: number): number {
  return Number((taxable / 100 / qty).toFixed(rateDecimals))
}

function taxName(percent: number | undefined, voucher: Voucher): string {
  if (percent === undefined) return ''
  return `${isWithinState(voucher) ? 'GST' : 'IGST'}${percent}`
}

function stateLetters(state: string | undefined): string {
  return letters.get(stateCodeOf(state ?? '') ?? '') ?? ''
}

/** States as Zoho writes them, by the code of the GSTIN. */
const letters: ReadonlyMap<string, string> = new Map(
  (
    '01JK 02HP 03PB 04CH 05UK 06HR 07DL 08RJ 09UP 10BR 11SK 12AR 13NL 14MN 15MZ 16TR 17ML 18AS 19WB ' +
    '20JH 21OD 22CG 23MP 24GJ 26DN 27MH 29KA 30GA 31LD 32KL 33TN 34PY 35AN 36TS 37AP 38LA 97OT'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 2), pair.slice(2)] as const),
)

import { writeCsv } from '../../platform/csv.ts'
import { stateCodeOf } from '../../platform/gst/rates-and-states.ts'
import {
  bankSide,
  dueDateOf,
  isOfBank,
  type Paise,
  rupeesText,
  totalOf,
  type Voucher,
} from '../vouchers/voucher.ts'
import { type BillRow, billRows, isWithinState } from './rows.ts'

/*
 * Files for Zoho Books: one per Zoho import, a row per line, with the head repeated. Columns, GST treatments and tax types come from
 * Zoho's own pages on importing with GST, or else from files that its users import. Tax names are those of a new organisation in India.
 */

/** The Zoho import that takes the voucher. Each bank account is imported separately. */
export function zohoSheetOf(voucher: Voucher): string {
  switch (voucher.kind) {
    case 'purchase':
    case 'purchase_items':
    // A seller's debit note raises what we owe, like a bill.
    case 'credit_note':
      return 'bills'
    case 'debit_note':
      return 'vendor-credits'
    case 'sales_order':
      return 'sales-orders'
    case 'sales':
      return 'invoices'
    case 'payment':
    case 'receipt':
    case 'contra':
      return `bank-${slugOf(bankSide(voucher)?.ledger ?? '')}`
  }
}

/** A file of vouchers of one sheet. */
export function zohoFile(vouchers: readonly Voucher[]): string {
  const [first] = vouchers
  if (first === undefined || isOfBank(first.kind)) return table(bankColumns, vouchers)
  return table(columnsFor(zohoSheetOf(first)), vouchers.flatMap(billRows))
}

/** Paise by which Zoho's tax may differ from the paper's, where the paper rounds it. The adjustment column corrects the difference. */
const taxTolerance = 100

/** Why Zoho's total would differ from the paper's. Undefined where both are equal. */
export function zohoRefusal(voucher: Voucher): string | undefined {
  if (isOfBank(voucher.kind)) return undefined
  if (voucher.tax.isReverseCharge === true) {
    return 'Zoho Books adds the tax that the buyer pays under reverse charge: enter this one there by hand.'
  }
  const rows = billRows(voucher)
  if (rows.some(({ taxes }) => taxes.cess !== 0)) {
    return 'A file for Zoho Books has no cess: enter this one there by hand.'
  }
  const printed = rows.reduce((sum, { taxes }) => sum + taxes.cgst + taxes.sgst + taxes.igst, 0)
  const worked = rows.reduce((sum, row) => sum + workedTax(row), 0)
  if (Math.abs(printed - worked) <= taxTolerance) return undefined
  return `Zoho Books works taxes out by the rate of each line, and would come to ${rupeesText(worked)} instead of ${rupeesText(printed)}: enter this one there by hand.`
}

/** Zoho rounds each tax of a group to the paisa in each line. That is its default setting. */
function workedTax(row: BillRow): Paise {
  const { voucher, gstPercent = 0 } = row
  const heads = isWithinState(voucher) ? 2 : 1
  return heads * Math.round((itemTotal(row) * gstPercent) / heads / 100)
}

/** Zoho multiplies rate and quantity itself. With many decimals and many pieces the result may be off by a paisa. */
function itemTotal(row: BillRow): Paise {
  return Math.round(rateOf(row) * (row.qty ?? 1) * 100)
}

/** The amount that brings Zoho's total to the paper's: freight, round-off, and differences in tax. */
function adjustmentOf({ voucher, line }: BillRow): Paise {
  if (line > 0) return 0
  const worked = billRows(voucher).reduce((sum, row) => sum + itemTotal(row) + workedTax(row), 0)
  return totalOf(voucher) - worked
}

type Columns<Row> = Readonly<Record<string, (row: Row) => string>>

function table<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = Object.values(columns)
  const written = rows.map((row) => cells.map((of) => of(row)))
  return writeCsv([Object.keys(columns), ...written], ',', { hasNumbers: true })
}

function columnsFor(sheet: string): Columns<BillRow> {
  switch (sheet) {
    case 'vendor-credits':
      return vendorCreditColumns
    case 'sales-orders':
      return { 'Order Date': dateOf, 'SalesOrder Number': numberOf, ...soldColumns }
    case 'invoices':
      return { 'Invoice Date': dateOf, 'Invoice Number': numberOf, ...soldColumns }
    default:
      return billColumns
  }
}

function numberOf({ voucher }: BillRow): string {
  return voucher.reference
}

function dateOf({ voucher }: BillRow): string {
  return voucher.referenceDate ?? voucher.date
}

const gstColumns: Columns<BillRow> = {
  'GST Treatment': ({ voucher: { tax } }) => treatments[tax.registration ?? 'Unregistered'],
  'GST Identification Number (GSTIN)': ({ voucher }) => voucher.tax.partyGstin ?? '',
}

const treatments = {
  Regular: 'business_registered_regular',
  Composition: 'business_registered_composition',
  Unregistered: 'business_unregistered',
} as const

const vendorColumns: Columns<BillRow> = {
  'Vendor Name': ({ voucher }) => voucher.party,
  ...gstColumns,
  'Source of Supply': ({ voucher }) => stateLetters(voucher.tax.partyState),
  'Destination of Supply': ({ voucher }) => stateLetters(voucher.tax.placeOfSupply),
}

const goodsColumns: Columns<BillRow> = {
  Account: ({ ledger }) => ledger,
  'Item Name': ({ item }) => item,
  'Item Type': ({ item }) => (item === '' ? 'service' : 'goods'),
  'HSN/SAC': ({ hsn }) => hsn,
  'Usage unit': ({ unit }) => unit,
  'Is Inclusive Tax': () => 'false',
}

const footColumns: Columns<BillRow> = {
  Total: ({ voucher }) => rupeesText(totalOf(voucher)),
  Adjustment: (row) => rupeesText(adjustmentOf(row)),
}

const billColumns: Columns<BillRow> = {
  'Bill Date': dateOf,
  'Bill Number': numberOf,
  'Purchase Order Number': ({ voucher }) => voucher.orderNumber ?? '',
  ...vendorColumns,
  'Due Date': ({ voucher }) => dueDateOf(voucher) ?? '',
  'Currency Code': () => 'INR',
  ...goodsColumns,
  'Item Description': describedAs,
  Quantity: quantityOf,
  Rate: rateText,
  'Tax Name': taxName,
  'Tax Percentage': percentOf,
  'Tax Amount': (row) => rupeesText(workedTax(row)),
  'Tax Type': taxType,
  'Item Total': (row) => rupeesText(itemTotal(row)),
  ...footColumns,
  'Vendor Notes': ({ voucher }) => voucher.narration,
}

/** Zoho names these columns differently for items of credits, orders and invoices. */
const itemColumns: Columns<BillRow> = {
  ...goodsColumns,
  'Item Desc': describedAs,
  'Item Price': rateText,
  'Item Tax': taxName,
  'Item Tax %': percentOf,
  'Item Tax Type': taxType,
}

const vendorCreditColumns: Columns<BillRow> = {
  'Vendor Credit Date': dateOf,
  'Vendor Credit Number': numberOf,
  ...vendorColumns,
  'Reference Bill#': ({ voucher }) => billAgainst(voucher),
  'Currency Code': () => 'INR',
  ...itemColumns,
  Quantity: quantityOf,
  ...footColumns,
  Notes: ({ voucher }) => voucher.narration,
}

const soldColumns: Columns<BillRow> = {
  'Customer Name': ({ voucher }) => voucher.party,
  ...gstColumns,
  'Place of Supply': ({ voucher }) => stateLetters(voucher.tax.placeOfSupply),
  'Currency Code': () => 'INR',
  ...itemColumns,
  Quantity: quantityOf,
  ...footColumns,
  Notes: ({ voucher }) => voucher.narration,
}

/** The columns of Zoho's statement import with two amount columns. */
const bankColumns: Columns<Voucher> = {
  Date: (voucher) => voucher.date,
  Withdrawals: (voucher) => amountOf(voucher, -1),
  Deposits: (voucher) => amountOf(voucher, 1),
  Payee: ({ party }) => party,
  Description: ({ narration }) => narration,
  'Reference Number': (voucher) => bankSide(voucher)?.bank?.number ?? '',
}

/** Incoming money debits the bank. */
function amountOf(voucher: Voucher, sign: 1 | -1): string {
  const paise = (bankSide(voucher)?.paise ?? 0) * sign
  return paise > 0 ? rupeesText(paise) : ''
}

function billAgainst({ entries }: Voucher): string {
  return entries.find(({ bill }) => bill?.type === 'Agst Ref')?.bill?.name ?? ''
}

function describedAs({ item, ledger }: BillRow): string {
  return item === '' ? ledger : ''
}

function quantityOf({ qty }: BillRow): string {
  return String(qty ?? 1)
}

/** The printed rate if it gives the amount, otherwise the amount divided by the quantity. */
function rateOf({ qty = 1, rate, taxable }: BillRow): number {
  return rate !== undefined && isAmount(rate, qty, taxable) ? rate : rateFor(taxable, qty)
}

function rateText(row: BillRow): string {
  return String(rateOf(row))
}

function percentOf({ gstPercent = 0 }: BillRow): string {
  return String(gstPercent)
}

function taxType({ voucher }: BillRow): string {
  return isWithinState(voucher) ? 'Tax Group' : 'Item Amount'
}

function isAmount(rate: number, qty: number, taxable: number): boolean {
  return Math.round(rate * qty * 100) === taxable
}

/** The most decimals of a rate that Zoho takes. */
const rateDecimals = 6

function rateFor(taxable: number, qty: number): number {
  return Number((taxable / 100 / qty).toFixed(rateDecimals))
}

function taxName({ gstPercent, voucher }: BillRow): string {
  if (gstPercent === undefined) return ''
  return `${isWithinState(voucher) ? 'GST' : 'IGST'}${gstPercent}`
}

/** For file names: `hdfc-bank-current-a-c`. */
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

function stateLetters(state: string | undefined): string {
  return letters.get(stateCodeOf(state ?? '') ?? '') ?? ''
}

/** Zoho's letters for states, by the GSTIN's state code. */
const letters: ReadonlyMap<string, string> = new Map(
  (
    '01JK 02HP 03PB 04CH 05UK 06HR 07DL 08RJ 09UP 10BR 11SK 12AR 13NL 14MN 15MZ 16TR 17ML 18AS 19WB ' +
    '20JH 21OD 22CG 23MP 24GJ 26DN 27MH 29KA 30GA 31LD 32KL 33TN 34PY 35AN 36TS 37AP 38LA 97OT'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 2), pair.slice(2)] as const),
)

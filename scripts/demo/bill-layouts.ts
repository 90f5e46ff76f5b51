import type { DateStyle } from './calendar.ts'
import type { MoneyStyle } from './money.ts'
import { readTables, type Row } from './tables.ts'

/** How one kind of bill is printed. */
export type BillLayout = {
  /** What it prints beside a value; '' for a value that is not on the paper. */
  label: Row
  dates: DateStyle
  totals: MoneyStyle
  hsnDigits: 4 | 6 | 8
  /** The quantity column prints "12 Nos" instead of "12". */
  unitInQty: boolean
}

/**
 * What papers print beside their values. Bills: books written by hand in English and Hindi, a cash memo, and what four accounting packages
 * print; and a house whose words nobody else has. The cash memo is a bill of supply of a composition dealer, which has no tax, and here no number either. Purchase orders: the shop's
 * own print-out, a supplier's order form, the order book by the till.
 */
const labels = readTables(`
layout | seller | gstin | sellerState | number | date | buyer | buyerGstin | placeOfSupply | terms
billBook | M/s. | GSTIN No |  | Inv # | Date
hindi | विक्रेता | GSTIN |  | बिल नं. | दिनांक
cashMemo | M/s |  |  |  | Date
tally | M/s | GSTIN/UIN | State of Supplier | Invoice No. | Dated | Buyer (Bill to) | GSTIN of buyer | Place of Supply
distributor | Supplier | GST No. |  | Bill No. | Bill Date | Party |  | POS | Terms
cloud | Sold By | GSTIN |  | Invoice # | Invoice Date | Bill To | Customer GSTIN | Place Of Supply | Payment Terms
erp | Vendor Name | GSTIN of Supplier | State of Supplier | Tax Invoice No | Invoice Dt. | Consignee | Buyer GSTIN | Place of Supply
untold | From the house of | GSTIN |  | Goods Memo No. | Made out on | For | GSTIN of the shop
ownOrder | Supplier | GSTIN/UIN |  | PO No. | PO Date | Invoice To | GSTIN of buyer |  | Terms of Payment
orderForm | Vendor | Vendor GSTIN |  | Our Order Ref | Order Date | Ship To | Buyer GSTIN
orderBook | M/s |  |  | Order No. | Date

layout | serial | description | hsn | qty | unit | rate | gst | amount
billBook |  | Item | HSN | Qnty |  | Price |  | Line Total
hindi |  | विवरण |  | नग |  | दर |  | रकम
cashMemo |  | Particulars |  | Qty |  | Rate |  | Amount
tally | Sl No | Description of Goods | HSN/SAC | Quantity | per | Rate |  | Amount
distributor | Sr. | Particulars | HSN Code | Qty | UOM | Rate | GST % | Amount
cloud | # | Description | HSN/SAC | Qty |  | Unit Price | GST Rate | Amount
erp | S.No | Product | HSN Code | Quantity | Unit | Rate | Tax % | Amount
untold | # | Article | HSN | Pieces |  | Each |  | Comes to
ownOrder | Sl No | Description of Goods | HSN/SAC | Quantity | per | Rate |  | Amount
orderForm |  | Item | HSN | Qty | UOM | Unit Price | GST % | Line Total
orderBook |  | Particulars |  | Qty |  | Rate |  | Amount

layout | taxable | cgst | sgst | igst | roundOff | total
billBook |  | C.G.S.T. | S.G.S.T. | I.G.S.T. | Round off | Grand Total
hindi | जोड़ | CGST | SGST | IGST | पूर्णांक | कुल
cashMemo |  |  |  |  | R/off | Total
tally | Taxable Value | CGST | SGST | IGST | Round Off | Total
distributor | Taxable Amt | CGST Amt | SGST Amt | IGST Amt | R/Off | Net Amount
cloud | Sub Total | CGST | SGST | IGST | Rounding | Invoice Total
erp | Total Taxable Value | Central Tax | State Tax | Integrated Tax | Rounded Off | Total Invoice Value
untold | Goods | CGST | SGST | IGST | Evened | You pay
ownOrder | Taxable Value | CGST | SGST | IGST | Round Off | Total
orderForm | Sub Total | CGST | SGST | IGST | Rounding | Order Value
orderBook |  |  |  |  | R/off | Approx. Total
`)

type Format = readonly [BillLayout['dates'], BillLayout['totals'], BillLayout['hsnDigits'], boolean]

function layout(name: string, [dates, totals, hsnDigits, unitInQty]: Format): BillLayout {
  const label = labels.get(name)
  if (label === undefined) throw new RangeError(`There are no labels of ${name}.`)
  return { label, dates, totals, hsnDigits, unitInQty }
}

/** Vendors' bills. */
export const billLayouts = {
  billBook: layout('billBook', ['dd.mm.yy', 'Rs.', 4, true]),
  hindi: layout('hindi', ['dd/mm/yyyy', 'rupee sign', 4, false]),
  cashMemo: layout('cashMemo', ['dd/mm/yyyy', 'Rs.', 4, true]),
  tally: layout('tally', ['dd-MMM-yy', 'rupee sign', 8, true]),
  distributor: layout('distributor', ['dd/mm/yyyy', 'plain', 4, false]),
  cloud: layout('cloud', ['d MMM yyyy', 'rupee sign', 6, false]),
  erp: layout('erp', ['dd-mm-yyyy', 'plain', 8, false]),
}

export type LayoutName = keyof typeof billLayouts

/** Most of its words stand in none of the reader's lists: a new bill shows that Daybook reads it all the same. */
export const untoldLayout = layout('untold', ['d MMM yyyy', 'rupee sign', 6, false])

/** Purchase orders. */
export const orderLayouts: readonly BillLayout[] = [
  layout('ownOrder', ['dd-MMM-yy', 'rupee sign', 8, true]),
  layout('orderForm', ['dd/mm/yyyy', 'plain', 4, false]),
  layout('orderBook', ['dd.mm.yy', 'Rs.', 4, true]),
]

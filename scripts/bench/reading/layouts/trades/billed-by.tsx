import type { Column } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { C } from '../../marks.tsx'
import { numbered, onePage } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 14mm } h1 { color: #6538bf; font-weight: normal; font-size: 24pt } h3 { color: #6538bf; font-weight: normal; font-size: 12pt }
  .entries .label { color: #888 } .card { background: #f0ebf8; border-radius: 2mm; padding: 3mm } .row { margin: 3mm 0 } .lines th { background: #6538bf; color: #fff; padding: 1.5mm 1mm; font-weight: normal }
  .lines td { padding: 1.5mm 1mm; border-bottom: 1px solid #ddd } .more { color: #777; font-size: 85%; white-space: pre-line } .sums { width: 45% } .big { font-size: 13pt; font-weight: bold; border-top: 1.5px solid #000; border-bottom: 1.5px solid #000 }`

/** An application for those who work alone: "Billed By" and "Billed To", particulars of each service below it over lines, its taxes beside it. */
export const billedBy = onePage({
  name: 'billed-by',
  css,
  fonts: ['Open Sans', 'Lato', 'Roboto'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: 'services',
    lines: [1, 4],
    isNear: random.chance(0.6),
    isRounded: false,
  }),
  columns,
  Head: zone`
    h1 Invoice
    entries
      Invoice No # = {invoice_no}
      Invoice Date = {invoice_date}
      Due Date = {due_date}
    .row
      .card
        h3 Billed By
        b {vendor_name}
        @address seller
        <b>GSTIN:</b> {gstin}
        <b>PAN:</b> {pan}
      .card
        h3 Billed To
        b {buyer_name}
        @address buyer
        <b>GSTIN:</b> {buyer_gstin}
    .row
      span Place of Supply: {place_of_supply}
      span.r Country of Supply: India`,
  Foot: zone`
    @words Total (in words) :
    entries.sums
      Amount = ₹{money taxable}
      ?near
        CGST = {cgst in ₹}
        SGST = {sgst in ₹}
      else IGST = {igst in ₹}
      Total (INR) = <span.big>{total in ₹}</span>
    .card
      h3 Bank Details
      entries
        @bank
    h3 Terms and Conditions
    .small 1. Please pay within 15 days from the date of invoice, overdue interest @ 14% will be charged on delayed payments.
    .small 2. Please quote invoice number when remitting funds.`,
})

function columns(kit: Kit, bill: Bill): Column[] {
  const item: Column = {
    heading: 'Item',
    align: 'l',
    cell: (line) => (
      <>
        <C k="description" v={[line.item.name, `${line.item.name} ${particulars(line)}`]}>
          {line.item.name}
        </C>
        <div className="more">{particulars(line)}</div>
      </>
    ),
  }
  return listed`${numbered('', '.')}; ${item}; hsn: HSN/SAC; gst: GST Rate; qty: Quantity; rate: Rate;
    amount: Amount; ?near cgst: CGST; ?near sgst: SGST; ?far igst: IGST; total: Total`(kit, bill)
}

function particulars({ code, expiry }: BillLine): string {
  const month = `${expiry.month}/2026`
  return [
    `Ref ${code}, for the month ${month}`,
    'Includes two rounds of changes and support by phone.',
  ].join('\n')
}

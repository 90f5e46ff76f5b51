import type { DocumentKind } from '../truth.ts'
import type { Layout } from './layout.ts'
import { paper } from './paper.tsx'
import { gridCss } from './usual.tsx'

/* Papers about a bill, or before one: credit and debit notes name the bill, an order has no number of a bill. */

const noteCss = `${gridCss}
  .title { text-align: center; font-weight: bold; font-size: 13pt; border: 1px solid #333; padding: 1mm }
  .two { display: flex; align-items: flex-start; border: 1px solid #333; border-top: 0 }
  .two > * { flex: 1; padding: 1.5mm } .two > *:first-child { border-right: 1px solid #333 }
  .lines { margin-top: 2mm }`

export const creditNote = note(
  'credit-note',
  'credit note',
  'CREDIT NOTE|Credit Note|Tax Credit Note',
  'Credit Note No.|Credit Note No|CN No.',
)
export const debitNote = note(
  'debit-note',
  'debit note',
  'DEBIT NOTE|Debit Note',
  'Debit Note No.|Debit Note No|DN No.',
)

function note(name: string, kind: DocumentKind, title: string, number: string): Layout {
  return paper`
    ${name}: ${kind}; moving columns
    grocery | household | electrical | hardware: 1-4 lines
    style
      ${noteCss}
    columns serial; description; hsn; qtyWithUnit; rate; ?0.6 gst; amount
    let numbers
      {say ${number}} = {invoice_no}
      {Dated|Date|Note Date} = {invoice_date}
      {Original Invoice No.|Against Invoice No.|Original Invoice No|Ref. Invoice No.} = {original_invoice_no}
      {Original Invoice Date|Original Invoice Date|Ref. Invoice Date} = {original_invoice_date}
      ?0.6 Place of Supply = {place_of_supply}
      Reason = {any Rate difference|Goods returned|Short supply|Damaged in transit}
    let title = {say ${title}}
    let summed = ?0.4
    head
      .title {title}
      .two
        div
          @seller {GSTIN/UIN:|GSTIN :|GST No.}
          @buyer {Buyer (Bill to)|Party|To}; {GSTIN/UIN :|GSTIN :}; state
        entries[colon=" :"]
          {numbers}
    foot
      ?summed @foot summary: hsn
      else @foot`
}

/** The shop's own order: it is the buyer, and the seller is whom it writes to. */
export const order = paper`
  purchase-order: purchase order; moving columns
  grocery | household | electrical | hardware | stationery: 1-9 lines; discounts 0 | 0.3
  style
    ${noteCss}
  columns serial; ?0.4 code; description; hsn; qty: Qty|Order Qty|Ordered Qty; unit; rate;
    ?discount discountPct; amount: Amount|Value|Amount (Rs.)
  head
    let number = PO/{any |26-27/}${({ bill }) => bill.order.number.slice(3)}
    .c.b {buyer.name}
    .c {buyer.address,city} - {buyer.pin}
    .c GSTIN : {buyer_gstin}
    .title {PURCHASE ORDER|Purchase Order}
    .two
      div
        {Supplier|Vendor|To}:
        .name {vendor_name}
        {seller.address,city}
        {GSTIN:|Vendor GSTIN:|Supplier GSTIN:} {gstin}
      entries[colon=" :"]
        {PO No.|P.O. Number|Order No.} = {po_no=number}
        {PO Date|Date|Order Date} = {po_date=date}
        Delivery by = {day dueDate}
        ?0.5 Payment Terms = {payment_terms: 30 days from receipt}
    @also buyer_name=buyer.name; consignee_name=buyer.name
  foot
    @foot total: Order Total|Grand Total|Total Order Value; bank: none; signed: buyer
    .small Please mention our order number on your invoice.`

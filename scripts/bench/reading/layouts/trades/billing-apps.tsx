import type { Column } from '../../columns.tsx'
import { C } from '../../marks.tsx'
import { paper } from '../paper.tsx'

/* Bills of billing applications and sites. */

/** An accounting app for small shops: numbers in a grey band, the tax of a line over its rate, a row of sub totals. */
export const accountApp = paper`
  account-app: Lato | Open Sans; 8.5pt
  stationery | household | electrical: 1-8 lines; charges - | Packing Charges; rounded 0.6
  style
    .band { background: #eee; padding: 2mm; display: flex; gap: 12mm; margin: 3mm 0 }
    .lines { border-top: 2px solid var(--ink); border-bottom: 2px solid var(--ink) }
    .lines th { padding: 1.5mm 1mm; border-bottom: 1px solid #bbb } .lines td { padding: 1.2mm 1mm }
    .sub td { font-weight: bold; background: #f4f4f4 } .grey { color: #666; font-size: 85% }
    .tag { border: 1px solid #888; padding: 0 1mm; font-size: 75%; margin-left: 3mm } .name { font-size: 13pt }
    :root { --ink: {ink} }
  columns
    description: ITEMS; hsn: HSN; qtyWithUnit: QTY.; rate: RATE
    own TAX[r]
      | {tax_amount}
      .grey ({gst_rate in %})
    amountWithTax: AMOUNT
  let ink = {any #4c6ef5|#b02a37|#2b8a3e}
  head
    .b TAX INVOICE <span.tag>ORIGINAL FOR RECIPIENT</span>
    .row
      .narrow
        @logo
      div
        .name {vendor_name}
        @address seller
        <b>Mobile:</b> {phone} <b>GSTIN:</b> {gstin}
    .band
      span <b>Invoice No.:</b> {invoice_no}
      span <b>Invoice Date:</b> {invoice_date}
      span <b>Due Date:</b> {due_date}
    .row
      @buyer <b>BILL TO</b>; GSTIN:
      div
        b SHIP TO
        {consignee_name}
        {buyer.address}
        Place of Supply: {place_of_supply}
  rows
    cells.sub
      0 = SUBTOTAL
      -2 = ₹ {money lineTax}
      -1 = ₹ {money lineTotal}
  foot
    .row.foot
      div
        b BANK DETAILS
        entries[colon=:]
          @bank
        @terms
      .narrow
        entries.sums
          @sums taxable: TAXABLE AMOUNT; taxes: CGST,SGST,IGST; roundOff: Round Off
          @total TOTAL AMOUNT
          Received Amount = ₹ ${({ kit }) => kit.money(0)}
        @words Total Amount (in words)`

/** An application for those who work alone: "Billed By" and "Billed To", particulars of each service below it over lines, its taxes beside it. */
export const billedBy = paper`
  billed-by: Open Sans | Lato | Roboto; 8.5pt
  services: 1-4 lines; near 0.6; unrounded
  style
    .page { padding: 14mm } h1 { color: #6538bf; font-weight: normal; font-size: 24pt } h3 { color: #6538bf; font-weight: normal; font-size: 12pt }
    .entries .label { color: #888 } .card { background: #f0ebf8; border-radius: 2mm; padding: 3mm } .row { margin: 3mm 0 } .lines th { background: #6538bf; color: #fff; padding: 1.5mm 1mm; font-weight: normal }
    .lines td { padding: 1.5mm 1mm; border-bottom: 1px solid #ddd } .more { color: #777; font-size: 85%; white-space: pre-line } .sums { width: 45% } .big { font-size: 13pt; font-weight: bold; border-top: 1.5px solid #000; border-bottom: 1.5px solid #000 }
  columns
    own [l]
      | {number}.
      @also sl_no=number
    ${serviceWithParticulars}; hsn: HSN/SAC; gst: GST Rate; qty: Quantity; rate: Rate; amount: Amount
    ?near cgst: CGST; ?near sgst: SGST; ?far igst: IGST; total: Total
  head
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
      span.r Country of Supply: India
  foot
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
    .small 2. Please quote invoice number when remitting funds.`

function serviceWithParticulars(): Column {
  return {
    heading: 'Item',
    align: 'l',
    cell: ({ code, expiry, item: { name } }) => {
      const particulars = [
        `Ref ${code}, for the month ${expiry.month}/2026`,
        'Includes two rounds of changes and support by phone.',
      ].join('\n')
      return (
        <>
          <C k="description" v={[name, `${name} ${particulars}`]}>
            {name}
          </C>
          <div className="more">{particulars}</div>
        </>
      )
    },
  }
}

/** A billing site: HSN below the good's name, unit below the quantity, each tax's rate below its amount, seller and buyer in boxes. */
export const stackedTaxes = paper`
  stacked-taxes: Open Sans | Roboto | Lato; 8.5pt
  electrical | household | hardware: 1-7 lines; near 0.7; rounded 0.7
  style
    .page { padding: 10mm } .boxes td { border: 1px solid #bbb; padding: 1mm 2mm; width: 33% } .boxes .label { font-size: 80%; color: #777; text-transform: uppercase }
    .lines { margin-top: 3mm } .lines th { background: #fbe9e7; border: 1px solid #ccc; padding: 1mm } .lines td { border: 1px solid #ccc; padding: 1mm } .grey { color: #666; font-size: 85% } .sums { margin-top: 3mm }
  columns
    own Item[l]
      | {description}
      .grey HSN: {hsn}
    own Qty[r]
      | {qty in digits}
      .grey {unit}
    rate: Price; taxable: Taxable; ?near cgst: CGST
      | {cgst}
      .grey {cgst_rate in @%}
    ?near sgst: SGST
      | {sgst}
      .grey {sgst_rate in @%}
    ?far igst: IGST
      | {igst}
      .grey {igst_rate in @%}
    total: Total
  head
    h2 TAX INVOICE
    boxes[across=3]
      Sold by =
        b {vendor_name}
        {seller.address,city}
        GSTIN {gstin}
      Sold to =
        b {buyer_name}
        {buyer.address,city}
        GSTIN {buyer_gstin}
      Bill details =
        No. {invoice_no}
        Date {invoice_date}
        Supply to {place_of_supply}
  foot
    entries.sums
      Total taxable = {taxable_value in ₹}
      ?near
        Total CGST = {cgst in ₹}
        Total SGST = {sgst in ₹}
      else Total IGST = {igst in ₹}
      ?round_off Round off = {round_off in ₹}
      You pay = {total in ₹}
    @words In words:
    .small This bill was made by a computer and needs no signature.`

/** An open-source system: the number in the heading, the buyer without a label, the seller's tax number in the last line. */
export const untaxedAmount = paper`
  untaxed-amount: Lato | Roboto; 9pt
  electrical | stationery | hardware | retail: 1-6 lines; discounts 0 | 0.5; unrounded
  style
    .page { padding: 14mm 12mm } .to { width: 45%; margin: 8mm 0 6mm auto } h2 { font-weight: normal; color: #714b67 }
    .boxes { margin: 3mm 0 5mm } .boxes .label { font-weight: bold; color: #714b67 } .lines th { border-bottom: 1.5px solid #714b67; padding: 1mm }
    .lines td { padding: 1.3mm 1mm; border-bottom: 1px solid #ddd } .sums { width: 45%; margin-top: 3mm } .sums td { border-bottom: 1px solid #ddd }
    .end { text-align: center; border-top: 1px solid #714b67; margin-top: 16mm; padding-top: 2mm; color: #555 }
  columns
    description: Description; hsn: HSN/SAC
    own Quantity[r]
      | {qty in 2} Units
      @also unit: Units
    rate: Unit Price; ?discount discountPct: Disc.%
    own Taxes[l]
      ?near | {gst_rate in % GST S}
      else | {gst_rate in % IGST S}
    own Amount[r]: {amount in ₹ }
  head
    .name {vendor_name}
    @address seller
    India
    .to
      {buyer_name}
      @address buyer
      India
      GSTIN: {buyer_gstin}
    h2 Invoice {invoice_no}
    boxes[across=4]
      Invoice Date: = {invoice_date}
      Due Date: = {due_date}
      Source: = {order.number}
      Place of supply: = {place_of_supply in state}
  foot
    entries.sums
      Untaxed Amount = ₹ {money taxable}
      ?near
        SGST = {sgst in ₹ }
        CGST = {cgst in ₹ }
      else IGST = {igst in ₹ }
      Total = {total in ₹ }
    @words Total amount in words:
    p Payment terms: {payment_terms: 30 Days}
    p Payment Communication: <b>{number}</b> on this account: {seller.bank.account}
    @also account_no=seller.bank.account; po_no=order.number
    .end {phone} | {email} | GSTIN: {gstin}`

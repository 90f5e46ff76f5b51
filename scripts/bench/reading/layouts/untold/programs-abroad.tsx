import type { Printed } from '../layout.ts'
import { paper } from '../paper.tsx'

/*
 * Bills in the structure of invoicing programs from abroad, as Indian sellers fill them in.
 * Written on 28 November 2026, after the reader was frozen. Nobody tunes the reader with these papers.
 */

/** The seller in two small columns beside its logo, its GSTIN and the buyer without labels, the code of each good under "Item". */
export const unitCost = paper`
  unit-cost: Roboto | Lato; 9pt
  electrical | stationery | household: 1-8 lines; discounts 0 | 0.5; unrounded
  style
    .page { padding: 15mm } .row { margin-bottom: 6mm } h1 { font-size: 15pt; font-weight: normal; color: #0b7189; margin-bottom: 3mm } .small { color: #555 } .meta { margin-left: auto }
    .lines th { background: #e6f3f5; padding: 1.5mm; font-weight: normal } .lines td { padding: 1.5mm; border-bottom: 1px solid #e3e3e3 }
  columns
    own Item[l]: <b>{item_code}</b>
    description: Description; rate: Unit Cost; qty: Quantity; ?discount discountPct: Discount; gst: Tax; amount: Line Total
  head
    .row
      .narrow
        @logo
      .small
        b {vendor_name}
        {gstin}
        {phone}
        {email}
      .small
        {seller.address}
        {seller.city} {seller.pin}
        {seller.state}
        India
    h1 TAX INVOICE
    .row
      div
        b {buyer_name}
        {buyer_gstin}
        @lines buyer
        {buyer.city} {buyer.pin}
      entries.meta
        Invoice Number = {invoice_no}
        PO Number = {po_no}
        Invoice Date = {invoice_date}
        Due Date = {due_date}
        Invoice Total = {total in ₹}
        Balance Due = {total in ₹}
  foot
    .row
      div.small
        Place of supply {place_of_supply}
        b Terms
        Prices are valid for this consignment only.
      .narrow
        entries.sums
          Subtotal = {subtotal in ₹}
          each rates
            ?near
              CGST {half}% = ₹{money cgst}
              SGST {half}% = ₹{money sgst}
            else IGST {rate}% = ₹{money igst}
          Total = {total in ₹}
          Paid to Date = ₹0.00
          Balance Due = {total in ₹}`

/** The buyer and what is due in a dark band at the top, values below small labels, the seller in the last lines alone. */
export const amountBand = paper`
  amount-band: Open Sans | Lato; 9pt
  services | retail: 1-6 lines; near 0.6; unrounded
  style
    .page { padding: 0 14mm 8mm } .band { background: {ink}; color: #fff; margin: 0 -14mm; padding: 9mm 14mm } .huge { font-size: 22pt; font-weight: bold } .meta { margin: 6mm 0 } .meta small { font-size: 75%; color: {ink}; font-weight: bold }
    .lines th { border-bottom: 2px solid {ink}; color: {ink}; padding: 1.5mm 1mm } .lines td { padding: 2mm 1mm; border-bottom: 1px solid #ddd } .end { border-top: 2px solid {ink}; margin-top: 18mm; padding-top: 3mm; font-size: 85% }
  let ink = {any #27323f|#8a1538|#20603d}
  columns description: Item; hsn: HSN / SAC; qty: Quantity; rate: Unit Cost; gst: Tax; amount: Line Total
  head
    .band.row
      div
        .small TO
        b {buyer_name}
        {buyer.address,city,pin}
        GST {buyer_gstin}
      .r
        .small AMOUNT DUE
        .huge {total in ₹}
    .meta.row
      div
        small INVOICE #
        div {invoice_no}
      div
        small ISSUED
        div {invoice_date}
      div
        small DUE
        div {due_date}
      div
        small YOUR REFERENCE
        div {po_no}
  foot
    entries.sums
      Net = {money taxable}
      @taxes CGST, SGST, IGST
      Total = {total in ₹}
    .end.row
      div
        b {vendor_name}
        {seller.address,city,pin}
      div
        GSTIN {gstin}
        PAN {pan}
      div
        {email}
        {phone}
      .r Page 1 of 1`

/** Both addresses beside the numbers, HSN below the good's name, the discount in rupees, the tax of each rate in brackets. */
export const billToShipTo = paper`
  bill-to-ship-to: Lato | Open Sans; 8.5pt
  hardware | household | stationery: 1-8 lines; discounts 0 | 0.5; rounded 0.5
  style
    .page { padding: 12mm } .top { border-bottom: 1px solid #cfd4ea; padding-bottom: 4mm; margin-bottom: 5mm } .name { font-size: 17pt; color: #5851d8 } .grey { color: #6b7280; font-size: 88% } .row { gap: 4mm }
    .lines { margin: 5mm 0 } .lines th { color: #6b7280; font-weight: normal; border-bottom: 1px solid #cfd4ea; padding: 1.2mm } .lines td { padding: 1.5mm 1.2mm } .sums { border: 1px solid #cfd4ea; width: 45% }
  columns
    serial: #; description: Items
      | {description}
      .grey {hsn}
    qtyWithUnit: Quantity; rate[sign=₹]: Price; ?discount discount[zero=0.00]: Discount
    own Tax[r]: {gst_rate in %}
    amount[sign=₹]: Amount
  head
    .top.row
      .name {vendor_name}
      .r.grey
        {seller.address}
        {seller.city}, {seller.state} {seller.pin}
        {phone}
        GSTIN {gstin}
    .row
      div
        .grey Bill to,
        b {buyer_name}
        @lines buyer
        {buyer.city} {buyer.pin}
        GSTIN {buyer_gstin}
      div
        .grey Ship to,
        b {consignee_name}
        @lines buyer
        {buyer.city} {buyer.pin}
      entries
        Invoice Number = {invoice_no}
        Invoice Date = {invoice_date}
        Due date = {due_date}
  foot
    entries.sums
      SUBTOTAL = ₹ {money taxable}
      each rates
        ?near
          CGST ({half}%) = ₹ {money cgst}
          SGST ({half}%) = ₹ {money sgst}
        else IGST ({rate}%) = ₹ {money igst}
      ?round_off ROUNDING = {round_off in ₹ }
      TOTAL = {total in ₹ }
    .grey Notes
    p Delivered by {transport.name}. Kindly quote our number with your payment.
    @also transporter=transport.name`

/** "Tax Number" is the GSTIN of both, a part is paid with a minus before it, and what is left stands below. */
export const taxNumber = paper`
  tax-number: Open Sans | Carlito; 9pt
  electrical | retail: 1-6 lines; unrounded; near 0.7
  style
    .page { padding: 14mm } h2 { font-weight: normal; font-size: 16pt; margin-bottom: 3mm } .row { margin-bottom: 5mm } .meta { width: 100% } .meta .label { font-weight: bold } .meta td:last-child { text-align: right }
    .lines th { background: #55588b; color: #fff; padding: 1.5mm 2mm } .lines td { border-bottom: 1px solid #ddd; padding: 1.5mm 2mm } .sums td { border-bottom: 1px solid #ddd } .sums { width: 48% }
  columns description: Items; hsn: HSN; qty: Quantity; rate: Price; amount: Amount
  head
    h2 Tax Invoice
    .row
      .narrow
        @logo
      div
        b {vendor_name}
        @address seller
        Tax Number: {gstin}
        {phone}
        {email}
    .row
      div
        Bill To
        b {buyer_name}
        @address buyer
        Tax Number: {buyer_gstin}
      entries.meta[colon=:]
        Invoice Number = {invoice_no}
        Order Number = {po_no}
        Invoice Date = {invoice_date}
        Payment Due = {due_date}
  foot
    entries.sums[colon=:]
      Subtotal = {subtotal}
      @taxes CGST, SGST, IGST
      Total = {total}
      Paid = -${({ kit, bill }) => kit.money(paidOf(bill))}
      Balance = ${({ kit, bill }) => kit.money(bill.total - paidOf(bill))}
    p Notes
    p.small Warranty as given by the maker of each article.`

function paidOf({ total }: Printed['bill']): number {
  return Math.round(total / 300) * 100
}

/** "From" and "To" above two boxes, the rate of tax before the net price, a currency in words, the seller again in the last line. */
export const netUnitPrice = paper`
  net-unit-price: Arimo | Carlito; 8.5pt
  hardware | stationery: 1-9 lines; discounts 0 | 0.4; rounded 0.3
  style
    .page { padding: 12mm } h2 { font-size: 13pt; color: #003c7a } .row { margin-bottom: 3mm } .card { background: #e6e6e6; padding: 2mm; min-height: 26mm } .frame { border: 1px solid #777; padding: 2mm; min-height: 26mm }
    .lines { border: 1px solid #999 } .lines th { border-bottom: 1px solid #999; padding: 1mm; font-weight: normal; font-size: 90% } .lines td { padding: 1mm; border-left: 1px solid #ccc } .sums { width: 100% } .sums tr:last-child { background: #e6e6e6 }
    .end { border-top: 1px solid #999; margin-top: 14mm; text-align: center; font-size: 80%; color: #555 }
  columns description: Description; hsn: HSN; gst: Sales tax; rate: U.P. (net); qty: Qty; unit: Unit; ?discount discountPct: Reduc.; amount: Total (net)
  head
    .row
      .narrow
        @logo
      .r
        h2 Invoice {invoice_no}
        Ref. customer : {po_no}
        Invoice date : {invoice_date}
        Date payment due : {due_date}
        Customer code : CU{2401 to 2699}-0{1000 to 9999}
    .row
      div
        .small From:
        .card
          b {vendor_name}
          @address seller
          Phone: {phone}
          Email: {email}
      div
        .small To:
        .frame
          b {buyer_name}
          @address buyer
          GSTIN : {buyer_gstin}
    .r.small Amounts in Indian Rupees
  foot
    .row
      div
        <b>Payment terms:</b> {payment_terms: 30 days}
        <b>Payment type:</b> Credit transfer
        .small Payment by transfer to the following bank account:
        entries[colon=:]
          @bank
      .narrow
        entries.sums
          Total (net) = {money taxable}
          each rates
            ?near
              Total CGST {half}% = {money cgst}
              Total SGST {half}% = {money sgst}
            else Total IGST {rate}% = {money igst}
          @rounding Rounding
          Total (inc. tax) = {total}
    .end
      {seller.name} - {seller.address,city,pin}
      GSTIN: {gstin} - PAN: {pan}
      .r 1/1`

import { listed } from '../../listed-columns.tsx'
import type { Printed } from '../layout.ts'
import { paper } from '../paper.tsx'
import {
  daysOf,
  described,
  paidOf,
  percentOff,
  siteOf,
  slabEntries,
  takenOff,
} from './program-parts.tsx'

/* Programs of open source that a small office hosts itself, and a shop on the internet. */

/** An invoicing site: the total and what is due stand above the lines too, the code of each good in a column of its own. */
export const invoiceNinja = paper`
  fresh-invoice-ninja: Roboto | Open Sans | Lato; 8.5 | 9pt
  retail | stationery | hardware: 1-8 lines; discounts 0 | 0.5; unrounded; near 0.6
  style
    .page { padding: 14mm 13mm } .top { color: #555; border-bottom: 1.5px solid {ink}; padding-bottom: 4mm } .top b { color: #111 }
    h2 { color: {ink}; margin: 5mm 0 3mm } .facts { background: #f6f6f6; padding: 3mm; margin-bottom: 6mm } .facts .label { font-weight: bold; padding-right: 8mm }
    .lines th { color: {ink}; border-bottom: 1.5px solid {ink}; padding: 1.5mm 1mm } .lines td { padding: 1.8mm 1mm; border-bottom: 1px solid #ddd }
    .sums { width: 100%; margin-top: 3mm } .sums .label { color: #444 } .notes { color: #555; font-size: 90%; margin-top: 4mm }
  let ink = {any #0c6bb0|#1f7a4d|#444|#b3261e}
  let site = ${siteOf}
  let days = ${daysOf}
  let terms = {days} days
  columns
    own Item[l]: {item_code}
    description: Description; ?0.7 hsn: HSN/SAC; rate[sign=₹]: Unit Cost; qty: Quantity|Qty; ?discount ${percentOff('Discount')}
    own Tax[r]: {gst_rate in %}
    own Line Total[r]
      | {amount in ₹ }
      @also total=taxable/100
  head
    .row.top
      ?0.6 .narrow
        @logo
      div
        b {vendor_name}
        GSTIN: {gstin}
        {site}
        {email}
        {phone}
      div
        @address seller
        {seller.state}, India
    h2 {TAX INVOICE|Tax Invoice|INVOICE}
    .row.facts
      entries
        Invoice Number = {invoice_no}
        ?0.5 PO Number = {po_no}
        Invoice Date = {invoice_date}
        Due Date = {due_date}
        Invoice Total = {total in ₹ }
        Balance Due = ₹ ${(source) => source.kit.money(source.bill.total)}
      div
        b {buyer_name}
        @address buyer
        GSTIN: {buyer_gstin}
        ?0.5 {buyer.email}
  foot
    .row
      div
        .notes Thank you for your business. Payment is expected within {terms}.
        .notes
          b Terms
          div Please quote the invoice number with your payment. Bank charges are on the remitter's account.
          ?0.6
            {bank_name}, A/c {account_no}, IFSC {ifsc}
      div
        entries.sums
          Subtotal = {subtotal in ₹ }
          ${(source) => slabEntries(source, (tax, percent) => `${tax} ${percent}%`, '₹ ')}
          Total = ₹ {money total}
          ?0.4 Paid to Date = ₹ ${({ kit }) => kit.money(0)}
          Balance Due = ₹ {money total}`

/** Books for one person's office: the number and the date stand below the title without a label, contacts in a band. */
export const frappeBooks = paper`
  fresh-frappe-books: Lato | Roboto | Open Sans; 9 | 9.5pt
  stationery | household | grocery: 1-10 lines; unrounded; near 0.7; discounts 0 | 0.5
  style
    .page { padding: 0 } .band { background: #f1f3f5; padding: 10mm 14mm 6mm } .band .name { font-size: 13pt } .body { padding: 6mm 14mm 0 }
    .grey { color: #666 } .title { font-size: 15pt; font-weight: bold; color: {ink} } .lines { width: calc(100% - 28mm); margin: 7mm 14mm 0 }
    .lines th { color: #555; border-bottom: 1px solid #bbb; padding: 1.5mm 1mm; font-weight: normal } .lines td { padding: 2mm 1mm; border-bottom: 1px solid #eee }
    .sums { width: 78mm } .sums tr:last-child { color: {ink}; font-size: 115% }
  let ink = {any #2d6cdf|#0b7285|#343a40|#862e9c}
  columns
    description: Item; ?0.8 hsn: HSN/SAC
    own {Quantity|Qty}[r]: {qty in digits}
    rate: Rate; gross: Amount
  head
    .band.row
      ?0.5 .narrow
        @logo
      div
        .name {vendor_name}
        .grey {seller.address,city,state,pin}
      .r.grey
        {email}
        {phone}
        GSTIN: {gstin}
    .row.body
      div
        .title {Tax Invoice|Invoice|Sales Invoice}
        .b {invoice_no}
        {invoice_date}
      .r
        .b {buyer_name}
        {buyer.address}
        {buyer.city} {buyer.pin}
        GSTIN: {buyer_gstin}
  foot
    .row.body
      div
        ?0.5
          .grey Notes
          {Delivered in good condition.|Goods remain ours until they are paid.|Prices do not include unloading.}
      .narrow
        entries.sums
          Subtotal = {subtotal=gross}
          ?discount Discount = ${(source) => takenOff(source, 'discount', source.bill.discount)}
          ${(source) => slabEntries(source, (tax, percent) => `${tax} @ ${percent}%`)}
          Grand Total = {total in ₹ }
    ?0.5 .body
      @words {In words|Amount in words}:`

/** A shop on the internet: number and date beside two addresses without a box, a row's price is for all of its pieces. */
export const wooCommerce = paper`
  fresh-woocommerce: Open Sans | Lato | Arimo; 9pt
  retail | household: 1-6 lines; unrounded; freight 0.6; near 0.5
  style
    .page { padding: 18mm 16mm 12mm } .name { font-size: 15pt } h1 { font-size: 17pt; margin: 10mm 0 4mm } .data td { padding: 0 3mm 0.8mm 0 }
    .lines { margin-top: 8mm } .lines th { background: #000; color: #fff; padding: 1.5mm 2mm; border: 1px solid #000 } .lines td { padding: 1.5mm 2mm; border-bottom: 1px solid #ccc }
    .meta { font-size: 80%; margin-top: 0.5mm } .sums { width: 92mm; margin-top: 1mm } .sums td { border-bottom: 1px solid #ccc; padding: 1mm 2mm } .sums tr:last-child td { border-top: 2px solid #000; border-bottom: 2px solid #000 }
    .end { border-top: 1px solid #ccc; margin-top: 24mm; padding-top: 2mm; text-align: center; font-size: 80% }
  let order = {1000 to 48999}
  let site = ${siteOf}
  columns
    own Product[l width=58]
      | {description}
      .meta SKU: {code} HSN: {hsn}
      ?0.3 .meta Weight: {1 to 9}00 g
      @also item_code=code; sku=code
    own Quantity[l]: {qty in digits}
    own Price[r]: {amount in ₹}
  head
    .row
      div
        ?0.5
          @logo
        else .name {any GharMart|UrbanKart|DesiCart|Apna Bazaar}.in
      .narrow
        b {vendor_name}
        @address seller
        {seller.state}
        GSTIN: {gstin}
    h1 {TAX INVOICE|INVOICE|Tax Invoice}
    .row
      div
        {buyer_name}
        @address buyer
        {buyer.state}
        GSTIN: {buyer_gstin}
        {buyer.email}
        {buyer.phone}
      ?0.6 div
        b Ship To:
        {consignee_name}
        @address buyer
        {buyer.state}
      .narrow
        entries.data[colon=:]
          Invoice Number = {invoice_no}
          Invoice Date = {invoice_date}
          Order Number = {order}
          Order Date = {day order.date}
          Payment Method = {any UPI|Razorpay|Cash on delivery|Credit Card/Debit Card/NetBanking}
    @also consignee_name=buyer.name; po_date=order.date; po_no: {order}
  foot
    entries.sums
      Subtotal = {subtotal=goods in ₹}
      ?freight Shipping = {freight in ₹} <span.small>via {any Flat rate|Delhivery Surface|India Post}</span>
      ${(source) => slabEntries(source, (tax, percent) => `${tax} (${percent}%)`, '₹')}
      Total = {total in ₹}
    .end {site} · Thank you for shopping with us!`

/** A program from France: sender and recipient in frames, the numbers at the top right, "U.P. (net)" and "Reduc.". */
export const dolibarr = paper`
  fresh-dolibarr: Arimo | Open Sans; 8.5 | 9pt
  electrical | hardware | services | stationery: 1-9 lines; discounts 0 | 0.5; unrounded; near 0.65
  style
    .page { padding: 10mm 11mm; min-height: 294mm } .ref { color: #00003c; font-weight: bold; font-size: 12pt } .facts { color: #00003c; text-align: right } .frame { min-height: 34mm; padding: 2mm } .from { background: #e6e6e6 } .to { border: 1px solid #c0c0c0 }
    .cap { font-size: 80%; color: #555; margin-top: 4mm } .told { text-align: right; font-size: 80%; margin: 5mm 0 1mm } .lines { border: 1px solid #c0c0c0 } .lines th { font-weight: normal; border-bottom: 1px solid #c0c0c0; border-left: 1px solid #c0c0c0; padding: 1mm }
    .lines td { border-left: 1px solid #c0c0c0; padding: 1mm } .below { font-size: 90%; font-style: italic } .sums tr { background: #f4f4f8 } .sums tr:last-child { color: #00003c; background: #e0e0ea }
    .under { margin-top: 4mm } .bank td, .bank th { border: 1px solid #c0c0c0; padding: 0.5mm 2mm; font-size: 90% } .end { position: absolute; left: 11mm; right: 11mm; bottom: 5mm; border-top: 1px solid #c0c0c0; text-align: center; font-size: 75%; padding-top: 1mm }
  let days = ${daysOf}
  let terms = {days} days
  let site = ${siteOf}
  let paid = ?0.25
  let customer = CU{2300 to 2612}-{10000 to 99999}
  columns ${dolibarrColumns}
  head
    .row
      div
        @logo
      .facts
        .ref {Tax Invoice|Invoice|Standard invoice} {invoice_no}
        {Invoice date|Date invoice} : {invoice_date}
        {Date payment due|Payment due date} : {due_date}
        Customer code : {customer}
        ?0.4 Ref. customer : {po_no}
    .row
      div
        .cap From
        .frame.from
          b {vendor_name}
          @address seller
          ?0.7 Phone: {phone}
          ?0.7 Email: {email}
          ?0.4 Web: {site}
      div
        .cap To
        .frame.to
          b {buyer_name}
          @address buyer
          GSTIN: {buyer_gstin}
    .told Amounts expressed in {Indian Rupee|INR - Indian Rupee}
  foot
    .row.under
      div
        div <b>Payment terms:</b> {payment_terms=terms}
        div <b>Payment type:</b> Credit transfer
        div Payment by transfer to the following bank account:
        strip.bank
          Bank = {bank_name}
          Account number = {account_no}
          IFSC = {ifsc}
      .narrow
        entries.sums
          Total (net of tax) = {money taxable}
          ${(source) => slabEntries(source, (tax, percent) => `Total ${tax} ${percent}%`)}
          Total (inc. tax) = {total}
          ?paid
            Already paid = ${(source) => source.kit.money(paidOf(source))}
            Remaining unpaid = ${(source) => source.kit.money(source.bill.total - paidOf(source))}
    .end {seller.name} - {seller.city} - GSTIN: {gstin} - PAN: {pan} <span>1/1</span>`

function dolibarrColumns(source: Printed) {
  return listed`
    ${described({ heading: 'Description', width: 44, before: ({ code }) => `${code} - `, hsn: 'HSN/SAC:' })}
    own {GST|Sales tax}[r]: {gst_rate in %}
    rate: U.P. (net); qty: Qty; ?discount ${percentOff('Reduc.')}; amount: Total (net)`(source)
}

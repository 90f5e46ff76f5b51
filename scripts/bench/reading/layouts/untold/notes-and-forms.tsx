import { plain } from '../own-columns.tsx'
import { paper } from '../paper.tsx'

/*
 * Credit notes, and bills on forms with much around the goods.
 * Written on 28 November 2026, after the reader was frozen. Nobody tunes the reader with these papers.
 */

/** A credit note as a letter: its number, the bill's and the sum stand in sentences, the goods in a small table below. */
export const creditLetter = paper`
  credit-letter: Tinos | Carlito; 10.5pt; credit note
  household | stationery: 1-3 lines; near 0.7
  style
    .page { padding: 18mm } h2 { text-align: center; font-size: 13pt; text-decoration: underline; margin: 4mm 0 } p { margin: 3mm 0; line-height: 1.5 } .lines th { border-bottom: 1px solid #000; padding: 1mm } .lines td { padding: 1mm } .sums { border-top: 1px solid #000 }
  columns description: Goods returned; hsn: HSN; qtyWithUnit: Quantity; rate: Rate; amount: Value
  head
    .c
      b {vendor_name}
      {seller.address,city,pin}
      GSTIN {gstin}
    h2 CREDIT NOTE No. {invoice_no}
    .r Date: {invoice_date}
    b M/s {buyer_name}
    {buyer.address,city} — GSTIN {buyer_gstin}
    p We have today credited your account for goods returned against our Bill No. {original_invoice_no} dated {original_invoice_date}, as below:
  foot
    entries.sums
      Value = {money taxable}
      @taxes CGST, SGST, IGST
      @rounding Rounding
      Credited to your account = {total in Rs. }
    @words Say
    p Kindly reverse the input tax credit. For {seller.name}`

/** Expired medicines taken back: batches and expiry, the value as a part of the price, "CN" before number and day. */
export const expiryReturn = paper`
  expiry-return: Roboto Condensed | Arimo; 8pt; credit note; 210x148
  medicines: 2-8 lines; near
  style
    .page { padding: 6mm } .grid { gap: 0 } .grid > * { border: 1px solid #000; padding: 1mm 2mm } .lines { margin: 1mm 0 } .lines th, .lines td { border: 1px solid #999; padding: 0.3mm 1mm } .lines th { background: #eee } .sums td { padding: 0.2mm 2mm }
  columns
    own Type[c]: {any EXP|BRK}
    description: Product; pack: Pkg; batch: Batch; expiry: Exp.; mrp: MRP; qty: Qty; rate: CN Rate; gst: GST%; amount: CN Value
  head
    .row.grid
      div
        b {vendor_name}
        {seller.address,city,pin}
        GSTIN {gstin} DL {drug_licence_no}
      div
        Party : {buyer_name}
        {buyer.city} GSTIN {buyer_gstin}
      div
        b CREDIT NOTE (EXPIRY / BREAKAGE)
        CN # {invoice_no} CN Dt. {invoice_date}
        Agst. Inv {original_invoice_no} Dt. {original_invoice_date}
  foot
    .row
      .small Goods destroyed at our end. Claim no. {1000 to 9999}. Set off against your next bill.
      entries.sums
        Tot. Value = {taxable_value}
        @taxes CGST, SGST, IGST
        @rounding R.O.
        CN Amt. = {total}`

/** Invoice and challan in one: gate pass and challan before the number, the serial number last, taxes by HSN above the sums. */
export const invoiceCumChallan = paper`
  invoice-cum-challan: Arimo | Carlito; 8.5pt
  hardware | electrical: 1-8 lines; near 0.6; freight 0.3; unrounded
  style
    .page { padding: 9mm } .boxes td { border: 1px solid #000; padding: 0.6mm 1.5mm; width: 20% } .boxes .label { font-size: 78% } .frame { border: 1px solid #000; padding: 1.5mm } .row { gap: 0 } .lines th, .lines td { border: 1px solid #000; padding: 0.7mm 1mm } .taxes { margin: 2mm 0; font-size: 90% } .taxes td, .taxes th { border: 1px solid #000; padding: 0.3mm 1mm }
  columns qty: Qty. Desp.; unit: Unit; description: Material; hsn: HSN; rate: Basic; gst: GST %; amount: Amt. Rs.; serial: Sr.
  head
    .row
      b TAX INVOICE CUM DELIVERY CHALLAN
      .r (ORIGINAL FOR RECIPIENT)
    boxes[across=5]
      Challan No. = {delivery_note_no}
      Gate Pass = GP{1000 to 9999}
      Inv. No. = {invoice_no}
      Inv. Date = {invoice_date}
      Time of Removal = {10 to 18}:{10 to 59}
      Party P.O. = {po_no}
      P.O. Date = {po_date}
      Mode = Road
      Lorry = {vehicle_no}
      E-way Bill = {eway_bill_no}
    .row
      .frame
        Billed and delivered to
        b {buyer_name}
        {buyer.address,city,pin}
        GSTIN {buyer_gstin}
      .frame
        Supplied by
        b {vendor_name}
        {seller.address,city,pin}
        GSTIN {gstin}, PAN {pan}
  foot
    @taxes hsn
    .row
      div
        .small Material received in good condition
        .small Receiver's stamp ______________
      entries.sums
        ?freight Add: Freight = {freight}
        Taxable = {taxable_value}
        @taxes CGST, SGST, IGST
        Amt. Chargeable = {total}`

/** A supply from a special economic zone on the form of exports: numbers and days share boxes, marks and packages before the goods. */
export const exportForm = paper`
  export-form: Arimo | Tinos; 8.5pt
  household | electrical: 1-6 lines; near 0; unrounded
  goods
    Brass Planter Antique Finish | 74181022 | 18 | 640 | Pcs
    Wooden Photo Frame 8x10 | 44149000 | 18 | 145 | Pcs
    Jute Shopping Bag Printed | 42022230 | 18 | 88 | Pcs
    Steel Tiffin 3 Tier | 73239390 | 18 | 312 | Set
  style
    .page { padding: 9mm } .form { width: 100% } .form td { border: 1px solid #000; padding: 1mm 1.5mm; width: 25% } .form small { display: block } .lines th, .lines td { border: 1px solid #000; padding: 0.8mm 1.2mm } .sums { width: 55% }
  columns
    ${plain('Marks & Nos.', 'l', ({ code }) => `KGS/${code.slice(-3)}`)}; ${plain('No. & Kind of Pkgs.', 'c', ({ qty }) => `${Math.ceil(qty / 10)} CTN`)};
    description: Description of Goods; hsn: HSN; qtyWithUnit: Quantity; rate: Rate INR; amount: Amount INR
  head
    .c.b TAX INVOICE
    .c.small SUPPLY FROM SEZ UNIT TO DOMESTIC TARIFF AREA ON PAYMENT OF INTEGRATED TAX
    table.form
      tbody
        tr
          td[colSpan=2 rowSpan=2]
            small Exporter / Supplier
            b {vendor_name}
            @address seller
            GSTIN {gstin}
          td
            small Invoice No. & Date
            | {invoice_no} DT. {invoice_date}
          td
            small Exporter's Ref.
            | IEC {digits 10}
        tr
          td[colSpan=2]
            small Buyer's Order No. & Date
            | {po_no} DT. {po_date}
        tr
          td[colSpan=2]
            small Consignee
            b {consignee_name}
            @address buyer
            GSTIN {buyer_gstin}
            @also buyer_name=buyer.name
          td[colSpan=2]
            small Buyer (if other than consignee)
            | SAME AS CONSIGNEE
        tr
          td
            small Pre-Carriage by
            | Road
          td
            small Place of Receipt
            | {seller.city}
          td
            small Country of Origin
            | India
          td
            small Final Destination
            | {buyer.city}
  foot
    .row
      div
        small Amount Chargeable (in words)
        div {amount_in_words}
        .small Net Wt. {40 to 90}.500 Kgs Gross Wt. {91 to 140}.000 Kgs
      entries.sums
        Total Value = {taxable_value}
        Add: IGST @ 18% = {igst}
        Total Amt. INR = {total}
    .small Declaration: We declare that this invoice shows the actual price of the goods described.`

/** Each good over three rows: number and name, codes below, figures in the last one, under headings in three rows as well. */
export const threeRows = paper`
  three-rows: Cousine | Arimo; 8.5pt
  electrical | hardware: 1-7 lines; near 0.7; rounded 0.6
  style
    .page { padding: 10mm } .items { width: 100%; margin: 2mm 0 } .items th { font-weight: normal } .items thead { border-top: 1px solid #000; border-bottom: 1px solid #000 } .items td, .items th { padding: 0.2mm 1mm } .items .last td { padding-bottom: 1.5mm } .row { display: flex; justify-content: space-between } .sums { margin-left: auto } .sums td { padding: 0.3mm 1mm } .sums td:last-child { text-align: right } .bar { border-top: 1px solid #000; margin: 1.5mm 0 }
  body
    .row
      span Page 1 of 1
      span TAX INVOICE (Original)
    b {vendor_name}
    {seller.address,city,pin}
    GSTIN {gstin}
    .bar
    .row
      div
        Sold to: {buyer_name}
        {buyer.address,city,pin}
        GSTIN: {buyer_gstin}
      div
        Document No. {invoice_no}
        Document Dt. {invoice_date}
        Sales Order {order.number}
        @also po_no=order.number
    table.items
      thead
        tr
          th.l[colSpan=6] Ln  Description
        tr
          th.l[colSpan=3] Article Number
          th.l[colSpan=3] HSN Code
        tr
          th.r* Qty | UoM | Price | GST% | GST Amt | Net Amt
      tbody
        each lines
          tr[data-line]
            td[colSpan=6]
              @line
              @also sl_no=number
              | {number}  {description}
          tr
            td[colSpan=3] {item_code}
            td[colSpan=3] {hsn}
          tr.last
            td.r* {qty} | {unit} | {rate} | {gst_rate} | {tax_amount} | {amount}
    .bar
    entries.sums
      Total Net Amt = {money taxable}
      @taxes Central GST, State GST, Integrated GST
      @rounding Rounding Diff.
      Invoice Amount = {total in INR }
    @words Amount in figures and words:
    .bar
    .row
      span Remit to: {bank_name} {account_no} {ifsc}
      span E.&O.E.`

/** A cash memo of a small dealer: what and how much, no rates and no tax, the total in a box. */
export const cashMemo = paper`
  cash-memo: Tinos | Roboto; 10pt; 105x148
  grocery | stationery: 1-6 lines; untaxed; near; unrounded
  style
    .page { padding: 5mm } .name { font-size: 14pt; text-align: center } .c { text-align: center } .items { width: 100%; border: 1px solid #000; margin: 2mm 0 } .items th { border-bottom: 1px solid #000 } .items td, .items th { padding: 0.8mm 1.5mm } .box { border: 2px solid #000; padding: 1mm 2mm; font-size: 12pt; font-weight: bold; width: 50%; margin-left: auto; text-align: right }
  body
    .c CASH MEMO / BILL OF SUPPLY
    .name {vendor_name}
    .c {seller.address,city}
    .c GSTIN {gstin}
    .c (Composition taxable person, not eligible to collect tax on supplies)
    Memo No. {invoice_no} — Dt. {invoice_date}
    M/s {buyer_name}
    table.items
      thead
        tr
          th.l Goods
          th.r Nos.
          th.r Rs. P.
      tbody
        each lines
          tr[data-line]
            td
              @line
              | {description}
            td.r {qty in digits}
            td.r {amount}
    .box {total in Rs. }
    Sign.`

import type { Printed } from '../layout.ts'
import { days, otherDays, plain } from '../own-columns.tsx'
import { paper } from '../paper.tsx'

/* A claim, an order and a sales form. */

/** A company's credit note for claims: one line for each bill that was claimed for, with its number, day and value, and no quantities. */
export const claimNote = paper`
  claim-note: Arimo | Carlito | Tinos; 9pt; credit note
  services: 1-4 lines; near 0.6
  goods
    Quarterly target incentive | 998599 | 18 | 6400
    Display window rental | 998599 | 18 | 2500
    Price drop compensation | 998599 | 18 | 3180
    Damage settlement | 998599 | 18 | 1240
  style
    .page { padding: 12mm } h2 { text-align: center; font-size: 13pt; letter-spacing: 1mm } .row { margin: 3mm 0 } .lines th, .lines td { border: 1px solid #333; padding: 1mm } .lines th { background: #fafafa } .sums { margin-top: 2mm; width: 55% }
  columns serial: Sr.; ${plain('Claim / Bill Ref.', 'c', ({ code }) => `SB-${code.replace(/\D/g, '')}`)};
    ${otherDays('Bill Dt.', (index) => -20 - index)}; description: Nature of Claim; hsn: SAC; ${billValue}; amount: Credit Amount
  head
    .r
      b {vendor_name}
      {seller.address}
      {seller.city} {seller.pin}
      GSTIN/UIN: {gstin}
    h2 CREDIT NOTE
    .row
      div
        Credited to:
        b {buyer_name}
        {buyer.address,city}
        GSTIN/UIN: {buyer_gstin}
      entries[colon=:]
        C.N. No. = {invoice_no}
        C.N. Date = {invoice_date}
        Customer Code = D{10000 to 99999}
    p We have credited your account with the following claims passed by our depot:
    @also document_type: credit note
  foot
    entries.sums
      Claims passed = {money taxable}
      @taxes CGST 9.00%, SGST 9.00%, IGST 18.00%
      @rounding Rounded off by
      Total credit = {total}
    @words Amount in words -
    p.small Please adjust this in your next payment. Input tax credit is to be reversed.
    .r Claims Department`

function billValue({ kit }: Printed) {
  return plain('Bill Value', 'r', ({ taxable }) => kit.money(taxable * 20))
}

/** An order of a shop's own program: indent and quotation beside its number, pack and free pieces, the sums as a strip of boxes. */
export const indentOrder = paper`
  indent-order: Open Sans | Carlito; 8.5pt; purchase order
  medicines: 1-9 lines; near 0.7; unrounded
  style
    .page { padding: 10mm } h2 { background: #123c69; color: #fff; padding: 1.5mm 3mm; font-size: 12pt } .boxes td { border: 1px solid #123c69; padding: 0.8mm 1.5mm; width: 25% } .boxes .label { font-size: 78%; color: #123c69 }
    .lines { margin: 2mm 0 } .lines th, .lines td { border: 1px solid #123c69; padding: 0.7mm 1mm } .two > * { border: 1px solid #123c69; padding: 1.5mm }
  columns serial: Line; code: Our Code; description: Material; pack: Pack; qty: Ord. Qty; free: Free;
    mrp: Max. Retail Price; rate: Agreed Rate; gst: GST%; amount: Net Value
  head
    h2 {buyer.name} — Purchase Department
    boxes[across=4]
      P.O. Number = {po_no=number}
      P.O. Date = {po_date=date}
      Indent No. = IND/{100 to 999}
      Indent Date = {day order.date}
      Quotation Ref. = Q-{1000 to 9999}
      Valid Till = {day dueDate}
      Payment = {payment_terms: 21 days from GRN}
      Freight = F.O.R. our store
    .row.two
      div
        b Vendor
        {vendor_name}
        {seller.address,city,pin}
        GSTIN {gstin}
      div
        b Bill & Deliver to
        {buyer_name}
        {buyer.address,city,pin}
        GSTIN {buyer_gstin}
  foot
    boxes[across=4]
      Basic Value = {money taxable}
      @taxes CGST, SGST, IGST
      Order Value = {total in ₹ }
    @words Order value in words:
    .small Quote the order number on challan and invoice. Short expiry (less than 12 months) is not accepted. Breakage to your account.
    .row
      span Prepared by
      span.c Checked by
      span.r Authorised by`

/** A foreign program's form in its Indian version: a day in each line, the rate of tax before the name of the tax, taxes "on" their sums. */
export const salesForm = paper`
  sales-form: Arimo | Lato; 9pt
  services | electrical: 1-5 lines; near 0.6; unrounded
  style
    .page { padding: 14mm } .accent { color: #2b7a0b } h1 { font-weight: normal; font-size: 18pt } .strip { background: #e8f3e4; margin: 4mm 0; padding: 2mm 3mm } .strip .label { font-size: 75% }
    .lines th { background: #e8f3e4; color: #2b7a0b; font-weight: normal; padding: 1.2mm; font-size: 88% } .lines td { padding: 1.2mm } .lines { border-bottom: 1px dashed #999 } .sums { width: 60% }
  columns
    ${days('DATE', (index) => -(index % 3))}; description: ACTIVITY; hsn: HSN/SAC
    own TAX[l]
      ?near | {gst_rate in .1% GST}
      else | {gst_rate in .1% IGST}
    qty: QTY; rate: RATE; amount: AMOUNT
  head
    b {vendor_name}
    @address seller
    {email}
    GSTIN: {gstin}
    h1.accent Tax Invoice
    .row
      div
        .accent INVOICE TO
        {buyer_name}
        @address buyer
        GSTIN: {buyer_gstin}
      entries
        PLACE OF SUPPLY = {place_of_supply}
        TERMS = {payment_terms: Net 30}
    .strip.row
      div
        .label INVOICE NO.
        .b {invoice_no}
      div
        .label DATE
        .b {invoice_date}
      div
        .label PLEASE PAY
        .b {total in INR }
      div
        .label DUE DATE
        .b {due_date}
  foot
    entries.sums
      SUBTOTAL = {subtotal}
      each rates
        ?near
          CGST @ {half}% on {money taxable} = {money cgst}
          SGST @ {half}% on {money taxable} = {money sgst}
        else IGST @ {rate}% on {money taxable} = {money igst}
      TOTAL = {total}
      TOTAL DUE = {total in INR }
    .r.accent THANK YOU.`

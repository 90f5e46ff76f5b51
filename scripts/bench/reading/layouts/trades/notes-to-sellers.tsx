import { paper } from '../paper.tsx'
import type { Column } from '../../columns.tsx'
import type { Printed } from '../layout.ts'
import { Also } from '../../marks.tsx'

/* Credit and debit notes of trades. */

/** A credit note for damaged and expired goods: the bill it is about and its sum stand in sentences. */
export const damagedGoods = paper`
  damaged-goods: Open Sans | Roboto; 8.5pt; credit note
  medicines: 1-6 lines; near
  style
    .page { padding: 12mm } .lines { margin: 3mm 0 } .lines th { background: #e9ecef; padding: 1mm }
    .lines td { padding: 0.8mm 1mm; border-bottom: 1px solid #dee2e6 } .sentence { margin: 3mm 0 } .right { margin-left: auto; width: 45% }
    .right td:last-child { text-align: right }
  columns description: Product; hsn: HSN; batch: Batch; expiry: Expiry; mrp: MRP; qty: Accepted Qty;
    rate: PTR; gst: GST; amount: Credit Value
  head
    .row
      div
        .name {vendor_name}
        {seller.address,city,pin}
        GSTIN {gstin}
      .r
        .b CREDIT NOTE (Breakage / Expiry)
        C.N. No. {invoice_no}
        Dated {invoice_date}
    .sentence To, {buyer_name}, {buyer.address}, {buyer.city}. GSTIN {buyer_gstin}
    .sentence We have credited your account with Rs. {money total} towards damaged and expired goods returned against our invoice no. {original_invoice_no} dated {original_invoice_date}, as below.
  foot
    table.right
      tbody
        tr
          td* Value of goods | {money taxable}
        tr
          td* Central GST | {cgst}
        tr
          td* State GST | {sgst}
        tr
          td* Rounding adj. | {round_off}
        tr
          td* Credit allowed | {total}
    @words In words
    .sentence Claims Department`

/** A debit note as a journal prints it: two columns, reasons in sentences, the taxes as rows below them. */
export const debitJournal = paper`
  debit-journal: Tinos | Arimo; 10pt; 210x148; debit note
  services: 1-2 lines
  goods
    Being rate difference on supplies of the month | 999799 | 18 | 2140
    Being short quantity received in last lot | 999799 | 18 | 860
    Being interest on late payment | 999799 | 18 | 1275
    Being unloading charges borne on your behalf | 999799 | 18 | 640
  style
    .page { padding: 10mm } .title { text-align: center; font-size: 13pt; text-decoration: underline }
    .lines { border: 1px solid #000 } .lines th { border: 1px solid #000 } .lines td { border-left: 1px solid #000; padding: 1.5mm 2mm }
    .total td { border-top: 1px solid #000; font-weight: bold }
  columns description[width=75]: Particulars; amount: Amount
  head
    .c
      b {vendor_name}
      {seller.address,city}
      GSTIN/UIN: {gstin}
    .title Debit Note
    .row
      span No. : {invoice_no}
      span.r Dated : {invoice_date}
    .row <span>Ref. : {original_invoice_no} dt. {original_invoice_date}</span>
    Party's Name : {buyer_name}
    {buyer.address}
    GSTIN/UIN : {buyer_gstin}
  rows
    ledger[at=0 end=total]
      @taxes CGST @ 9%, SGST @ 9%, IGST @ 18%
      @rounding Round Off
      = {total}
  foot
    @words Amount (in words) :`

/** A debit note for rates that were too low: what was billed and what was agreed beside the difference, which alone is multiplied. */
export const rateDifference = paper`
  rate-difference: Tinos | Arimo | Open Sans; 10pt; debit note
  hardware | grocery | electrical: 1-4 lines; near 0.7; rounded 0.5
  style
    .page { padding: 14mm } .title { text-align: center; text-decoration: underline; font-weight: bold; margin: 3mm 0 } p { margin: 3mm 0 }
    .lines th { border-top: 1.5px solid #000; border-bottom: 1.5px solid #000; padding: 1mm } .lines td { padding: 1mm } .sums { border-top: 1.5px solid #000; width: 60%; margin-top: 2mm }
  columns description: Material; hsn: HSN; qty: Qty; ${otherRate('Rate billed', 2)}; ${otherRate('Rate agreed', 3)};
    rate: Difference; gst: GST; amount: Debit Value
  head
    .row
      div
        b {vendor_name}
        {seller.address,city,pin}
      .r
        GSTIN {gstin}
        {email}
    .title DEBIT NOTE
    .row
      div
        Debit Note No.: {invoice_no}
        To: {buyer_name}, {buyer.city}
        GSTIN: {buyer_gstin}
      .r Date: {invoice_date}
    p We have this day debited your account towards rate difference on our tax invoice {original_invoice_no} of {original_invoice_date} as under.
  foot
    entries.sums
      Taxable amount = {taxable_value}
      ?near
        CGST = {cgst}
        SGST = {sgst}
      else IGST = {igst}
      ?round_off Rounded by = {round_off}
      Total debit = {total}
    @words Rs. (words):
    p Please pass the entry in your books and send us your confirmation.
    .r Yours faithfully, for {seller.name}`

function otherRate(heading: string, times: number) {
  return ({ kit }: Printed): Column => ({
    heading,
    align: 'r',
    cell: ({ rate }) => (
      <>
        {kit.money(rate * times)}
        <Also of="line" fields={{ rate: (rate * times) / 100 }} />
      </>
    ),
  })
}

/** A credit note whose amounts stand in brackets, as accountants write what is taken back. */
export const returnedGoods = paper`
  returned-goods: Carlito | Arimo | Lato; 9pt; credit note
  household | electrical | stationery: 1-5 lines; near 0.7
  style
    .page { padding: 11mm } .boxes { margin: 3mm 0 } .boxes td { border: 1px solid #555; padding: 0.8mm 1.5mm; width: 33% } .boxes .label { font-size: 80%; color: #555 }
    .lines th { border-bottom: 1px solid #555; background: #eee; padding: 1mm } .lines td { padding: 0.8mm 1mm; border-bottom: 1px solid #ddd } .sums { margin-top: 3mm }
  columns serial: S No; description: Item returned; hsn: HSN; qty: Qty Rtd; rate: Rate; gst: GST %
    own Value[r]: {amount in ()}
  head
    .row
      div
        h2 SALES RETURN
        (Credit Note u/s 34 of the CGST Act)
      .r
        b {vendor_name}
        {seller.address,city,pin}
        GSTIN {gstin}
    boxes[across=3]
      Credit Note # = {invoice_no}
      Issued on = {invoice_date}
      Reason for issue = {any 01 - Sales Return|02 - Post Sale Discount}
      Original invoice = {original_invoice_no}
      Original invoice dated = {original_invoice_date}
      Place of supply = {place_of_supply in code state}
    entries
      Issued to = {buyer_name}
      = {buyer.address,city}
      GSTIN / UIN = {buyer_gstin}
  foot
    entries.sums
      Total value of return = ({money taxable})
      ?near
        CGST reversed = {cgst in ()}
        SGST reversed = {sgst in ()}
      else IGST reversed = {igst in ()}
      ?round_off Rounding = {round_off in ()}
      Amount credited to your account = {total in ()}
    @words In words:
    p Kindly reverse the input tax credit taken on the above.
    .r Accounts Dept., {seller.name}`

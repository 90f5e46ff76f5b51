import { codes, otherDays, tens } from '../own-columns.tsx'
import { paper } from '../paper.tsx'

/* Purchase orders of mills and factories. */

/** An order from a large system: number and date in one field, conditions of tax under each item. */
export const millOrder = paper`
  mill-order: Cousine | Arimo; 8.5pt; purchase order
  hardware | electrical | household: 1-5 lines; unrounded
  style
    .page { padding: 12mm } .info { border: 1px solid #000; padding: 2mm } .info td { padding: 0 2mm 0 0 }
    .lines { margin-top: 4mm } .lines th { border-bottom: 1px solid #000; text-align: left } .lines td { padding-top: 1.5mm }
    .taxes { padding-left: 6mm; font-size: 90% } .rule { border-top: 1px solid #000; margin-top: 3mm; padding-top: 1mm }
  columns
    ${tens(5, 7)}; description: Material/Description
      {item_code}
      {description}
    qty: Quantity; unit: UM; rate: Net Price; amount: Net Amount
  head
    .row
      div
        .b Vendor Address
        {vendor_name}
        @lines seller
        {seller.city} {seller.pin}
        GSTIN : {gstin}
      .info
        let number = 45{digits 8}
        .b Purchase Order
        PO number / date
        {po_no=number} / {po_date=date}
        Your vendor number with us
        div {digits 6}
        Terms of payment
        {payment_terms: Within 45 days without deduction}
        @also consignee_name=buyer.name
    .rule <b>Bill to / Deliver to:</b> {buyer_name}, {buyer.address}, {buyer.city} {buyer.pin}. GSTIN : {buyer_gstin}
    Please deliver the goods mentioned below in accordance with our conditions.
  below
    .taxes
      HSN/SAC Code: {hsn}
      ?near
        IN: Central GST {3 of half} % {money cgst} INR
        IN: State GST {3 of half} % {money sgst} INR
      else IN: Integrated GST {3 of item.gst} % {money igst} INR
  foot
    .rule
      .row
        span Total net value excl. tax INR
        span.r {taxable_value}
      .row
        span Total tax INR
        span.r {money tax}
      .row.b
        span Total order value INR
        span.r {total}`

/** An order with the day on which each good is wanted, the shop's address for delivery and for the bill, and its conditions. */
export const scheduleOrder = paper`
  schedule-order: Lato | Roboto | Carlito; 9pt; purchase order
  stationery | electrical | household: 1-6 lines; near 0.6; discounts 0 | 0.4; unrounded
  style
    .page { padding: 12mm } .band { background: #1f3a5f; color: #fff; padding: 2mm 3mm; font-size: 13pt } .row { margin: 3mm 0 }
    .lines th { background: #dde5ee; padding: 1mm } .lines td { padding: 1mm; border-bottom: 1px solid #dde5ee } .sums { margin-top: 3mm } .box { border: 1px solid #1f3a5f; padding: 2mm }
  columns serial: Line; ${codes('Our Ref.')}; description: Description; ${otherDays('Need by', (index) => 7 + index)};
    qty: Order Qty; unit: UOM; rate: Unit Cost; ?discount discountPct: Disc%; gst: GST%; amount: Net Value
  head
    .band.row
      span {buyer_name}
      span.r Purchase Order
    .row
      .box
        b Vendor
        {vendor_name}
        {seller.address,city,pin}
        GSTIN/UIN {gstin}
      .box
        b Bill to / Deliver to
        {buyer.address,city,pin}
        GSTIN/UIN {buyer_gstin}
    .row
      Order no. <b>{po_no}</b>
      Order dated {po_date=date}
      Valid till {day dueDate}
      Terms {payment_terms: 45 days credit}
    @also consignee_name=buyer.name; due_date=dueDate
  foot
    entries.sums
      Net value = {taxable_value}
      ?near
        CGST = {cgst}
        SGST = {sgst}
      else IGST = {igst}
      Order value = {total}
    @words In words
    ol.small
      li Quote our order number on every paper.
      li Short or late supplies may be cancelled. Penalty 0.5 % a week, at most 5 %.
      li Bills without HSN are not passed for payment.
    .r Approved by: S. Kulkarni`

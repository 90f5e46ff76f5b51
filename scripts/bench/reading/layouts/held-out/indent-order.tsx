import { onePage } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 10mm } h2 { background: #123c69; color: #fff; padding: 1.5mm 3mm; font-size: 12pt } .boxes td { border: 1px solid #123c69; padding: 0.8mm 1.5mm; width: 25% } .boxes .label { font-size: 78%; color: #123c69 }
  .lines { margin: 2mm 0 } .lines th, .lines td { border: 1px solid #123c69; padding: 0.7mm 1mm } .two > * { border: 1px solid #123c69; padding: 1.5mm }`

/** An order of a shop's own program: indent and quotation beside its number, pack and free pieces, the sums as a strip of boxes. */
export const indentOrder = onePage({
  name: 'indent-order',
  css,
  fonts: ['Open Sans', 'Carlito'],
  size: 8.5,
  kind: 'purchase order',
  category: 'purchase_order',
  wanted: ({ random }) => ({
    trade: 'medicines',
    lines: [1, 9],
    isNear: random.chance(0.7),
    isRounded: false,
  }),
  columns: listed`serial: Line; code: Our Code; description: Material; pack: Pack; qty: Ord. Qty; free: Free;
    mrp: Max. Retail Price; rate: Agreed Rate; gst: GST%; amount: Net Value`,
  Head: zone`
    h2 {buyer.name} — Purchase Department
    boxes[across=4]
      P.O. Number = {po_no=number}
      P.O. Date = {po_date=date}
      Indent No. = IND/${({ kit }) => kit.random.int(100, 999)}
      Indent Date = {day order.date}
      Quotation Ref. = Q-${({ kit }) => kit.random.int(1_000, 9_999)}
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
        GSTIN {buyer_gstin}`,
  Foot: zone`
    boxes[across=4]
      Basic Value = {money taxable}
      @taxes CGST, SGST, IGST
      Order Value = {total in ₹ }
    @words Order value in words:
    .small Quote the order number on challan and invoice. Short expiry (less than 12 months) is not accepted. Breakage to your account.
    .row
      span Prepared by
      span.c Checked by
      span.r Authorised by`,
})

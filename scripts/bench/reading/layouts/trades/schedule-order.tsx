import type { Column } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { ownShop } from '../../compose/parties.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { Also } from '../../marks.tsx'
import { codes, onePage } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 12mm } .band { background: #1f3a5f; color: #fff; padding: 2mm 3mm; font-size: 13pt } .row { margin: 3mm 0 }
  .lines th { background: #dde5ee; padding: 1mm } .lines td { padding: 1mm; border-bottom: 1px solid #dde5ee } .sums { margin-top: 3mm } .box { border: 1px solid #1f3a5f; padding: 2mm }`

/** An order with the day on which each good is wanted, the shop's address for delivery and for the bill, and its conditions. */
export const scheduleOrder = onePage({
  name: 'schedule-order',
  css,
  fonts: ['Lato', 'Roboto', 'Carlito'],
  size: 9,
  kind: 'purchase order',
  category: 'purchase_order',
  wanted: ({ random }) => ({
    trade: random.pick(['stationery', 'electrical', 'household']),
    lines: [1, 6],
    isNear: random.chance(0.6),
    discounts: random.pick([0, 0.4]),
    isRounded: false,
  }),
  columns,
  Head: zone`
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
    ${({ bill }) => <Also of="head" fields={{ consignee_name: ownShop.name, due_date: bill.dueDate }} />}`,
  Foot: zone`
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
    .r Approved by: S. Kulkarni`,
})

function columns(kit: Kit, bill: Bill): Column[] {
  const wanted: Column = {
    heading: 'Need by',
    align: 'c',
    cell: (_, index) => {
      const day = daysAfter(bill.date, 7 + index)
      return (
        <>
          {kit.day(day)}
          <Also of="line" fields={{ date: day }} />
        </>
      )
    },
  }
  return listed`serial: Line; ${codes('Our Ref.')}; description: Description; ${wanted}; qty: Order Qty; unit: UOM;
    rate: Unit Cost; ?discount discountPct: Disc%; gst: GST%; amount: Net Value`(kit, bill)
}

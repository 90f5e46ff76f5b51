import { type Column, columnsOf } from '../../columns.tsx'
import type { BillLine, Bill } from '../../compose/bill.ts'
import { digits, ownShop } from '../../compose/parties.ts'
import type { Kit } from '../../kit.ts'
import { Also, C, H } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { markup, zone } from '../../bill-markup.tsx'
import { daysAfter } from '../../compose/texts.ts'
import { codes, onePage } from '../one-page.tsx'
import { listed } from '../../listed-columns.ts'

/* Purchase orders of mills and factories. */

const millOrderCss = `.page { padding: 12mm } .info { border: 1px solid #000; padding: 2mm } .info td { padding: 0 2mm 0 0 }
  .lines { margin-top: 4mm } .lines th { border-bottom: 1px solid #000; text-align: left } .lines td { padding-top: 1.5mm }
  .taxes { padding-left: 6mm; font-size: 90% } .rule { border-top: 1px solid #000; margin-top: 3mm; padding-top: 1mm }`

/** An order from a large system: number and date in one field, conditions of tax under each item. */
export const millOrder = onePage({
  name: 'mill-order',
  category: 'purchase_order',
  kind: 'purchase order',
  css: millOrderCss,
  fonts: ['Cousine', 'Arimo'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: random.pick(['hardware', 'electrical', 'household']),
    lines: [1, 5],
    isRounded: false,
  }),
  columns: columnsFor,
  Head,
  Foot,
  below: (line, { kit, bill }) => <Conditions kit={kit} line={line} isNear={bill.isNear} />,
})

function columnsFor(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    description: 'Material/Description',
    qty: 'Quantity',
    unit: 'UM',
    rate: 'Net Price',
    amount: 'Net Amount',
  })
  const item: Column = {
    heading: 'Item',
    align: 'l',
    width: 7,
    cell: (_, index) => (
      <C k="sl_no" v={(index + 1) * 10}>
        {String((index + 1) * 10).padStart(5, '0')}
      </C>
    ),
  }
  const described: Column = {
    ...all.description,
    cell: ({ code, item: { name } }) => (
      <>
        <div>
          <C k="item_code">{code}</C>
        </div>
        <div>
          <C k="description">{name}</C>
        </div>
      </>
    ),
  }
  return [item, described, all.qty, all.unit, all.rate, all.amount]
}

function Conditions({ kit, line, isNear }: { kit: Kit; line: BillLine; isNear: boolean }) {
  const half = line.item.gst / 2
  const taxes = isNear
    ? [
        ['IN: Central GST', half, line.cgst],
        ['IN: State GST', half, line.sgst],
      ]
    : [['IN: Integrated GST', line.item.gst, line.igst]]
  return (
    <div className="taxes">
      <div>
        HSN/SAC Code: <C k="hsn">{line.item.hsn}</C>
      </div>
      {taxes.map(([name, percent, paise]) => (
        <div key={name}>
          {name} {Number(percent).toFixed(3)} % {kit.money(Number(paise))} INR
        </div>
      ))}
    </div>
  )
}

function Head(printed: Printed) {
  return markup(printed)`
    .row
      div
        .b Vendor Address
        {vendor_name}
        @lines seller
        {seller.city} {seller.pin}
        GSTIN : {gstin}
      ${({ kit, bill }) => <OrderInfo kit={kit} bill={bill} />}
    .rule <b>Bill to / Deliver to:</b> {buyer_name}, ${ownShop.address.join(', ')}, {buyer.city} {buyer.pin}. GSTIN : {buyer_gstin}
    Please deliver the goods mentioned below in accordance with our conditions.`
}

function OrderInfo({ kit, bill }: Printed) {
  const number = `45${digits(kit.random, 8)}`
  return markup({ kit, bill })`
    .info
      .b Purchase Order
      PO number / date
      div ${(<H k="po_no">{number}</H>)} / {po_date=date}
      Your vendor number with us
      div ${() => digits(kit.random, 6)}
      Terms of payment
      div {payment_terms: Within 45 days without deduction}
      ${(<Also of="head" fields={{ consignee_name: ownShop.name }} />)}`
}

function Foot({ kit, bill }: Printed) {
  const tax = bill.cgst + bill.sgst + bill.igst
  return markup({ kit, bill })`
    .rule
      .row
        span Total net value excl. tax INR
        span.r {taxable_value}
      .row
        span Total tax INR
        span.r ${kit.money(tax)}
      .row.b
        span Total order value INR
        span.r {total}`
}

const scheduleOrderCss = `.page { padding: 12mm } .band { background: #1f3a5f; color: #fff; padding: 2mm 3mm; font-size: 13pt } .row { margin: 3mm 0 }
  .lines th { background: #dde5ee; padding: 1mm } .lines td { padding: 1mm; border-bottom: 1px solid #dde5ee } .sums { margin-top: 3mm } .box { border: 1px solid #1f3a5f; padding: 2mm }`

/** An order with the day on which each good is wanted, the shop's address for delivery and for the bill, and its conditions. */
export const scheduleOrder = onePage({
  name: 'schedule-order',
  css: scheduleOrderCss,
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

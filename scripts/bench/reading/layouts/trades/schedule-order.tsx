import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { ownShop } from '../../compose/parties.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { Also, H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { InWords } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { codes, onePage } from '../one-page.tsx'

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
  Head,
  Foot,
})

function columns(kit: Kit, bill: Bill): Column[] {
  const all = columnsOf(kit, {
    serial: 'Line',
    description: 'Description',
    qty: 'Order Qty',
    unit: 'UOM',
    rate: 'Unit Cost',
    discountPct: 'Disc%',
    amount: 'Net Value',
    gst: 'GST%',
  })
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
  const discounts = bill.discount > 0 ? [all.discountPct] : []
  return [
    all.serial,
    codes('Our Ref.'),
    all.description,
    wanted,
    all.qty,
    all.unit,
    all.rate,
    ...discounts,
    all.gst,
    all.amount,
  ]
}

function Head({ kit, bill }: Printed) {
  const { seller, order } = bill
  return (
    <>
      <div className="band row">
        <span>
          <H k="buyer_name">{ownShop.name}</H>
        </span>
        <span className="r">Purchase Order</span>
      </div>
      <div className="row">
        <div className="box">
          <b>Vendor</b>
          <div>
            <H k="vendor_name">{seller.name}</H>
          </div>
          <div>{[...seller.address, seller.city, seller.pin].join(', ')}</div>
          <div>
            GSTIN/UIN <H k="gstin">{seller.gstin}</H>
          </div>
        </div>
        <div className="box">
          <b>Bill to / Deliver to</b>
          <div>{[...ownShop.address, ownShop.city, ownShop.pin].join(', ')}</div>
          <div>
            GSTIN/UIN <H k="buyer_gstin">{ownShop.gstin}</H>
          </div>
        </div>
      </div>
      <div className="row">
        <div>
          Order no.{' '}
          <b>
            <H k="po_no">{order.number}</H>
          </b>
        </div>
        <div>Order dated {dateField(kit, 'po_date', bill.date)}</div>
        <div>Valid till {kit.day(bill.dueDate)}</div>
        <div>
          Terms <H k="payment_terms">45 days credit</H>
        </div>
      </div>
      <Also of="head" fields={{ consignee_name: ownShop.name, due_date: bill.dueDate }} />
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  const one = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          one('Net value', 'taxable_value', bill.taxable),
          ...(bill.isNear
            ? [one('CGST', 'cgst', bill.cgst), one('SGST', 'sgst', bill.sgst)]
            : [one('IGST', 'igst', bill.igst)]),
          one('Order value', 'total', bill.total),
        ]}
      />
      <InWords kit={kit} bill={bill} label="In words" />
      <ol className="small">
        <li>Quote our order number on every paper.</li>
        <li>Short or late supplies may be cancelled. Penalty 0.5 % a week, at most 5 %.</li>
        <li>Bills without HSN are not passed for payment.</li>
      </ol>
      <div className="r">Approved by: S. Kulkarni</div>
    </>
  )
}

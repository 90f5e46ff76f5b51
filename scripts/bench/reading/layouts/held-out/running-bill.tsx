import type { Column } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import { Also } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { onePage, plain } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 10mm } .entries td { border: 1px solid #555; padding: 0.7mm 1.5mm } .row { margin-bottom: 2mm } .lines th, .lines td { border: 1px solid #555; padding: 0.7mm 1mm } .lines th { background: #eee; font-size: 88% }
  .sums { margin-top: 2mm } h2 { text-align: center; text-decoration: underline; font-size: 13pt }`

const works = itemsOf([
  ['Excavation in hard soil upto 1.5 m', '995432', 18, 286, 'Mtr'],
  ['PCC 1:4:8 below foundation', '995454', 18, 4_850, 'Mtr'],
  ['Brick masonry in CM 1:6', '995454', 18, 6_120, 'Mtr'],
  ['12 mm internal plaster', '995473', 18, 312, 'Mtr'],
  ['Vitrified tile flooring with bedding', '995474', 18, 1_140, 'Mtr'],
  ['Two coats of acrylic distemper', '995473', 18, 84.5, 'Mtr'],
])

/** A contractor's bill on account: quantities ordered, done before, done now and in all, of which one is multiplied; what is kept back below the total. */
export const runningBill = onePage({
  name: 'running-bill',
  css,
  fonts: ['Carlito', 'Arimo'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: 'services',
    items: works,
    lines: [1, 6],
    isNear: random.chance(0.8),
  }),
  columns: listed`${() => itemNumber}; description: Description of Work; hsn: SAC; unit: Unit;
    ${plain('W.O. Qty', 'r', ({ qty, code }) => (qty + doneBefore(code) + 50).toFixed(2))};
    ${plain('Qty upto Prev. Bill', 'r', ({ code }) => doneBefore(code).toFixed(2))};
    qty: Qty this Bill;
    ${plain('Upto Date Qty', 'r', ({ qty, code }) => (qty + doneBefore(code)).toFixed(2))}; rate: Rate;
    amount: Amount this Bill`,
  Head: zone`
    .c
      h2 {vendor_name}
      Civil Engineers & Government Approved Contractors
      {seller.address,city,pin} * GST No. {gstin} * PAN {pan}
      b TAX INVOICE (RUNNING ACCOUNT BILL NO. ${({ kit }) => kit.random.int(2, 9)})
    .row
      To,
        {buyer_name},
        {buyer.address,city}
        GST No. {buyer_gstin}
        Name of Work : Renovation of shop and godown
      entries
        Invoice No = {invoice_no}
        Invoice Dt. = {invoice_date}
        Work Order No = {po_no}
        Work Order Dt. = {po_date}`,
  Foot,
})

/** In earlier bills. */
function doneBefore(code: string): number {
  return (Bun.hash.crc32(code) % 9_000) / 100
}

/** A number of the order's items: who calls it a code is right as well. */
const itemNumber: Column = {
  heading: 'Item No.',
  align: 'c',
  cell: (_, index) => (
    <>
      {index + 1}
      <Also of="line" fields={{ sl_no: index + 1, item_code: String(index + 1) }} />
    </>
  ),
}

function Foot({ kit, bill }: Printed) {
  const kept = Math.round(bill.taxable / 20)
  return markup({ kit, bill })`
    entries.sums
      Gross Value of Work Done this Bill = {money taxable}
      @taxes CGST @ 9%, SGST @ 9%, IGST @ 18%
      @rounding Round off
      Total Invoice Value = {total}
      Less : Retention @ 5% = ${kit.money(kept)}
      Net Payable Now = ${kit.money(bill.total - kept)}
    @words Invoice value in words :
    entries
      @bank
    .row
      span Checked by (Site Engineer)
      span.r For {seller.name}`
}

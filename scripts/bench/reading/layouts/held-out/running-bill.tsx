import { type Column, columnsOf } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { Also, H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { bankEntries } from '../../small-print.tsx'
import { InWords, roundingEntries, taxEntries } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage, plain } from '../one-page.tsx'

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
  columns,
  Head,
  Foot,
})

function columns(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    description: 'Description of Work',
    hsn: 'SAC',
    unit: 'Unit',
    qty: 'Qty this Bill',
    rate: 'Rate',
    amount: 'Amount this Bill',
  })
  return [
    itemNumber,
    all.description,
    all.hsn,
    all.unit,
    plain('W.O. Qty', 'r', ({ qty, code }) => (qty + doneBefore(code) + 50).toFixed(2)),
    plain('Qty upto Prev. Bill', 'r', ({ code }) => doneBefore(code).toFixed(2)),
    all.qty,
    plain('Upto Date Qty', 'r', ({ qty, code }) => (qty + doneBefore(code)).toFixed(2)),
    all.rate,
    all.amount,
  ]
}

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

function Head({ kit, bill }: Printed) {
  const { seller, buyer, order } = bill
  return (
    <>
      <div className="c">
        <h2>
          <H k="vendor_name">{seller.name}</H>
        </h2>
        <div>Civil Engineers & Government Approved Contractors</div>
        <div>
          {[...seller.address, seller.city, seller.pin].join(', ')} * GST No.{' '}
          <H k="gstin">{seller.gstin}</H> * PAN <H k="pan">{seller.pan}</H>
        </div>
        <b>TAX INVOICE (RUNNING ACCOUNT BILL NO. {kit.random.int(2, 9)})</b>
      </div>
      <div className="row">
        <div>
          To,
          <div>
            <H k="buyer_name">{buyer.name}</H>,
          </div>
          <div>{[...buyer.address, buyer.city].join(', ')}</div>
          <div>
            GST No. <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
          <div>Name of Work : Renovation of shop and godown</div>
        </div>
        <EntryTable
          entries={[
            entry('Invoice No', <H k="invoice_no">{bill.number}</H>),
            entry('Invoice Dt.', dateField(kit, 'invoice_date', bill.date)),
            entry('Work Order No', <H k="po_no">{order.number}</H>),
            entry('Work Order Dt.', dateField(kit, 'po_date', order.date)),
          ]}
        />
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  const kept = Math.round(bill.taxable / 20)
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          entry('Gross Value of Work Done this Bill', kit.money(bill.taxable)),
          ...taxEntries(kit, bill, ['CGST @ 9%', 'SGST @ 9%', 'IGST @ 18%']),
          ...roundingEntries(kit, bill, 'Round off'),
          entry('Total Invoice Value', amountField(kit, 'total', bill.total)),
          entry('Less : Retention @ 5%', kit.money(kept)),
          entry('Net Payable Now', kit.money(bill.total - kept)),
        ]}
      />
      <InWords kit={kit} bill={bill} label="Invoice value in words :" />
      <EntryTable entries={bankEntries(kit, bill)} />
      <div className="row">
        <span>Checked by (Site Engineer)</span>
        <span className="r">For {bill.seller.name}</span>
      </div>
    </>
  )
}

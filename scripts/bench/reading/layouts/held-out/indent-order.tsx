import { type Column, columnsOf } from '../../columns.tsx'
import { ownShop } from '../../compose/parties.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { amountField, dateField, entry } from '../../parts.tsx'
import { InWords, taxEntries } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { Boxes, onePage } from '../one-page.tsx'

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
  columns,
  Head,
  Foot,
})

function columns(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    serial: 'Line',
    code: 'Our Code',
    description: 'Material',
    pack: 'Pack',
    qty: 'Ord. Qty',
    free: 'Free',
    mrp: 'Max. Retail Price',
    rate: 'Agreed Rate',
    gst: 'GST%',
    amount: 'Net Value',
  })
  return [
    all.serial,
    all.code,
    all.description,
    all.pack,
    all.qty,
    all.free,
    all.mrp,
    all.rate,
    all.gst,
    all.amount,
  ]
}

function Head({ kit, bill }: Printed) {
  const { seller, order } = bill
  return (
    <>
      <h2>{ownShop.name} — Purchase Department</h2>
      <Boxes
        across={4}
        entries={[
          entry('P.O. Number', <H k="po_no">{bill.number}</H>),
          entry('P.O. Date', dateField(kit, 'po_date', bill.date)),
          entry('Indent No.', `IND/${kit.random.int(100, 999)}`),
          entry('Indent Date', kit.day(order.date)),
          entry('Quotation Ref.', `Q-${kit.random.int(1_000, 9_999)}`),
          entry('Valid Till', kit.day(bill.dueDate)),
          entry('Payment', <H k="payment_terms">21 days from GRN</H>),
          entry('Freight', 'F.O.R. our store'),
        ]}
      />
      <div className="row two">
        <div>
          <b>Vendor</b>
          <div>
            <H k="vendor_name">{seller.name}</H>
          </div>
          <div>{[...seller.address, seller.city, seller.pin].join(', ')}</div>
          <div>
            GSTIN <H k="gstin">{seller.gstin}</H>
          </div>
        </div>
        <div>
          <b>Bill & Deliver to</b>
          <div>
            <H k="buyer_name">{ownShop.name}</H>
          </div>
          <div>{[...ownShop.address, ownShop.city, ownShop.pin].join(', ')}</div>
          <div>
            GSTIN <H k="buyer_gstin">{ownShop.gstin}</H>
          </div>
        </div>
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <Boxes
        across={4}
        entries={[
          entry('Basic Value', kit.money(bill.taxable)),
          ...taxEntries(kit, bill, ['CGST', 'SGST', 'IGST']),
          entry('Order Value', amountField(kit, 'total', bill.total, '₹ ')),
        ]}
      />
      <InWords kit={kit} bill={bill} label="Order value in words:" />
      <div className="small">
        Quote the order number on challan and invoice. Short expiry (less than 12 months) is not
        accepted. Breakage to your account.
      </div>
      <div className="row">
        <span>Prepared by</span>
        <span className="c">Checked by</span>
        <span className="r">Authorised by</span>
      </div>
    </>
  )
}

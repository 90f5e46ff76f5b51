import { columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { InWordsOf } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'

const css = `.page { padding: 12mm } .name { font-size: 18pt; color: #00695c } .power { margin: 3mm auto } .power td, .power th { border: 1px solid #80cbc4; padding: 0.8mm 4mm; text-align: center }
  .lines th { background: #e0f2f1; padding: 1mm } .lines td { padding: 1mm; border-bottom: 1px dotted #80cbc4 } .sums { margin-top: 2mm }`

const glasses = itemsOf([
  ['Frame Full Rim RB-5154 Black', '90031100', 12, 2_186, 'Pcs'],
  ['Lens SV Blue Cut 1.56', '90015000', 12, 714, 'Pair'],
  ['Lens Progressive 1.60 HMC', '90015000', 12, 4_340, 'Pair'],
  ['Contact Lens Monthly (6)', '90013000', 12, 1_268, 'Box'],
  ['Lens Cleaner Spray 60ml', '34029099', 18, 110, 'Pcs'],
])

/** An optician: a table of powers before that of the goods, advance and balance below the total. */
export const optician = onePage({
  name: 'optician',
  css,
  fonts: ['Lato', 'Carlito', 'Open Sans'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'retail',
    items: glasses,
    lines: [1, 4],
    isNear: true,
    discounts: random.pick([0, 0.6]),
  }),
  columns: (kit, { discount }) => {
    const all = columnsOf(kit, {
      serial: 'Sr',
      description: 'Item Details',
      hsn: 'HSN',
      qty: 'Qty',
      rate: 'Price',
      discount: 'Less',
      gst: 'GST%',
      taxable: 'Taxable Amt',
    })
    const discounts = discount > 0 ? [all.discount] : []
    return [
      all.serial,
      all.description,
      all.hsn,
      all.qty,
      all.rate,
      ...discounts,
      all.taxable,
      all.gst,
    ]
  },
  Head,
  Foot,
})

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="row">
        <div>
          <div className="name">
            <H k="vendor_name">{seller.name}</H>
          </div>
          <i>Computerised eye testing · Contact lens clinic</i>
          <div>{[...seller.address, seller.city].join(', ')}</div>
        </div>
        <div className="r narrow">
          <div>
            ☎ <H k="phone">{seller.phone}</H>
          </div>
          <div>
            GSTIN : <H k="gstin">{seller.gstin}</H>
          </div>
          <b>Order Form cum Tax Invoice</b>
        </div>
      </div>
      <hr />
      <div className="row">
        <div>
          <div>
            Bill To : <H k="buyer_name">{buyer.name}</H>
          </div>
          <div>
            GSTIN : <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
          <div>Patient : {kit.random.pick(['Mr. S. Deshpande', 'Mrs. Asha More'])} Age : 46</div>
        </div>
        <div className="r">
          <div>
            Bill No. : <H k="invoice_no">{bill.number}</H>
          </div>
          <div>Bill Date : {dateField(kit, 'invoice_date', bill.date)}</div>
          <div>Delivery Date : {kit.day(bill.dueDate)} 06:30 PM</div>
        </div>
      </div>
      <Powers kit={kit} />
    </>
  )
}

function Powers({ kit }: { kit: Kit }) {
  const power = () => `${kit.random.pick(['+', '-'])}${kit.random.int(1, 18) / 4}`
  return (
    <table className="power">
      <tbody>
        <tr>
          {['', 'SPH', 'CYL', 'AXIS', 'VA', 'ADD'].map((text) => (
            <th key={text}>{text}</th>
          ))}
        </tr>
        {['R', 'L'].map((eye) => (
          <tr key={eye}>
            <td>{eye}</td>
            <td>{power()}</td>
            <td>{power()}</td>
            <td>{kit.random.int(1, 18) * 10}</td>
            <td>6/6</td>
            <td>+1.50</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <EntryTable className="sums" entries={sums(kit, bill)} />
      <InWordsOf kit={kit} bill={bill} currency="Rupees" />
      <div className="small">
        Balance to be paid at delivery. No guarantee of breakage of lenses.
      </div>
      <div className="r">{bill.seller.name}</div>
    </>
  )
}

function sums(kit: Kit, bill: Bill) {
  const one = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  const advance = Math.round(bill.total / 200_00) * 100_00
  return [
    one('Taxable', 'taxable_value', bill.taxable),
    one('Add CGST', 'cgst', bill.cgst),
    one('Add SGST', 'sgst', bill.sgst),
    ...(bill.roundOff === 0 ? [] : [one('R/Off', 'round_off', bill.roundOff)]),
    one('Bill Amount', 'total', bill.total),
    entry('Advance', kit.money(advance)),
    entry('Balance', kit.money(bill.total - advance)),
  ]
}

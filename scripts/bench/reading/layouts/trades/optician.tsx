import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { amountField, entry } from '../../parts.tsx'
import { onePage } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

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
  columns: listed`serial: Sr; description: Item Details; hsn: HSN; qty: Qty; rate: Price; ?discount discount: Less;
    taxable: Taxable Amt; gst: GST%`,
  Head: zone`
    .row
      div
        .name {vendor_name}
        i Computerised eye testing · Contact lens clinic
        {seller.address,city}
      .r.narrow
        ☎ {phone}
        GSTIN : {gstin}
        b Order Form cum Tax Invoice
    hr
    .row
      div
        Bill To : {buyer_name}
        GSTIN : {buyer_gstin}
        Patient : {any Mr. S. Deshpande|Mrs. Asha More} Age : 46
      .r
        Bill No. : {invoice_no}
        Bill Date : {invoice_date}
        Delivery Date : {day dueDate} 06:30 PM
    ${({ kit }) => <Powers kit={kit} />}`,
  Foot: zone`
    entries.sums
      ${({ kit, bill }) => sums(kit, bill)}
    @wordsOf Rupees
    .small Balance to be paid at delivery. No guarantee of breakage of lenses.
    .r {seller.name}`,
})

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

import { type Column, columnsOf } from '../../columns.tsx'
import type { BillLine } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { Also, C, H } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'

const css = `.page { padding: 14mm } .name { font-size: 19pt; color: #7a1fa2 } .rule { border-bottom: 2px double #7a1fa2; margin-bottom: 3mm } .lines th { border-bottom: 1px solid #7a1fa2; padding: 1mm } .lines td { padding: 1.5mm 1mm } .lines { border-bottom: 1px solid #7a1fa2; margin: 3mm 0 }`

const feasts = itemsOf([
  ['Lunch buffet, veg', '996334', 5, 320, 'Plate'],
  ['Dinner, 3 sweets', '996334', 5, 480, 'Plate'],
  ['High tea with snacks', '996334', 5, 140, 'Plate'],
  ['Breakfast, South Indian', '996334', 5, 110, 'Plate'],
])

/** A caterer: how many plates at which price stands in the line's words, amounts end with "/-" where they are whole. */
export const feastPlates = onePage({
  name: 'feast-plates',
  css,
  fonts: ['Tinos', 'Lato'],
  size: 10.5,
  wanted: ({ random }) => ({
    trade: 'services',
    items: feasts,
    lines: [1, 4],
    isNear: random.chance(0.9),
  }),
  columns,
  Head: zone`
    .c.rule
      .name {vendor_name}
      Caterers & Event Decorators
      {seller.address,city} ☎ {phone}
      GSTIN {gstin} (SAC 996334)
    .row
      div
        To,
        {buyer_name}
        {buyer.address,city}
        GSTIN {buyer_gstin}
      entries
        Invoice = {invoice_no}
        Dated = {invoice_date}
        Function = {any Annual Day|Shop Anniversary|Diwali Meet}`,
  Foot,
})

function columns(kit: Kit): Column[] {
  const all = columnsOf(kit, { serial: 'No.', description: 'PARTICULARS', amount: 'AMOUNT (Rs.)' })
  return [
    all.serial,
    { ...all.description, cell: (line) => <Plates kit={kit} line={line} /> },
    all.amount,
  ]
}

/** Who leaves the plates in the description is right, who takes them out as well. */
function Plates({ kit, line: { item, qty, rate } }: { kit: Kit; line: BillLine }) {
  const price = kit.money(rate)
  const behind = `${qty} plates @ Rs. ${price}`
  return (
    <>
      <C
        k="description"
        v={[item.name, `${item.name} - ${behind}`, `${item.name} -`, `${item.name} - plates @ Rs.`]}
      >
        {item.name}
      </C>
      {' - '}
      <C k="qty" v={qty}>
        {String(qty)}
      </C>
      {' plates @ Rs. '}
      <Also of="line" fields={{ unit: 'plates' }} />
      <C k="rate" v={rate / 100}>
        {price}
      </C>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  const slashed = bill.total % 100 === 0 ? '/-' : ''
  return markup({ kit, bill })`
    entries.sums
      Total = {money taxable}
      @taxes CGST 2.5%, SGST 2.5%, IGST 5%
      @rounding Round
      Bill Amount = ${() => (
        <H k="total" v={bill.total / 100}>
          {`Rs. ${(bill.total / 100).toLocaleString('en-IN')}${slashed}`}
        </H>
      )}
    @wordsOf Rupees
    p.r For {seller.name}`
}

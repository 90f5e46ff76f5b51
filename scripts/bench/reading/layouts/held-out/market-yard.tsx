import type { Column } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { Also, C } from '../../marks.tsx'
import { onePage, plain } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import type { Bill } from '../../compose/bill.ts'

const css = `.page { padding: 7mm } .name { font-size: 16pt } .frame { border: 1px solid #000; padding: 1.5mm } .lines { border: 1px solid #000 } .lines th { border: 1px solid #000; padding: 0.6mm } .lines td { border-left: 1px solid #000; padding: 0.6mm 1mm } .sums td { padding: 0.4mm 2mm }`

const crops = itemsOf([
  ['Onion Red Nashik', '07031010', 0, 21.4, 'Kg'],
  ['Potato Jyoti', '07019000', 0, 17.8, 'Kg'],
  ['Garlic Ooty', '07032000', 0, 142, 'Kg'],
  ['Tomato Hybrid', '07020000', 0, 24.5, 'Kg'],
  ['Groundnut Bold', '12024110', 0, 68, 'Kg'],
])

/** Rates in market yards are for twenty kilograms. */
const kilosOfRate = 20

/** An agent of a market yard: bags, weights less the sacks, rates for twenty kilograms, porters and cess below, no tax. */
export const marketYard = onePage({
  name: 'market-yard',
  css,
  fonts: ['Tinos', 'Carlito'],
  size: 9.5,
  paper: { width: 148, height: 210 },
  wanted: ({ random }) => ({
    trade: 'grocery',
    items: crops,
    lines: [1, 5],
    isTaxed: false,
    isNear: random.chance(0.8),
    charges: random.pick([['Hamali'], ['Hamali', 'Tolai'], ['Hamali', 'Market Fee']]),
  }),
  columns,
  Head: zone`
    .frame.c
      .small Bill of Supply (Not taxable under GST)
      .name {vendor_name}
      Commission Agents — Onion, Potato & Garlic
      {seller.address,city}
      GSTIN {gstin}, Mob {phone}
    .row.frame
      entries[colon=" :"]
        Buyer = {buyer_name}
        Place = {buyer.city}
        Lorry = {vehicle_no}
      entries[colon=" :"]
        Patti No = {invoice_no}
        Dt = {invoice_date}`,
  Foot: zone`
    entries.sums
      Value of produce = {money gross}
      @charges
      ?round_off Kasar = {round_off}
      Total Rs. = {total}
    @wordsOf Rs.
    .row.small
      span E.&O.E. Payment within 7 days.
      span.r For {seller.name}`,
})

function columns(kit: Kit, bill: Bill): Column[] {
  return listed`${{ heading: 'Lot', align: 'c', cell: ({ code }) => <Lot number={code.slice(-2)} /> }};
    description: Commodity; ${plain('Bags', 'r', ({ qty }) => String(sacksOf(qty)))};
    ${plain('Gross Kg', 'r', ({ qty }) => (qty + sacksOf(qty)).toFixed(2))};
    ${plain('Less', 'r', ({ qty }) => sacksOf(qty).toFixed(2))}; qty: Net Kg;
    ${{
      heading: 'Rate/20 Kg',
      align: 'r',
      cell: ({ rate }) => (
        <C k="rate" v={[String((rate * kilosOfRate) / 100), String(rate / 100)]}>
          {kit.money(rate * kilosOfRate)}
        </C>
      ),
    }};
    amount: Amount`(kit, bill)
}

/** Of fifty kilograms, a kilogram each. */
function sacksOf(kilos: number): number {
  return Math.ceil(kilos / 50)
}

function Lot({ number }: { number: string }) {
  return (
    <>
      {number}
      <Also of="line" fields={{ batch_no: number }} />
    </>
  )
}

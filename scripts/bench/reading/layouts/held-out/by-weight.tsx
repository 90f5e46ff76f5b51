import type { Column } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { Also, C, H } from '../../marks.tsx'
import { onePage, plain } from '../one-page.tsx'
import { zone, markup } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import type { Bill, BillLine } from '../../compose/bill.ts'
import { amountField, entry } from '../../parts.tsx'
import { InWords, roundingEntries, taxEntries } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { SparseRow } from '../../lines-table.tsx'

/* Bills of market yards, scrap dealers and printed bill books. */

const marketYardCss = `.page { padding: 7mm } .name { font-size: 16pt } .frame { border: 1px solid #000; padding: 1.5mm } .lines { border: 1px solid #000 } .lines th { border: 1px solid #000; padding: 0.6mm } .lines td { border-left: 1px solid #000; padding: 0.6mm 1mm } .sums td { padding: 0.4mm 2mm }`

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
  css: marketYardCss,
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

const weighedScrapCss = `.page { padding: 10mm } .boxes td { border: 1px solid #000; padding: 0.6mm 1.5mm; width: 33% } .boxes .label { font-weight: bold } .lines { margin: 2mm 0 } .lines th, .lines td { border: 1px solid #000; padding: 0.8mm 1mm }
  .sum { display: flex; border-bottom: 1px solid #000 } .sum > * { flex: 1; padding: 0.8mm 1mm } h2 { font-size: 15pt; text-align: center }`

const scraps = itemsOf([
  ['MS Heavy Melting Scrap', '72044900', 18, 34.2, 'Kg'],
  ['Aluminium Extrusion Scrap', '76020010', 18, 168, 'Kg'],
  ['Copper Wire Scrap (Milberry)', '74040012', 18, 712, 'Kg'],
  ['Corrugated Waste Paper', '47071000', 5, 14.5, 'Kg'],
])

/** A dealer of scrap: weights with and without the truck before the one that is multiplied, slip of the bridge, the total in words before the sums. */
export const weighedScrap = onePage({
  name: 'weighed-scrap',
  css: weighedScrapCss,
  fonts: ['Arimo', 'Roboto'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'hardware',
    items: scraps,
    lines: [1, 4],
    isNear: random.chance(0.7),
  }),
  columns: listed`description: Material; hsn: HSN;
    ${plain('Gross', 'r', ({ qty }) => (qty + emptyTruck).toFixed(2))};
    ${plain('Tare', 'r', () => emptyTruck.toFixed(2))}; qty: Net; unit: UOM; rate: Rate; gst: GST;
    amount: Amount`,
  Head: zone`
    .c TAX INVOICE
    h2 {vendor_name}
    .c Dealers in all types of ferrous & non-ferrous metal scrap. {seller.address,city,pin}
    .c GSTIN : {gstin} | PAN : {pan} | Contact : {phone}
    boxes[across=3]
      Invoice No. & Date =
        ${({ kit, bill }) => <Number kit={kit} bill={bill} />}
      Vehicle No. = {vehicle_no}
      E-Way Bill = {eway_bill_no}
      Weighbridge RST No. = ${({ kit }) => kit.random.int(1_000, 9_999)}
      Buyer = {buyer_name}
      Buyer's GSTIN = {buyer_gstin}
      Address = {buyer.address,city}
      Place of Supply = {place_of_supply}
      Whether RCM = {reverse_charge: No}`,
  Foot,
})

/** Of the truck, in kilograms. */
const emptyTruck = 3_460

function Number(printed: Printed) {
  return markup(printed)`
    | {invoice_no} dt. {invoice_date}`
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <InWords kit={kit} bill={bill} label="Total Invoice Value (in words):" />
      {[
        entry('Assessable Value', amountField(kit, 'taxable_value', bill.taxable)),
        ...taxEntries(kit, bill, ['Add : CGST', 'Add : SGST', 'Add : IGST']),
        ...roundingEntries(kit, bill, 'Add/Less : Round Off'),
        entry('Total Invoice Value', amountField(kit, 'total', bill.total, 'Rs. ')),
      ].map(({ label, value }) => (
        <div key={label} className="sum">
          <span>{label}</span>
          <span className="r">{value}</span>
        </div>
      ))}
      <p className="r">Auth. Sign.</p>
    </>
  )
}

const billBookCss = `.page { padding: 8mm } .name { font-size: 20pt; color: #0b3d91 } .blue { color: #0b3d91 } .head { border: 2px solid #0b3d91; border-radius: 3mm; padding: 2mm } .dots { border-bottom: 1px dotted #0b3d91; display: block; padding-top: 1mm }
  .lines { border: 2px solid #0b3d91; margin-top: 2mm } .lines th { border: 1px solid #0b3d91; color: #0b3d91; padding: 0.5mm } .lines td { border-left: 1px solid #0b3d91; border-right: 1px solid #0b3d91; padding: 0.8mm 1mm } .sum td { border: 1px solid #0b3d91 }`

/** A page of a printed book of bills: rupees and paise in columns of their own, quantity before the goods, the sums in the same columns. */
export const billBook = onePage({
  name: 'bill-book',
  css: billBookCss,
  fonts: ['Tinos', 'Arimo'],
  size: 10,
  paper: { width: 148, height: 210 },
  wanted: ({ random }) => ({
    trade: random.pick(['household', 'electrical', 'stationery']),
    lines: [1, 6],
    isNear: true,
    charges: random.pick([[], [], ['Packing']]),
  }),
  columns: listed`qty: Qty.; description: PARTICULARS; hsn: HSN; rate: Rate;
    ${{ heading: 'Rs.', align: 'r', group: 'AMOUNT', cell: (line) => <Rupees line={line} /> }};
    ${{ heading: 'P.', align: 'r', group: 'AMOUNT', cell: ({ taxable }) => paiseOf(taxable) }}`,
  Head: zone`
    .row.blue.small
      span GSTIN: {gstin}
      span.c.b CREDIT / CASH MEMO
      span.r Mob.: {phone}
    .head.c
      .name.b {vendor_name}
      .blue {seller.address,city,pin}
    .row
      span.dots No. {invoice_no}
      span.dots.r Date : {invoice_date}
    span.dots M/s. {buyer_name}
    span.dots {buyer.address,city}
    span.dots GSTIN : {buyer_gstin}`,
  Foot: zone`
    @wordsOf Rs. in words
    .small.blue Goods once sold will not be taken back. E. & O. E.
    .row
      span Customer's Sign.
      span.r For {seller.name}`,
  rows: (printed) => <Sums {...printed} />,
})

function Rupees({ line: { taxable } }: { line: BillLine }) {
  return (
    <C k="amount" v={taxable / 100}>
      {rupeesOf(taxable)}
    </C>
  )
}

function rupeesOf(paise: number): string {
  return Math.floor(Math.abs(paise) / 100).toLocaleString('en-IN')
}

function paiseOf(paise: number): string {
  return String(Math.abs(paise) % 100).padStart(2, '0')
}

/** Without a field, nobody asks for it by a name. */
type Sum = { label: string; field?: string; paise: number }

/** At the right of the goods' last rows, rupees and paise apart as above. */
function Sums({ bill }: Printed) {
  const rows: Sum[] = [
    ...bill.charges.map(({ name, paise }) => ({ label: name, field: `charge: ${name}`, paise })),
    { label: 'Total', paise: bill.taxable },
    { label: 'CGST', field: 'cgst', paise: bill.cgst },
    { label: 'SGST', field: 'sgst', paise: bill.sgst },
    ...(bill.roundOff === 0 ? [] : [{ label: 'R/off', field: 'round_off', paise: bill.roundOff }]),
    { label: 'G. Total', field: 'total', paise: bill.total },
  ]
  return rows.map((row) => (
    <SparseRow
      key={row.label}
      className="sum"
      columns={6}
      cells={{ 3: row.label, 4: <SumRupees {...row} />, 5: paiseOf(row.paise) }}
    />
  ))
}

function SumRupees({ field, paise }: Sum) {
  const rupees = `${paise < 0 ? '-' : ''}${rupeesOf(paise)}`
  if (field === undefined) return rupees
  return (
    <H k={field} v={paise / 100}>
      {rupees}
    </H>
  )
}

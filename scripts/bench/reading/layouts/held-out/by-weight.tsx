import type { Column } from '../../columns.tsx'
import { SparseRow } from '../../lines-table.tsx'
import { Also, C, H } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { plain } from '../own-columns.tsx'
import { paper } from '../paper.tsx'

/* Bills of market yards, scrap dealers and printed bill books. */

/** Rates in market yards are for twenty kilograms. */
const kilosOfRate = 20

/** An agent of a market yard: bags, weights less the sacks, rates for twenty kilograms, porters and cess below, no tax. */
export const marketYard = paper`
  market-yard: Tinos | Carlito; 9.5pt; 148x210
  grocery: 1-5 lines; untaxed; near 0.8; charges Hamali | Hamali, Tolai | Hamali, Market Fee
  goods
    Onion Red Nashik | 07031010 | 0 | 21.4 | Kg
    Potato Jyoti | 07019000 | 0 | 17.8 | Kg
    Garlic Ooty | 07032000 | 0 | 142 | Kg
    Tomato Hybrid | 07020000 | 0 | 24.5 | Kg
    Groundnut Bold | 12024110 | 0 | 68 | Kg
  style
    .page { padding: 7mm } .name { font-size: 16pt } .frame { border: 1px solid #000; padding: 1.5mm } .lines { border: 1px solid #000 } .lines th { border: 1px solid #000; padding: 0.6mm } .lines td { border-left: 1px solid #000; padding: 0.6mm 1mm } .sums td { padding: 0.4mm 2mm }
  columns
    ${lots}; description: Commodity; ${plain('Bags', 'r', ({ qty }) => String(sacksOf(qty)))}
    ${plain('Gross Kg', 'r', ({ qty }) => (qty + sacksOf(qty)).toFixed(2))}
    ${plain('Less', 'r', ({ qty }) => sacksOf(qty).toFixed(2))}; qty: Net Kg; ${rates}; amount: Amount
  head
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
        Dt = {invoice_date}
  foot
    entries.sums
      Value of produce = {money gross}
      @charges
      ?round_off Kasar = {round_off}
      Total Rs. = {total}
    @wordsOf Rs.
    .row.small
      span E.&O.E. Payment within 7 days.
      span.r For {seller.name}`

function lots(): Column {
  return {
    heading: 'Lot',
    align: 'c',
    cell: ({ code }) => (
      <>
        {code.slice(-2)}
        <Also of="line" fields={{ batch_no: code.slice(-2) }} />
      </>
    ),
  }
}

function rates({ kit }: Printed): Column {
  return {
    heading: 'Rate/20 Kg',
    align: 'r',
    cell: ({ rate }) => (
      <C k="rate" v={[String((rate * kilosOfRate) / 100), String(rate / 100)]}>
        {kit.money(rate * kilosOfRate)}
      </C>
    ),
  }
}

/** Of fifty kilograms, a kilogram each. */
function sacksOf(kilos: number): number {
  return Math.ceil(kilos / 50)
}

/** A dealer of scrap: weights with and without the truck before the one that is multiplied, slip of the bridge, the total in words before the sums. */
export const weighedScrap = paper`
  weighed-scrap: Arimo | Roboto; 9pt
  hardware: 1-4 lines; near 0.7
  goods
    MS Heavy Melting Scrap | 72044900 | 18 | 34.2 | Kg
    Aluminium Extrusion Scrap | 76020010 | 18 | 168 | Kg
    Copper Wire Scrap (Milberry) | 74040012 | 18 | 712 | Kg
    Corrugated Waste Paper | 47071000 | 5 | 14.5 | Kg
  style
    .page { padding: 10mm } .boxes td { border: 1px solid #000; padding: 0.6mm 1.5mm; width: 33% } .boxes .label { font-weight: bold } .lines { margin: 2mm 0 } .lines th, .lines td { border: 1px solid #000; padding: 0.8mm 1mm }
    .sum { display: flex; border-bottom: 1px solid #000 } .sum > * { flex: 1; padding: 0.8mm 1mm } h2 { font-size: 15pt; text-align: center }
  columns description: Material; hsn: HSN;
    ${plain('Gross', 'r', ({ qty }) => (qty + emptyTruck).toFixed(2))};
    ${plain('Tare', 'r', () => emptyTruck.toFixed(2))}; qty: Net; unit: UOM; rate: Rate; gst: GST;
    amount: Amount
  head
    .c TAX INVOICE
    h2 {vendor_name}
    .c Dealers in all types of ferrous & non-ferrous metal scrap. {seller.address,city,pin}
    .c GSTIN : {gstin} | PAN : {pan} | Contact : {phone}
    boxes[across=3]
      Invoice No. & Date = {invoice_no} dt. {invoice_date}
      Vehicle No. = {vehicle_no}
      E-Way Bill = {eway_bill_no}
      Weighbridge RST No. = {1000 to 9999}
      Buyer = {buyer_name}
      Buyer's GSTIN = {buyer_gstin}
      Address = {buyer.address,city}
      Place of Supply = {place_of_supply}
      Whether RCM = {reverse_charge: No}
  foot
    @words Total Invoice Value (in words):
    pairs.sum[value=r]
      Assessable Value = {taxable_value}
      @taxes Add : CGST, Add : SGST, Add : IGST
      @rounding Add/Less : Round Off
      Total Invoice Value = {total in Rs. }
    p.r Auth. Sign.`

/** Of the truck, in kilograms. */
const emptyTruck = 3_460

/** A page of a printed book of bills: rupees and paise in columns of their own, quantity before the goods, the sums in the same columns. */
export const billBook = paper`
  bill-book: Tinos | Arimo; 10pt; 148x210
  household | electrical | stationery: 1-6 lines; near; charges - | - | Packing
  style
    .page { padding: 8mm } .name { font-size: 20pt; color: #0b3d91 } .blue { color: #0b3d91 } .head { border: 2px solid #0b3d91; border-radius: 3mm; padding: 2mm } .dots { border-bottom: 1px dotted #0b3d91; display: block; padding-top: 1mm }
    .lines { border: 2px solid #0b3d91; margin-top: 2mm } .lines th { border: 1px solid #0b3d91; color: #0b3d91; padding: 0.5mm } .lines td { border-left: 1px solid #0b3d91; border-right: 1px solid #0b3d91; padding: 0.8mm 1mm } .sum td { border: 1px solid #0b3d91 }
  columns qty: Qty.; description: PARTICULARS; hsn: HSN; rate: Rate;
    ${rupeesAndPaise}
  head
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
    span.dots GSTIN : {buyer_gstin}
  rows
    ${Sums}
  foot
    @wordsOf Rs. in words
    .small.blue Goods once sold will not be taken back. E. & O. E.
    .row
      span Customer's Sign.
      span.r For {seller.name}`

function rupeesAndPaise(): Column[] {
  return [
    {
      heading: 'Rs.',
      align: 'r',
      group: 'AMOUNT',
      cell: ({ taxable }) => (
        <C k="amount" v={taxable / 100}>
          {rupeesOf(taxable)}
        </C>
      ),
    },
    { ...plain('P.', 'r', ({ taxable }) => paiseOf(taxable)), group: 'AMOUNT' },
  ]
}

function rupeesOf(paise: number): string {
  return Math.floor(Math.abs(paise) / 100).toLocaleString('en-IN')
}

function paiseOf(paise: number): string {
  return String(Math.abs(paise) % 100).padStart(2, '0')
}

/** At the right of the goods' last rows, rupees and paise apart as above. Nobody asks by a name for what has no key. */
function Sums({ bill }: Printed) {
  const rows: [label: string, paise: number, key?: string][] = [
    ...bill.charges.map(({ name, paise }): [string, number, string] => [
      name,
      paise,
      `charge: ${name}`,
    ]),
    ['Total', bill.taxable],
    ['CGST', bill.cgst, 'cgst'],
    ['SGST', bill.sgst, 'sgst'],
    ['R/off', bill.roundOff, 'round_off'],
    ['G. Total', bill.total, 'total'],
  ]
  return rows
    .filter(([, paise, key]) => paise !== 0 || key !== 'round_off')
    .map(([label, paise, key]) => {
      const rupees = `${paise < 0 ? '-' : ''}${rupeesOf(paise)}`
      const marked = key && (
        <H k={key} v={paise / 100}>
          {rupees}
        </H>
      )
      const cells = { 3: label, 4: marked ?? rupees, 5: paiseOf(paise) }
      return <SparseRow key={label} className="sum" columns={6} cells={cells} />
    })
}

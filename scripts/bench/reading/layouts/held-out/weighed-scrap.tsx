import { itemsOf } from '../../compose/goods.ts'
import { amountField, entry } from '../../parts.tsx'
import { InWords, roundingEntries, taxEntries } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage, plain } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 10mm } .boxes td { border: 1px solid #000; padding: 0.6mm 1.5mm; width: 33% } .boxes .label { font-weight: bold } .lines { margin: 2mm 0 } .lines th, .lines td { border: 1px solid #000; padding: 0.8mm 1mm }
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
  css,
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

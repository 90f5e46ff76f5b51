import type { Column } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { onePage } from '../one-page.tsx'
import { gridCss } from '../usual.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import type { Bill } from '../../compose/bill.ts'

const css = `${gridCss} .page { padding: 8mm } .frame { border: 1px solid #333; display: flex }
  .frame > * { flex: 1; padding: 1.5mm 2mm } .frame > * + * { border-left: 1px solid #333 } .label { color: #555 }`

const tiles = itemsOf([
  ['Vitrified 600x1200 Statuario', '69072100', 18, 58, 'Sqft'],
  ['Wall 300x450 Gloss Blue', '69072200', 18, 36.5, 'Sqft'],
  ['Parking 300x300 Anti-skid', '69072300', 18, 41, 'Sqft'],
  ['Wooden Plank 200x1200', '69072100', 18, 72, 'Sqft'],
  ['Elevation 300x600 Stone', '69072200', 18, 47.25, 'Sqft'],
])

/** Square feet in a box, so many to a box. */
const feetInBox = 15.5

/** A dealer of tiles: boxes beside square feet, of which only one was multiplied. */
export const tileDealer = onePage({
  name: 'tile-dealer',
  css,
  fonts: ['Open Sans', 'Carlito'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'hardware',
    items: tiles,
    lines: [1, 5],
    isNear: random.chance(0.5),
    hasFreight: random.chance(0.5),
    charges: random.pick([[], ['Unloading']]),
  }),
  columns: columnsFor,
  Head: zone`
    .row
      .b {vendor_name}
      .r TAX INVOICE
    {seller.address,city} - {seller.pin} | Call {phone} | GSTIN {gstin}
    .frame
      div
        .label Purchaser
        {buyer_name}
        {buyer.address}
        GSTIN {buyer_gstin}
      div
        <span.label>Bill</span> {invoice_no} <span.label>Date</span> {invoice_date}
        <span.label>Vehicle</span> {vehicle_no} <span.label>EWB</span> {eway_bill_no}
        <span.label>POS</span> {place_of_supply}`,
  Foot: zone`
    entries.sums
      @sums freight: Transport; taxable: Taxable Total
      @total Bill Value
    @taxes hsn
    @words Total (words)`,
})

function columnsFor(kit: Kit, bill: Bill): Column[] {
  const boxes: Column = {
    heading: 'Boxes',
    align: 'r',
    cell: ({ qty }) => String(Math.ceil(qty / feetInBox)),
  }
  return listed`serial: No; description: Design / Size; hsn: HSN Code; ${boxes}; qty: Sq.Ft; rate: Rate/Sq.Ft;
    gst: Tax; amount: Amount ₹`(kit, bill)
}

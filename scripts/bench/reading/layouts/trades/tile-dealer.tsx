import { type Column, columnsOf } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { dateField, EntryTable, placeOfSupply } from '../../parts.tsx'
import { InWords, sumEntries, TaxSummary, totalEntry } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { gridCss } from '../usual.tsx'

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
  Head,
  Foot,
})

function columnsFor(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    serial: 'No',
    description: 'Design / Size',
    hsn: 'HSN Code',
    qty: 'Sq.Ft',
    rate: 'Rate/Sq.Ft',
    gst: 'Tax',
    amount: 'Amount ₹',
  })
  const boxes: Column = {
    heading: 'Boxes',
    align: 'r',
    cell: ({ qty }) => String(Math.ceil(qty / feetInBox)),
  }
  return [all.serial, all.description, all.hsn, boxes, all.qty, all.rate, all.gst, all.amount]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer, transport } = bill
  return (
    <>
      <div className="row">
        <div className="b">
          <H k="vendor_name">{seller.name}</H>
        </div>
        <div className="r">TAX INVOICE</div>
      </div>
      <div>
        {[...seller.address, seller.city].join(', ')} - {seller.pin} | Call{' '}
        <H k="phone">{seller.phone}</H> | GSTIN <H k="gstin">{seller.gstin}</H>
      </div>
      <div className="frame">
        <div>
          <div className="label">Purchaser</div>
          <div>
            <H k="buyer_name">{buyer.name}</H>
          </div>
          <div>{buyer.address.join(', ')}</div>
          <div>
            GSTIN <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
        <div>
          <div>
            <span className="label">Bill</span> <H k="invoice_no">{bill.number}</H>{' '}
            <span className="label">Date</span> {dateField(kit, 'invoice_date', bill.date)}
          </div>
          <div>
            <span className="label">Vehicle</span> <H k="vehicle_no">{transport.vehicle}</H>{' '}
            <span className="label">EWB</span> <H k="eway_bill_no">{transport.eway}</H>
          </div>
          <div>
            <span className="label">POS</span> {placeOfSupply(kit, bill)}
          </div>
        </div>
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          ...sumEntries(kit, bill, { freight: 'Transport', taxable: 'Taxable Total' }),
          totalEntry(kit, bill, 'Bill Value'),
        ]}
      />
      <TaxSummary kit={kit} bill={bill} by="hsn" />
      <InWords kit={kit} bill={bill} label="Total (words)" />
    </>
  )
}

import { type Column, columnsOf } from '../../columns.tsx'
import { composeBill } from '../../compose/bill.ts'
import type { Item } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { dateField, EntryTable, placeOfSupply } from '../../parts.tsx'
import { InWords, sumEntries, TaxSummary, totalEntry } from '../../sums.tsx'
import { type Layout, type Printed, sheetOf } from '../layout.ts'
import { gridCss, usualCss, UsualPaper } from '../usual.tsx'

const css = `${usualCss} ${gridCss} .page { padding: 8mm } .frame { border: 1px solid #333; display: flex }
  .frame > * { flex: 1; padding: 1.5mm 2mm } .frame > * + * { border-left: 1px solid #333 } .label { color: #555 }`

const tiles: readonly Item[] = [
  ['Vitrified 600x1200 Statuario', '69072100', 58],
  ['Wall 300x450 Gloss Blue', '69072200', 36.5],
  ['Parking 300x300 Anti-skid', '69072300', 41],
  ['Wooden Plank 200x1200', '69072100', 72],
  ['Elevation 300x600 Stone', '69072200', 47.25],
].map(([name, hsn, rupees]) => ({
  name: String(name),
  hsn: String(hsn),
  unit: 'Sqft',
  gst: 18,
  rupees: Number(rupees),
}))

/** Square feet in a box, so many to a box. */
const feetInBox = 15.5

/** A dealer of tiles: boxes beside square feet, of which only one was multiplied. */
export const tileDealer: Layout = {
  name: 'tile-dealer',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: 'hardware',
      items: tiles,
      lines: [1, 5],
      isNear: random.chance(0.5),
      hasFreight: random.chance(0.5),
      charges: random.pick([[], ['Unloading']]),
    })
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Head kit={kit} bill={bill} />}
        columns={columnsFor(kit)}
        isFixed
        foot={<Foot kit={kit} bill={bill} />}
      />,
      css,
      { font: random.pick(['Open Sans', 'Carlito']), size: 9 },
    )
  },
}

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

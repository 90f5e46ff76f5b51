import { columnsOf } from '../../columns.tsx'
import type { BillLine } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { dateField, entry, EntryTable } from '../../parts.tsx'
import { bankEntries } from '../../small-print.tsx'
import { InWords, sumEntries, TaxSummary, totalEntry } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { Boxes, onePage, plain } from '../one-page.tsx'

const css = `.page { padding: 8mm } .frame { border: 1px solid #000 } .frame .row { padding: 1mm 1.5mm } .boxes td { border: 1px solid #000; padding: 0.6mm 1.5mm; width: 25% } .boxes .label { font-size: 75% }
  .lines th { border: 1px solid #000; font-weight: bold; padding: 0.6mm } .lines td { border-left: 1px solid #000; border-right: 1px solid #000; padding: 0.5mm 1mm }
  .lines { border-bottom: 1px solid #000 } .taxes { font-size: 85%; margin: 2mm 0 } .taxes td, .taxes th { border: 1px solid #000; padding: 0.3mm 1mm }
  .bank td { border: 1px solid #000; padding: 0.5mm 2mm }`

const paints = itemsOf([
  ['Royal Luxury Emulsion', '32091010', 18, 1480, 'Ltr'],
  ['Tractor Distemper', '32091090', 18, 62, 'Kg'],
  ['Apcolite Enamel Gloss', '32081010', 18, 284, 'Ltr'],
  ['Ace Exterior Emulsion', '32091010', 18, 212, 'Ltr'],
  ['Wood Primer Pink', '32089090', 18, 168, 'Ltr'],
  ['Trucare Wall Putty', '32141000', 18, 29, 'Kg'],
])

const bases = ['White Base', 'L118 Bombay Duck', '8321 Tropical Rain', '7604 N', '0447 Sunlit']

/** A dealer of paints: shades that are numbers, two discounts to a line, the tax summary above the total, the bank in a table. */
export const paintDealer = onePage({
  name: 'paint-dealer',
  css,
  fonts: ['Carlito', 'Arimo'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: 'hardware',
    items: paints,
    lines: [2, 8],
    discounts: 0.8,
    isNear: random.chance(0.7),
  }),
  columns,
  Head,
  Foot,
})

function columns(kit: Kit) {
  const all = columnsOf(kit, {
    serial: 'Sr.No',
    description: 'Material Description',
    hsn: 'HSN Code',
    qty: 'Qty',
    unit: 'UOM',
    rate: 'DLP',
    taxable: 'Taxable Value',
    gst: 'GST%',
  })
  return [
    all.serial,
    all.description,
    plain('Shade', 'l', ({ code }) => bases[Bun.hash.crc32(code) % bases.length] ?? ''),
    all.hsn,
    all.qty,
    all.unit,
    all.rate,
    plain('TD %', 'r', (line) => two(trade(line))),
    plain('CD %', 'r', (line) => two(line.discountPct - trade(line))),
    all.taxable,
    all.gst,
  ]
}

/** The larger part of a discount is that of the trade; what remains is for paying at once. */
function trade({ discountPct }: BillLine): number {
  return Math.ceil(discountPct * 0.6)
}

function two(percent: number): string {
  return percent === 0 ? '-' : percent.toFixed(2)
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer, order, transport } = bill
  return (
    <div className="frame">
      <div className="c b">TAX INVOICE (Under Rule 46 of CGST Rules, 2017)</div>
      <div className="row">
        <div>
          <b>
            <H k="vendor_name">{seller.name}</H>
          </b>
          <div>{[...seller.address, seller.city, seller.pin].join(', ')}</div>
          <div>
            GSTIN No.: <H k="gstin">{seller.gstin}</H>
          </div>
        </div>
        <div>
          <div>Dealer Code & Name : {kit.random.int(100_000, 999_999)}</div>
          <b>
            <H k="buyer_name">{buyer.name}</H>
          </b>
          <div>{buyer.address.join(', ')}</div>
          <div>
            GSTIN No.: <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
      </div>
      <Boxes
        across={4}
        entries={[
          entry('Invoice Number', <H k="invoice_no">{bill.number}</H>),
          entry('Invoice Dt.', dateField(kit, 'invoice_date', bill.date)),
          entry('Order No', <H k="po_no">{order.number}</H>),
          entry('Order Dt.', dateField(kit, 'po_date', order.date)),
          entry('Transporter', <H k="transporter">{transport.name}</H>),
          entry('Lorry No', <H k="vehicle_no">{transport.vehicle}</H>),
          entry('E-Way Bill', <H k="eway_bill_no">{transport.eway}</H>),
          entry('Due Dt.', dateField(kit, 'due_date', bill.dueDate)),
        ]}
      />
    </div>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <TaxSummary kit={kit} bill={bill} by="hsn" />
      <div className="row">
        <div>
          <EntryTable className="bank" entries={bankEntries(kit, bill)} />
          <InWords kit={kit} bill={bill} label="Amount in Words :" />
        </div>
        <div className="narrow">
          <EntryTable
            className="sums"
            entries={[
              entry('Gross Value', kit.money(bill.gross)),
              entry('Less : Discounts', kit.money(bill.discount)),
              ...sumEntries(kit, bill, { taxable: 'Assessable Value', taxes: 'CGST,SGST,IGST' }),
              totalEntry(kit, bill, 'Invoice Value'),
            ]}
          />
        </div>
      </div>
    </>
  )
}

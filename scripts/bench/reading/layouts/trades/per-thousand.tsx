import { type Column, columnsOf } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { C, H } from '../../marks.tsx'
import { dateField, entry, EntryTable } from '../../parts.tsx'
import { bankEntries } from '../../small-print.tsx'
import { InWords, sumEntries, TaxSummary, totalEntry } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage, plain } from '../one-page.tsx'

const css = `.page { padding: 10mm } .lines th { border: 1px solid #000; padding: 1mm } .lines td { border: 1px solid #000; padding: 1mm }
  .taxes { margin: 2mm 0; font-size: 85% } .taxes td, .taxes th { border: 1px solid #000; padding: 0.3mm 1mm } .mark { position: absolute; top: 120mm; left: 40mm; font-size: 60pt; color: #eee; transform: rotate(-30deg); z-index: -1 }`

const printed = itemsOf([
  ['Corrugated Box 5 Ply 300x200x150', '48191010', 18, 14.6, 'Thd'],
  ['Self Adhesive Label 50x25 mm', '48211020', 18, 0.42, 'Thd'],
  ['Mono Carton 350 GSM with UV', '48192020', 18, 3.25, 'Thd'],
  ['BOPP Bag Printed 6x9', '39232990', 18, 0.86, 'Thd'],
])

/** A printer of boxes and labels: prices for a thousand pieces, the numbers at the left and the seller at the right, a watermark. */
export const perThousand = onePage({
  name: 'per-thousand',
  css,
  fonts: ['Arimo', 'Open Sans', 'Tinos'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'stationery',
    items: printed,
    lines: [1, 4],
    isNear: random.chance(0.7),
    charges: random.pick([[], ['Plate Charges'], ['Packing & Forwarding']]),
  }),
  columns,
  Head,
  Foot,
})

function columns(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    serial: 'Sr No',
    description: 'Particulars / Size',
    hsn: 'HSN / SAC',
    qty: 'Quantity',
    amount: 'Amount (₹)',
  })
  const rate: Column = {
    heading: 'Rate / 1000',
    align: 'r',
    cell: ({ rate: paise }) => (
      <C k="rate" v={[String(paise * 10), String(paise / 100)]}>
        {kit.money(paise * 1000)}
      </C>
    ),
  }
  return [
    all.serial,
    plain('Job No', 'c', ({ code }) => `J/${code.replace(/\D/g, '')}`),
    all.description,
    all.hsn,
    all.qty,
    rate,
    all.amount,
  ]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer, transport, order } = bill
  return (
    <>
      <div className="mark">ORIGINAL</div>
      <div className="row">
        <EntryTable
          entries={[
            entry('TAX INVOICE NO.', <H k="invoice_no">{bill.number}</H>),
            entry('DATE', dateField(kit, 'invoice_date', bill.date)),
            entry('YOUR P.O. NO.', <H k="po_no">{order.number}</H>),
            entry('P.O. DATE', dateField(kit, 'po_date', order.date)),
            entry('D.C. NO.', <H k="delivery_note_no">{transport.challan}</H>),
          ]}
        />
        <div className="r">
          <div className="name">
            <H k="vendor_name">{seller.name}</H>
          </div>
          <div>{seller.address.join(', ')}</div>
          <div>
            {seller.city} - {seller.pin}
          </div>
          <div>
            GSTIN <H k="gstin">{seller.gstin}</H>
          </div>
          <div>
            email: <H k="email">{seller.email}</H>
          </div>
        </div>
      </div>
      <p>
        To,
        <br />
        <b>
          M/s. <H k="buyer_name">{buyer.name}</H>
        </b>
        <br />
        {[...buyer.address, buyer.city].join(', ')}
        <br />
        GSTIN <H k="buyer_gstin">{buyer.gstin}</H>
      </p>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <TaxSummary kit={kit} bill={bill} by="rate" />
      <EntryTable
        className="sums"
        entries={[
          ...sumEntries(kit, bill, { taxable: 'Total Before Tax' }),
          totalEntry(kit, bill, 'Total After Tax|Total Invoice Value'),
        ]}
      />
      <InWords kit={kit} bill={bill} label="Amount (in words) :" />
      <EntryTable entries={bankEntries(kit, bill)} colon=" -" />
      <div className="r">For {bill.seller.name}</div>
    </>
  )
}

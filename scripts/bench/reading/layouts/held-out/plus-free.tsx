import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { C, H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { InWordsOf, roundingEntries, taxEntries, TaxSummary } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'

const css = `.page { padding: 6mm } .grid > * { border: 1px solid #000; padding: 1mm 1.5mm } .row { gap: 0 } .lines { border: 1px solid #000; margin: 1mm 0 } .lines th { border-bottom: 1px solid #000; font-size: 90%; padding: 0.4mm }
  .lines td { padding: 0.3mm 0.8mm } .taxes { font-size: 85% } .taxes td, .taxes th { padding: 0.2mm 1mm; border: 1px solid #aaa }`

/** A wholesaler of medicines: the quantity first with the free ones behind a plus, the price to retailers as the only one. */
export const plusFree = onePage({
  name: 'plus-free',
  css,
  fonts: ['Roboto Condensed', 'Arimo'],
  size: 8,
  paper: { width: 210, height: 148 },
  wanted: ({ random }) => ({
    trade: 'medicines',
    lines: [2, 9],
    discounts: 0.4,
    isNear: random.chance(0.9),
  }),
  columns,
  Head,
  Foot,
})

function columns(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    maker: 'Mfr.',
    description: 'Product',
    pack: 'Pack',
    batch: 'Batch',
    expiry: 'Exp.',
    hsn: 'HSN',
    mrp: 'M.R.P.',
    rate: 'PTR',
    discountPct: 'Dis%',
    gst: 'GST',
    taxable: 'Taxable',
  })
  return [
    quantities(),
    all.pack,
    all.description,
    all.maker,
    all.batch,
    all.expiry,
    all.hsn,
    all.mrp,
    all.rate,
    all.discountPct,
    all.taxable,
    all.gst,
  ]
}

function quantities(): Column {
  return {
    heading: 'Qty+Fr',
    align: 'r',
    cell: ({ qty, free }) => (
      <>
        <C k="qty" v={qty}>
          {String(qty)}
        </C>
        {free === 0 ? null : '+'}
        <C k="free_qty" v={free}>
          {free === 0 ? '' : String(free)}
        </C>
      </>
    ),
  }
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <div className="row grid">
      <div>
        <div className="name">
          <H k="vendor_name">{seller.name}</H>
        </div>
        <div>{[...seller.address, seller.city, seller.pin].join(', ')}</div>
        <div>
          Ph <H k="phone">{seller.phone}</H>
        </div>
        <div>
          DL <H k="drug_licence_no">{seller.drugLicence}</H>
        </div>
        <div>
          GSTIN <H k="gstin">{seller.gstin}</H>
        </div>
      </div>
      <div>
        <div className="c b">GST INVOICE</div>
        <EntryTable
          colon=":"
          entries={[
            entry('Inv.No', <H k="invoice_no">{bill.number}</H>),
            entry('Inv.Dt', dateField(kit, 'invoice_date', bill.date)),
            entry('Due On', dateField(kit, 'due_date', bill.dueDate)),
            entry('Salesman', kit.random.pick(['SANTOSH', 'IMRAN', 'COUNTER'])),
          ]}
        />
      </div>
      <div>
        <div>Customer</div>
        <b>
          <H k="buyer_name">{buyer.name}</H>
        </b>
        <div>{[...buyer.address, buyer.city].join(', ')}</div>
        <div>
          GSTIN <H k="buyer_gstin">{buyer.gstin}</H>
        </div>
      </div>
    </div>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <div className="row">
      <div>
        <TaxSummary kit={kit} bill={bill} by="rate" />
        <InWordsOf kit={kit} bill={bill} currency="Rs." />
        <div className="small">No claim for breakage after delivery. E.&O.E.</div>
      </div>
      <EntryTable className="sums" entries={sums(kit, bill)} />
    </div>
  )
}

function sums(kit: Kit, bill: Bill) {
  const goods = [entry('Goods Value', kit.money(bill.gross))]
  const less =
    bill.discount === 0 ? [] : [entry('Less Disc.', amountField(kit, 'discount', bill.discount))]
  return [
    ...goods,
    ...less,
    entry('Taxable', amountField(kit, 'taxable_value', bill.taxable)),
    ...taxEntries(kit, bill, ['CGST', 'SGST', 'IGST']),
    ...roundingEntries(kit, bill, 'R.Off'),
    entry('NET AMT', amountField(kit, 'total', bill.total)),
  ]
}

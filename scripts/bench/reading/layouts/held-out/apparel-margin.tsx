import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { C, H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { InWords, roundingEntries, taxEntries } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage, plain } from '../one-page.tsx'

const css = `.page { padding: 8mm } .row { margin-bottom: 2mm } .name { font-size: 14pt; letter-spacing: 0.5mm } .lines { border-top: 1.5px solid #000; border-bottom: 1.5px solid #000 } .lines th { border-bottom: 1px solid #000; padding: 0.8mm 0.6mm; font-size: 90% } .lines td { padding: 0.6mm }
  .box { border: 1px solid #777; padding: 1.5mm }`

const garments = itemsOf([
  ['MENS FORMAL SHIRT FS', '62052000', 5, 642, 'Pcs'],
  ['LADIES KURTI PRINTED', '62044290', 5, 385, 'Pcs'],
  ['BOYS DENIM JEANS', '62034200', 5, 512, 'Pcs'],
  ['GIRLS FROCK PARTY', '62044390', 5, 468, 'Pcs'],
  ['MENS TRACK PANT', '61034300', 5, 356, 'Pcs'],
])

/** A garment brand to its shops: bar code, colour and size of each piece, the shop's margin beside the printed price. */
export const apparelMargin = onePage({
  name: 'apparel-margin',
  css,
  fonts: ['Arimo', 'Carlito'],
  size: 8,
  wanted: ({ random }) => ({
    trade: 'household',
    items: garments,
    lines: [2, 12],
    isNear: random.chance(0.4),
  }),
  columns,
  Head,
  Foot,
})

function columns(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    serial: 'Sno',
    description: 'Article',
    hsn: 'HSN',
    mrp: 'MRP',
    qty: 'Pcs',
    rate: 'WSP',
    gst: 'Tax%',
    amount: 'Net Value',
  })
  const barcode: Column = {
    heading: 'Barcode',
    align: 'l',
    cell: ({ code, batch }) => (
      <C k="barcode">{`8904${String(Bun.hash.crc32(code + batch))
        .padStart(10, '0')
        .slice(0, 9)}`}</C>
    ),
  }
  return [
    all.serial,
    barcode,
    all.description,
    plain('Colour', 'l', ({ maker }) => colours[maker.length % colours.length] ?? ''),
    plain('Size', 'c', ({ expiry }) => sizes[expiry.month % sizes.length] ?? ''),
    all.hsn,
    all.mrp,
    plain('Mgn%', 'r', ({ rate, mrp }) => (100 - (rate * 100) / mrp).toFixed(2)),
    all.rate,
    all.qty,
    all.gst,
    all.amount,
  ]
}

const colours = ['NAVY', 'MAROON', 'OLIVE', 'WHITE', 'TEAL']
const sizes = ['S', 'M', 'L', 'XL', '32', '34']

function Head({ kit, bill }: Printed) {
  const { seller, buyer, transport } = bill
  return (
    <>
      <div className="row">
        <div>
          <div className="name">
            <H k="vendor_name">{seller.name}</H>
          </div>
          <div>{[...seller.address, seller.city, seller.pin].join(', ')}</div>
          <div>
            GSTN: <H k="gstin">{seller.gstin}</H> Email: <H k="email">{seller.email}</H>
          </div>
        </div>
        <div className="r">
          <div>WHOLESALE TAX INVOICE</div>
          <div>
            <H k="invoice_no">{bill.number}</H> / {dateField(kit, 'invoice_date', bill.date)}
          </div>
        </div>
      </div>
      <div className="row">
        <div className="box">
          <div>Store</div>
          <b>
            <H k="buyer_name">{buyer.name}</H>
          </b>
          <div>{[...buyer.address, buyer.city].join(', ')}</div>
          <div>
            GSTN: <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
        <EntryTable
          className="box"
          entries={[
            entry('Carrier', <H k="transporter">{transport.name}</H>),
            entry('Consignment No', <H k="lr_no">{transport.lr}</H>),
            entry('Cartons', String(kit.random.int(1, 6))),
            entry('Pay By', dateField(kit, 'due_date', bill.dueDate)),
          ]}
        />
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <div className="row">
        <div>
          <div>Total Pcs : {piecesOf(bill)}</div>
          <InWords kit={kit} bill={bill} label="In words:" />
        </div>
        <EntryTable
          className="sums"
          entries={[
            entry('Sub-Total', amountField(kit, 'subtotal', bill.taxable)),
            ...taxEntries(kit, bill, ['CGST', 'SGST', 'IGST']),
            ...roundingEntries(kit, bill, 'Rounding'),
            entry('Invoice Value', amountField(kit, 'total', bill.total)),
          ]}
        />
      </div>
      <div className="small">
        Fresh goods once sold are exchanged within the season only. Margin is on MRP.
      </div>
    </>
  )
}

function piecesOf({ lines }: Bill): number {
  return lines.reduce((sum, { qty }) => sum + qty, 0)
}

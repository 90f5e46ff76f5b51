import { type Column, columnsOf } from '../../columns.tsx'
import type { BillLine } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { dateField, entry, EntryTable } from '../../parts.tsx'
import { bankEntries } from '../../small-print.tsx'
import { InWords, sumEntries, totalEntry } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { codes, onePage, plain } from '../one-page.tsx'

const css = `.page { padding: 9mm } .frame { border: 1px solid #000; padding: 1.5mm 2mm } .frame + .frame { border-top: 0 } .name { font-size: 15pt }
  .lines { margin-top: 2mm } .lines th, .lines td { border: 1px solid #000; padding: 0.7mm 1.2mm } .sums { margin-top: 2mm }`

const clothes = itemsOf([
  ['Mens Polo T-Shirt Fashion Fit', '61051010', 5, 268, 'Pcs'],
  ['Kids Track Pant Interlock', '61034200', 5, 184, 'Pcs'],
  ['Ladies Kurti Rayon A-Line', '62114290', 5, 312, 'Pcs'],
  ['Mens Formal Shirt Full Sleeve', '62052010', 5, 446, 'Pcs'],
  ['Denim Jeans Slim Stretch', '62034200', 5, 638, 'Pcs'],
])

const sizes = ['S', 'M', 'L', 'XL']

/** A wholesaler of garments: how many pieces of each size in columns of their own, and their sum. */
export const garmentSizes = onePage({
  name: 'garment-sizes',
  css,
  fonts: ['Carlito', 'Arimo', 'Roboto'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'household',
    items: clothes,
    lines: [1, 5],
    isNear: random.chance(0.5),
    discounts: random.pick([0, 0.5]),
  }),
  columns,
  Head,
  Foot,
})

function columns(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    serial: 'Sr',
    description: 'Article',
    hsn: 'HSN',
    qty: 'Total Pcs',
    rate: 'WSP',
    discountPct: 'Disc %',
    amount: 'Amount',
  })
  return [
    all.serial,
    codes('Style'),
    all.description,
    all.hsn,
    ...sizes.map((size, at) => plain(size, 'r', (line) => piecesOf(line, at))),
    all.qty,
    all.rate,
    all.discountPct,
    all.amount,
  ]
}

/** What is left after equal shares is of the smallest size. */
function piecesOf({ qty }: BillLine, at: number): string {
  const share = Math.floor(qty / sizes.length)
  const pieces = at === 0 ? qty - share * (sizes.length - 1) : share
  return pieces === 0 ? '' : String(pieces)
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer, transport } = bill
  return (
    <>
      <div className="frame row">
        <div>
          <div className="name">
            <H k="vendor_name">{seller.name}</H>
          </div>
          <div>Mfrs. & Wholesalers of Readymade Garments</div>
          <div>{[...seller.address, seller.city, seller.pin].join(', ')}</div>
        </div>
        <EntryTable
          entries={[
            entry('GSTIN', <H k="gstin">{seller.gstin}</H>),
            entry('Tel', <H k="phone">{seller.phone}</H>),
            entry('Tax Invoice', <H k="invoice_no">{bill.number}</H>),
            entry('Dated', dateField(kit, 'invoice_date', bill.date)),
          ]}
        />
      </div>
      <div className="frame row">
        <div>
          <div>
            Customer: <H k="buyer_name">{buyer.name}</H>
          </div>
          <div>{[...buyer.address, buyer.city].join(', ')}</div>
          <div>
            GST No: <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
        <EntryTable
          entries={[
            entry('Through', <H k="transporter">{transport.name}</H>),
            entry('L.R.', <H k="lr_no">{transport.lr}</H>),
            entry('Broker', kit.random.pick(['Direct', 'M. Jain', 'Om Agency'])),
          ]}
        />
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
          ...sumEntries(kit, bill, { taxable: 'Value of Goods', taxes: 'CGST,SGST,IGST' }),
          totalEntry(kit, bill, 'Total Payable'),
        ]}
      />
      <InWords kit={kit} bill={bill} label="Amount in words" />
      <EntryTable entries={bankEntries(kit, bill)} colon=":" />
      <div className="small">Subject to {bill.seller.city} jurisdiction. No dye guarantee.</div>
    </>
  )
}

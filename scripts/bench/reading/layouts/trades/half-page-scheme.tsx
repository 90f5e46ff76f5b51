import { type Column, columnsOf } from '../../columns.tsx'
import type { Kit } from '../../kit.ts'
import { C, H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { Signature } from '../../small-print.tsx'
import { taxRows } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'

const css = `.page { padding: 5mm } .top { border: 1px solid #000; padding: 1mm 2mm }
  .lines th { border: 1px solid #000; font-weight: normal; font-size: 90% } .lines td { padding: 0.2mm 1mm; border-left: 1px dotted #999 }
  .lines { border-bottom: 1px solid #000 } .sums { margin: 0 } .boxed { border: 1px solid #000; padding: 1mm }
  .slabs td, .slabs th { padding: 0 1.5mm; text-align: right; font-size: 90% } .name { font-size: 12pt }`

/** Half a page of a chemist's distributor: "10+1" with what is free, a scheme in per cent, the sums in a box at the left. */
export const halfPageScheme = onePage({
  name: 'half-page-scheme',
  css,
  fonts: ['Roboto Condensed', 'Carlito'],
  size: 8,
  paper: { width: 210, height: 148 },
  wanted: () => ({
    trade: 'medicines',
    lines: [2, 8],
    discounts: 0.4,
    isNear: true,
  }),
  columns: columnsFor,
  Head,
  Foot,
})

function columnsFor(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    serial: 'S.',
    maker: 'COM',
    description: 'ITEM DESCRIPTION',
    pack: 'PACK',
    batch: 'BATCH',
    expiry: 'EXP.',
    mrp: 'M.R.P',
    rate: 'RATE',
    discountPct: 'SCH%',
    gst: 'GST%',
    amount: 'NET AMT',
  })
  const quantity: Column = {
    heading: 'QTY+FREE',
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
  return [
    all.serial,
    quantity,
    all.pack,
    all.description,
    all.maker,
    all.batch,
    all.expiry,
    all.hsn,
    all.mrp,
    all.rate,
    all.discountPct,
    all.gst,
    all.amount,
  ]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <div className="row top">
      <div>
        <div className="name">
          <H k="vendor_name">{seller.name}</H>
        </div>
        <div>{[...seller.address, seller.city].join(', ')}</div>
        <div>
          Ph.<H k="phone">{seller.phone}</H>
        </div>
        <div>
          GSTIN-<H k="gstin">{seller.gstin}</H>
        </div>
        <div>
          D.L.-<H k="drug_licence_no">{seller.drugLicence}</H>
        </div>
      </div>
      <div className="c">
        <div className="b">GST INVOICE</div>
        <div>
          No.<H k="invoice_no">{bill.number}</H>
        </div>
        <div>Dt.{dateField(kit, 'invoice_date', bill.date)}</div>
        <div>CREDIT</div>
      </div>
      <div>
        <div>
          M/s <H k="buyer_name">{buyer.name}</H>
        </div>
        <div>{buyer.address.join(', ')}</div>
        <div>
          GSTIN-<H k="buyer_gstin">{buyer.gstin}</H>
        </div>
      </div>
    </div>
  )
}

function Foot({ kit, bill }: Printed) {
  const amount = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  return (
    <div className="row foot">
      <div className="narrow boxed">
        <EntryTable
          className="sums"
          entries={[
            entry('Goods Value', kit.money(bill.gross)),
            ...(bill.discount === 0 ? [] : [amount('Less Scheme', 'discount', bill.discount)]),
            amount('Add SGST', 'sgst', bill.sgst),
            amount('Add CGST', 'cgst', bill.cgst),
            ...(bill.roundOff === 0 ? [] : [amount('Rnd Off', 'round_off', bill.roundOff)]),
            amount('BILL VALUE', 'total', bill.total),
          ]}
        />
      </div>
      <Slabs kit={kit} bill={bill} />
      <Signature kit={kit} party={bill.seller} />
    </div>
  )
}

function Slabs({ kit, bill }: Printed) {
  return (
    <table className="slabs">
      <thead>
        <tr>
          <th>GST%</th>
          <th>Amount</th>
          <th>SGST</th>
          <th>CGST</th>
        </tr>
      </thead>
      <tbody>
        {taxRows(bill, 'rate').map(({ name, rate, taxable, cgst, sgst }) => (
          <tr key={name}>
            <td>{rate.toFixed(2)}</td>
            <td>{kit.money(taxable)}</td>
            <td>{kit.money(sgst)}</td>
            <td>{kit.money(cgst)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

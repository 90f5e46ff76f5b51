import { type Column, columnsOf } from '../../columns.tsx'
import type { BillLine } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { SparseRow } from '../../lines-table.tsx'
import { C, H } from '../../marks.tsx'
import { dateField } from '../../parts.tsx'
import { InWordsOf } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'

const css = `.page { padding: 8mm } .name { font-size: 20pt; color: #0b3d91 } .blue { color: #0b3d91 } .head { border: 2px solid #0b3d91; border-radius: 3mm; padding: 2mm } .dots { border-bottom: 1px dotted #0b3d91; display: block; padding-top: 1mm }
  .lines { border: 2px solid #0b3d91; margin-top: 2mm } .lines th { border: 1px solid #0b3d91; color: #0b3d91; padding: 0.5mm } .lines td { border-left: 1px solid #0b3d91; border-right: 1px solid #0b3d91; padding: 0.8mm 1mm } .sum td { border: 1px solid #0b3d91 }`

/** A page of a printed book of bills: rupees and paise in columns of their own, quantity before the goods, the sums in the same columns. */
export const billBook = onePage({
  name: 'bill-book',
  css,
  fonts: ['Tinos', 'Arimo'],
  size: 10,
  paper: { width: 148, height: 210 },
  wanted: ({ random }) => ({
    trade: random.pick(['household', 'electrical', 'stationery']),
    lines: [1, 6],
    isNear: true,
    charges: random.pick([[], [], ['Packing']]),
  }),
  columns,
  Head,
  Foot,
  rows: (printed) => <Sums {...printed} />,
})

function columns(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    qty: 'Qty.',
    description: 'PARTICULARS',
    hsn: 'HSN',
    rate: 'Rate',
  })
  return [
    all.qty,
    all.description,
    all.hsn,
    all.rate,
    { heading: 'Rs.', align: 'r', group: 'AMOUNT', cell: (line) => <Rupees line={line} /> },
    { heading: 'P.', align: 'r', group: 'AMOUNT', cell: ({ taxable }) => paiseOf(taxable) },
  ]
}

function Rupees({ line: { taxable } }: { line: BillLine }) {
  return (
    <C k="amount" v={taxable / 100}>
      {rupeesOf(taxable)}
    </C>
  )
}

function rupeesOf(paise: number): string {
  return Math.floor(Math.abs(paise) / 100).toLocaleString('en-IN')
}

function paiseOf(paise: number): string {
  return String(Math.abs(paise) % 100).padStart(2, '0')
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="row blue small">
        <span>
          GSTIN: <H k="gstin">{seller.gstin}</H>
        </span>
        <span className="c b">CREDIT / CASH MEMO</span>
        <span className="r">
          Mob.: <H k="phone">{seller.phone}</H>
        </span>
      </div>
      <div className="head c">
        <div className="name b">
          <H k="vendor_name">{seller.name}</H>
        </div>
        <div className="blue">{[...seller.address, seller.city, seller.pin].join(', ')}</div>
      </div>
      <div className="row">
        <span className="dots">
          No. <H k="invoice_no">{bill.number}</H>
        </span>
        <span className="dots r">Date : {dateField(kit, 'invoice_date', bill.date)}</span>
      </div>
      <span className="dots">
        M/s. <H k="buyer_name">{buyer.name}</H>
      </span>
      <span className="dots">{[...buyer.address, buyer.city].join(', ')}</span>
      <span className="dots">
        GSTIN : <H k="buyer_gstin">{buyer.gstin}</H>
      </span>
    </>
  )
}

/** Without a field, nobody asks for it by a name. */
type Sum = { label: string; field?: string; paise: number }

/** At the right of the goods' last rows, rupees and paise apart as above. */
function Sums({ bill }: Printed) {
  const rows: Sum[] = [
    ...bill.charges.map(({ name, paise }) => ({ label: name, field: `charge: ${name}`, paise })),
    { label: 'Total', paise: bill.taxable },
    { label: 'CGST', field: 'cgst', paise: bill.cgst },
    { label: 'SGST', field: 'sgst', paise: bill.sgst },
    ...(bill.roundOff === 0 ? [] : [{ label: 'R/off', field: 'round_off', paise: bill.roundOff }]),
    { label: 'G. Total', field: 'total', paise: bill.total },
  ]
  return rows.map((row) => (
    <SparseRow
      key={row.label}
      className="sum"
      columns={6}
      cells={{ 3: row.label, 4: <SumRupees {...row} />, 5: paiseOf(row.paise) }}
    />
  ))
}

function SumRupees({ field, paise }: Sum) {
  const rupees = `${paise < 0 ? '-' : ''}${rupeesOf(paise)}`
  if (field === undefined) return rupees
  return (
    <H k={field} v={paise / 100}>
      {rupees}
    </H>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <InWordsOf kit={kit} bill={bill} currency="Rs. in words" />
      <div className="small blue">Goods once sold will not be taken back. E. & O. E.</div>
      <div className="row">
        <span>Customer's Sign.</span>
        <span className="r">For {bill.seller.name}</span>
      </div>
    </>
  )
}

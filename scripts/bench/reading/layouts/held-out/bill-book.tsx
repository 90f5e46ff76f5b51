import type { BillLine } from '../../compose/bill.ts'
import { SparseRow } from '../../lines-table.tsx'
import { C, H } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

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
  columns: listed`qty: Qty.; description: PARTICULARS; hsn: HSN; rate: Rate;
    ${{ heading: 'Rs.', align: 'r', group: 'AMOUNT', cell: (line) => <Rupees line={line} /> }};
    ${{ heading: 'P.', align: 'r', group: 'AMOUNT', cell: ({ taxable }) => paiseOf(taxable) }}`,
  Head: zone`
    .row.blue.small
      span GSTIN: {gstin}
      span.c.b CREDIT / CASH MEMO
      span.r Mob.: {phone}
    .head.c
      .name.b {vendor_name}
      .blue {seller.address,city,pin}
    .row
      span.dots No. {invoice_no}
      span.dots.r Date : {invoice_date}
    span.dots M/s. {buyer_name}
    span.dots {buyer.address,city}
    span.dots GSTIN : {buyer_gstin}`,
  Foot: zone`
    @wordsOf Rs. in words
    .small.blue Goods once sold will not be taken back. E. & O. E.
    .row
      span Customer's Sign.
      span.r For {seller.name}`,
  rows: (printed) => <Sums {...printed} />,
})

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

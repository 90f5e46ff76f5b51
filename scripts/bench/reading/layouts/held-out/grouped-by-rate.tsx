import type { Column } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { LineFacts } from '../../lines-table.tsx'
import { roundingEntries, taxRows } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { freePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 7mm } .name { font-weight: bold; font-size: 13pt } .c { text-align: center } .row { display: flex; justify-content: space-between } .bar { border-top: 1px dashed #000; margin: 1mm 0 }
  .lines { width: 100% } .lines th { border-bottom: 1px dashed #000; font-weight: normal } .lines td, .lines th { padding: 0.3mm 1mm } .group td { font-weight: bold; padding-top: 1mm } .big { font-size: 12pt; font-weight: bold }`

/** A department store: its goods by rate of tax, each group below a line that says its taxes, the taxes of the groups below them all. */
export const groupedByRate = freePage({
  name: 'grouped-by-rate',
  css,
  fonts: ['Cousine', 'Roboto Condensed'],
  size: 9,
  paper: { width: 148, height: 210 },
  wanted: ({ random }) => ({
    trade: random.pick(['grocery', 'household']),
    lines: [4, 13],
    isNear: true,
  }),
  Body: zone`
    ${({ kit, bill }) => <Head kit={kit} bill={bill} />}
    .bar
    ${({ kit, bill }) => <Groups kit={kit} bill={bill} />}
    .bar
    ${({ kit, bill }) => <Foot kit={kit} bill={bill} />}`,
})

function Head(printed: Printed) {
  return markup(printed)`
    .c
      .name {vendor_name in capitals}
      {seller.address,city}
      PHONE : {phone} GSTIN : {gstin}
      div *** TAX INVOICE ***
    .row
      span Bill No : {invoice_no}
      span Bill Dt : {invoice_date} 18:4${({ kit }) => kit.random.int(0, 9)}
    .row
      span Customer : {buyer_name}
      span Cashier : ${({ kit }) => kit.random.int(1001, 1099)}
    Cust GSTIN : {buyer_gstin}`
}

function Groups({ kit, bill }: Printed) {
  const columns = columnsFor(kit, bill)
  const rates = [...new Set(bill.lines.map(({ item }) => item.gst))]
  return (
    <table className="lines">
      <thead>
        <tr>
          {columns.map(({ heading, align }, at) => (
            <th key={at} className={align}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      {rates.map((rate, at) => (
        <tbody key={rate}>
          <tr className="group">
            <td
              colSpan={columns.length}
            >{`${at + 1}) CGST @ ${(rate / 2).toFixed(2)} %, SGST @ ${(rate / 2).toFixed(2)} %`}</td>
          </tr>
          {bill.lines
            .filter(({ item }) => item.gst === rate)
            .map((line, index) => (
              <Row key={index} columns={columns} line={line} index={index} />
            ))}
        </tbody>
      ))}
    </table>
  )
}

type Row = { columns: readonly Column[]; line: BillLine; index: number }

function Row({ columns, line, index }: Row) {
  return (
    <tr data-line="">
      {columns.map(({ align, cell }, at) => (
        <td key={at} className={align}>
          {cell(line, index)}
          {at === 0 ? <LineFacts line={line} /> : null}
        </td>
      ))}
    </tr>
  )
}

function columnsFor(kit: Kit, bill: Bill): Column[] {
  return listed`hsn: HSN; description: Particulars; qty: Qty/Kg; rate: N/Rate; amount: Value`(
    kit,
    bill,
  )
}

function Foot(printed: Printed) {
  return markup(printed)`
    .row
      span Items : {lines.length}
      span Value of goods : {money taxable}
    ${({ kit, bill }) => <TaxesByGroup kit={kit} bill={bill} />}
    ${({ kit, bill }) =>
      roundingEntries(kit, bill, 'Round off').map(({ label, value }) => (
        <div key={label} className="row">
          <span>{label}</span>
          <span>{value}</span>
        </div>
      ))}
    .row.big
      span NET PAYABLE
      span {total}
    @words
    .c Thank you, visit again. Exchange within 7 days with bill.`
}

function TaxesByGroup({ kit, bill }: { kit: Kit; bill: Bill }) {
  return taxRows(bill, 'rate').map(({ rate, taxable, cgst, sgst }, at) => (
    <div key={rate} className="row">
      <span>{`${at + 1}) Taxable ${kit.money(taxable)}`}</span>
      <span>{`CGST ${kit.money(cgst)}`}</span>
      <span>{`SGST ${kit.money(sgst)}`}</span>
    </div>
  ))
}

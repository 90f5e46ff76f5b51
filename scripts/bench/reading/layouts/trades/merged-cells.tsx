import { markup, rows } from '../../bill-markup.tsx'
import { LineRows } from '../../lines-table.tsx'
import { listed } from '../../listed-columns.tsx'
import type { Printed } from '../layout.ts'
import { paper } from '../paper.tsx'

/** One grid of a spreadsheet for everything: merged cells, empty rows up to the foot, the sums left of nothing. */
export const mergedCells = paper`
  merged-cells: Carlito; 9 | 10pt
  hardware | electrical | stationery: 1-7 lines; near 0.8; charges - | - | Transport & Labour
  style
    .page { padding: 8mm } table { width: 100%; table-layout: fixed } td { border: 1px solid #000; padding: 0.6mm 1mm }
    .yellow { background: #fff3bf } .blue { background: #d0ebff; text-align: center; font-weight: bold }
  body
    table
      ${widths}
      tbody
        tr
          td.blue[colSpan=7 style.fontSize=150%]
            | {vendor_name in capitals}
            @also vendor_name=seller.name
        tr
          td.c[colSpan=7] {seller.address,city,pin}, PH-{phone}
        tr
          td.b[colSpan=4] GSTIN-{gstin}
          td.blue[colSpan=3] TAX INVOICE
        tr
          td[colSpan=4 rowSpan=3]
            Buyer's Name & Address
            .b {buyer_name}
            {buyer.address}
            GSTIN-{buyer_gstin}
          td.yellow INV#
          td[colSpan=2] {invoice_no}
        tr
          td.yellow DT
          td[colSpan=2] {invoice_date}
        tr
          td.yellow PO# & DT
          td[colSpan=2] {po_no} / {po_date}
        ${Goods}
        ${Sums}`

/** The columns of the grid, in per cent. */
function widths() {
  return (
    <colgroup>
      {[6, 34, 12, 9, 11, 13, 15].map((width, at) => (
        <col key={at} style={{ width: `${width}%` }} />
      ))}
    </colgroup>
  )
}

const goods = listed`serial: SR; description: PARTICULARS; hsn: HSN; gst: GST; qty: QTY; rate: RATE; amount: AMT`

/** Rows of goods, empty ones too. */
const rowsOnPaper = 10

function Goods({ kit, bill }: Printed) {
  const columns = goods({ kit, bill })
  const empty = Array.from({ length: rowsOnPaper - bill.lines.length })
  return (
    <>
      <tr>
        {columns.map(({ heading }, at) => (
          <td key={at} className="yellow c b">
            {heading}
          </td>
        ))}
      </tr>
      <LineRows columns={columns} lines={bill.lines} />
      {empty.map((_, row) => (
        <tr key={row}>
          {columns.map((__, at) => (
            <td key={at}>&nbsp;</td>
          ))}
        </tr>
      ))}
    </>
  )
}

function Sums(printed: Printed) {
  const sums = rows(printed)`
    @charges
    TOTAL = {money taxable}
    @taxes CGST, SGST, IGST
    R/O = {round_off}
    G.TOTAL = {total}`
  const beside = markup(printed)`
    IN WORDS- {amount_in_words}
    BANK- {bank_name} A/C- {account_no} IFSC- {ifsc}`
  return sums.map(({ label, value }, at) => (
    <tr key={label}>
      {at === 0 ? (
        <td colSpan={4} rowSpan={sums.length}>
          {beside}
        </td>
      ) : null}
      <td colSpan={2} className="b">
        {label}
      </td>
      <td className="r b">{value}</td>
    </tr>
  ))
}

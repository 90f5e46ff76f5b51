import type { ReactNode } from 'react'
import type { Column } from '../../columns.tsx'
import { type Bill, composeBill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { LineFacts } from '../../lines-table.tsx'
import { Also, H, Page, PaperDocument } from '../../marks.tsx'
import { amountField, PartyFacts } from '../../parts.tsx'
import { BillFacts, chargeEntries } from '../../sums.tsx'
import { type Layout, type Printed, sheetOf } from '../layout.ts'
import { listed } from '../../listed-columns.ts'
import { markup } from '../../bill-markup.tsx'

const css = `.page { padding: 8mm } table { width: 100%; table-layout: fixed } td { border: 1px solid #000; padding: 0.6mm 1mm }
  .yellow { background: #fff3bf } .blue { background: #d0ebff; text-align: center; font-weight: bold }`

/** One grid of a spreadsheet for everything: merged cells, empty rows up to the foot, the sums left of nothing. */
export const mergedCells: Layout = {
  name: 'merged-cells',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['hardware', 'electrical', 'stationery']),
      lines: [1, 7],
      isNear: random.chance(0.8),
      charges: random.pick([[], [], ['Transport & Labour']]),
    })
    return sheetOf(
      kit,
      <PaperDocument category="vendor_invoice" kind="invoice">
        <Page>
          <table>
            <colgroup>
              {widths.map((width, at) => (
                <col key={at} style={{ width: `${width}%` }} />
              ))}
            </colgroup>
            <tbody>
              <Head kit={kit} bill={bill} />
              <Goods kit={kit} bill={bill} />
              <Sums kit={kit} bill={bill} />
            </tbody>
          </table>
          <PartyFacts party={bill.seller} />
          <BillFacts bill={bill} />
        </Page>
      </PaperDocument>,
      css,
      { font: 'Carlito', size: random.pick([9, 10]) },
    )
  },
}

/** Of the columns of the grid, in per cent. */
const widths = [6, 34, 12, 9, 11, 13, 15]

function Head(printed: Printed) {
  return markup(printed)`
    tr
      td.blue[colSpan=7 style.fontSize=150%] {vendor_name in capitals}${({ bill }) => (
        <Also of="head" fields={{ vendor_name: bill.seller.name }} />
      )}
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
      td[colSpan=2] {po_no} / {po_date}`
}

/** Rows of goods, empty ones too. */
const rowsOnPaper = 10

function Goods({ kit, bill }: Printed) {
  const columns = columnsFor(kit, bill)
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
      {bill.lines.map((line, index) => (
        <tr key={index} data-line="">
          {columns.map(({ align, cell }, at) => (
            <td key={at} className={align}>
              {cell(line, index)}
              {at === 0 ? <LineFacts line={line} /> : null}
            </td>
          ))}
        </tr>
      ))}
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

function columnsFor(kit: Kit, bill: Bill): Column[] {
  return listed`serial: SR; description: PARTICULARS; hsn: HSN; gst: GST; qty: QTY; rate: RATE; amount: AMT`(
    kit,
    bill,
  )
}

function Sums({ kit, bill }: Printed) {
  const rows = sumRows(kit, bill)
  return rows.map(([label, value], at) => (
    <tr key={label}>
      {at === 0 ? (
        <td colSpan={4} rowSpan={rows.length}>
          <div>
            IN WORDS- <H k="amount_in_words">{kit.words(bill.total)}</H>
          </div>
          <div>
            BANK- <H k="bank_name">{bill.seller.bank.name}</H> A/C-{' '}
            <H k="account_no">{bill.seller.bank.account}</H> IFSC-{' '}
            <H k="ifsc">{bill.seller.bank.ifsc}</H>
          </div>
        </td>
      ) : null}
      <td colSpan={2} className="b">
        {label}
      </td>
      <td className="r b">{value}</td>
    </tr>
  ))
}

function sumRows(kit: Kit, bill: Bill): [label: string, value: ReactNode][] {
  const amount = (key: string, paise: number) => amountField(kit, key, paise)
  return [
    ...chargeEntries(kit, bill).map(({ label, value }): [string, ReactNode] => [label, value]),
    ['TOTAL', kit.money(bill.taxable)],
    ...(bill.isNear
      ? ([
          ['CGST', amount('cgst', bill.cgst)],
          ['SGST', amount('sgst', bill.sgst)],
        ] satisfies [string, ReactNode][])
      : ([['IGST', amount('igst', bill.igst)]] satisfies [string, ReactNode][])),
    ['R/O', amount('round_off', bill.roundOff)],
    ['G.TOTAL', amount('total', bill.total)],
  ]
}

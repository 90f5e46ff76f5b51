import type { BillLine } from '../../compose/bill.ts'
import { digits } from '../../compose/parties.ts'
import type { Kit } from '../../kit.ts'
import { LineFacts } from '../../lines-table.tsx'
import { C } from '../../marks.tsx'
import { amountField } from '../../parts.tsx'
import { taxRows } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { freePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'

const css = `.page { padding: 10mm } .lines { margin: 2mm 0 } .lines td, .lines th { padding: 0 1.5mm; font-weight: normal }
  .dash { border-top: 1px dashed #000; margin: 1mm 0 } .two { display: flex; justify-content: space-between }
  .codes td, .codes th { padding: 0 3mm 0 0; text-align: right; font-weight: normal }`

/** A wholesale market: two rows to an article, headings likewise, the rate of tax as a letter that the foot explains. */
export const cashAndCarry = freePage({
  name: 'cash-and-carry',
  css,
  fonts: ['Cousine', 'Roboto Condensed'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: random.pick(['grocery', 'household', 'stationery']),
    lines: [3, 14],
    isNear: true,
  }),
  Body: zone`
    ${({ kit, bill }) => <Head kit={kit} bill={bill} />}
    .dash
    ${({ kit, bill }) => <Articles kit={kit} bill={bill} />}
    .dash
    ${({ kit, bill }) => <Foot kit={kit} bill={bill} />}`,
})

function Head(printed: Printed) {
  return markup(printed)`
    .b {vendor_name in capitals}
    {seller.address,city}
    GSTIN {gstin} CIN U51909MH2003PTC${({ kit }) => digits(kit.random, 6)}
    .dash
    .two
      div
        Customer ${({ kit }) => digits(kit.random, 9)} {buyer_name}
        GSTIN {buyer_gstin}
      div
        Tax Invoice {invoice_no}
        {invoice_date} 14:${({ kit }) => kit.random.int(10, 59)} Till ${({ kit }) => kit.random.int(1, 24)}`
}

function Articles({ kit, bill }: Printed) {
  const codes = codesOf(bill)
  return markup({ kit, bill })`
    table.lines.w
      thead
        tr
          th.l Article
          th.l[colSpan=5] Description
        tr
          th.l HSN
          th.r* MRP | Qty | Price | Value
          th.c T
      tbody
        ${() =>
          bill.lines.map((line, at) => (
            <Article key={at} kit={kit} line={line} code={codes.get(line.item.gst) ?? ''} />
          ))}`
}

/** A letter for each rate of tax. */
function codesOf({ lines }: Printed['bill']): Map<number, string> {
  const rates = [...new Set(lines.map(({ item }) => item.gst))].toSorted((a, b) => a - b)
  return new Map(rates.map((rate, at) => [rate, 'ABCDEF'[at] ?? '']))
}

function Article({ kit, line, code }: { kit: Kit; line: BillLine; code: string }) {
  const amount = (key: string, paise: number) => (
    <C k={key} v={paise / 100}>
      {kit.money(paise)}
    </C>
  )
  return (
    <>
      <tr data-line="">
        <td>
          <LineFacts line={line} />
          <C k="item_code">{line.code}</C>
        </td>
        <td colSpan={5}>
          <C k="description">{line.item.name.toUpperCase()}</C>
        </td>
      </tr>
      <tr>
        <td>
          <C k="hsn">{line.item.hsn}</C>
        </td>
        <td className="r">{amount('mrp', line.mrp)}</td>
        <td className="r">
          <C k="qty" v={line.qty}>
            {kit.quantity(line.qty)}
          </C>
        </td>
        <td className="r">{amount('rate', line.rate)}</td>
        <td className="r">{amount('amount', line.taxable)}</td>
        <td className="c">{code}</td>
      </tr>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  const codes = codesOf(bill)
  return (
    <>
      <div className="two b">
        <span>Articles {bill.lines.length}</span>
        <span>Goods value {kit.money(bill.taxable)}</span>
      </div>
      <table className="codes">
        <thead>
          <tr>
            <th>T</th>
            <th>Taxable</th>
            <th>CGST%</th>
            <th>CGST</th>
            <th>SGST%</th>
            <th>SGST</th>
          </tr>
        </thead>
        <tbody>
          {taxRows(bill, 'rate').map(({ rate, taxable, cgst, sgst }) => (
            <tr key={rate}>
              <td>{codes.get(rate)}</td>
              <td>{kit.money(taxable)}</td>
              <td>{(rate / 2).toFixed(2)}</td>
              <td>{kit.money(cgst)}</td>
              <td>{(rate / 2).toFixed(2)}</td>
              <td>{kit.money(sgst)}</td>
            </tr>
          ))}
          <tr>
            <td />
            <td>{kit.money(bill.taxable)}</td>
            <td />
            <td>{amountField(kit, 'cgst', bill.cgst)}</td>
            <td />
            <td>{amountField(kit, 'sgst', bill.sgst)}</td>
          </tr>
        </tbody>
      </table>
      <div className="two b">
        <span>INVOICE TOTAL INR</span>
        <span>{amountField(kit, 'total', bill.total)}</span>
      </div>
    </>
  )
}

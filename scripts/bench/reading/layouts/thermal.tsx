import type { ReactNode } from 'react'
import { type BillLine, composeBill } from '../compose/bill.ts'
import type { Kit } from '../kit.ts'
import { LineFacts } from '../lines-table.tsx'
import { Also, C, H, Page, PaperDocument } from '../marks.tsx'
import { amountField, dateField, PartyFacts } from '../parts.tsx'
import { BillFacts, sumEntries } from '../sums.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { markup } from '../bill-markup.tsx'

/* Rolls of a till, 58 or 80 mm wide: no rules, the name of a good often on a line of its own. */

const css = `.page { padding: 2mm } .c { text-align: center }
  .dash { border-top: 1px dashed #000; margin: 1mm 0 }
  .row { display: flex; justify-content: space-between } .big { font-size: 125%; font-weight: bold }
  .head td, .head th { font-weight: normal } table.w td, table.w th { padding: 0 0.5mm }`

export const thermal: Layout = {
  name: 'thermal',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const width = random.pick([58, 80, 80])
    const trade = random.pick(['grocery', 'household', 'stationery'] as const)
    const bill = composeBill(random, { trade, lines: [2, 9], isNear: true })
    const isTwoLined = width === 58 || random.chance(0.6)
    return sheetOf(
      kit,
      <PaperDocument category="vendor_invoice" kind="invoice">
        <Page>
          <Head kit={kit} bill={bill} />
          <Numbers kit={kit} bill={bill} />
          <div className="dash" />
          {isTwoLined ? <TwoLined kit={kit} bill={bill} /> : <Narrow kit={kit} bill={bill} />}
          <div className="dash" />
          <Foot kit={kit} bill={bill} />
          <PartyFacts party={bill.seller} />
          <Also of="head" fields={{ buyer_name: bill.buyer.name }} />
          <BillFacts bill={bill} />
        </Page>
      </PaperDocument>,
      css,
      {
        paper: { width, height: 'roll' },
        font: random.pick(['Cousine', 'VT323', 'Roboto Condensed', 'Arimo']),
        size: width === 58 ? 7 : 8.5,
      },
    )
  },
}

function Head(printed: Printed) {
  return markup(printed)`
    .c
      .big {vendor_name}
      @lines seller
      {seller.city} {seller.pin}
      Ph: {phone}
      {GSTIN:|GSTIN :|GST NO.} {gstin}
      ?0.5 FSSAI: {fssai_no}
      .b {TAX INVOICE|Tax Invoice|CASH/CREDIT BILL}
      .dash`
}

function Numbers({ kit, bill }: Printed) {
  const number = <H k="invoice_no">{bill.number}</H>
  const date = dateField(kit, 'invoice_date', bill.date)
  return markup({ kit, bill })`
    ?0.5 .row
      span {Bill No:|Inv No:|Bill#} ${number}
      span {Date:|Dt:} ${date}
    else
      {Bill No :|Invoice No :|Bill No.} ${number}
      Date : ${date} {any |11:42|18:05:31|06:20 PM}
    ?0.6 {Customer:|To:|Party:} {buyer_name}
    ?0.6 GSTIN: {buyer_gstin}`
}

function TwoLined({ kit, bill }: Printed) {
  return (
    <>
      <div>{kit.say('Item|Particulars|Description')}</div>
      <div className="row">
        <span>{kit.random.pick(['Qty x Rate', 'Qty  Rate'])}</span>
        <span>Amount</span>
      </div>
      <div className="dash" />
      {bill.lines.map((line, at) => (
        <div key={at} data-line="">
          <LineFacts line={line} />
          <div>
            <C k="description">{line.item.name}</C>
          </div>
          <div className="row">
            <span>
              {quantityCell(kit, line)} x {rateCell(kit, line)}
            </span>
            <span>{amountCell(kit, line)}</span>
          </div>
        </div>
      ))}
    </>
  )
}

function Narrow({ kit, bill }: Printed) {
  return (
    <table className="w">
      <thead>
        <tr>
          <th className="l">{kit.say('Item|Particulars')}</th>
          <th className="r">Qty</th>
          <th className="r">Rate</th>
          <th className="r">Amt</th>
        </tr>
      </thead>
      <tbody>
        {bill.lines.map((line, at) => (
          <tr key={at} data-line="">
            <td>
              <LineFacts line={line} />
              <C k="description">{line.item.name}</C>
            </td>
            <td className="r">{quantityCell(kit, line)}</td>
            <td className="r">{rateCell(kit, line)}</td>
            <td className="r">{amountCell(kit, line)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function quantityCell(kit: Kit, { qty }: BillLine) {
  return (
    <C k="qty" v={qty}>
      {kit.quantity(qty)}
    </C>
  )
}

function rateCell(kit: Kit, { rate }: BillLine) {
  return (
    <C k="rate" v={rate / 100}>
      {kit.money(rate)}
    </C>
  )
}

function amountCell(kit: Kit, { taxable }: BillLine) {
  return (
    <C k="amount" v={taxable / 100}>
      {kit.money(taxable)}
    </C>
  )
}

function Foot(printed: Printed) {
  return markup(printed)`
    Items: {lines.length}
    ${({ kit, bill }) =>
      sumEntries(kit, bill, { taxable: 'Taxable Amt|Taxable Value' }).map(({ label, value }) => (
        <Pair key={label} label={label} value={value} />
      ))}
    .dash
    .big
      ${({ kit, bill }) => (
        <Pair
          label={kit.say('TOTAL|NET AMOUNT|Grand Total|Bill Amount')}
          value={amountField(kit, 'total', bill.total, kit.currency)}
        />
      )}
    .dash
    .c {Thank You! Visit Again|** THANK YOU **|Goods once sold not returned}`
}

function Pair({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="row">
      <span>{label}</span>
      <span>{value}</span>
    </div>
  )
}

import { zone } from '../bill-markup.tsx'
import { composeBill } from '../compose/bill.ts'
import { Also, Page, PaperDocument } from '../marks.tsx'
import { PartyFacts } from '../parts.tsx'
import { BillFacts } from '../sums.tsx'
import { type Layout, sheetOf } from './layout.ts'

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

const Head = zone`
  .c
    .big {vendor_name}
    @lines seller
    {seller.city} {seller.pin}
    Ph: {phone}
    {GSTIN:|GSTIN :|GST NO.} {gstin}
    ?0.5 FSSAI: {fssai_no}
    .b {TAX INVOICE|Tax Invoice|CASH/CREDIT BILL}
    .dash
  part
    ?0.5 .row
      span {Bill No:|Inv No:|Bill#} {invoice_no}
      span {Date:|Dt:} {invoice_date}
    else
      {Bill No :|Invoice No :|Bill No.} {invoice_no}
      Date : {invoice_date} {any |11:42|18:05:31|06:20 PM}
    ?0.6 {Customer:|To:|Party:} {buyer_name}
    ?0.6 GSTIN: {buyer_gstin}`

const TwoLined = zone`
  {Item|Particulars|Description}
  .row
    span {any Qty x Rate|Qty  Rate}
    span Amount
  .dash
  each lines
    div[data-line]
      @line
      {description}
      .row
        span {qty} x {rate}
        span {amount}`

const Narrow = zone`
  table.w
    thead
      tr
        th.l {Item|Particulars}
        th.r* Qty | Rate | Amt
    tbody
      each lines
        tr[data-line]
          td
            @line
            | {description}
          td.r* {qty} | {rate} | {amount}`

const Foot = zone`
  Items: {lines.length}
  pairs.row
    @sums taxable: Taxable Amt|Taxable Value
  .dash
  .big
    pairs.row
      {TOTAL|NET AMOUNT|Grand Total|Bill Amount} = {total in currency}
  .dash
  .c {Thank You! Visit Again|** THANK YOU **|Goods once sold not returned}`

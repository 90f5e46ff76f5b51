import { markup, zone } from '../../bill-markup.tsx'
import { LinesTable, SparseRow } from '../../lines-table.tsx'
import { Page } from '../../marks.tsx'
import { paginate, type Printed } from '../layout.ts'
import { plain } from '../own-columns.tsx'
import { paper } from '../paper.tsx'
import { usualCss } from '../usual.tsx'

/* Bills of chemists' distributors. */

/** Half a page of a chemist's distributor: "10+1" with what is free, a scheme in per cent, the sums in a box at the left. */
export const halfPageScheme = paper`
  half-page-scheme: Roboto Condensed | Carlito; 8pt; 210x148
  medicines: 2-8 lines; discounts 0.4; near
  style
    .page { padding: 5mm } .top { border: 1px solid #000; padding: 1mm 2mm }
    .lines th { border: 1px solid #000; font-weight: normal; font-size: 90% } .lines td { padding: 0.2mm 1mm; border-left: 1px dotted #999 }
    .lines { border-bottom: 1px solid #000 } .sums { margin: 0 } .boxed { border: 1px solid #000; padding: 1mm }
    .slabs td, .slabs th { padding: 0 1.5mm; text-align: right; font-size: 90% } .name { font-size: 12pt }
  columns
    serial: S.
    own QTY+FREE[r]
      | {qty in digits}
      ?free | +
      | {free_qty}
    pack: PACK; description: ITEM DESCRIPTION; maker: COM; batch: BATCH; expiry: EXP.; hsn; mrp: M.R.P; rate: RATE
    discountPct: SCH%; gst: GST%; amount: NET AMT
  head
    .row.top
      div
        .name {vendor_name}
        {seller.address,city}
        Ph.{phone}
        GSTIN-{gstin}
        D.L.-{drug_licence_no}
      .c
        .b GST INVOICE
        No.{invoice_no}
        Dt.{invoice_date}
        CREDIT
      div
        M/s {buyer_name}
        {buyer.address}
        GSTIN-{buyer_gstin}
  foot
    .row.foot
      .narrow.boxed
        entries.sums
          Goods Value = {money gross}
          ?discount Less Scheme = {discount}
          Add SGST = {sgst}
          Add CGST = {cgst}
          ?round_off Rnd Off = {round_off}
          BILL VALUE = {total}
      table.slabs
        thead
          tr
            th* GST% | Amount | SGST | CGST
        tbody
          each rates
            tr
              td* {2 of rate} | {money taxable} | {money sgst} | {money cgst}
      @signature`

const linesOnPage = 14

/** A chemist's distributor over several pages: the head on each, the sum of each page, two prices of which one was multiplied. */
export const pageTotals = paper`
  page-totals: Roboto Condensed | Arimo; 7.5pt; 210x148
  medicines: 9-34 lines; near 0.9; discounts 0.3
  style
    ${usualCss} .page { padding: 6mm 7mm } .head { border: 1px solid #000; border-bottom: 0 } .head > * { padding: 1mm 1.5mm } .head > * + * { border-left: 1px solid #000 }
    .lines { border: 1px solid #000; font-size: 92% } .lines th { border: 1px solid #000; padding: 0.3mm } .lines td { border-left: 1px solid #000; padding: 0.25mm 0.8mm }
    .page-sum td { border-top: 1px solid #000; font-weight: bold }
  columns
    serial: Sn; qty: Qty; free: Free; pack: Pkg; description: Description of Goods; maker: Mfg; batch: Batch No
    expiry: ExpDt; mrp: MRP; ${retailPrice}; rate: Rate; discountPct: Dis%; hsn: HSN Code; gst: GST%; taxable: Taxable
  pages ${Pages}`

function retailPrice({ kit }: Printed) {
  return plain('PTR', 'r', ({ rate }) => kit.money(Math.round(rate * 1.08)))
}

function Pages({ kit, bill, columns = [] }: Printed) {
  const pages = paginate(bill.lines, linesOnPage, linesOnPage)
  return pages.map((lines, at) => {
    const sum = lines.reduce((all, { taxable }) => all + taxable, 0)
    const cells = { 4: 'Page Total', [columns.length - 1]: kit.money(sum) }
    return (
      <Page key={at}>
        {head({ kit, bill }, `Page ${at + 1} of ${pages.length}`)}
        <LinesTable columns={columns} lines={lines} from={at * linesOnPage}>
          <SparseRow className="page-sum" columns={columns.length} cells={cells} />
        </LinesTable>
        {at === pages.length - 1 ? foot({ kit, bill }) : <div>Continued...</div>}
      </Page>
    )
  })
}

function head(printed: Printed, page: string) {
  return markup(printed)`
    .row.head
      div
        .name {vendor_name}
        {seller.address,city,pin}
        Phone : {phone}
        DL.No : {drug_licence_no}
        GSTIN : {gstin}
      div
        To : {buyer_name}
        {buyer.address}
        {buyer.city}
        GSTIN : {buyer_gstin}
      div
        b GST INVOICE - CREDIT
        entries[colon=" :"]
          Inv No = {invoice_no}
          Inv Dt = {invoice_date}
          Due Dt = {due_date}
          Rep = {lines.0.maker}
        .r ${page}`
}

const foot = zone`
  .row
    div
      @wordsOf Rs.
      No of Items : {lines.length} Total Qty : {total_qty}
      .small Goods once dispatched will not be taken back. Check batch and expiry at delivery.
    .narrow
      entries.sums
        Gross = {money gross}
        ?discount Discount = {discount}
        @taxes CGST, SGST, IGST
        Adj. = {round_off or 0}
        NET PAYABLE = {total}
  .r For {seller.name}`

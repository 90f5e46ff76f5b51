import type { Column } from '../../columns.tsx'
import type { Kit } from '../../kit.ts'
import { C, H, Page, PaperDocument } from '../../marks.tsx'
import { taxRows, BillFacts } from '../../sums.tsx'
import { type Printed, type Layout, paginate, sheetOf } from '../layout.ts'
import { onePage, amountOrZero, plain } from '../one-page.tsx'
import { zone, markup } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import { type Bill, type BillLine, composeBill } from '../../compose/bill.ts'
import { LinesTable, SparseRow } from '../../lines-table.tsx'
import { amountField, entry, PartyFacts } from '../../parts.tsx'
import { usualCss } from '../usual.tsx'

/* Bills of chemists' distributors. */

const halfPageSchemeCss = `.page { padding: 5mm } .top { border: 1px solid #000; padding: 1mm 2mm }
  .lines th { border: 1px solid #000; font-weight: normal; font-size: 90% } .lines td { padding: 0.2mm 1mm; border-left: 1px dotted #999 }
  .lines { border-bottom: 1px solid #000 } .sums { margin: 0 } .boxed { border: 1px solid #000; padding: 1mm }
  .slabs td, .slabs th { padding: 0 1.5mm; text-align: right; font-size: 90% } .name { font-size: 12pt }`

/** Half a page of a chemist's distributor: "10+1" with what is free, a scheme in per cent, the sums in a box at the left. */
export const halfPageScheme = onePage({
  name: 'half-page-scheme',
  css: halfPageSchemeCss,
  fonts: ['Roboto Condensed', 'Carlito'],
  size: 8,
  paper: { width: 210, height: 148 },
  wanted: () => ({
    trade: 'medicines',
    lines: [2, 8],
    discounts: 0.4,
    isNear: true,
  }),
  columns: halfPageSchemeColumns,
  Head: zone`
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
        GSTIN-{buyer_gstin}`,
  Foot: zone`
    .row.foot
      .narrow.boxed
        entries.sums
          Goods Value = {money gross}
          ?discount Less Scheme = {discount}
          Add SGST = {sgst}
          Add CGST = {cgst}
          ?round_off Rnd Off = {round_off}
          BILL VALUE = {total}
      ${({ kit, bill }) => <Slabs kit={kit} bill={bill} />}
      @signature`,
})

function halfPageSchemeColumns(kit: Kit, bill: Bill): Column[] {
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
  return listed`serial: S.; ${quantity}; pack: PACK; description: ITEM DESCRIPTION; maker: COM; batch: BATCH;
    expiry: EXP.; hsn; mrp: M.R.P; rate: RATE; discountPct: SCH%; gst: GST%; amount: NET AMT`(
    kit,
    bill,
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

const pageTotalsCss = `${usualCss} .page { padding: 6mm 7mm } .head { border: 1px solid #000; border-bottom: 0 } .head > * { padding: 1mm 1.5mm } .head > * + * { border-left: 1px solid #000 }
  .lines { border: 1px solid #000; font-size: 92% } .lines th { border: 1px solid #000; padding: 0.3mm } .lines td { border-left: 1px solid #000; padding: 0.25mm 0.8mm }
  .page-sum td { border-top: 1px solid #000; font-weight: bold }`

const linesOnPage = 14

/** A chemist's distributor over several pages: the head on each, the sum of each page, two prices of which one was multiplied. */
export const pageTotals: Layout = {
  name: 'page-totals',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: 'medicines',
      lines: [9, 34],
      isNear: random.chance(0.9),
      discounts: 0.3,
    })
    const pages = paginate(bill.lines, linesOnPage, linesOnPage)
    const columns = pageTotalsColumns(kit, bill)
    return sheetOf(
      kit,
      <PaperDocument category="vendor_invoice" kind="invoice">
        {pages.map((lines, at) => (
          <Page key={at}>
            <Head kit={kit} bill={bill} page={`Page ${at + 1} of ${pages.length}`} />
            <Lines kit={kit} columns={columns} lines={lines} from={at * linesOnPage} />
            {at === pages.length - 1 ? <Foot kit={kit} bill={bill} /> : <div>Continued...</div>}
          </Page>
        ))}
        <PartyFacts party={bill.seller} />
        <BillFacts bill={bill} />
      </PaperDocument>,
      pageTotalsCss,
      {
        font: random.pick(['Roboto Condensed', 'Arimo']),
        size: 7.5,
        paper: { width: 210, height: 148 },
      },
    )
  },
}

function pageTotalsColumns(kit: Kit, bill: Bill): Column[] {
  return listed`serial: Sn; qty: Qty; free: Free; pack: Pkg; description: Description of Goods; maker: Mfg;
    batch: Batch No; expiry: ExpDt; mrp: MRP;
    ${plain('PTR', 'r', ({ rate }) => kit.money(Math.round(rate * 1.08)))}; rate: Rate;
    discountPct: Dis%; hsn: HSN Code; gst: GST%; taxable: Taxable`(kit, bill)
}

type Lines = { kit: Kit; columns: Column[]; lines: BillLine[]; from: number }

function Lines({ kit, columns, lines, from }: Lines) {
  const sum = lines.reduce((all, { taxable }) => all + taxable, 0)
  const cells = { 4: 'Page Total', [columns.length - 1]: kit.money(sum) }
  return (
    <LinesTable columns={columns} lines={lines} from={from}>
      <SparseRow className="page-sum" columns={columns.length} cells={cells} />
    </LinesTable>
  )
}

function Head({ kit, bill, page }: Printed & { page: string }) {
  return markup({ kit, bill })`
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
          Rep = ${bill.lines[0]?.maker ?? ''}
        .r ${page}`
}

function Foot(printed: Printed) {
  return markup(printed)`
    .row
      div
        @wordsOf Rs.
        No of Items : {lines.length} Total Qty : ${({ bill }) => (
          <H k="total_qty" v={quantityOf(bill)}>
            {String(quantityOf(bill))}
          </H>
        )}
        .small Goods once dispatched will not be taken back. Check batch and expiry at delivery.
      .narrow
        entries.sums
          ${({ kit, bill }) => sums(kit, bill)}
    .r For {seller.name}`
}

function quantityOf({ lines }: Bill): number {
  return lines.reduce((sum, { qty }) => sum + qty, 0)
}

function sums(kit: Kit, bill: Bill) {
  const one = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  return [
    entry('Gross', kit.money(bill.gross)),
    ...(bill.discount === 0 ? [] : [one('Discount', 'discount', bill.discount)]),
    ...(bill.isNear
      ? [one('CGST', 'cgst', bill.cgst), one('SGST', 'sgst', bill.sgst)]
      : [one('IGST', 'igst', bill.igst)]),
    entry('Adj.', amountOrZero(kit, 'round_off', bill.roundOff)),
    one('NET PAYABLE', 'total', bill.total),
  ]
}

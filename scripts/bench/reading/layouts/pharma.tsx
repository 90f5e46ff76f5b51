import { type Column, columnsOf, inSomeOrder } from '../columns.tsx'
import { type Bill, composeBill } from '../compose/bill.ts'
import type { Kit } from '../kit.ts'
import { LinesTable } from '../lines-table.tsx'
import { H, Page, PaperDocument } from '../marks.tsx'
import { amountField, dateField, entry, type Entry, PartyFacts } from '../parts.tsx'
import { BillFacts, sumEntries, taxRows } from '../sums.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { markup } from '../bill-markup.tsx'

/* Marg and its like, for chemists: everything on half a page, many narrow columns, short headings. */

const css = `.page { padding: 6mm } .box { border: 1px solid #000 } .top { display: flex }
  .top > * { width: 33.3%; padding: 1mm 2mm; border-right: 1px solid #000 }
  .top > *:last-child { border: 0 } .name { font-weight: bold; font-size: 11pt }
  .title { text-align: center; font-weight: bold; border-bottom: 1px solid #000 }
  .entries td { padding-right: 2mm }
  .lines th { border: 1px solid #000; padding: 0.5mm; font-size: 7pt }
  .lines td { border-left: 1px solid #000; padding: 0.3mm 0.8mm; white-space: nowrap }
  .lines td:first-child { border-left: 0 } .lines { border-bottom: 1px solid #000 }
  .bottom { display: flex; justify-content: space-between } .bottom > * { padding: 1mm 2mm }
  .slabs td, .slabs th { padding: 0 2mm; font-size: 7pt; text-align: right }
  .sums td:last-child { text-align: right } .sums tr:last-child { font-weight: bold; font-size: 11pt }
  .terms { font-size: 6.5pt } .words { border-top: 1px solid #000; padding: 0.5mm 2mm }`

export const marg: Layout = {
  name: 'marg-pharma',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const isNear = random.chance(0.85)
    const bill = composeBill(random, { trade: 'medicines', lines: [3, 16], discounts: 0.6, isNear })
    const isAcross = random.chance(0.5)
    return sheetOf(
      kit,
      <PaperDocument category="vendor_invoice" kind="invoice">
        <Page>
          <div className="box">
            <div className="title">{kit.say('GST INVOICE|TAX INVOICE|CREDIT BILL')}</div>
            <Head kit={kit} bill={bill} />
            <LinesTable columns={inSomeOrder(kit, columnsFor(kit, bill))} lines={bill.lines} />
            <Foot kit={kit} bill={bill} />
          </div>
          <PartyFacts party={bill.seller} />
          <BillFacts bill={bill} />
        </Page>
      </PaperDocument>,
      css,
      {
        size: 7.5,
        font: random.pick(['Arimo', 'Roboto Condensed', 'Cousine', 'Carlito']),
        ...(isAcross ? { paper: { width: 297, height: 210 } } : {}),
      },
    )
  },
}

function columnsFor(kit: Kit, { isNear }: Bill): Column[] {
  const { random } = kit
  const all = columnsOf(kit, {
    qty: 'QTY|Qty|Qty.',
    amount: 'AMOUNT|Amount|Amt',
    hsn: 'HSN|HSN CODE',
    description: 'PRODUCT NAME|Product Description|Particulars|Item Name',
  })
  const first = random.pick([
    [all.qty, all.free, all.pack],
    [all.maker, all.qty, all.free],
  ])
  const taxes = random.chance(0.5) && isNear ? [all.sgstPct, all.cgstPct] : [all.gst]
  const maker = random.chance(0.5) ? [all.maker] : []
  const prices = [all.mrp, all.rate, all.discountPct]
  const batches = [all.batch, all.expiry]
  const tail = [all.qty, all.free, all.rate, all.discountPct, all.gst, all.amount]
  return random.chance(0.5)
    ? [all.serial, ...first, all.description, ...batches, all.hsn, ...prices, ...taxes, all.amount]
    : [all.serial, all.description, all.pack, ...maker, all.hsn, ...batches, all.mrp, ...tail]
}

function Head(printed: Printed) {
  return markup(printed)`
    .top
      div
        .name {vendor_name}
        @address seller
        Phone : {phone}
        {D.L.No.|DL No|Drug Lic. No.}: {drug_licence_no}
        GSTIN : {gstin}
      div
        entries[colon=" :"]
          ${({ kit, bill }) => numbers(kit, bill)}
      div
        {To,|M/s|Party :|Bill To}
        .name {buyer_name}
        @address buyer
        GST No : {buyer_gstin}`
}

function numbers(kit: Kit, bill: Bill): Entry[] {
  const order = kit.random.chance(0.5)
  const number = kit.say('Invoice No.|Bill No.|Inv.No')
  return [
    entry(number, <H k="invoice_no">{bill.number}</H>),
    entry(kit.say('Date|Inv Date|Dated'), dateField(kit, 'invoice_date', bill.date)),
    entry('Due Date', dateField(kit, 'due_date', bill.dueDate)),
    ...(order ? [entry('Order No.', <H k="po_no">{bill.order.number}</H>)] : []),
  ]
}

function Foot(printed: Printed) {
  return markup(printed)`
    .bottom
      div
        ${({ kit, bill }) => <Slabs kit={kit} bill={bill} />}
        @terms
      @signature
      entries.sums
        ${({ kit, bill }) => sums(kit, bill)}
    @words`
}

function sums(kit: Kit, bill: Bill): Entry[] {
  const less = amountField(kit, 'discount', bill.discount)
  return [
    entry(kit.say('SUB TOTAL|Gross Amt|GROSS'), amountField(kit, 'subtotal', bill.gross)),
    ...(bill.discount === 0 ? [] : [entry(kit.say('DISCOUNT|Less Disc|Disc Amt'), less)]),
    ...sumEntries(kit, bill, {
      taxes: 'CGST PAYBLE,SGST PAYBLE,IGST PAYBLE|CGST,SGST,IGST|CGST Amt,SGST Amt,IGST Amt',
      taxable: 'Taxable|Taxable Amt',
    }),
    entry(
      kit.say('GRAND TOTAL|NET AMOUNT|Net Payable|Bill Amount'),
      amountField(kit, 'total', bill.total),
    ),
  ]
}

function Slabs({ kit, bill }: { kit: Kit; bill: Bill }) {
  return (
    <table className="slabs">
      <thead>
        <tr>
          <th>CLASS</th>
          <th>TOTAL</th>
          <th>SGST</th>
          <th>CGST</th>
          <th>TOTAL GST</th>
        </tr>
      </thead>
      <tbody>
        {taxRows(bill, 'rate').map(({ name, rate, taxable, cgst, sgst, igst }) => (
          <tr key={name}>
            <td>GST {rate.toFixed(2)}</td>
            <td>{kit.money(taxable)}</td>
            <td>{kit.money(sgst)}</td>
            <td>{kit.money(cgst)}</td>
            <td>{kit.money(cgst + sgst + igst)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

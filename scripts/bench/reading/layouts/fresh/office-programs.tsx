import { Headings, LineRows } from '../../lines-table.tsx'
import { listed } from '../../listed-columns.tsx'
import { amountField, entry, type Entry } from '../../parts.tsx'
import { type TaxRow, taxRows } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { paper } from '../paper.tsx'
import {
  daysOf,
  described,
  paidOf,
  siteOf,
  slabEntries,
  slabsOf,
  taxesOf,
} from './program-parts.tsx'

/* Programs of offices: accounts on the internet, and systems that do more than bills. */

/** The GST print of an open-source system: HSN and batch below the name, tax accounts as rows, a table of taxes by HSN in brackets. */
export const erpNext = paper`
  fresh-erpnext: Open Sans | Roboto | Arimo; 8 | 8.5pt
  medicines | hardware | electrical: 2-10 lines; discounts 0 | 0 | 0.5; rounded 0.5; near 0.65
  style
    .page { padding: 13mm } .letter { display: flex; gap: 5mm; align-items: center; border-bottom: 1px solid #d1d8dd; padding-bottom: 3mm } .letter .name { font-size: 13pt } .title { text-align: center; margin: 3mm 0 }
    .title .b { font-size: 13pt } .box { border: 1px solid #d1d8dd; padding: 2mm; margin-bottom: 3mm } .entries .label { color: #555; width: 32mm } .grey { color: #666; font-size: 90% }
    .lines th { background: #f7f7f7; border: 1px solid #d1d8dd; padding: 1.2mm } .lines td { border: 1px solid #d1d8dd; padding: 1.2mm } .sums { width: 52%; margin-top: 3mm } .sums tr:last-child { font-weight: normal } .words { margin-top: 3mm }
    .split { margin-top: 4mm; font-size: 90% } .split th, .split td { border: 1px solid #d1d8dd; padding: 0.8mm 1.5mm }
  let batched = ?0.5
  let days = ${daysOf}
  let terms = {days} days
  columns
    serial: Sr|No.
    own {Item|Description|Item Name}[l width=36]
      b {description}
      .grey HSN/SAC: {hsn}
      ?batched .grey Batch No: {batch_no}
    own {Quantity|Qty}[r]: {qty} <span.grey>{unit}</span>
    rate[sign=₹]: Rate|Rate (INR); ?discount discountPct: Discount (%); amount[sign=₹]: Amount|Amount (INR)
  head
    .letter
      ?0.5
        @logo
      div
        .name {vendor_name}
        {seller.address,city,state,pin}
        ?0.6 Ph: {phone} | {email}
    .title
      .b {TAX INVOICE|Tax Invoice}
      ?0.4 .grey ORIGINAL FOR RECIPIENT
    .row.box
      entries[colon=:]
        {Invoice No.|Voucher No|Invoice Number} = {invoice_no}
        {Date|Invoice Date|Posting Date} = {invoice_date}
        {Payment Due Date|Due Date} = {due_date}
        ?0.4 Customer's Purchase Order = {po_no}
        ?0.5 Reverse Charge = {reverse_charge: N}
      entries[colon=:]
        Company GSTIN = {gstin}
        Place of Supply = {place_of_supply in code-state}
        ?0.5 Payment Terms = {payment_terms=terms}
        ?0.3 e-Way Bill No. = {eway_bill_no}
        ?0.3 Vehicle No = {vehicle_no}
    .row.box
      div
        b Bill To
        {buyer_name}
        @address buyer
        {buyer.state}, State Code: {buyer.stateCode}
        GSTIN: {buyer_gstin}
      div
        b Ship To
        {consignee_name}
        @address buyer
        {buyer.state}, State Code: {buyer.stateCode}
  foot
    entries.sums[colon=:]
      Total Quantity = {total_qty}
      {Net Total|Total|Taxable Amount} = ₹ {money taxable}
      ?near
        Output Tax CGST = {cgst in ₹ }
        Output Tax SGST = {sgst in ₹ }
      else Output Tax IGST = {igst in ₹ }
      ?round_off
        Grand Total = ₹ {money unrounded}
        Rounding Adjustment = {round_off in ₹ }
        Rounded Total = {total in ₹ }
      else Grand Total = {total in ₹ }
    @words In Words:
    ${HsnSplit}
    ?0.6 @terms`

/** The taxes of each HSN, with the rate in brackets before the amount. */
function HsnSplit({ kit, bill }: Printed) {
  const cell = (row: TaxRow, key: 'cgst' | 'sgst' | 'igst', parts: number) =>
    row[key] === 0 ? '-' : `(${(row.rate / parts).toFixed(1)}%) ₹ ${kit.money(row[key])}`
  return (
    <table className="split w">
      <thead>
        <tr>
          <th className="l">HSN/SAC</th>
          <th className="r">Taxable Amount</th>
          {taxesOf(bill).map(([key, name]) => (
            <th key={key} className="r">
              Output Tax {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {taxRows(bill, 'hsn').map((row) => (
          <tr key={`${row.name} ${row.rate}`}>
            <td>{row.name}</td>
            <td className="r">₹ {kit.money(row.taxable)}</td>
            {taxesOf(bill).map(([key, , parts]) => (
              <td key={key} className="r">
                {cell(row, key, parts)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A system whose sellers put headings among the lines: each part has its sub-total, and remarks stand between the goods. */
export const odooSections = paper`
  fresh-odoo-sections: Lato | Roboto | Open Sans; 8.5 | 9pt
  hardware | electrical | retail: 3-10 lines; discounts 0 | 0.4; unrounded; near 0.6
  style
    .page { padding: 12mm } .row { display: flex; justify-content: space-between; gap: 8mm } .row > div { flex: 1 } .row > .narrow { flex: none } .parties { margin-top: 5mm } .tag { color: #777; font-style: italic } .r .b { font-size: 11pt } h2 { color: {ink}; font-weight: normal; margin: 6mm 0 3mm } .boxes .label { font-weight: bold } .boxes td { padding: 0.5mm 1mm }
    .lines { margin-top: 4mm; border: 1px solid #aaa } .lines th { color: {ink}; border-bottom: 1.5px solid {ink}; padding: 1.2mm 1mm } .lines td { padding: 1.2mm 1mm; border-bottom: 1px solid #ddd } .lines .part td { background: #eee; font-weight: bold } .lines .part-sum td { font-weight: bold; text-align: right } .lines .remark td { font-style: italic; color: #555 }
    .sums { width: 82mm; margin: 4mm 0 4mm auto } .sums td { padding: 0.8mm 1mm; border-bottom: 1px solid #ddd } .sums td:last-child { text-align: right } .strong { font-weight: bold; color: {ink} } .taxes { margin: 4mm 0; font-size: 88% } .taxes td, .taxes th { border: 1px solid #aaa; padding: 0.5mm 1mm }
    .end { border-top: 1px solid {ink}; margin-top: 8mm; padding-top: 1.5mm; text-align: center; color: #555; font-size: 88% }
  let ink = {any #714b67|#017e84|#333}
  let paid = ?0.35
  let source = S0{1000 to 4999}
  let site = ${siteOf}
  let days = ${daysOf}
  let terms = {days} days
  columns ${odooColumns}
  body
    .row
      ?0.6 .narrow
        @logo
      div
        .b {vendor_name}
        @address seller
        {seller.state} {seller.stateCode}, India
        GSTIN: {gstin}
      .r.tag {Everything for the site|Quality since 1987|Your partner at work}
    .row.parties
      div
        ?0.5
          b Shipping Address
          {consignee_name}
          {buyer.address,city,pin}
          {buyer.state}, India
      div
        {buyer_name}
        {buyer.address}
        {buyer.city} {buyer.pin}
        {buyer.state}, India
        GSTIN: {buyer_gstin}
        @also consignee_name=buyer.name
    h2 {Tax Invoice|Invoice} {invoice_no}
    boxes.w[across=5]
      Invoice Date = {invoice_date}
      Due Date = {due_date}
      Delivery Date = {day date}
      Source = {source}
      Place of supply = {place_of_supply in state}
    ${SectionedGoods}
    entries.sums
      Untaxed Amount = ₹ {money taxable}
      ${odooTaxes}
      Total = <span.strong>{total in ₹ }</span>
      ?paid
        Paid on {day date +3} = ₹ ${(source) => source.kit.money(paidOf(source))}
        Amount Due = ₹ ${(source) => source.kit.money(source.bill.total - paidOf(source))}
    ?0.6 @words {Total amount in words|Total (In Words)}:
    ?0.5
      @taxes hsn
    p Payment terms: {payment_terms=terms}
    p Payment Communication: <b>{number}</b>
    .end {phone} {email} {site} | Page 1 / 1
    @also po_no: {source}`

function odooColumns(source: Printed) {
  const isCoded = source.kit.random.chance(0.6)
  return listed`
    ${described({ heading: 'Description', width: 38, ...(isCoded && { before: ({ code }) => `[${code}] ` }) })}
    own HSN/SAC[l]: {hsn}
    own Quantity[r]
      | {qty in 2} {unit}
    rate: Unit Price; ?discount discountPct: Disc.%
    own Taxes[l]
      ?near | {gst_rate in % GST}
      else | {gst_rate in % IGST}
    own Amount[r]: {amount in ₹ }`(source)
}

/** "SGST on ₹ 1,000.00", when there is one rate. */
function odooTaxes(source: Printed): Entry[] {
  const { kit, bill } = source
  if (slabsOf(bill).length === 1) {
    return slabEntries(source, (tax, _, taxable) => `${tax} on ₹ ${kit.money(taxable)}`, '₹ ')
  }
  return taxesOf(bill).map(([key, name]) => entry(name, amountField(kit, key, bill[key], '₹ ')))
}

const places = ['Ground floor', 'First floor', 'Workshop and store', 'Site office'] as const
const remarks = [
  'Delivered with test certificate.',
  'Colour as approved.',
  'Warranty 12 months from date of invoice.',
]

/** Two or three parts, each with its name above and its sum below. */
function SectionedGoods({ kit, bill, columns = [] }: Printed) {
  const size = Math.ceil(bill.lines.length / kit.random.pick([2, 2, 3]))
  const starts = bill.lines.map((_, at) => at).filter((at) => at % size === 0)
  const names = kit.random.shuffle(places)
  const remark = kit.random.pick(remarks)
  return (
    <table className="lines w">
      <Headings columns={columns} />
      <tbody>
        {starts.map((start, part) => {
          const lines = bill.lines.slice(start, start + size)
          const sum = lines.reduce((all, { taxable }) => all + taxable, 0)
          return [
            <TextRow key="part" kind="part" text={names[part] ?? ''} across={columns.length} />,
            <LineRows key="lines" columns={columns} lines={lines} from={start} />,
            ...(part === 0
              ? [<TextRow key="remark" kind="remark" text={remark} across={columns.length} />]
              : []),
            <TextRow
              key="sum"
              kind="part-sum"
              text={`Subtotal ₹ ${kit.money(sum)}`}
              across={columns.length}
            />,
          ]
        })}
      </tbody>
    </table>
  )
}

function TextRow({ kind, text, across }: { kind: string; text: string; across: number }) {
  return (
    <tr className={kind}>
      <td colSpan={across}>{text}</td>
    </tr>
  )
}

/** Accounts on the internet: capitals above three blocks, work and remark of each line, "CGST @ 9% on 1,000.00" as a label. */
export const quickBooks = paper`
  fresh-quickbooks: Arimo | Open Sans | Lato; 8.5 | 9pt
  services | services | retail | stationery: 1-6 lines; unrounded; near 0.6
  style
    .page { padding: 13mm } .firm { font-size: 12pt; font-weight: bold } h1 { color: {ink}; font-size: 18pt; font-weight: normal; margin: 6mm 0 3mm } .cap { color: #666; font-weight: bold; font-size: 88% } .entries .label { color: #666; font-weight: bold; font-size: 88%; text-align: right; padding-right: 2mm }
    .strip { width: 100%; margin: 5mm 0; border-top: 1px solid {ink}; border-bottom: 1px solid {ink} } .strip th { text-align: left; color: #666; font-size: 88%; padding-top: 1mm } .strip td { padding-bottom: 1mm } .lines th { background: {pale}; color: {ink}; padding: 1.2mm 1.5mm; font-weight: normal } .lines td { padding: 1.6mm 1.5mm } .lines { border-bottom: 1.5px dotted #999 }
    .below { color: #555 } .due { font-size: 14pt; font-weight: bold } .sums { width: 90mm } .sums .label { text-align: left } .slabs { margin-top: 8mm; width: 100% } .slabs caption { text-align: left; color: #666; font-weight: bold; font-size: 88% } .slabs th { background: {pale}; color: {ink}; font-weight: normal; padding: 1mm } .slabs td { padding: 1mm }
  let ink = {any #2c7be5|#2e7d32|#5d4037|#6a1b9a}
  let pale = {any #e8f0fb|#eee}
  let days = ${daysOf}
  let terms = Net {days}
  let tabled = ?0.4
  columns
    own HSN/SAC[l]: {hsn}
    ${activity}; qty: QTY; rate: RATE
    own TAX[l]
      ?near | {gst_rate in .1% GST}
      else | {gst_rate in .1% IGST}
    amount: AMOUNT
  head
    .row
      div
        .firm {vendor_name}
        @address seller
        {seller.state} {seller.stateCode} IN
        ?0.6 {phone}
        ?0.7 {email}
        GSTIN: {gstin}
      ?0.5 .narrow
        @logo
    h1 {Tax Invoice|INVOICE|Invoice}
    .row
      div
        .cap {BILL TO|INVOICE TO}
        {buyer_name}
        @address buyer
        {buyer.state} IN
        GSTIN: {buyer_gstin}
      ?0.4 div
        .cap SHIP TO
        {consignee_name}
        @address buyer
      .narrow
        entries
          {INVOICE NO.|INVOICE #|INVOICE} = {invoice_no}
          DATE = {invoice_date}
          DUE DATE = {due_date}
          ?0.6 TERMS = {payment_terms=terms}
    @also consignee_name=buyer.name
    strip.strip
      ?0.4 P.O. NUMBER = {po_no}
      ?0.3 SALES REP = {any Nisha|Arvind|R. Menon}
      PLACE OF SUPPLY = {place_of_supply in code - state}
  foot
    .row.foot
      .small
        {Thank you for your business.|It was a pleasure working with you.|Kindly pay by NEFT or cheque.}
        ?0.6
          div {bank_name} A/C {account_no} IFSC {ifsc}
      .narrow
        entries.sums
          SUBTOTAL = {subtotal}
          ${taxesInWords}
          TOTAL = {total}
          BALANCE DUE = <span.due>${({ kit, bill }) => `INR ${kit.money(bill.total)}`}</span>
    ?tabled ${TaxSlabs}`

function activity(): ReturnType<typeof described> {
  return described({
    heading: 'ACTIVITY',
    width: 38,
    below: ({ code }, index) => (index % 2 === 0 ? [`Ref. ${code}, approved by e-mail`] : []),
  })
}

function taxesInWords(source: Printed): Entry[] {
  const { kit } = source
  return slabEntries(
    source,
    (tax, percent, taxable) => `${tax} @ ${percent}% on ${kit.money(taxable)}`,
  )
}

function TaxSlabs({ kit, bill }: Printed) {
  return (
    <table className="slabs">
      <caption>TAX SUMMARY</caption>
      <thead>
        <tr>
          <th className="r">RATE</th>
          <th className="r">TAX</th>
          <th className="r">NET</th>
        </tr>
      </thead>
      <tbody>
        {slabsOf(bill).flatMap((slab) =>
          taxesOf(bill).map(([key, name, parts]) => (
            <tr key={`${name} ${slab.rate}`}>
              <td className="r">
                {name} @ {slab.rate / parts}%
              </td>
              <td className="r">{kit.money(slab[key])}</td>
              <td className="r">{kit.money(slab.taxable)}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}

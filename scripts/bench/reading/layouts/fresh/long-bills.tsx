import { markup, rows } from '../../bill-markup.tsx'
import { LinesTable } from '../../lines-table.tsx'
import { H, Page } from '../../marks.tsx'
import { EntryTable } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { paper } from '../paper.tsx'
import { usualCss } from '../usual.tsx'
import {
  daysOf,
  pagesWithFoot,
  siteOf,
  slabEntries,
  slabsOf,
  taxesOf,
  UpiCode,
} from './program-parts.tsx'

/* Programs whose bills run over several pages. */

/** A site for small firms: HSN below the good, the tax of a line with its rate behind it, the table goes on without the head. */
export const swipe = paper`
  fresh-swipe: Open Sans | Roboto | Lato; 8 | 8.5pt
  grocery | household | stationery | electrical: 3-30 lines; discounts 0 | 0.5; rounded 0.6; near 0.7
  style
    ${usualCss} .page { padding: 10mm 10mm 14mm; min-height: 290mm } .top { display: flex; justify-content: space-between; color: {ink}; font-weight: bold } .firm { font-size: 13pt; font-weight: bold } .mark { color: #777; font-size: 85% } .numbers { display: flex; gap: 12mm; margin: 3mm 0 } .cap { font-weight: bold; margin-top: 1mm }
    .lines { margin-top: 2mm } .lines th { border-top: 1.5px solid {ink}; border-bottom: 1.5px solid {ink}; padding: 1.2mm 1mm } .lines td { padding: 1mm; border-bottom: 1px solid #e3e3e3 } .grey { color: #777; font-size: 88% } .tally { display: flex; justify-content: space-between; border-bottom: 1.5px solid {ink}; padding: 1.5mm 0 } .sums { width: 80mm } .sums tr:last-child { font-size: 115% } .end { position: absolute; left: 10mm; right: 10mm; bottom: 5mm; display: flex; justify-content: space-between; color: #777; font-size: 80% }
  let ink = {any #1f2a44|#3f51b5|#00796b|#000}
  columns
    serial: #
    own Item[l width=34]
      b {description}
      .grey HSN: {hsn}
    own Rate / Item[r]
      | {rate}
      ?discountPct .grey -{discountPct}%
    own Qty[r]
      | {qty} {unit}
    taxable: Taxable Value
    own Tax Amount[r]
      | {tax_amount} ({gst_rate in %})
    amountWithTax: Amount
  pages ${SwipePages}`

const linesOfSwipe = [20, 26] as const
const linesAboveFootOfSwipe = [12, 18] as const

function SwipePages({ kit, bill, columns = [] }: Printed) {
  const pages = pagesWithFoot(bill.lines, linesOfSwipe, linesAboveFootOfSwipe)
  return pages.map((lines, at) => (
    <Page key={at}>
      {at === 0 ? swipeHead({ kit, bill }) : null}
      {lines.length === 0 ? null : (
        <LinesTable columns={columns} lines={lines} from={pages.slice(0, at).flat().length} />
      )}
      {at === pages.length - 1 ? swipeFoot({ kit, bill }) : null}
      <div className="end">
        <span>
          Page {at + 1} / {pages.length} • This is a digitally signed document.
        </span>
        <span>Made with a free billing site</span>
      </div>
    </Page>
  ))
}

function swipeHead(source: Printed) {
  return markup(source)`
    .top
      span {TAX INVOICE|INVOICE}
      span.mark ORIGINAL FOR RECIPIENT
    .row
      div
        .firm {vendor_name}
        div <b>GSTIN</b> {gstin}
        {seller.address}
        {seller.city}, {seller.state}, {seller.pin}
        div <b>Mobile</b> +91 {phone} <b>Email</b> {email}
        ?0.4 Website ${siteOf}
      ?0.6 .narrow
        @logo
    .numbers
      div {Invoice #|Invoice No}: <b>{invoice_no}</b>
      div Invoice Date: <b>{invoice_date}</b>
      ?0.8 div Due Date: <b>{due_date}</b>
    .row
      div
        .cap Customer Details:
        {buyer_name}
        div GSTIN: {buyer_gstin}
        ?0.5 Ph: {buyer.phone}
      div
        .cap Billing address:
        {buyer.address}
        {buyer.city}, {buyer.state}, {buyer.pin}
      ?0.6 div
        .cap Shipping address:
        {buyer.address}
        {buyer.city}, {buyer.state}, {buyer.pin}
    ?0.8
      div <b>Place of Supply:</b> {place_of_supply in code-STATE}
    ?0.2
      div <b>Vehicle Number:</b> {vehicle_no}`
}

function swipeFoot(source: Printed) {
  const { bill } = source
  const sums = rows(source)`
    Taxable Amount = {taxable_value in ₹}
    ${slabEntries(source, (tax, percent) => `${tax} ${percent.toFixed(1)}%`, '₹')}
    ?round_off Round Off = {round_off in ₹}
    Total = <b>{total in ₹}</b>
    ?discount Total Discount = ${({ kit }) => `₹${kit.money(bill.discount)}`}`
  return markup(source)`
    .tally
      span Total Items / Qty : {lines.length} / {total_qty}
      span {Total amount (in words)|Amount in words}: {amount_in_words}
    .row.foot
      div
        ?0.5 ${UpiCode}
        .cap Bank Details:
        entries[colon=:]
          Bank = {bank_name}
          Account # = {account_no}
          IFSC Code = {ifsc}
          Branch = {seller.bank.branch}
      .narrow
        ${(<EntryTable className="sums" entries={sums} />)}
        .r Amount Payable: <b>₹{money total}</b>
    .row.foot
      div
        ?0.5
          .cap Notes:
          Thank you for the business.
        .cap Terms and Conditions:
        .small 1. Goods once sold cannot be taken back or exchanged.
        .small 2. Interest @ 24% p.a. will be charged for bills unpaid beyond the due date.
      .r
        div For {seller.name}
        .hand
        div Authorized Signatory`
}

/** The system of a middle-sized company: the buyer in the window first, "INR" before each amount, tax codes, a head on each page. */
export const businessOne = paper`
  fresh-business-one: Arimo | Roboto | Carlito; 8 | 8.5pt
  hardware | electrical | household | stationery: 2-34 lines; discounts 0 | 0.4; freight 0.3; rounded 0.5; near 0.6
  style
    ${usualCss} .page { padding: 11mm 12mm 20mm; min-height: 288mm } .window { padding-top: 12mm; min-height: 40mm } .firm { font-size: 13pt; font-weight: bold; color: {ink} } .title { font-size: 15pt; margin: 2mm 0 } .boxes { margin-bottom: 4mm } .boxes td { border: 1px solid #999; padding: 0.5mm 1.5mm; width: 25% } .boxes .label { font-size: 82%; color: #555 }
    .lines th { background: #e6e6e6; padding: 1mm; border-top: 1px solid #000; border-bottom: 1px solid #000 } .lines td { padding: 1mm } .grey { color: #444; font-size: 90% } .slabs { margin-top: 5mm } .slabs th { border-bottom: 1px solid #999; padding: 0.6mm 2mm } .slabs td { padding: 0.6mm 2mm } .carried { text-align: right; font-style: italic; border-top: 1px solid #999; padding: 1mm } .end { position: absolute; left: 12mm; right: 12mm; bottom: 5mm; border-top: 1px solid #999; padding-top: 1mm; font-size: 78%; color: #333; text-align: center }
  let ink = {any #003366|#7a1f1f|#1b5e20}
  columns
    serial: #
    own {Item No.|Item Code}[l]: {item_code}
    own {Description|Item Description}[l width=28]
      | {description}
      .grey HSN: {hsn}
    own Quantity[r]: {qty}
    own {UoM|UoM Name}[c]: {unit}
    own {Price|Unit Price}[r]: {rate in INR }
    ?discount discountPct: Disc. %
    own Tax Code[c]
      ?near | CS@{item.gst}
      else | IG@{item.gst}
    own {Total (LC)|Line Total|Amount (LC)}[r]
      | {amount in INR }
      @also total=taxable/100
  pages ${BusinessOnePages}`

const linesOfOne = [18, 18] as const
const linesAboveFootOfOne = [15, 15] as const

function BusinessOnePages({ kit, bill, columns = [] }: Printed) {
  const pages = pagesWithFoot(bill.lines, linesOfOne, linesAboveFootOfOne)
  const head = businessOneHead({ kit, bill })
  const end = businessOneEnd({ kit, bill })
  const isCarried = kit.random.chance(0.5)
  return pages.map((lines, at) => {
    const upToHere = pages.slice(0, at + 1).flat()
    const sum = kit.money(upToHere.reduce((all, { taxable }) => all + taxable, 0))
    return (
      <Page key={at}>
        <div className="r">
          Page {at + 1} of {pages.length}
        </div>
        {head}
        {lines.length === 0 ? null : (
          <LinesTable columns={columns} lines={lines} from={upToHere.length - lines.length} />
        )}
        {at === pages.length - 1 ? businessOneFoot({ kit, bill }) : null}
        {at < pages.length - 1 && isCarried ? (
          <div className="carried">Carried forward INR {sum}</div>
        ) : null}
        {end}
      </Page>
    )
  })
}

function businessOneHead(source: Printed) {
  return markup(source)`
    .row
      .window
        .b {buyer_name}
        {buyer.address}
        {buyer.city} {buyer.pin}
        {buyer.state}
        GSTIN : {buyer_gstin}
      .r
        .firm {vendor_name}
        {seller.address}
        {seller.city} {seller.pin}
        ?0.6 Tel. {phone}
        ?0.6 {email}
    .title {Tax Invoice|TAX INVOICE|A/R Invoice (GST)}
    boxes.w[across=4]
      let customer = C{10000 to 49999}
      let days = ${daysOf}
      let terms = {days} days net
      {Document Number|Invoice No.|Doc. No.} = {invoice_no}
      {Document Date|Posting Date|Invoice Date} = {invoice_date}
      Due Date = {due_date}
      {Customer Code|Customer No.} = {customer}
      {Your Reference|Customer Ref. No.} = {po_no}
      Sales Employee = {any S. Kulkarni|Priya Nair|- No Sales Employee -}
      Payment Terms = {payment_terms=terms}
      Place of Supply = {place_of_supply in state}`
}

function businessOneFoot(source: Printed) {
  return markup(source)`
    .row.foot
      div
        ${TaxCodes}
        @words {Amount in Words|In Words}:
        ?0.4 Remarks: Based on Sales Orders {100 to 999}. Based on Deliveries {1000 to 9999}.
      .narrow
        entries.sums
          ?freight
            Total of Items = INR {money goods}
            Freight = {freight in INR }
          Total Before Tax = INR {money taxable}
          Tax = INR {money tax}
          ?round_off Rounding = {round_off in INR }
          Total Amount Due = {total in INR }`
}

/** The base and the taxes of each tax code; in the last row those of the bill. */
function TaxCodes({ kit, bill }: Printed) {
  const taxes = taxesOf(bill)
  return (
    <table className="slabs">
      <thead>
        <tr>
          <th className="l">Tax Code</th>
          <th className="r">Tax %</th>
          <th className="r">Base Amount</th>
          {taxes.map(([key, name]) => (
            <th key={key} className="r">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slabsOf(bill).map((slab) => (
          <tr key={slab.rate}>
            <td>
              {bill.isNear ? 'CS' : 'IG'}@{slab.rate}
            </td>
            <td className="r">{slab.rate.toFixed(2)}</td>
            <td className="r">{kit.money(slab.taxable)}</td>
            {taxes.map(([key]) => (
              <td key={key} className="r">
                {kit.money(slab[key])}
              </td>
            ))}
          </tr>
        ))}
        <tr className="b">
          <td>Total</td>
          <td />
          <td />
          {taxes.map(([key]) => (
            <td key={key} className="r">
              <H k={key} v={bill[key] / 100}>
                {kit.money(bill[key])}
              </H>
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function businessOneEnd(source: Printed) {
  return markup(source)`
    .end
      div GSTIN: {gstin} | PAN: {pan} | {bank_name}, A/c No. {account_no}, IFSC {ifsc}
      div Printed by the system. No signature is needed.`
}

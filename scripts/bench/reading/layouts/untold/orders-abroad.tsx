import type { BillLine } from '../../compose/bill.ts'
import { LineRows } from '../../lines-table.tsx'
import { listed } from '../../listed-columns.tsx'
import type { Printed } from '../layout.ts'
import { paper } from '../paper.tsx'
import { usualCss } from '../usual.tsx'

/*
 * Bills for orders, in the structure of programs from abroad that keep orders and stock as well.
 * Written on 28 November 2026, after the reader was frozen. Nobody tunes the reader with these papers.
 */

/** Lines in sections, each with a heading and a subtotal of its own; the number stands in a box, taxes over their base. */
export const sectioned = paper`
  sectioned: Roboto | Lato; 9pt
  electrical | hardware: 3-9 lines; near 0.7; unrounded
  style
    ${usualCss} .page { padding: 12mm } .boxed { border: 1px solid #999; padding: 2mm } h2 { font-size: 14pt } .row { margin-bottom: 4mm } .lines { width: 100% } .lines th, .lines td { border: 1px solid #999; padding: 1mm 1.5mm } .lines th { background: #f0f0f0 }
    .section td { background: #ddd; font-weight: bold } .sub td { text-align: right; font-weight: bold } .sums { width: 50%; margin-top: 3mm } .sums td { border-bottom: 1px solid #999 }
  body
    .row
      .boxed
        b {vendor_name}
        @address seller
        Tax ID: {gstin}
      .boxed
        Customer Address
        b {buyer_name}
        @address buyer
        Tax ID: {buyer_gstin}
    h2 Tax Invoice {invoice_no}
    .row
      div
        b Invoice Date
        div {invoice_date}
      div
        b Due Date
        div {due_date}
      div
        b Delivery Date
        div {day date -1}
      div
        b Reference
        div {order.number}
        @also po_no=order.number
    ${Sections}
    entries.sums
      Untaxed Amount = ₹ {money taxable}
      ?near
        CGST on ₹ {money taxable} = {cgst in ₹ }
        SGST on ₹ {money taxable} = {sgst in ₹ }
      else IGST on ₹ {money taxable} = {igst in ₹ }
      Total = {total in ₹ }
      Amount Due = {total in ₹ }
    p Terms & Conditions: ask our office.`

const sectionColumns = listed`
  description: Description; hsn: HSN/SAC Code; qtyWithUnit: Quantity; rate: Unit Price
  own Taxes[c]: GST {gst_rate in %}
  amount[sign=₹]: Amount`

function Sections(printed: Printed) {
  const columns = sectionColumns(printed)
  const { kit, bill } = printed
  const half = Math.ceil(bill.lines.length / 2)
  const sections: [name: string, lines: readonly BillLine[]][] = [
    ['Main material', bill.lines.slice(0, half)],
    ['Fittings and accessories', bill.lines.slice(half)],
  ]
  return (
    <table className="lines">
      <thead>
        <tr>
          {columns.map(({ heading, align }, at) => (
            <th key={at} className={align}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      {sections.map(([name, lines]) => (
        <tbody key={name}>
          <tr className="section">
            <td colSpan={columns.length}>{name}</td>
          </tr>
          <LineRows columns={columns} lines={lines} />
          <tr className="sub">
            <td colSpan={columns.length - 1}>Subtotal</td>
            <td>{`₹ ${kit.money(lines.reduce((sum, { taxable }) => sum + taxable, 0))}`}</td>
          </tr>
        </tbody>
      ))}
    </table>
  )
}

/** A web shop's order: article numbers below the names, "Price" is what a line comes to, how it was shipped behind the amount. */
export const webShopOrder = paper`
  web-shop-order: Open Sans | Roboto; 9pt
  retail | household: 1-5 lines; near 0.4; unrounded; freight 0.6
  style
    .page { padding: 18mm } h1 { font-size: 15pt; margin: 6mm 0 3mm } .lines { margin: 5mm 0 } .lines th { background: #000; color: #fff; padding: 1.5mm 2mm } .lines td { padding: 1.5mm 2mm; border-bottom: 1px solid #ccc } .lines small { display: block }
    .sums { width: 55% } .sums td { border-bottom: 1px solid #ccc } .sums .label { font-weight: bold }
  columns
    description: Product
      | {description}
      small SKU: {sku}
      small HSN: {hsn}
      @also item_code=code
    qty: Quantity; amount[sign=₹]: Price
  head
    .row
      .narrow
        @logo
      .narrow
        b {vendor_name}
        @address seller
        GSTIN: {gstin}
    h1 INVOICE
    .row
      div
        {buyer_name}
        @lines buyer
        {buyer.city} {buyer.pin}
        {buyer.state}
        {buyer.phone}
        GSTIN: {buyer_gstin}
      entries[colon=:]
        Invoice Number = {invoice_no}
        Invoice Date = {invoice_date}
        Order Number = {po_no}
        Order Date = {po_date}
        Payment Method = {any Credit Card/Debit Card/NetBanking|Cash on delivery|UPI}
  foot
    entries.sums
      Subtotal = ₹{money goods}
      ?freight Shipping = {freight in ₹} <small>via Surface</small>
      @taxes CGST, SGST, IGST in ₹
      Total = {total in ₹}
    p.c.small This is a system generated invoice. For help write to {email}`

/** Title and number in one line, the taxes of each line in words, a table of taxes with their base and one of payments. */
export const taxBase = paper`
  tax-base: Tinos | Arimo; 9.5pt
  services | electrical: 1-6 lines; near 0.6; unrounded
  style
    .page { padding: 16mm } .party { margin: 8mm 0 8mm 55% } .head { border-bottom: 1px solid #000; padding-bottom: 2mm } h2 { font-size: 14pt } .lines { margin: 5mm 0 } .lines th { border-bottom: 1px solid #000; padding: 1mm } .lines td { padding: 1mm }
    .tax td, .tax th { border: 1px solid #000; padding: 0.8mm 3mm }
  columns
    description: Description; qtyWithUnit: Quantity; rate: Unit Price
    own Taxes[l]
      ?near | CGST {cgst_rate in %}, SGST {sgst_rate in %}
      else | IGST {igst_rate in %}
    amount[sign=₹]: Amount
  head
    .head.row
      b {vendor_name}
      .r {seller.address,city,pin}
    .party
      {buyer_name}
      @address buyer
      GSTIN: {buyer_gstin}
    h2 Invoice N°: {invoice_no}
    <b>Reference:</b> {order.number}
    @also po_no=order.number
    <b>Description:</b> Supply as per your order
    <b>Date:</b> {invoice_date}
  foot
    .row
      div
        table.tax
          thead
            tr
              th* Tax | Base | Amount
          tbody
            each rates
              ?near
                tr
                  td* CGST {half}% | {money taxable} | {money cgst}
                tr
                  td* SGST {half}% | {money taxable} | {money sgst}
              else tr
                td* IGST {rate}% | {money taxable} | {money igst}
      .narrow
        entries.sums[colon=:]
          Total (excl. taxes) = ₹{money taxable}
          Taxes = ₹{money tax}
          Total = {total in ₹}
    p Payment Term: 100% on delivery
    table.tax
      tbody
        tr
          th* Date | Amount
        tr
          td {due_date}
          td ₹{money total}
    p.c.small GSTIN {gstin} | {phone} | {email}`

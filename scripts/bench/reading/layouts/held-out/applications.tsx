import { LineRows } from '../../lines-table.tsx'
import { listed } from '../../listed-columns.tsx'
import type { Printed } from '../layout.ts'
import { paper } from '../paper.tsx'

/* Bills of applications. */

/** An application's bill: the rate of tax in brackets behind its amount, the unit in the cell of the quantity, a sum for each rate of tax. */
export const bracketedRates = paper`
  bracketed-rates: Open Sans | Roboto | Lato; 8.5pt
  household | electrical | stationery: 1-8 lines; near 0.7
  style
    .page { padding: 10mm } .blue { color: #1b4dd1; font-weight: bold } .name { font-size: 14pt } .row { margin: 2mm 0 } .boxed { border: 1px solid #ccc } .boxed > * { padding: 2mm; border-right: 1px solid #ccc }
    .lines { border-top: 2px solid #1b4dd1; border-bottom: 2px solid #1b4dd1 } .lines th { padding: 1.5mm 1mm; border-bottom: 1px solid #1b4dd1 } .lines td { padding: 1.2mm 1mm } .grey { color: #777; font-size: 85% }
    .sums tr:last-child { font-size: 12pt }
  columns
    serial: #; description: Item; hsn: HSN/ SAC; rate: Rate / Item; qtyWithUnit: Qty
      | {qty} {item.unit in capitals}
      @also unit=item.unit
    taxable: Taxable Value
    own Tax Amount[r]: {tax_amount} ({gst_rate in %})
    amountWithTax: Amount
  head
    .row
      span.blue TAX INVOICE
      span.r.grey ORIGINAL FOR RECIPIENT
    .name {vendor_name}
    <b>GSTIN</b> {gstin} <b>PAN</b> {pan}
    @address seller
    let abroad = +91 {seller.phone}
    <b>Mobile</b> +91 {phone or abroad} <b>Email</b> {email}
    .row
      span Invoice #: {invoice_no}
      span Invoice Date: {invoice_date}
      span Due Date: {due_date}
    .row.boxed
      div
        b Customer Details:
        {buyer_name}
        GSTIN: {buyer_gstin}
      div
        b Billing Address:
        @address buyer
      div
        b Place of Supply:
        {place_of_supply}
  foot
    entries.sums
      Taxable Amount = {taxable_value in ₹}
      each rates
        ?near
          CGST {half}.0% = ₹{money cgst}
          SGST {half}.0% = ₹{money sgst}
        else IGST {rate}.0% = ₹{money igst}
      @rounding Round Off
      Total = {total in ₹}
    .row.grey
      span Total Items / Qty : {lines.length} / {3 of quantity}
      span.r
        @words Total amount (in words):
    b Bank Details:
    entries[colon=:]
      @bank
    .r For {seller.name}`

/** A wholesale application: four addresses beside each other, code and HSN below each good's name, the sums in the table's last row. */
export const fourAddresses = paper`
  four-addresses: Roboto | Open Sans; 7.5pt
  grocery | household | stationery: 1-9 lines; discounts 0.5; near 0.6; unrounded
  style
    .page { padding: 8mm } .boxes { width: 100%; table-layout: fixed } .boxes td { border: 1px solid #bbb; padding: 1.5mm } .lines { margin: 2mm 0 } .lines th, .lines td { border: 1px solid #bbb; padding: 0.7mm 0.8mm } .lines th { background: #f5f5f5 }
    .grey { color: #666; font-size: 88% } .all td { font-weight: bold } h2 { font-size: 12pt }
  columns
    serial: Sr
    own Product Title[l width=24]
      | {description}
      .grey
        | HSN: {hsn} | SKU: {sku}
        @also item_code=code
    qty: Qty; mrp: MRP; rate: Unit Price; discount: Disc.; taxable: Taxable; ?near cgstPct[group=CGST]: %
    ?near cgst[group=CGST]: Amt; ?near sgstPct[group=SGST]: %; ?near sgst[group=SGST]: Amt; ?far igstPct[group=IGST]: %
    ?far igst[group=IGST]: Amt; total: Total
  head
    let order = OD{digits 12}
    .row
      h2 TAX INVOICE
      .r Invoice No {invoice_no} | Date {invoice_date}
        .grey Order Id {order} dated {day order.date}
          @also po_no: {order}; po_date=order.date
    table.boxes
      tbody
        tr
          td
            b Sold By
            {vendor_name}
            {seller.address,city,pin}
            GSTIN: {gstin}
          td
            b Dispatched From
            {seller.name}
            {seller.address,city,pin}
            FC: PNQ-{1 to 9}
          td
            b Bill To
            {buyer_name}
            {buyer.address,city,pin}
            GSTIN: {buyer_gstin}
          td
            b Ship To
            {consignee_name}
            {buyer.address,city,pin}
            Place of Supply: {place_of_supply}
  rows
    cells.all
      1 = Grand Total
      2 = ${({ kit, bill }) => kit.quantity(bill.lines.reduce((sum, { qty }) => sum + qty, 0))}
      5 = {money discount}
      6 = {taxable_value}
      ?near
        8 = {cgst}
        10 = {sgst}
      else 8 = {igst}
      -1 = {total}
  foot
    @words Amount in words:
    .grey This is a computer generated invoice. For returns write to us within 48 hours of delivery.`

/** A department store: its goods by rate of tax, each group below a line that says its taxes, the taxes of the groups below them all. */
export const groupedByRate = paper`
  grouped-by-rate: Cousine | Roboto Condensed; 9pt; 148x210
  grocery | household: 4-13 lines; near
  style
    .page { padding: 7mm } .name { font-weight: bold; font-size: 13pt } .c { text-align: center } .row { display: flex; justify-content: space-between } .bar { border-top: 1px dashed #000; margin: 1mm 0 }
    .lines { width: 100% } .lines th { border-bottom: 1px dashed #000; font-weight: normal } .lines td, .lines th { padding: 0.3mm 1mm } .group td { font-weight: bold; padding-top: 1mm } .big { font-size: 12pt; font-weight: bold }
  body
    .c
      .name {vendor_name in capitals}
      {seller.address,city}
      PHONE : {phone} GSTIN : {gstin}
      div *** TAX INVOICE ***
    .row
      span Bill No : {invoice_no}
      span Bill Dt : {invoice_date} 18:4{0 to 9}
    .row
      span Customer : {buyer_name}
      span Cashier : {1001 to 1099}
    Cust GSTIN : {buyer_gstin}
    .bar
    ${Groups}
    .bar
    .row
      span Items : {lines.length}
      span Value of goods : {money taxable}
    each rates
      .row
        span* {number}) Taxable {money taxable} | CGST {money cgst} | SGST {money sgst}
    pairs.row
      @rounding Round off
    .row.big
      span NET PAYABLE
      span {total}
    @words
    .c Thank you, visit again. Exchange within 7 days with bill.`

const goods = listed`hsn: HSN; description: Particulars; qty: Qty/Kg; rate: N/Rate; amount: Value`

function Groups(printed: Printed) {
  const columns = goods(printed)
  const { lines } = printed.bill
  const rates = [...new Set(lines.map(({ item }) => item.gst))]
  const groups = rates.map((rate, at) => {
    const percent = (rate / 2).toFixed(2)
    return (
      <tbody key={rate}>
        <tr className="group">
          <td colSpan={columns.length}>{`${at + 1}) CGST @ ${percent} %, SGST @ ${percent} %`}</td>
        </tr>
        <LineRows columns={columns} lines={lines.filter(({ item }) => item.gst === rate)} />
      </tbody>
    )
  })
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
      {groups}
    </table>
  )
}

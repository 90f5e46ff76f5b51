import type { Column } from '../../columns.tsx'
import { listed } from '../../listed-columns.tsx'
import { Also, C } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { paper } from '../paper.tsx'

/* A marketplace's bill for its seller, and its order to one. */

/** A marketplace that prints for its sellers: codes beside the title, the tax under it in words, delivery as a row. */
export const sellerPortal = paper`
  seller-portal: Roboto | Open Sans; 8pt
  retail: 1-3 lines; unrounded; discounts 0.4; freight 0.6
  style
    .page { padding: 12mm 8mm } .lines { border-top: 1px solid #000; margin-top: 4mm }
    .lines th { border-bottom: 1px solid #000; padding: 1mm; vertical-align: top } .lines td { padding: 1.5mm 1mm }
    .rest td { border-top: 1px solid #000 } .grand { border-top: 1px solid #000; text-align: right; font-size: 130%; padding: 2mm }
    .code { font-size: 85%; overflow-wrap: anywhere }
  columns
    own Product[l width=16]
      .code
        FSN: {code}XK
        HSN/SAC: {hsn}
    own Title[l width=24]
      | {description}
      ?near .code CGST: {1 of half} % SGST/UTGST: {1 of half} %
      else .code IGST: {1 of item.gst} %
    qty: Qty; gross: Gross Amount ₹; discount: Discounts /Coupons ₹; taxable: Taxable Value ₹
    ?near cgst: CGST ₹; ?near sgst: SGST /UTGST ₹; ?far igst: IGST ₹; total: Total ₹
  head
    let order = OD{digits 18}
    .c.b Tax Invoice
    <b>Sold By:</b> {vendor_name} ,
    <i>Ship-from Address:</i> {seller.address,city,state}, India - {seller.pin}
    <b>GSTIN</b> - {gstin}
    .row[style.marginTop=4mm]
      div
        <b>Order ID:</b> {po_no=order}
        <b>Order Date:</b> {po_date}
        <b>Invoice Date:</b> {invoice_date}
        <b>PAN:</b> {pan}
      div
        .b Bill To
        {buyer_name}
        {buyer.address}
        {buyer.city} {buyer.pin}
        GSTIN: {buyer_gstin}
        @also consignee_name=buyer.name
      div
        .b Ship To
        {consignee_name}
        {buyer.address}
      .narrow.r <b>Invoice Number</b> # {invoice_no}
    Total items: {lines.length}
  rows
    ?freight cells.rest
      1 = Shipping And Handling Charges
      2 = 1
      ?near -4 = {freight}
      else -3 = {freight}
  foot
    .grand <b>Grand Total</b> ₹ {total}`

/** An order from a platform's form: cost, landing rate and retail price of each good, its bar code, a column for each tax. */
export const platformOrder = paper`
  platform-order: Arimo | Roboto; 7.5pt; 297x210; purchase order
  grocery | household | stationery: 2-10 lines; unrounded
  style
    .page { padding: 6mm } .two > * { border: 1px solid #888; padding: 1.5mm } h2 { text-align: center; font-size: 12pt }
    .lines { margin-top: 2mm; font-size: 90% } .lines th, .lines td { border: 1px solid #888; padding: 0.5mm 0.8mm } .sums td { border: 1px solid #888 }
  columns serial: #; code: Item Code; hsn: HSN Code; ${barcode}; description: Product Description; rate: Basic Cost Price;
    ${taxRates}; tax: Tax Amount; ${landing}; qty: Quantity; mrp: MRP; total: Total Amount
  head
    let number = {digits 13}
    h2 Purchase Order
    .row.two
      entries[colon=" :"]
        PO Number = {po_no=number}
        Date = {po_date=date}
        PO Expiry Date = {day dueDate}
        Payment Terms = {payment_terms: 30 days}
      div
        Vendor Name : {vendor_name}
        Vendor No : {digits 7}
        GST No. : {gstin}
        Address : {seller.address,city,pin}
      div
        Delivered To :
        {buyer_name}
        {buyer.address,city,pin}
        GST No. : {buyer_gstin}
    @also consignee_name=buyer.name
  foot
    entries.sums
      Total Quantity = {total_qty}
      Total Items = {lines.length}
      Net amount = {total}
    .small Goods not matching this order, or with less than 60 % of shelf life left, will be returned at the vendor's cost. This is a system generated document and needs no signature.`

/** All of them, though two or one of them are zero. */
function taxRates(printed: Printed) {
  return listed`
    cgstPct[zero=0.00]: CGST %; sgstPct[zero=0.00]: SGST %; igstPct[zero=0.00]: IGST %; cessPct[zero=0.00]: CESS %`(
    printed,
  )
}

function barcode(): Column {
  return {
    heading: 'Product UPC',
    align: 'c',
    cell: ({ item }) => (
      <C k="barcode">{`890${String(Bun.hash.crc32(item.name)).padStart(10, '0')}`}</C>
    ),
  }
}

/** What a piece costs with its tax. */
function landing({ kit }: Printed): Column {
  return {
    heading: 'Landing Rate',
    align: 'r',
    cell: ({ rate, item }) => {
      const paise = Math.round((rate * (100 + item.gst)) / 100)
      return (
        <>
          {kit.money(paise)}
          <Also of="line" fields={{ rate_incl_tax: paise / 100 }} />
        </>
      )
    },
  }
}

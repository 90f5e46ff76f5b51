import type { Column } from '../../columns.tsx'
import { C } from '../../marks.tsx'
import { plain } from '../own-columns.tsx'
import { paper } from '../paper.tsx'

/* Bills of wholesalers of clothes and medicines. */

/** A garment brand to its shops: bar code, colour and size of each piece, the shop's margin beside the printed price. */
export const apparelMargin = paper`
  apparel-margin: Arimo | Carlito; 8pt
  household: 2-12 lines; near 0.4
  goods
    MENS FORMAL SHIRT FS | 62052000 | 5 | 642 | Pcs
    LADIES KURTI PRINTED | 62044290 | 5 | 385 | Pcs
    BOYS DENIM JEANS | 62034200 | 5 | 512 | Pcs
    GIRLS FROCK PARTY | 62044390 | 5 | 468 | Pcs
    MENS TRACK PANT | 61034300 | 5 | 356 | Pcs
  style
    .page { padding: 8mm } .row { margin-bottom: 2mm } .name { font-size: 14pt; letter-spacing: 0.5mm } .lines { border-top: 1.5px solid #000; border-bottom: 1.5px solid #000 } .lines th { border-bottom: 1px solid #000; padding: 0.8mm 0.6mm; font-size: 90% } .lines td { padding: 0.6mm }
    .box { border: 1px solid #777; padding: 1.5mm }
  columns
    serial: Sno; ${barcode}; description: Article; ${colour}; ${size}; hsn: HSN; mrp: MRP
    ${plain('Mgn%', 'r', ({ rate, mrp }) => (100 - (rate * 100) / mrp).toFixed(2))}; rate: WSP; qty: Pcs; gst: Tax%
    amount: Net Value
  head
    .row
      div
        .name {vendor_name}
        {seller.address,city,pin}
        GSTN: {gstin} Email: {email}
      .r
        WHOLESALE TAX INVOICE
        {invoice_no} / {invoice_date}
    .row
      .box
        Store
        b {buyer_name}
        {buyer.address,city}
        GSTN: {buyer_gstin}
      entries.box
        Carrier = {transporter}
        Consignment No = {lr_no}
        Cartons = {1 to 6}
        Pay By = {due_date}
  foot
    .row
      div
        Total Pcs : {quantity}
        @words In words:
      entries.sums
        Sub-Total = {subtotal}
        @taxes CGST, SGST, IGST
        @rounding Rounding
        Invoice Value = {total}
    .small Fresh goods once sold are exchanged within the season only. Margin is on MRP.`

function barcode(): Column {
  return {
    heading: 'Barcode',
    align: 'l',
    cell: ({ code, batch }) => {
      const digits = String(Bun.hash.crc32(code + batch)).padStart(10, '0')
      return <C k="barcode">{`8904${digits.slice(0, 9)}`}</C>
    },
  }
}

function colour() {
  const colours = ['NAVY', 'MAROON', 'OLIVE', 'WHITE', 'TEAL']
  return plain('Colour', 'l', ({ maker }) => colours[maker.length % colours.length] ?? '')
}

function size() {
  const sizes = ['S', 'M', 'L', 'XL', '32', '34']
  return plain('Size', 'c', ({ expiry }) => sizes[expiry.month % sizes.length] ?? '')
}

/** A wholesaler of medicines: the quantity first with the free ones behind a plus, the price to retailers as the only one. */
export const plusFree = paper`
  plus-free: Roboto Condensed | Arimo; 8pt; 210x148
  medicines: 2-9 lines; discounts 0.4; near 0.9
  style
    .page { padding: 6mm } .grid > * { border: 1px solid #000; padding: 1mm 1.5mm } .row { gap: 0 } .lines { border: 1px solid #000; margin: 1mm 0 } .lines th { border-bottom: 1px solid #000; font-size: 90%; padding: 0.4mm }
    .lines td { padding: 0.3mm 0.8mm } .taxes { font-size: 85% } .taxes td, .taxes th { padding: 0.2mm 1mm; border: 1px solid #aaa }
  columns
    own Qty+Fr[r]
      | {qty in digits}
      ?free | +
      | {free_qty}
    pack: Pack; description: Product; maker: Mfr.; batch: Batch; expiry: Exp.;
    hsn: HSN; mrp: M.R.P.; rate: PTR; discountPct: Dis%; taxable: Taxable; gst: GST
  head
    .row.grid
      div
        .name {vendor_name}
        {seller.address,city,pin}
        Ph {phone}
        DL {drug_licence_no}
        GSTIN {gstin}
      div
        .c.b GST INVOICE
        entries[colon=:]
          Inv.No = {invoice_no}
          Inv.Dt = {invoice_date}
          Due On = {due_date}
          Salesman = {any SANTOSH|IMRAN|COUNTER}
      div
        Customer
        b {buyer_name}
        {buyer.address,city}
        GSTIN {buyer_gstin}
  foot
    .row
      div
        @taxes rate
        @wordsOf Rs.
        .small No claim for breakage after delivery. E.&O.E.
      entries.sums
        Goods Value = {money gross}
        ?discount Less Disc. = {discount}
        Taxable = {taxable_value}
        @taxes CGST, SGST, IGST
        @rounding R.Off
        NET AMT = {total}`

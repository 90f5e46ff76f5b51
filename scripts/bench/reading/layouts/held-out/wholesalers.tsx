import type { Column } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { C } from '../../marks.tsx'
import { onePage, plain } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import { amountField, entry } from '../../parts.tsx'
import { roundingEntries, taxEntries } from '../../sums.tsx'

/* Bills of wholesalers of clothes and medicines. */

const apparelMarginCss = `.page { padding: 8mm } .row { margin-bottom: 2mm } .name { font-size: 14pt; letter-spacing: 0.5mm } .lines { border-top: 1.5px solid #000; border-bottom: 1.5px solid #000 } .lines th { border-bottom: 1px solid #000; padding: 0.8mm 0.6mm; font-size: 90% } .lines td { padding: 0.6mm }
  .box { border: 1px solid #777; padding: 1.5mm }`

const garments = itemsOf([
  ['MENS FORMAL SHIRT FS', '62052000', 5, 642, 'Pcs'],
  ['LADIES KURTI PRINTED', '62044290', 5, 385, 'Pcs'],
  ['BOYS DENIM JEANS', '62034200', 5, 512, 'Pcs'],
  ['GIRLS FROCK PARTY', '62044390', 5, 468, 'Pcs'],
  ['MENS TRACK PANT', '61034300', 5, 356, 'Pcs'],
])

/** A garment brand to its shops: bar code, colour and size of each piece, the shop's margin beside the printed price. */
export const apparelMargin = onePage({
  name: 'apparel-margin',
  css: apparelMarginCss,
  fonts: ['Arimo', 'Carlito'],
  size: 8,
  wanted: ({ random }) => ({
    trade: 'household',
    items: garments,
    lines: [2, 12],
    isNear: random.chance(0.4),
  }),
  columns,
  Head: zone`
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
        Cartons = ${({ kit }) => kit.random.int(1, 6)}
        Pay By = {due_date}`,
  Foot: zone`
    .row
      div
        Total Pcs : ${({ bill }) => piecesOf(bill)}
        @words In words:
      entries.sums
        Sub-Total = {subtotal}
        @taxes CGST, SGST, IGST
        @rounding Rounding
        Invoice Value = {total}
    .small Fresh goods once sold are exchanged within the season only. Margin is on MRP.`,
})

function columns(kit: Kit, bill: Bill): Column[] {
  const barcode: Column = {
    heading: 'Barcode',
    align: 'l',
    cell: ({ code, batch }) => (
      <C k="barcode">{`8904${String(Bun.hash.crc32(code + batch))
        .padStart(10, '0')
        .slice(0, 9)}`}</C>
    ),
  }
  return listed`serial: Sno; ${barcode}; description: Article;
    ${plain('Colour', 'l', ({ maker }) => colours[maker.length % colours.length] ?? '')};
    ${plain('Size', 'c', ({ expiry }) => sizes[expiry.month % sizes.length] ?? '')}; hsn: HSN;
    mrp: MRP; ${plain('Mgn%', 'r', ({ rate, mrp }) => (100 - (rate * 100) / mrp).toFixed(2))};
    rate: WSP; qty: Pcs; gst: Tax%; amount: Net Value`(kit, bill)
}

const colours = ['NAVY', 'MAROON', 'OLIVE', 'WHITE', 'TEAL']
const sizes = ['S', 'M', 'L', 'XL', '32', '34']

function piecesOf({ lines }: Bill): number {
  return lines.reduce((sum, { qty }) => sum + qty, 0)
}

const plusFreeCss = `.page { padding: 6mm } .grid > * { border: 1px solid #000; padding: 1mm 1.5mm } .row { gap: 0 } .lines { border: 1px solid #000; margin: 1mm 0 } .lines th { border-bottom: 1px solid #000; font-size: 90%; padding: 0.4mm }
  .lines td { padding: 0.3mm 0.8mm } .taxes { font-size: 85% } .taxes td, .taxes th { padding: 0.2mm 1mm; border: 1px solid #aaa }`

/** A wholesaler of medicines: the quantity first with the free ones behind a plus, the price to retailers as the only one. */
export const plusFree = onePage({
  name: 'plus-free',
  css: plusFreeCss,
  fonts: ['Roboto Condensed', 'Arimo'],
  size: 8,
  paper: { width: 210, height: 148 },
  wanted: ({ random }) => ({
    trade: 'medicines',
    lines: [2, 9],
    discounts: 0.4,
    isNear: random.chance(0.9),
  }),
  columns: listed`${quantities()}; pack: Pack; description: Product; maker: Mfr.; batch: Batch; expiry: Exp.;
    hsn: HSN; mrp: M.R.P.; rate: PTR; discountPct: Dis%; taxable: Taxable; gst: GST`,
  Head: zone`
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
        GSTIN {buyer_gstin}`,
  Foot: zone`
    .row
      div
        @taxes rate
        @wordsOf Rs.
        .small No claim for breakage after delivery. E.&O.E.
      entries.sums
        ${({ kit, bill }) => sums(kit, bill)}`,
})

function quantities(): Column {
  return {
    heading: 'Qty+Fr',
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
}

function sums(kit: Kit, bill: Bill) {
  const goods = [entry('Goods Value', kit.money(bill.gross))]
  const less =
    bill.discount === 0 ? [] : [entry('Less Disc.', amountField(kit, 'discount', bill.discount))]
  return [
    ...goods,
    ...less,
    entry('Taxable', amountField(kit, 'taxable_value', bill.taxable)),
    ...taxEntries(kit, bill, ['CGST', 'SGST', 'IGST']),
    ...roundingEntries(kit, bill, 'R.Off'),
    entry('NET AMT', amountField(kit, 'total', bill.total)),
  ]
}

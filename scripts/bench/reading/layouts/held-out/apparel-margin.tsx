import type { Column } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { C } from '../../marks.tsx'
import { onePage, plain } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 8mm } .row { margin-bottom: 2mm } .name { font-size: 14pt; letter-spacing: 0.5mm } .lines { border-top: 1.5px solid #000; border-bottom: 1.5px solid #000 } .lines th { border-bottom: 1px solid #000; padding: 0.8mm 0.6mm; font-size: 90% } .lines td { padding: 0.6mm }
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
  css,
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

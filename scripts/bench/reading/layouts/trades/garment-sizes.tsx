import type { BillLine } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { codes, onePage, plain } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 9mm } .frame { border: 1px solid #000; padding: 1.5mm 2mm } .frame + .frame { border-top: 0 } .name { font-size: 15pt }
  .lines { margin-top: 2mm } .lines th, .lines td { border: 1px solid #000; padding: 0.7mm 1.2mm } .sums { margin-top: 2mm }`

const clothes = itemsOf([
  ['Mens Polo T-Shirt Fashion Fit', '61051010', 5, 268, 'Pcs'],
  ['Kids Track Pant Interlock', '61034200', 5, 184, 'Pcs'],
  ['Ladies Kurti Rayon A-Line', '62114290', 5, 312, 'Pcs'],
  ['Mens Formal Shirt Full Sleeve', '62052010', 5, 446, 'Pcs'],
  ['Denim Jeans Slim Stretch', '62034200', 5, 638, 'Pcs'],
])

const sizes = ['S', 'M', 'L', 'XL']

/** A wholesaler of garments: how many pieces of each size in columns of their own, and their sum. */
export const garmentSizes = onePage({
  name: 'garment-sizes',
  css,
  fonts: ['Carlito', 'Arimo', 'Roboto'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'household',
    items: clothes,
    lines: [1, 5],
    isNear: random.chance(0.5),
    discounts: random.pick([0, 0.5]),
  }),
  columns: listed`serial: Sr; ${codes('Style')}; description: Article; hsn: HSN;
    ${sizes.map((size, at) => plain(size, 'r', (line) => piecesOf(line, at)))}; qty: Total Pcs;
    rate: WSP; discountPct: Disc %; amount: Amount`,
  Head: zone`
    .frame.row
      div
        .name {vendor_name}
        Mfrs. & Wholesalers of Readymade Garments
        {seller.address,city,pin}
      entries
        GSTIN = {gstin}
        Tel = {phone}
        Tax Invoice = {invoice_no}
        Dated = {invoice_date}
    .frame.row
      div
        Customer: {buyer_name}
        {buyer.address,city}
        GST No: {buyer_gstin}
      entries
        Through = {transporter}
        L.R. = {lr_no}
        Broker = {any Direct|M. Jain|Om Agency}`,
  Foot: zone`
    entries.sums
      @sums taxable: Value of Goods; taxes: CGST,SGST,IGST
      @total Total Payable
    @words Amount in words
    entries[colon=:]
      @bank
    .small Subject to {seller.city} jurisdiction. No dye guarantee.`,
})

/** What is left after equal shares is of the smallest size. */
function piecesOf({ qty }: BillLine, at: number): string {
  const share = Math.floor(qty / sizes.length)
  const pieces = at === 0 ? qty - share * (sizes.length - 1) : share
  return pieces === 0 ? '' : String(pieces)
}

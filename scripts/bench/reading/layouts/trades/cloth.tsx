import type { BillLine, Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { codes, onePage, plain } from '../one-page.tsx'
import { zone, markup } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import type { Column } from '../../columns.tsx'
import type { Kit } from '../../kit.ts'
import { entry } from '../../parts.tsx'
import type { Printed } from '../layout.ts'

/* Bills of those who sell cloth and clothes. */

const garmentSizesCss = `.page { padding: 9mm } .frame { border: 1px solid #000; padding: 1.5mm 2mm } .frame + .frame { border-top: 0 } .name { font-size: 15pt }
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
  css: garmentSizesCss,
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

const textileCss = `.frame { border: 1.5px solid #000 } .frame > div { border-bottom: 1px solid #000; padding: 1.5mm 2mm }
  .lines th { border-bottom: 1px solid #000; font-style: italic; padding: 1mm } .lines td { padding: 1mm } .name { font-size: 17pt }`

const cloth = itemsOf([
  ['Poplin 58" Dyed', '52083290', 5, 74, 'Mtr'],
  ['Rayon Print 44"', '55164300', 5, 61.5, 'Mtr'],
  ['Denim 10 oz Indigo', '52094200', 5, 186, 'Mtr'],
  ['Suiting TR 58" Checks', '55151230', 5, 242, 'Mtr'],
  ['Cambric 60x60 White', '52082190', 5, 58.25, 'Mtr'],
  ['Velvet 9000 Maroon', '58013720', 12, 148, 'Mtr'],
  ['Georgette 44" Plain', '54075490', 5, 43.5, 'Mtr'],
])

/** A cloth merchant: pieces and metres, agent and bale, charges that are no goods below the gross amount. */
export const textile = onePage({
  name: 'textile',
  css: textileCss,
  fonts: ['Tinos', 'Lato'],
  size: 10,
  wanted: ({ random }) => ({
    trade: 'household',
    items: cloth,
    lines: [1, 6],
    isNear: random.chance(0.3),
    charges: random.pick([['Packing'], ['Packing', 'Insurance'], ['Dalali & Packing']]),
    hasFreight: random.chance(0.4),
  }),
  columns: columnsFor,
  Head: zone`
    .frame
      .c
        .small || Shree Ganeshay Namah ||
        .name {vendor_name}
        Dealers in: Fancy Suitings & Shirtings
        {seller.address,city} {seller.pin}
      .row
        span GST No. {gstin}
        span.c.b TAX INVOICE
        span.r Mo. {phone}
      .row
        div
          M/s. : {buyer_name}
          Addr. : {buyer.address}, {buyer.city}
          GST No. : {buyer_gstin}
          Agent : {any Self|R. K. Bros.|Jain Agency}
        entries[colon=" :"]
          Bill No = {invoice_no}
          Bill Dt = {invoice_date}
          Ch. No = {delivery_note_no}
          LR No = {lr_no}
          Trpt = {transporter}
          Due Dt = {due_date}`,
  Foot,
})

function columnsFor(kit: Kit, bill: Bill): Column[] {
  const lot: Column = { heading: 'Bale', align: 'c', cell: ({ code }) => code.slice(-3) }
  const pieces: Column = {
    heading: 'Pcs',
    align: 'r',
    cell: ({ qty }) => String(Math.ceil(qty / 95)),
  }
  return listed`description: Quality; hsn: HSN; ${lot}; ${pieces}; qty: Mtrs.; rate: Rate; amount: Amount`(
    kit,
    bill,
  )
}

function Foot({ kit, bill }: Printed) {
  const gross = entry('Gross', kit.money(bill.gross))
  return markup({ kit, bill })`
    entries.sums
      ${[gross]}
      @sums freight: Freight; taxable: Taxable; taxes: CGST,SGST,IGST; roundOff: Rd. Off
      @total Net Amt.
    @wordsOf Rs.
    .small Interest @ 18% will be charged after due date. Goods once sold will not be taken back.
    .r For, {seller.name}`
}

import { paper } from '../paper.tsx'
import type { BillLine } from '../../compose/bill.ts'
import { codes, plain } from '../own-columns.tsx'

/* Bills of those who sell cloth and clothes. */

const sizes = ['S', 'M', 'L', 'XL']

/** A wholesaler of garments: how many pieces of each size in columns of their own, and their sum. */
export const garmentSizes = paper`
  garment-sizes: Carlito | Arimo | Roboto; 9pt
  household: 1-5 lines; near 0.5; discounts 0 | 0.5
  goods
    Mens Polo T-Shirt Fashion Fit | 61051010 | 5 | 268 | Pcs
    Kids Track Pant Interlock | 61034200 | 5 | 184 | Pcs
    Ladies Kurti Rayon A-Line | 62114290 | 5 | 312 | Pcs
    Mens Formal Shirt Full Sleeve | 62052010 | 5 | 446 | Pcs
    Denim Jeans Slim Stretch | 62034200 | 5 | 638 | Pcs
  style
    .page { padding: 9mm } .frame { border: 1px solid #000; padding: 1.5mm 2mm } .frame + .frame { border-top: 0 } .name { font-size: 15pt }
    .lines { margin-top: 2mm } .lines th, .lines td { border: 1px solid #000; padding: 0.7mm 1.2mm } .sums { margin-top: 2mm }
  columns serial: Sr; ${codes('Style')}; description: Article; hsn: HSN;
    ${sizes.map((size, at) => plain(size, 'r', (line) => piecesOf(line, at)))}; qty: Total Pcs;
    rate: WSP; discountPct: Disc %; amount: Amount
  head
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
        Broker = {any Direct|M. Jain|Om Agency}
  foot
    entries.sums
      @sums taxable: Value of Goods; taxes: CGST,SGST,IGST
      @total Total Payable
    @words Amount in words
    entries[colon=:]
      @bank
    .small Subject to {seller.city} jurisdiction. No dye guarantee.`

/** What is left after equal shares is of the smallest size. */
function piecesOf({ qty }: BillLine, at: number): string {
  const share = Math.floor(qty / sizes.length)
  const pieces = at === 0 ? qty - share * (sizes.length - 1) : share
  return pieces === 0 ? '' : String(pieces)
}

/** A cloth merchant: pieces and metres, agent and bale, charges that are no goods below the gross amount. */
export const textile = paper`
  textile: Tinos | Lato; 10pt
  household: 1-6 lines; near 0.3; charges Packing | Packing, Insurance | Dalali & Packing; freight 0.4
  goods
    Poplin 58" Dyed | 52083290 | 5 | 74 | Mtr
    Rayon Print 44" | 55164300 | 5 | 61.5 | Mtr
    Denim 10 oz Indigo | 52094200 | 5 | 186 | Mtr
    Suiting TR 58" Checks | 55151230 | 5 | 242 | Mtr
    Cambric 60x60 White | 52082190 | 5 | 58.25 | Mtr
    Velvet 9000 Maroon | 58013720 | 12 | 148 | Mtr
    Georgette 44" Plain | 54075490 | 5 | 43.5 | Mtr
  style
    .frame { border: 1.5px solid #000 } .frame > div { border-bottom: 1px solid #000; padding: 1.5mm 2mm }
    .lines th { border-bottom: 1px solid #000; font-style: italic; padding: 1mm } .lines td { padding: 1mm } .name { font-size: 17pt }
  columns description: Quality; hsn: HSN; ${plain('Bale', 'c', ({ code }) => code.slice(-3))};
    ${plain('Pcs', 'r', ({ qty }) => String(Math.ceil(qty / 95)))}; qty: Mtrs.; rate: Rate; amount: Amount
  head
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
          Due Dt = {due_date}
  foot
    entries.sums
      Gross = {money gross}
      @sums freight: Freight; taxable: Taxable; taxes: CGST,SGST,IGST; roundOff: Rd. Off
      @total Net Amt.
    @wordsOf Rs.
    .small Interest @ 18% will be charged after due date. Goods once sold will not be taken back.
    .r For, {seller.name}`

import type { Column } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { entry } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import type { Bill } from '../../compose/bill.ts'

const css = `.frame { border: 1.5px solid #000 } .frame > div { border-bottom: 1px solid #000; padding: 1.5mm 2mm }
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
  css,
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

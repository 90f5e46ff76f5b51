import { columnsOf } from '../columns.tsx'
import { composeBill } from '../compose/bill.ts'
import { amountField, Buyer, entry, Seller } from '../parts.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { gridCss, usualCss, UsualFoot, UsualPaper } from './usual.tsx'
import { markup } from '../bill-markup.tsx'
import { onePage } from './one-page.tsx'
import { listed } from '../listed-columns.ts'

/* Supplies that are taxed in another way: by composition, so not on the bill, or with a cess as well. */

const plainCss = `${gridCss} .head { border: 1px solid #333; padding: 2mm; margin-bottom: 2mm }
  .c .name { font-size: 14pt }`
const css = `${usualCss} ${plainCss}`

export const composition = onePage({
  name: 'bill-of-supply',
  css: plainCss,
  wanted: ({ random }) => ({
    trade: random.pick(['grocery', 'stationery', 'household']),
    lines: [1, 9],
    isNear: true,
    isTaxed: false,
  }),
  columns: listed`serial; description; ?0.5 hsn; qty; rate; amount`,
  hasMovingColumns: true,
  Head: SupplyHead,
  Foot: SupplyFoot,
})

function SupplyHead(printed: Printed) {
  return markup(printed)`
    .head
      .c
        .b {BILL OF SUPPLY|Bill of Supply|CASH MEMO / BILL OF SUPPLY}
        .small Composition taxable person, not eligible to collect tax on supplies
        .name {vendor_name}
        @address seller
        GSTIN : {gstin} Mob. : {phone}
      .row
        {Name :|M/s.|Customer :} {buyer_name}
        {Bill No. :|No. :|Memo No. :} {invoice_no}<br>Date : {invoice_date}`
}

function SupplyFoot({ kit, bill }: Printed) {
  const total = amountField(kit, 'total', bill.total, kit.currency)
  const roundOff = entry('Round Off', amountField(kit, 'round_off', bill.roundOff))
  return markup({ kit, bill })`
    entries.sums
      {Total|Sub Total} = {subtotal}
      ?round_off ${[roundOff]}
      {Net Amount|Grand Total|Bill Amount} = ${total}`
}

export const cess: Layout = {
  name: 'cess-beverages',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, { trade: 'fizzy', lines: [2, 7] })
    const all = columnsOf(kit)
    const taxes = bill.isNear ? [all.cgst, all.sgst] : [all.igst]
    const percents = random.chance(0.5) ? [all.cessPct] : []
    const columns = [
      all.serial,
      all.description,
      all.hsn,
      all.qty,
      all.unit,
      all.rate,
      all.taxable,
      all.gst,
      ...taxes,
      ...percents,
      all.cess,
      all.total,
    ]
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<TaxedHead kit={kit} bill={bill} />}
        columns={columns}
        foot={<UsualFoot kit={kit} bill={bill} />}
      />,
      css,
      { size: 8, ...(random.chance(0.6) ? { paper: { width: 297, height: 210 } } : {}) },
    )
  },
}

function TaxedHead(printed: Printed) {
  return markup(printed)`
    .head
      .row
        ${({ kit, bill }) => <Seller kit={kit} party={bill.seller} gstin="GSTIN :" />}
        entries[colon=" :"]
          {Tax Invoice No.|Invoice No.|Document No.} = {invoice_no}
          {Invoice Date|Document Date} = {invoice_date}
          Place of Supply = {place_of_supply}
          ?0.6 e-Way Bill No. = {eway_bill_no}
          ?0.5 Vehicle No. = {vehicle_no}
        ${({ kit, bill }) => <Buyer party={bill.buyer} label={kit.say('Bill To|Sold To|Customer')} gstin="GSTIN :" />}`
}

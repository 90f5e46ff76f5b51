import { columnsOf } from '../columns.tsx'
import { composeBill } from '../compose/bill.ts'
import type { Trade } from '../compose/goods.ts'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { gridCss, usualCss, UsualFoot, UsualPaper } from './usual.tsx'
import { markup } from '../bill-markup.tsx'

/* Busy: the seller centred on top, two boxes below it, taxes of each line in columns of their own. */

const css = `${usualCss} ${gridCss} .c .name { font-size: 14pt }
  .boxes { display: flex; border: 1px solid #333; margin-top: 1mm }
  .boxes > * { flex: 1; padding: 1mm 2mm } .boxes > *:first-child { border-right: 1px solid #333 }
  .lines { margin-top: 1mm }`

const trades: readonly Trade[] = ['grocery', 'household', 'hardware', 'stationery']

export const busy: Layout = {
  name: 'busy',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(trades),
      lines: [2, 12],
      discounts: random.pick([0, 0.5]),
      hasFreight: random.chance(0.2),
    })
    const all = columnsOf(kit, { description: 'Description of Goods|Item Name|Particulars' })
    const taxes = bill.isNear
      ? [all.cgstPct, all.cgst, all.sgstPct, all.sgst]
      : [all.igstPct, all.igst]
    const columns = [
      all.serial,
      all.description,
      all.hsn,
      all.qty,
      all.unit,
      all.rate,
      ...(bill.discount > 0 ? [all.discount] : []),
      ...(random.chance(0.6) ? [all.taxable, ...taxes, all.total] : [all.gst, all.amount]),
    ]
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Head kit={kit} bill={bill} />}
        columns={columns}
        foot={<UsualFoot kit={kit} bill={bill} summary={random.chance(0.5) ? 'rate' : undefined} />}
      />,
      css,
    )
  },
}

function Head(printed: Printed) {
  return markup(printed)`
    .row.small
      span {GSTIN :|GSTIN No.:|GST No.} {gstin}
      span.r {Original Copy|Original for Recipient|Duplicate Copy}
    .c
      .b {TAX INVOICE|GST INVOICE|Tax Invoice}
      .name {vendor_name}
      @address seller
      {Tel.|Mob.|Ph.} : {phone} email : {email}
    .boxes
      div
        {Party Details :|Billed to :|Buyer :}
        .name {buyer_name}
        @address buyer
        {GSTIN / UIN :|GSTIN :|Party GSTIN :} {buyer_gstin}
      entries[colon=" :"]
        {Invoice No.|Bill No.|Inv. No.} = {invoice_no}
        {Dated|Date|Invoice Date} = {invoice_date}
        {Place of Supply|Place Of Supply} = {place_of_supply}
        {Reverse Charge|Reverse Charge (Y/N)} = {reverse_charge: N}
        ?0.5 GR/RR No. = {lr_no}
        ?0.6 Transport = {transporter}
        ?0.6 Vehicle No. = {vehicle_no}
        ?0.4 E-Way Bill No. = {eway_bill_no}`
}

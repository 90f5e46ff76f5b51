import type { Column } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { C } from '../../marks.tsx'
import { onePage, plain } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import type { Bill } from '../../compose/bill.ts'

const css = `.page { padding: 10mm } .lines th { border: 1px solid #000; padding: 1mm } .lines td { border: 1px solid #000; padding: 1mm }
  .taxes { margin: 2mm 0; font-size: 85% } .taxes td, .taxes th { border: 1px solid #000; padding: 0.3mm 1mm } .mark { position: absolute; top: 120mm; left: 40mm; font-size: 60pt; color: #eee; transform: rotate(-30deg); z-index: -1 }`

const printed = itemsOf([
  ['Corrugated Box 5 Ply 300x200x150', '48191010', 18, 14.6, 'Thd'],
  ['Self Adhesive Label 50x25 mm', '48211020', 18, 0.42, 'Thd'],
  ['Mono Carton 350 GSM with UV', '48192020', 18, 3.25, 'Thd'],
  ['BOPP Bag Printed 6x9', '39232990', 18, 0.86, 'Thd'],
])

/** A printer of boxes and labels: prices for a thousand pieces, the numbers at the left and the seller at the right, a watermark. */
export const perThousand = onePage({
  name: 'per-thousand',
  css,
  fonts: ['Arimo', 'Open Sans', 'Tinos'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'stationery',
    items: printed,
    lines: [1, 4],
    isNear: random.chance(0.7),
    charges: random.pick([[], ['Plate Charges'], ['Packing & Forwarding']]),
  }),
  columns,
  Head: zone`
    .mark ORIGINAL
    .row
      entries
        TAX INVOICE NO. = {invoice_no}
        DATE = {invoice_date}
        YOUR P.O. NO. = {po_no}
        P.O. DATE = {po_date}
        D.C. NO. = {delivery_note_no}
      .r
        .name {vendor_name}
        {seller.address}
        {seller.city} - {seller.pin}
        GSTIN {gstin}
        email: {email}
    p To,<br><b>M/s. {buyer_name}</b><br>{buyer.address,city}<br>GSTIN {buyer_gstin}`,
  Foot: zone`
    @taxes rate
    entries.sums
      @sums taxable: Total Before Tax
      @total Total After Tax|Total Invoice Value
    @words Amount (in words) :
    entries[colon=" -"]
      @bank
    .r For {seller.name}`,
})

function columns(kit: Kit, bill: Bill): Column[] {
  const rate: Column = {
    heading: 'Rate / 1000',
    align: 'r',
    cell: ({ rate: paise }) => (
      <C k="rate" v={[String(paise * 10), String(paise / 100)]}>
        {kit.money(paise * 1000)}
      </C>
    ),
  }
  return listed`serial: Sr No; ${plain('Job No', 'c', ({ code }) => `J/${code.replace(/\D/g, '')}`)};
    description: Particulars / Size; hsn: HSN / SAC; qty: Quantity; ${rate}; amount: Amount (₹)`(
    kit,
    bill,
  )
}

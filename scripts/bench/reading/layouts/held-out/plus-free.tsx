import type { Column } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { C } from '../../marks.tsx'
import { amountField, entry } from '../../parts.tsx'
import { roundingEntries, taxEntries } from '../../sums.tsx'
import { onePage } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 6mm } .grid > * { border: 1px solid #000; padding: 1mm 1.5mm } .row { gap: 0 } .lines { border: 1px solid #000; margin: 1mm 0 } .lines th { border-bottom: 1px solid #000; font-size: 90%; padding: 0.4mm }
  .lines td { padding: 0.3mm 0.8mm } .taxes { font-size: 85% } .taxes td, .taxes th { padding: 0.2mm 1mm; border: 1px solid #aaa }`

/** A wholesaler of medicines: the quantity first with the free ones behind a plus, the price to retailers as the only one. */
export const plusFree = onePage({
  name: 'plus-free',
  css,
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

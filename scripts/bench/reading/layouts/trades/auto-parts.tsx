import type { Bill } from '../../compose/bill.ts'
import { digits } from '../../compose/parties.ts'
import type { Kit } from '../../kit.ts'
import { amountField, entry } from '../../parts.tsx'
import { chargeEntries } from '../../sums.tsx'
import { onePage } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 9mm } .lines { margin-top: 3mm; border: 1px solid #000 }
  .lines th { border: 1px solid #000; font-size: 90%; padding: 0.5mm } .lines td { border-left: 1px solid #000; padding: 0.4mm 1mm }
  .grey { background: #ddd; padding: 1mm 2mm }`

/** A dealer of spare parts: the part's number first, numbers of job card and vehicle beside that of the bill. */
export const autoParts = onePage({
  name: 'auto-parts',
  css,
  fonts: ['Arimo', 'Roboto Condensed'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: random.pick(['hardware', 'electrical']),
    lines: [2, 11],
    discounts: 0.5,
    isNear: random.chance(0.8),
    charges: random.pick([[], ['Fitting Charges'], ['Labour', 'Consumables']]),
  }),
  columns: listed`serial: Sno; code: Part Number; description: Part Name; hsn: HSN; mrp: MRP; qty: Qty;
    rate: Dealer Price; discountPct: Disc%; taxable: Taxable; gst: GST%; total: Line Total`,
  Head: zone`
    .grey.b.c SPARES INVOICE - CREDIT
    .row
      div
        .name {vendor_name}
        Authorised dealer · Genuine spares
        {seller.address,city,pin}
        Tel {phone}
      div
        GST Reg. No. {gstin}
        PAN {pan}
    .row
      entries[colon=:]
        Customer = {buyer_name}
        Address = {buyer.address}
        Cust. GSTIN = {buyer_gstin}
      entries[colon=:]
        Invoice = {invoice_no}
        Inv. Date = {invoice_date}
        Job Card = JC${({ kit }) => digits(kit.random, 6)}
        Regn No = {vehicle_no}`,
  Foot: zone`
    .row.foot
      div
        @words Amount in words -
        .small Parts once sold cannot be returned.
      .narrow
        entries.sums
          ${({ kit, bill }) => sums(kit, bill)}`,
})

function sums(kit: Kit, bill: Bill) {
  const amount = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  return [
    ...chargeEntries(kit, bill),
    amount('Net taxable', 'taxable_value', bill.taxable),
    ...(bill.isNear
      ? [amount('Total CGST', 'cgst', bill.cgst), amount('Total SGST', 'sgst', bill.sgst)]
      : [amount('Total IGST', 'igst', bill.igst)]),
    amount('Round off', 'round_off', bill.roundOff),
    amount('Invoice amount', 'total', bill.total),
  ]
}

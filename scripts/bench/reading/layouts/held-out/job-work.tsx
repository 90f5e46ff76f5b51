import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { onePage, otherDays, plain } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'

const css = `.page { padding: 9mm } .name { font-size: 15pt } .split { border: 1px solid #000 } .split > * { padding: 1.5mm } .split > * + * { border-left: 1px solid #000 } .row { gap: 0 }
  .lines { border: 1px solid #000 } .lines th { border: 1px solid #000; padding: 0.6mm; font-size: 90% } .lines td { border-left: 1px solid #000; padding: 0.6mm 1mm } .sums td { border: 1px solid #000 }`

const processes = itemsOf([
  ['Zinc Plating (Blue)', '998873', 12, 18.5, 'Kg'],
  ['Powder Coating - RAL 7035', '998873', 12, 42, 'Kg'],
  ['Hardening & Tempering', '998873', 12, 26.75, 'Kg'],
  ['Shot Blasting', '998873', 12, 11.2, 'Kg'],
  ['Phosphating', '998873', 12, 9.6, 'Kg'],
])

/** A processor of others' goods: the challan of each line with its day, pieces beside the weight that is multiplied, what a rate is for. */
export const jobWork = onePage({
  name: 'job-work',
  css,
  fonts: ['Arimo', 'Tinos'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: 'services',
    items: processes,
    lines: [2, 8],
    isNear: random.chance(0.9),
  }),
  columns,
  Head: zone`
    .c
      .small Subject to {seller.city} Jurisdiction — TAX INVOICE FOR LABOUR CHARGES
      .name {vendor_name}
      Works : {seller.address,city,pin}
      Email : {email}
    .row.split
      div
        To : {buyer_name}
        {buyer.address,city}
        Customer GSTIN : {buyer_gstin}
      entries[colon=" :"]
        Invoice No = {invoice_no}
        Date = {invoice_date}
        Our GSTIN = {gstin}
        SAC = 998873 - Job work on metal`,
  Foot: zone`
    entries.sums
      Total Labour Charges = {money taxable}
      @taxes CGST 6 %, SGST 6 %, IGST 12 %
      @rounding Rounding Off +/-
      Bill Amount = {total}
    @wordsOf Rupees
    .small Material is returned on our delivery challans. Rejection due to material is not our responsibility.
    .r for {seller.name} — Partner`,
})

function columns(kit: Kit, bill: Bill): Column[] {
  const all = columnsOf(kit, {
    serial: 'Sr. No.',
    description: 'Process / Part',
    qty: 'Weight Kgs',
    rate: 'Rate Rs.',
    unit: 'Per',
    amount: 'Amount Rs.',
  })
  const challan = kit.random.int(200, 3_000)
  return [
    all.serial,
    plain('Your Challan No.', 'c', (_, index) => String(challan + index * 3)),
    otherDays(kit, 'Challan Dt.', (index) => daysAfter(bill.date, index - bill.lines.length)),
    all.description,
    plain('Pcs', 'r', ({ qty }) => String(Math.round(qty * 14))),
    all.qty,
    all.rate,
    all.unit,
    all.amount,
  ]
}

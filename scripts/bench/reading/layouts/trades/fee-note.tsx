import { amountField, entry } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 18mm 20mm } .name { font-size: 15pt } .head { border-bottom: 2px solid #555 }
  .lines { margin: 5mm 0 } .lines th { text-align: left; border-bottom: 1px solid #555; padding: 1mm } .lines td { padding: 1.5mm 1mm }
  .lines th.r { text-align: right } .sums { width: 60% }`

/** A professional's note of fees: tax deducted and an advance stand below the total, and what remains below them. */
export const feeNote = onePage({
  name: 'fee-note',
  css,
  fonts: ['Tinos', 'Lato'],
  size: 10.5,
  wanted: () => ({ trade: 'services', lines: [1, 4] }),
  columns: listed`description: Nature of work; hsn: SAC; amount: Fees (₹)`,
  Head: zone`
    .head
      .name {vendor_name}
      .small {seller.address,city,pin} · {phone} · {email}
    .row
      {buyer_name}
        @lines buyer
        {buyer.city} {buyer.pin}
      div
        Memo of Fees {invoice_no}
        {invoice_date}
        Place of supply - {place_of_supply}
    Our GSTIN {gstin}, PAN {pan}. Your GSTIN {buyer_gstin}.`,
  Foot,
})

function Foot({ kit, bill }: Printed) {
  const amount = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  const deducted = Math.round(bill.taxable / 1000) * 100
  const advance = kit.random.pick([0, Math.round(bill.taxable / 400_00) * 100_00])
  const left = bill.total - deducted - advance
  const taxes = bill.isNear
    ? [amount('Add CGST', 'cgst', bill.cgst), amount('Add SGST', 'sgst', bill.sgst)]
    : [amount('Add IGST', 'igst', bill.igst)]
  return markup({ kit, bill })`
    entries.sums
      Professional fees = {money taxable}
      ${taxes}
      ?round_off Rounding = {round_off}
      Total of this memo = {total}
      Less TDS u/s 194J @ 10% = ${kit.money(deducted)}
      ?${advance !== 0} Less advance received = ${kit.money(advance)}
      Balance receivable = ${kit.money(left)}
    @words Total in words:
    Yours faithfully,`
}

import type { Column } from '../../columns.tsx'
import type { Kit } from '../../kit.ts'
import { Also } from '../../marks.tsx'
import { onePage } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import type { Bill } from '../../compose/bill.ts'

const css = `.page { padding: 14mm } .title { text-align: center; text-decoration: underline; font-weight: bold; margin: 3mm 0 } p { margin: 3mm 0 }
  .lines th { border-top: 1.5px solid #000; border-bottom: 1.5px solid #000; padding: 1mm } .lines td { padding: 1mm } .sums { border-top: 1.5px solid #000; width: 60%; margin-top: 2mm }`

/** A debit note for rates that were too low: what was billed and what was agreed beside the difference, which alone is multiplied. */
export const rateDifference = onePage({
  name: 'rate-difference',
  css,
  fonts: ['Tinos', 'Arimo', 'Open Sans'],
  size: 10,
  kind: 'debit note',
  wanted: ({ random }) => ({
    trade: random.pick(['hardware', 'grocery', 'electrical']),
    lines: [1, 4],
    isNear: random.chance(0.7),
    isRounded: random.chance(0.5),
  }),
  columns,
  Head: zone`
    .row
      div
        b {vendor_name}
        {seller.address,city,pin}
      .r
        GSTIN {gstin}
        {email}
    .title DEBIT NOTE
    .row
      div
        Debit Note No.: {invoice_no}
        To: {buyer_name}, {buyer.city}
        GSTIN: {buyer_gstin}
      .r Date: {invoice_date}
    p We have this day debited your account towards rate difference on our tax invoice {original_invoice_no} of {original_invoice_date} as under.`,
  Foot: zone`
    entries.sums
      Taxable amount = {taxable_value}
      ?near
        CGST = {cgst}
        SGST = {sgst}
      else IGST = {igst}
      ?round_off Rounded by = {round_off}
      Total debit = {total}
    @words Rs. (words):
    p Please pass the entry in your books and send us your confirmation.
    .r Yours faithfully, for {seller.name}`,
})

function columns(kit: Kit, bill: Bill): Column[] {
  const other = (heading: string, times: number): Column => ({
    heading,
    align: 'r',
    cell: ({ rate }) => (
      <>
        {kit.money(rate * times)}
        <Also of="line" fields={{ rate: (rate * times) / 100 }} />
      </>
    ),
  })
  return listed`description: Material; hsn: HSN; qty: Qty; ${other('Rate billed', 2)}; ${other('Rate agreed', 3)};
    rate: Difference; gst: GST; amount: Debit Value`(kit, bill)
}

import { itemsOf } from '../../compose/goods.ts'
import { onePage } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 18mm } h2 { text-align: center; font-size: 13pt; margin-bottom: 5mm } .right { text-align: right } p { margin: 4mm 0 }
  .lines th { border-bottom: 1px solid #000; padding: 1mm 0 } .lines td { padding: 1.2mm 0 } .sums { border-top: 1px solid #000; width: 100% }`

const lettings = itemsOf([
  ['Rent of Shop No. 4 for the month', '997212', 18, 38_500],
  ['Common area maintenance', '997212', 18, 4_250],
  ['Parking space, 2 nos.', '997212', 18, 3_000],
  ['Diesel generator back-up, fixed', '997212', 18, 1_150],
])

/** A landlord's letter: the buyer first, the seller only in the heading and below the signature, particulars and amounts alone. */
export const rentLetter = onePage({
  name: 'rent-letter',
  css,
  fonts: ['Tinos', 'Carlito', 'Lato'],
  size: 10.5,
  wanted: () => ({
    trade: 'services',
    items: lettings,
    lines: [2, 4],
    isNear: true,
    isRounded: false,
  }),
  columns: listed`description: Particulars; hsn: SAC; amount: Rs.`,
  Head: zone`
    h2 {vendor_name}
    .right
      Date: {invoice_date}
      Ref: {invoice_no}
    p To<br>{buyer_name}<br>{buyer.address}<br>{buyer.city} {buyer.pin}<br>Your GSTIN: {buyer_gstin}
    p <b>Sub: Tax invoice for rent and other charges</b>`,
  Foot: zone`
    entries.sums
      Taxable value = {taxable_value}
      Central GST @ 9% = {cgst}
      State GST @ 9% = {sgst}
      Amount due = {total}
    @wordsOf Rupees
    p Payable by {due_date} to the account below. Please deduct tax at source on the taxable value only.
    entries[colon=:]
      @bank
    p For {seller.name}<br>GSTIN {gstin}, PAN {pan}`,
})

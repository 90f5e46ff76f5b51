import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { amountField, entry } from '../../parts.tsx'
import { chargeMark } from '../../truth.ts'
import { onePage, plain } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 7mm } .frame { border-top: 1px solid #000; border-bottom: 1px solid #000; padding: 1mm 0; margin: 1mm 0 } .lines th { border-bottom: 1px dashed #000; font-weight: normal; padding: 0.5mm }
  .lines td { padding: 0.5mm } .sums tr:last-child td { border-top: 1px dashed #000 } h2 { font-size: 12pt; letter-spacing: 0.6mm }`

const bags = itemsOf([
  ['OPC 53 Grade', '25232910', 28, 296, 'Bag'],
  ['PPC Super', '25232930', 28, 268, 'Bag'],
  ['PSC Premium', '25232940', 28, 281, 'Bag'],
  ['White Cement 40kg', '25232100', 28, 742, 'Bag'],
])

/** A depot of cement on half a sheet: bags beside tonnes, labels without colons, amounts with "/-", letters of the title set apart. */
export const cementDepot = onePage({
  name: 'cement-depot',
  css,
  fonts: ['Cousine', 'Arimo'],
  size: 8.5,
  paper: { width: 148, height: 210 },
  wanted: ({ random }) => ({
    trade: 'hardware',
    items: bags,
    lines: [1, 3],
    isNear: random.chance(0.85),
    charges: random.pick([[], ['Unloading Charges'], ['Hamali']]),
  }),
  columns: listed`description: Brand / Grade; hsn: HSN; qty: Bags;
    ${plain('M.T.', 'r', ({ qty }) => (qty / 20).toFixed(3))}; rate: Rate/Bag; amount: Amount`,
  Head: zone`
    .row
      div
        h2 {vendor_name}
        {seller.address,city}
      .narrow.r
        G S T I N V O I C E
        Duplicate for Transporter
    GSTIN {gstin} PAN {pan}
    .frame.row
      entries
        Party = {buyer_name}
        Site = ${({ bill }) => bill.buyer.address[0]}, {buyer.city}
        GSTIN = {buyer_gstin}
      entries
        Bill = {invoice_no}
        Dt = {invoice_date}
        Truck = {vehicle_no}
        eWay = {eway_bill_no}`,
  Foot: zone`
    entries.sums
      ${({ kit, bill }) => sums(kit, bill)}
    @wordsOf Rs.
    .small Cement once unloaded is not taken back. Interest @ 21% after 10 days.
    .row.small
      span Receiver
      span.r for {seller.name}`,
})

function sums(kit: Kit, bill: Bill) {
  const one = (label: string, key: string, paise: number) =>
    entry(label, <>{amountField(kit, key, paise)}/-</>)
  return [
    ...bill.charges.map(({ name, paise }) => one(name, `${chargeMark}${name}`, paise)),
    one('Value before GST', 'taxable_value', bill.taxable),
    ...(bill.isNear
      ? [one('C.G.S.T. 14%', 'cgst', bill.cgst), one('S.G.S.T. 14%', 'sgst', bill.sgst)]
      : [one('I.G.S.T. 28%', 'igst', bill.igst)]),
    ...(bill.roundOff === 0 ? [] : [one('+/- Round', 'round_off', bill.roundOff)]),
    one('TOTAL Rs.', 'total', bill.total),
  ]
}

import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { amountField, entry } from '../../parts.tsx'
import { days, onePage, plain } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'

const css = `.page { padding: 9mm } .frame { border: 1.5px solid #000 } .frame > * { padding: 1.5mm 2mm } .frame > * + * { border-top: 1px solid #000 } .name { font-size: 18pt; color: #9c1c1c }
  .lines th { border: 1px solid #000; padding: 0.8mm; background: #f3e3e3 } .lines td { border-left: 1px solid #000; border-right: 1px solid #000; padding: 0.8mm 1mm } .lines { border-bottom: 1px solid #000 }
  .sums td { border: 1px solid #000 }`

const machines = itemsOf([
  ['Hydra 14 Ton', '997313', 18, 1_350, 'Hrs'],
  ['Crane 20 Ton (Tyre Mounted)', '997313', 18, 2_100, 'Hrs'],
  ['Forklift 3 Ton Diesel', '997313', 18, 850, 'Hrs'],
  ['JCB 3DX with Operator', '997313', 18, 1_200, 'Hrs'],
])

/** Machines on hire by the hour: log sheet and day of each line, from and till which hour, the SAC in a sentence. */
export const craneHire = onePage({
  name: 'crane-hire',
  css,
  fonts: ['Tinos', 'Arimo'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'services',
    items: machines,
    lines: [1, 7],
    isNear: random.chance(0.85),
    charges: random.pick([[], ['Mobilisation Charges'], ['Night Halt Charges']]),
  }),
  columns,
  Head: zone`
    .row.small
      span GSTIN : {gstin}
      span.c.b TAX INVOICE
      span.r Cell : {phone}
    .frame
      .c
        .name {vendor_name}
        Cranes, Hydra, Forklift & Earth Moving Equipments on Hire
        {seller.address,city,pin}.
      .row
        div
          M/s. {buyer_name}
          {buyer.address,city}
          Party's GSTIN : {buyer_gstin}
        entries
          Bill No. = {invoice_no}
          Bill Date = {invoice_date}
          W.O. No. = {po_no}
          W.O. Date = {po_date}
      Being hire charges of machines at your site as below (SAC 997313) :`,
  Foot: zone`
    entries.sums
      ${({ kit, bill }) =>
        bill.charges.map(({ name, paise }) =>
          entry(name, amountField(kit, `charge: ${name}`, paise)),
        )}
      Total Amount = {money taxable}
      @taxes Add C.G.S.T. 9%, Add S.G.S.T. 9%, Add I.G.S.T. 18%
      @rounding Rounded
      Grand Total = {total}
    @wordsOf Rupees
    entries[colon=:]
      @bank
    .small Minimum billing 8 hours. Diesel and operator from our side. Waiting is charged as working.
    .r For {seller.name}`,
})

function columns(kit: Kit, bill: Bill): Column[] {
  const all = columnsOf(kit, {
    description: 'Machine',
    qty: 'Total Hrs.',
    rate: 'Rate per Hr.',
    amount: 'Amount Rs.',
  })
  const start = daysAfter(bill.date, -bill.lines.length - 3)
  const firstSheet = kit.random.int(101, 4_900)
  return [
    days(kit, 'Date', (index) => daysAfter(start, index)),
    plain('Log Sheet No.', 'c', (_, index) => String(firstSheet + index)),
    all.description,
    plain('From', 'c', () => '8.00 AM'),
    plain('To', 'c', (_, index) => `${5 + (index % 4)}.30 PM`),
    all.qty,
    all.rate,
    all.amount,
  ]
}

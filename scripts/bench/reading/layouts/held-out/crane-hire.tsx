import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { bankEntries } from '../../small-print.tsx'
import { InWordsOf, roundingEntries, taxEntries } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { days, onePage, plain } from '../one-page.tsx'

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
  Head,
  Foot,
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

function Head({ kit, bill }: Printed) {
  const { seller, buyer, order } = bill
  return (
    <>
      <div className="row small">
        <span>
          GSTIN : <H k="gstin">{seller.gstin}</H>
        </span>
        <span className="c b">TAX INVOICE</span>
        <span className="r">
          Cell : <H k="phone">{seller.phone}</H>
        </span>
      </div>
      <div className="frame">
        <div className="c">
          <div className="name">
            <H k="vendor_name">{seller.name}</H>
          </div>
          <div>Cranes, Hydra, Forklift & Earth Moving Equipments on Hire</div>
          <div>{[...seller.address, seller.city, seller.pin].join(', ')}.</div>
        </div>
        <div className="row">
          <div>
            <div>
              M/s. <H k="buyer_name">{buyer.name}</H>
            </div>
            <div>{[...buyer.address, buyer.city].join(', ')}</div>
            <div>
              Party's GSTIN : <H k="buyer_gstin">{buyer.gstin}</H>
            </div>
          </div>
          <EntryTable
            entries={[
              entry('Bill No.', <H k="invoice_no">{bill.number}</H>),
              entry('Bill Date', dateField(kit, 'invoice_date', bill.date)),
              entry('W.O. No.', <H k="po_no">{order.number}</H>),
              entry('W.O. Date', dateField(kit, 'po_date', order.date)),
            ]}
          />
        </div>
        <div>Being hire charges of machines at your site as below (SAC 997313) :</div>
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          ...bill.charges.map(({ name, paise }) =>
            entry(name, amountField(kit, `charge: ${name}`, paise)),
          ),
          entry('Total Amount', kit.money(bill.taxable)),
          ...taxEntries(kit, bill, ['Add C.G.S.T. 9%', 'Add S.G.S.T. 9%', 'Add I.G.S.T. 18%']),
          ...roundingEntries(kit, bill, 'Rounded'),
          entry('Grand Total', amountField(kit, 'total', bill.total)),
        ]}
      />
      <InWordsOf kit={kit} bill={bill} currency="Rupees" />
      <EntryTable entries={bankEntries(kit, bill)} colon=":" />
      <div className="small">
        Minimum billing 8 hours. Diesel and operator from our side. Waiting is charged as working.
      </div>
      <div className="r">For {bill.seller.name}</div>
    </>
  )
}

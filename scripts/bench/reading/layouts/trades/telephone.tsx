import { type Column, columnsOf } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import { digits } from '../../compose/parties.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { Also, H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'

const css = `.page { padding: 12mm } .sum { width: 100%; margin: 4mm 0; background: #f1f3f5 }
  .sum td, .sum th { text-align: center; padding: 1.5mm } .sum td { font-size: 120%; font-weight: bold }
  .lines th { text-align: left; border-bottom: 2px solid #c2255c; padding: 1mm } .lines td { padding: 1.2mm 1mm; border-bottom: 1px dotted #aaa }`

const plans = itemsOf([
  ['Monthly rental - Business 499', '998413', 18, 499],
  ['Broadband 200 Mbps', '998413', 18, 1_199],
  ['Usage charges', '998413', 18, 86.4],
  ['Static IP', '998413', 18, 250],
  ['International roaming pack', '998413', 18, 648],
  ['Closed user group', '998413', 18, 120],
])

/** A telephone bill: what was due before stands beside what this bill is for, the lines have neither quantity nor rate. */
export const telephone = onePage({
  name: 'telephone',
  css,
  fonts: ['Lato', 'Open Sans'],
  size: 9,
  wanted: () => ({
    trade: 'services',
    items: plans,
    lines: [1, 5],
    isNear: true,
    isRounded: false,
  }),
  columns: columnsFor,
  Head,
  Foot,
})

function columnsFor(kit: Kit): Column[] {
  const all = columnsOf(kit, { description: "This month's charges", amount: 'Amount (₹)' })
  return [all.description, all.amount]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  const account = digits(kit.random, 10)
  return (
    <>
      <div className="row">
        <div>
          <div>
            <H k="buyer_name">{buyer.name}</H>
          </div>
          {buyer.address.map((line) => (
            <div key={line}>{line}</div>
          ))}
          <div>
            {buyer.city} {buyer.pin}
          </div>
          <div>
            Your GSTIN: <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
        <EntryTable
          entries={[
            entry('Account Number', account),
            entry('Bill Number', <H k="invoice_no">{bill.number}</H>),
            entry('Bill Date', dateField(kit, 'invoice_date', bill.date)),
            entry('Bill Period', `${kit.day(daysAfter(bill.date, -30))} to ${kit.day(bill.date)}`),
            entry('Pay By', dateField(kit, 'due_date', bill.dueDate)),
          ]}
        />
      </div>
      <Summary kit={kit} bill={bill} />
      <div className="small">
        <H k="vendor_name">{seller.name}</H>, {[...seller.address, seller.city].join(', ')}. GSTIN:{' '}
        <H k="gstin">{seller.gstin}</H> PAN: <H k="pan">{seller.pan}</H> HSN 998413
      </div>
      <Also of="head" fields={{ account_no: account, customer_id: account }} />
    </>
  )
}

/** What was owed, what was paid, and what is to be paid now: only one of them is what the bill is for. */
function Summary({ kit, bill }: Printed) {
  const before = kit.random.int(200, 4_000) * 100
  const paid = kit.random.pick([before, before, 0])
  return (
    <table className="sum">
      <thead>
        <tr>
          {['Previous Balance', 'Payments', 'Current Charges', 'Amount Payable'].map((text) => (
            <th key={text}>{text}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{kit.money(before)}</td>
          <td>{kit.money(paid)}</td>
          <td>{amountField(kit, 'total', bill.total)}</td>
          <td>{kit.money(before - paid + bill.total)}</td>
        </tr>
      </tbody>
    </table>
  )
}

function Foot({ kit, bill }: Printed) {
  const amount = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  return (
    <EntryTable
      className="sums w"
      entries={[
        amount('Charges before tax', 'taxable_value', bill.taxable),
        amount('CGST 9%', 'cgst', bill.cgst),
        amount('SGST 9%', 'sgst', bill.sgst),
        amount('Total current charges', 'total', bill.total),
      ]}
    />
  )
}

import { itemsOf } from '../../compose/goods.ts'
import { digits } from '../../compose/parties.ts'
import { daysAfter } from '../../compose/texts.ts'
import { Also } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

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
  columns: listed`description: This month's charges; amount: Amount (₹)`,
  Head,
  Foot: zone`
    entries.sums.w
      Charges before tax = {taxable_value}
      CGST 9% = {cgst}
      SGST 9% = {sgst}
      Total current charges = {total}`,
})

function Head({ kit, bill }: Printed) {
  const account = digits(kit.random, 10)
  return markup({ kit, bill })`
    .row
      div
        {buyer_name}
        @lines buyer
        {buyer.city} {buyer.pin}
        Your GSTIN: {buyer_gstin}
      entries
        Account Number = ${account}
        Bill Number = {invoice_no}
        Bill Date = {invoice_date}
        Bill Period = ${kit.day(daysAfter(bill.date, -30))} to {day date}
        Pay By = {due_date}
    ${(<Summary kit={kit} bill={bill} />)}
    .small {vendor_name}, {seller.address,city}. GSTIN: {gstin} PAN: {pan} HSN 998413
    ${(<Also of="head" fields={{ account_no: account, customer_id: account }} />)}`
}

/** What was owed, what was paid, and what is to be paid now: only one of them is what the bill is for. */
function Summary({ kit, bill }: Printed) {
  const before = kit.random.int(200, 4_000) * 100
  const paid = kit.random.pick([before, before, 0])
  return markup({ kit, bill })`
    table.sum
      thead
        tr
          th* Previous Balance | Payments | Current Charges | Amount Payable
      tbody
        tr
          td* ${kit.money(before)} | ${kit.money(paid)} | {total} | ${kit.money(before - paid + bill.total)}`
}

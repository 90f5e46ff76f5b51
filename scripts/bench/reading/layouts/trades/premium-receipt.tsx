import { itemsOf } from '../../compose/goods.ts'
import { digits } from '../../compose/parties.ts'
import { daysAfter } from '../../compose/texts.ts'
import { Also, H } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 16mm 14mm } .head { border-bottom: 3px solid #003f7d; padding-bottom: 2mm } h1 { font-size: 13pt; color: #003f7d }
  .entries td { padding: 0.8mm 4mm 0.8mm 0 } .entries .label { font-weight: bold } p { margin: 4mm 0; line-height: 1.6 }
  .lines th { background: #003f7d; color: #fff; padding: 1.2mm } .lines td { border: 1px solid #003f7d; padding: 1.2mm }`

const covers = itemsOf([
  ['Shopkeeper Package Policy', '997137', 18, 8_460],
  ['Goods Carrying Vehicle - Package Policy', '997134', 18, 21_375],
  ['Group Health Insurance - Employees', '997133', 18, 36_900],
  ['Standard Fire & Special Perils', '997137', 18, 4_215],
])

/** A receipt of an insurer: no quantities, the sum in a sentence, dates of the cover beside that of the receipt. */
export const premiumReceipt = onePage({
  name: 'premium-receipt',
  css,
  fonts: ['Open Sans', 'Arimo', 'Lato'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'services',
    items: covers,
    lines: [1, 1],
    isNear: random.chance(0.6),
    isRounded: false,
  }),
  columns: listed`hsn: SAC Code; description: Description of Service; taxable: Net Premium (₹);
    ?near cgst: CGST @ 9%; ?near sgst: SGST @ 9%; ?far igst: IGST @ 18%; total: Total Premium (₹)`,
  Head,
  Foot: zone`
    p.small Whether tax is payable on reverse charge basis : {reverse_charge: No}. Consolidated stamp duty paid. Receipt valid subject to realisation of cheque.
    .r For and on behalf of {seller.name}
    .r Authorised Signatory`,
})

function Head({ kit, bill }: Printed) {
  const policy = `${digits(kit.random, 4)}/${digits(kit.random, 8)}/00/000`
  return markup({ kit, bill })`
    .row.head
      h1 {vendor_name}
      .r PREMIUM RECEIPT CUM TAX INVOICE
    .row
      entries
        Receipt No. = {invoice_no}
        Receipt Date = {invoice_date}
        Policy No. = ${policy}
        GSTIN of Insurer = {gstin}
      entries
        Insured Name = {buyer_name}
        GSTIN of Insured = {buyer_gstin}
        Period of Insurance From = ${kit.day(daysAfter(bill.date, 2))} 00:00 Hrs
        Period of Insurance To = ${kit.day(daysAfter(bill.date, 366))} Midnight
    ${(<Thanks kit={kit} bill={bill} />)}
    ${(<Also of="head" fields={{ customer_id: policy }} />)}`
}

function Thanks({ kit, bill }: Printed) {
  const words = kit.words(bill.total)
  return markup({ kit, bill })`
    p Received with thanks from {buyer.name}, {buyer.city}, a sum of ₹ {total} (${(<H k="amount_in_words">{words}</H>)}) by cheque no. ${() => digits(kit.random, 6)} dated ${kit.day(daysAfter(bill.date, -1))} towards premium of the above policy.`
}

import { markup } from '../../bill-markup.tsx'
import type { Printed } from '../layout.ts'
import { paper } from '../paper.tsx'

/* Bills of those who sell no goods. */

/** A professional's note of fees: tax deducted and an advance stand below the total, and what remains below them. */
export const feeNote = paper`
  fee-note: Tinos | Lato; 10.5pt
  services: 1-4 lines
  style
    .page { padding: 18mm 20mm } .name { font-size: 15pt } .head { border-bottom: 2px solid #555 }
    .lines { margin: 5mm 0 } .lines th { text-align: left; border-bottom: 1px solid #555; padding: 1mm } .lines td { padding: 1.5mm 1mm }
    .lines th.r { text-align: right } .sums { width: 60% }
  columns description: Nature of work; hsn: SAC; amount: Fees (₹)
  head
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
    Our GSTIN {gstin}, PAN {pan}. Your GSTIN {buyer_gstin}.
  foot
    ${Foot}`

function Foot({ kit, bill }: Printed) {
  const deducted = Math.round(bill.taxable / 1000) * 100
  const advance = kit.random.pick([0, Math.round(bill.taxable / 400_00) * 100_00])
  const left = bill.total - deducted - advance
  return markup({ kit, bill })`
    entries.sums
      Professional fees = {money taxable}
      @taxes Add CGST, Add SGST, Add IGST
      @rounding Rounding
      Total of this memo = {total}
      Less TDS u/s 194J @ 10% = ${kit.money(deducted)}
      ?${advance !== 0} Less advance received = ${kit.money(advance)}
      Balance receivable = ${kit.money(left)}
    @words Total in words:
    Yours faithfully,`
}

/** A landlord's letter: the buyer first, the seller only in the heading and below the signature, particulars and amounts alone. */
export const rentLetter = paper`
  rent-letter: Tinos | Carlito | Lato; 10.5pt
  services: 2-4 lines; near; unrounded
  goods
    Rent of Shop No. 4 for the month | 997212 | 18 | 38500
    Common area maintenance | 997212 | 18 | 4250
    Parking space, 2 nos. | 997212 | 18 | 3000
    Diesel generator back-up, fixed | 997212 | 18 | 1150
  style
    .page { padding: 18mm } h2 { text-align: center; font-size: 13pt; margin-bottom: 5mm } .right { text-align: right } p { margin: 4mm 0 }
    .lines th { border-bottom: 1px solid #000; padding: 1mm 0 } .lines td { padding: 1.2mm 0 } .sums { border-top: 1px solid #000; width: 100% }
  columns description: Particulars; hsn: SAC; amount: Rs.
  head
    h2 {vendor_name}
    .right
      Date: {invoice_date}
      Ref: {invoice_no}
    p To<br>{buyer_name}<br>{buyer.address}<br>{buyer.city} {buyer.pin}<br>Your GSTIN: {buyer_gstin}
    p <b>Sub: Tax invoice for rent and other charges</b>
  foot
    entries.sums
      Taxable value = {taxable_value}
      Central GST @ 9% = {cgst}
      State GST @ 9% = {sgst}
      Amount due = {total}
    @wordsOf Rupees
    p Payable by {due_date} to the account below. Please deduct tax at source on the taxable value only.
    entries[colon=:]
      @bank
    p For {seller.name}<br>GSTIN {gstin}, PAN {pan}`

/** A telephone bill: what was due before stands beside what this bill is for, the lines have neither quantity nor rate. */
export const telephone = paper`
  telephone: Lato | Open Sans; 9pt
  services: 1-5 lines; near; unrounded
  goods
    Monthly rental - Business 499 | 998413 | 18 | 499
    Broadband 200 Mbps | 998413 | 18 | 1199
    Usage charges | 998413 | 18 | 86.4
    Static IP | 998413 | 18 | 250
    International roaming pack | 998413 | 18 | 648
    Closed user group | 998413 | 18 | 120
  style
    .page { padding: 12mm } .sum { width: 100%; margin: 4mm 0; background: #f1f3f5 }
    .sum td, .sum th { text-align: center; padding: 1.5mm } .sum td { font-size: 120%; font-weight: bold }
    .lines th { text-align: left; border-bottom: 2px solid #c2255c; padding: 1mm } .lines td { padding: 1.2mm 1mm; border-bottom: 1px dotted #aaa }
  columns description: This month's charges; amount: Amount (₹)
  head
    let account = {digits 10}
    .row
      div
        {buyer_name}
        @lines buyer
        {buyer.city} {buyer.pin}
        Your GSTIN: {buyer_gstin}
      entries
        Account Number = {account}
        Bill Number = {invoice_no}
        Bill Date = {invoice_date}
        Bill Period = {day date -30} to {day date}
        Pay By = {due_date}
    ${Summary}
    .small {vendor_name}, {seller.address,city}. GSTIN: {gstin} PAN: {pan} HSN 998413
    @also account_no: {account}; customer_id: {account}
  foot
    entries.sums.w
      Charges before tax = {taxable_value}
      CGST 9% = {cgst}
      SGST 9% = {sgst}
      Total current charges = {total}`

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

/** A receipt of an insurer: no quantities, the sum in a sentence, dates of the cover beside that of the receipt. */
export const premiumReceipt = paper`
  premium-receipt: Open Sans | Arimo | Lato; 9pt
  services: 1-1 lines; near 0.6; unrounded
  goods
    Shopkeeper Package Policy | 997137 | 18 | 8460
    Goods Carrying Vehicle - Package Policy | 997134 | 18 | 21375
    Group Health Insurance - Employees | 997133 | 18 | 36900
    Standard Fire & Special Perils | 997137 | 18 | 4215
  style
    .page { padding: 16mm 14mm } .head { border-bottom: 3px solid #003f7d; padding-bottom: 2mm } h1 { font-size: 13pt; color: #003f7d }
    .entries td { padding: 0.8mm 4mm 0.8mm 0 } .entries .label { font-weight: bold } p { margin: 4mm 0; line-height: 1.6 }
    .lines th { background: #003f7d; color: #fff; padding: 1.2mm } .lines td { border: 1px solid #003f7d; padding: 1.2mm }
  columns hsn: SAC Code; description: Description of Service; taxable: Net Premium (₹);
    ?near cgst: CGST @ 9%; ?near sgst: SGST @ 9%; ?far igst: IGST @ 18%; total: Total Premium (₹)
  head
    let policy = {digits 4}/{digits 8}/00/000
    .row.head
      h1 {vendor_name}
      .r PREMIUM RECEIPT CUM TAX INVOICE
    .row
      entries
        Receipt No. = {invoice_no}
        Receipt Date = {invoice_date}
        Policy No. = {policy}
        GSTIN of Insurer = {gstin}
      entries
        Insured Name = {buyer_name}
        GSTIN of Insured = {buyer_gstin}
        Period of Insurance From = {day date +2} 00:00 Hrs
        Period of Insurance To = {day date +366} Midnight
    p Received with thanks from {buyer.name}, {buyer.city}, a sum of ₹ {total} ({amount_in_words}) by cheque no. {digits 6} dated {day date -1} towards premium of the above policy.
    @also customer_id: {policy}
  foot
    p.small Whether tax is payable on reverse charge basis : {reverse_charge: No}. Consolidated stamp duty paid. Receipt valid subject to realisation of cheque.
    .r For and on behalf of {seller.name}
    .r Authorised Signatory`

import type { BillLine } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { LineFacts } from '../../lines-table.tsx'
import { C } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { freePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'

const css = `.page { padding: 15mm } .row { display: flex; justify-content: space-between; margin: 4mm 0 } .entries td { padding: 0.6mm 4mm 0.6mm 0 } h1 { font-size: 17pt; font-weight: normal } h3 { font-size: 11pt; border-bottom: 1px solid #999; margin-top: 5mm }
  .use { display: flex; align-items: baseline } .use i { flex: 1; border-bottom: 1px dotted #777; margin: 0 1.5mm } .sums { width: 100% } .sums td:last-child { text-align: right } .small { font-size: 80%; color: #555 }`

const uses = itemsOf([
  ['Compute instances, Mumbai', '998315', 18, 4_812.4],
  ['Object storage, Standard', '998315', 18, 612.85],
  ['Managed database, 2 vCPU', '998315', 18, 3_240],
  ['Data transfer out, first 10 TB', '998315', 18, 946.2],
  ['E-mail relay, per 1000 messages', '998315', 18, 118.75],
  ['Domain name renewal .in', '998315', 18, 749],
])

/** A seller of computing by use: no table, each use on a line with dots up to its amount, the total at the top. */
export const usageList = freePage({
  name: 'usage-list',
  css,
  fonts: ['Open Sans', 'Lato', 'Arimo'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'services',
    items: uses,
    lines: [2, 6],
    isNear: random.chance(0.4),
    isRounded: false,
  }),
  Body: zone`
    ${({ kit, bill }) => <Head kit={kit} bill={bill} />}
    h3 Detail of charges
    ${({ kit, bill }) => bill.lines.map((line, at) => <Use key={at} kit={kit} line={line} />)}
    h3 Summary
    entries.sums
      Charges = ₹{money taxable}
      @taxes CGST at 9 percent, SGST at 9 percent, IGST at 18 percent in ₹
      Total for this invoice = {total in ₹}
    p.small Service accounting code 998315, hosting and information technology infrastructure. All charges are in Indian rupees. Tax is not payable on reverse charge.`,
})

function Use({ kit, line }: { kit: Kit; line: BillLine }) {
  return (
    <div className="use" data-line="">
      <LineFacts line={line} />
      <C k="description">{line.item.name}</C>
      <i />
      <C k="amount" v={line.taxable / 100}>{`₹${kit.money(line.taxable)}`}</C>
    </div>
  )
}

function Head(printed: Printed) {
  return markup(printed)`
    .row
      div
        b {vendor_name}
        @address seller
        GSTIN {gstin}
      h1 Tax Invoice
    .row
      div
        .small Bill to
        {buyer_name}
        @address buyer
        GSTIN {buyer_gstin}
      entries
        Invoice number = {invoice_no}
        Invoice date = {invoice_date}
        Total due by = {due_date}
        Amount = {total in ₹}
        Place of supply = {place_of_supply}`
}

import type { Column } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { amountField, entry } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { markup, zone } from '../../bill-markup.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { SparseRow } from '../../lines-table.tsx'
import { listed } from '../../listed-columns.ts'
import { Also, C, H } from '../../marks.tsx'
import { onePage } from '../one-page.tsx'

/* Credit and debit notes of trades. */

const damagedGoodsCss = `.page { padding: 12mm } .lines { margin: 3mm 0 } .lines th { background: #e9ecef; padding: 1mm }
  .lines td { padding: 0.8mm 1mm; border-bottom: 1px solid #dee2e6 } .sentence { margin: 3mm 0 } .right { margin-left: auto; width: 45% }
  .right td:last-child { text-align: right }`

/** A credit note for damaged and expired goods: the bill it is about and its sum stand in sentences. */
export const damagedGoods = onePage({
  name: 'damaged-goods',
  kind: 'credit note',
  css: damagedGoodsCss,
  fonts: ['Open Sans', 'Roboto'],
  size: 8.5,
  wanted: () => ({ trade: 'medicines', lines: [1, 6], isNear: true }),
  columns: listed`description: Product; hsn: HSN; batch: Batch; expiry: Expiry; mrp: MRP; qty: Accepted Qty;
    rate: PTR; gst: GST; amount: Credit Value`,
  Head: DamagedGoodsHead,
  Foot: DamagedGoodsFoot,
})

function DamagedGoodsHead(printed: Printed) {
  return markup(printed)`
    .row
      div
        .name {vendor_name}
        {seller.address,city,pin}
        GSTIN {gstin}
      .r
        .b CREDIT NOTE (Breakage / Expiry)
        C.N. No. {invoice_no}
        Dated {invoice_date}
    .sentence To, {buyer_name}, {buyer.address}, {buyer.city}. GSTIN {buyer_gstin}
    .sentence We have credited your account with Rs. {money total} towards damaged and expired goods returned against our invoice no. {original_invoice_no} dated {original_invoice_date}, as below.`
}

function DamagedGoodsFoot({ kit, bill }: Printed) {
  const rows = [
    ['Value of goods', kit.money(bill.taxable)],
    ['Central GST', amountField(kit, 'cgst', bill.cgst)],
    ['State GST', amountField(kit, 'sgst', bill.sgst)],
    ['Rounding adj.', amountField(kit, 'round_off', bill.roundOff)],
    ['Credit allowed', amountField(kit, 'total', bill.total)],
  ] as const
  return markup({ kit, bill })`
    table.right
      tbody
        ${() =>
          rows.map(([label, value]) => (
            <tr key={label}>
              <td>{label}</td>
              <td>{value}</td>
            </tr>
          ))}
    @words In words
    .sentence Claims Department`
}

const debitJournalCss = `.page { padding: 10mm } .title { text-align: center; font-size: 13pt; text-decoration: underline }
  .lines { border: 1px solid #000 } .lines th { border: 1px solid #000 } .lines td { border-left: 1px solid #000; padding: 1.5mm 2mm }
  .total td { border-top: 1px solid #000; font-weight: bold }`

const reasons = itemsOf([
  ['Being rate difference on supplies of the month', '999799', 18, 2_140],
  ['Being short quantity received in last lot', '999799', 18, 860],
  ['Being interest on late payment', '999799', 18, 1_275],
  ['Being unloading charges borne on your behalf', '999799', 18, 640],
])

/** A debit note as a journal prints it: two columns, reasons in sentences, the taxes as rows below them. */
export const debitJournal = onePage({
  name: 'debit-journal',
  kind: 'debit note',
  css: debitJournalCss,
  fonts: ['Tinos', 'Arimo'],
  size: 10,
  paper: { width: 210, height: 148 },
  wanted: () => ({ trade: 'services', items: reasons, lines: [1, 2] }),
  columns: listed`description[width=75]: Particulars; amount: Amount`,
  Head: DebitJournalHead,
  Foot: zone`
    @words Amount (in words) :`,
  rows: ({ kit, bill }) =>
    rowsBelow(kit, bill).map(({ label, value }, at, { length }) => (
      <SparseRow
        key={at}
        className={at === length - 1 ? 'total' : ''}
        columns={2}
        cells={{ 0: label, 1: value }}
      />
    )),
})

function rowsBelow(kit: Kit, bill: Bill) {
  const amount = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  return [
    ...(bill.isNear
      ? [amount('CGST @ 9%', 'cgst', bill.cgst), amount('SGST @ 9%', 'sgst', bill.sgst)]
      : [amount('IGST @ 18%', 'igst', bill.igst)]),
    ...(bill.roundOff === 0 ? [] : [amount('Round Off', 'round_off', bill.roundOff)]),
    amount('', 'total', bill.total),
  ]
}

function DebitJournalHead(printed: Printed) {
  return markup(printed)`
    .c
      b {vendor_name}
      {seller.address,city}
      GSTIN/UIN: {gstin}
    .title Debit Note
    .row
      span No. : {invoice_no}
      span.r Dated : {invoice_date}
    .row <span>Ref. : {original_invoice_no} dt. {original_invoice_date}</span>
    Party's Name : {buyer_name}
    {buyer.address}
    GSTIN/UIN : {buyer_gstin}`
}

const rateDifferenceCss = `.page { padding: 14mm } .title { text-align: center; text-decoration: underline; font-weight: bold; margin: 3mm 0 } p { margin: 3mm 0 }
  .lines th { border-top: 1.5px solid #000; border-bottom: 1.5px solid #000; padding: 1mm } .lines td { padding: 1mm } .sums { border-top: 1.5px solid #000; width: 60%; margin-top: 2mm }`

/** A debit note for rates that were too low: what was billed and what was agreed beside the difference, which alone is multiplied. */
export const rateDifference = onePage({
  name: 'rate-difference',
  css: rateDifferenceCss,
  fonts: ['Tinos', 'Arimo', 'Open Sans'],
  size: 10,
  kind: 'debit note',
  wanted: ({ random }) => ({
    trade: random.pick(['hardware', 'grocery', 'electrical']),
    lines: [1, 4],
    isNear: random.chance(0.7),
    isRounded: random.chance(0.5),
  }),
  columns: rateDifferenceColumns,
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

function rateDifferenceColumns(kit: Kit, bill: Bill): Column[] {
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

const returnedGoodsCss = `.page { padding: 11mm } .boxes { margin: 3mm 0 } .boxes td { border: 1px solid #555; padding: 0.8mm 1.5mm; width: 33% } .boxes .label { font-size: 80%; color: #555 }
  .lines th { border-bottom: 1px solid #555; background: #eee; padding: 1mm } .lines td { padding: 0.8mm 1mm; border-bottom: 1px solid #ddd } .sums { margin-top: 3mm }`

/** A credit note whose amounts stand in brackets, as accountants write what is taken back. */
export const returnedGoods = onePage({
  name: 'returned-goods',
  css: returnedGoodsCss,
  fonts: ['Carlito', 'Arimo', 'Lato'],
  size: 9,
  kind: 'credit note',
  wanted: ({ random }) => ({
    trade: random.pick(['household', 'electrical', 'stationery']),
    lines: [1, 5],
    isNear: random.chance(0.7),
  }),
  columns: returnedGoodsColumns,
  Head: zone`
    .row
      div
        h2 SALES RETURN
        (Credit Note u/s 34 of the CGST Act)
      .r
        b {vendor_name}
        {seller.address,city,pin}
        GSTIN {gstin}
    boxes[across=3]
      Credit Note # = {invoice_no}
      Issued on = {invoice_date}
      Reason for issue = {any 01 - Sales Return|02 - Post Sale Discount}
      Original invoice = {original_invoice_no}
      Original invoice dated = {original_invoice_date}
      Place of supply =
        ${({ bill }) => <Place bill={bill} />}
    entries
      Issued to = {buyer_name}
      = {buyer.address,city}
      GSTIN / UIN = {buyer_gstin}`,
  Foot: ReturnedGoodsFoot,
})

/** Who types it with a minus is right as well. */
function bracketed(kit: Kit, paise: number) {
  return { text: `(${kit.money(paise)})`, values: [String(paise / 100), String(-paise / 100)] }
}

function returnedGoodsColumns(kit: Kit, bill: Bill): Column[] {
  const value: Column = {
    heading: 'Value',
    align: 'r',
    cell: ({ taxable }) => {
      const { text, values } = bracketed(kit, taxable)
      return (
        <C k="amount" v={values}>
          {text}
        </C>
      )
    },
  }
  return listed`serial: S No; description: Item returned; hsn: HSN; qty: Qty Rtd; rate: Rate; gst: GST %; ${value}`(
    kit,
    bill,
  )
}

function Place({ bill: { isNear, seller, buyer } }: { bill: Bill }) {
  const { state, stateCode } = isNear ? seller : buyer
  const printed = `${stateCode} ${state}`
  return (
    <H k="place_of_supply" v={[printed, state]}>
      {printed}
    </H>
  )
}

function ReturnedGoodsFoot({ kit, bill }: Printed) {
  const one = (label: string, key: string, paise: number) =>
    entry(label, <Amount kit={kit} name={key} paise={paise} />)
  return markup({ kit, bill })`
    entries.sums
      Total value of return = ${() => bracketed(kit, bill.taxable).text}
      ?near
        ${() => [one('CGST reversed', 'cgst', bill.cgst)]}
        ${() => [one('SGST reversed', 'sgst', bill.sgst)]}
      else ${() => [one('IGST reversed', 'igst', bill.igst)]}
      ?round_off Rounding =
        ${(<Rounding kit={kit} bill={bill} />)}
      ${() => [one('Amount credited to your account', 'total', bill.total)]}
    @words In words:
    p Kindly reverse the input tax credit taken on the above.
    .r Accounts Dept., {seller.name}`
}

function Amount({ kit, name, paise }: { kit: Kit; name: string; paise: number }) {
  const { text, values } = bracketed(kit, paise)
  return (
    <H k={name} v={values}>
      {text}
    </H>
  )
}

/** What is added to the note stands in brackets as well, what is taken from it does not. */
function Rounding(printed: Printed) {
  return markup(printed)`
    ${({ kit, bill }) => (
      <H k="round_off" v={[String(bill.roundOff / 100), String(-bill.roundOff / 100)]}>
        {bill.roundOff > 0 ? `(${kit.money(bill.roundOff)})` : kit.money(-bill.roundOff)}
      </H>
    )}`
}

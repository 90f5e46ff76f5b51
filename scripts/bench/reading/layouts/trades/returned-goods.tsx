import type { Column } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { C, H } from '../../marks.tsx'
import { entry } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 11mm } .boxes { margin: 3mm 0 } .boxes td { border: 1px solid #555; padding: 0.8mm 1.5mm; width: 33% } .boxes .label { font-size: 80%; color: #555 }
  .lines th { border-bottom: 1px solid #555; background: #eee; padding: 1mm } .lines td { padding: 0.8mm 1mm; border-bottom: 1px solid #ddd } .sums { margin-top: 3mm }`

/** A credit note whose amounts stand in brackets, as accountants write what is taken back. */
export const returnedGoods = onePage({
  name: 'returned-goods',
  css,
  fonts: ['Carlito', 'Arimo', 'Lato'],
  size: 9,
  kind: 'credit note',
  wanted: ({ random }) => ({
    trade: random.pick(['household', 'electrical', 'stationery']),
    lines: [1, 5],
    isNear: random.chance(0.7),
  }),
  columns,
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
  Foot,
})

/** Who types it with a minus is right as well. */
function bracketed(kit: Kit, paise: number) {
  return { text: `(${kit.money(paise)})`, values: [String(paise / 100), String(-paise / 100)] }
}

function columns(kit: Kit, bill: Bill): Column[] {
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

function Foot({ kit, bill }: Printed) {
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

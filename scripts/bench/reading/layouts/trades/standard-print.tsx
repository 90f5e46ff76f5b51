import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { Also, C, H } from '../../marks.tsx'
import { amountField, entry } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { amountOrZero, onePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'

const css = `.page { padding: 15mm } .letter { text-align: center; margin-bottom: 4mm; border-bottom: 1px solid #ccc; padding-bottom: 3mm } h1 { font-size: 15pt }
  .row { margin: 3mm 0 } .entries .label { width: 34mm; color: #444 } .lines th { background: #f5f5f5; border: 1px solid #d1d8dd; padding: 1.5mm }
  .lines td { border: 1px solid #d1d8dd; padding: 1.5mm } .sums { width: 50%; margin-top: 3mm } .sums tr:last-child { font-weight: normal } .grey { color: #777 }`

/** The plain print of an open-source system: one label to a row in two columns, code over name, the rounded total after the grand one. */
export const standardPrint = onePage({
  name: 'standard-print',
  css,
  fonts: ['Open Sans', 'Roboto', 'Arimo'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: random.pick(['hardware', 'grocery', 'electrical']),
    lines: [1, 7],
    hasFreight: random.chance(0.3),
  }),
  columns,
  Head: zone`
    .letter
      h2 {vendor_name}
      | {seller.address,city,pin}
    .r
      h1 Tax Invoice
      | {invoice_no}
    .row
      entries[colon=:]
        Customer Name = {buyer_name}
        Billing Address = {buyer.address,city,pin}
        Customer GSTIN = {buyer_gstin}
        Place of Supply =
          ${({ bill }) => <Place bill={bill} />}
      entries[colon=:]
        Date = {invoice_date}
        Payment Due Date = {due_date}
        Company GSTIN = {gstin}
        Customer's PO No = {po_no}
        GST Category = Registered Regular`,
  Foot,
})

function columns(kit: Kit): Column[] {
  const all = columnsOf(kit, { serial: 'Sr', hsn: 'HSN/SAC', rate: 'Rate', amount: 'Amount' })
  const named: Column = {
    heading: 'Item',
    align: 'l',
    cell: ({ code, item: { name } }) => (
      <>
        <b>
          <C k="item_code">{code}</C>
        </b>
        <div>
          <C k="description">{name}</C>
        </div>
      </>
    ),
  }
  const quantity: Column = {
    heading: 'Quantity',
    align: 'r',
    cell: ({ qty, item }) => (
      <>
        <C k="qty" v={qty}>
          {String(qty)}
        </C>{' '}
        <span className="grey">
          <C k="unit">{item.unit}</C>
        </span>
      </>
    ),
  }
  return [all.serial, named, all.hsn, quantity, rupees(all.rate), rupees(all.amount)]
}

/** The same with the sign before each amount. */
function rupees(column: Column): Column {
  return { ...column, cell: (line, index) => <>₹ {column.cell(line, index)}</> }
}

function Place({ bill: { isNear, seller, buyer } }: { bill: Bill }) {
  const { state, stateCode } = isNear ? seller : buyer
  const printed = `${stateCode}-${state}`
  return (
    <H k="place_of_supply" v={[printed, state]}>
      {printed}
    </H>
  )
}

function Foot({ kit, bill }: Printed) {
  const one = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise, '₹ '))
  const abbreviation = bill.seller.name.replace(/[^A-Z]/g, '')
  const tax = (name: string, key: string, paise: number) =>
    one(`Output Tax ${name} - ${abbreviation}`, key, paise)
  const taxes = bill.isNear
    ? [tax('SGST', 'sgst', bill.sgst), tax('CGST', 'cgst', bill.cgst)]
    : [tax('IGST', 'igst', bill.igst)]
  const quantity = bill.lines.reduce((sum, { qty }) => sum + qty, 0)
  const goods = bill.lines.reduce((sum, { taxable }) => sum + taxable, 0)
  return markup({ kit, bill })`
    entries.sums[colon=:]
      Total Quantity =
        ${(<Quantity all={quantity} />)}
      Total = ₹ ${kit.money(goods)}
      ?freight Freight and Forwarding = {freight in ₹ }
      ${taxes}
      Grand Total = ₹ ${kit.money(bill.total - bill.roundOff)}
      Rounding Adjustment = ${() => amountOrZero(kit, 'round_off', bill.roundOff)}
      Rounded Total = {total in ₹ }
    @words In Words:
    ${(<Also of="head" fields={{ subtotal: goods / 100, taxable_value: goods / 100 }} />)}`
}

function Quantity({ all }: { all: number }) {
  const rounded = Math.round(all * 1000) / 1000
  return (
    <H k="total_qty" v={rounded}>
      {String(rounded)}
    </H>
  )
}

import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { Also, C, H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { InWords } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { amountOrZero, onePage } from '../one-page.tsx'

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
  Head,
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

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="letter">
        <h2>
          <H k="vendor_name">{seller.name}</H>
        </h2>
        {[...seller.address, seller.city, seller.pin].join(', ')}
      </div>
      <div className="r">
        <h1>Tax Invoice</h1>
        <H k="invoice_no">{bill.number}</H>
      </div>
      <div className="row">
        <EntryTable
          colon=":"
          entries={[
            entry('Customer Name', <H k="buyer_name">{buyer.name}</H>),
            entry('Billing Address', [...buyer.address, buyer.city, buyer.pin].join(', ')),
            entry('Customer GSTIN', <H k="buyer_gstin">{buyer.gstin}</H>),
            entry('Place of Supply', <Place bill={bill} />),
          ]}
        />
        <EntryTable
          colon=":"
          entries={[
            entry('Date', dateField(kit, 'invoice_date', bill.date)),
            entry('Payment Due Date', dateField(kit, 'due_date', bill.dueDate)),
            entry('Company GSTIN', <H k="gstin">{seller.gstin}</H>),
            entry("Customer's PO No", <H k="po_no">{bill.order.number}</H>),
            entry('GST Category', 'Registered Regular'),
          ]}
        />
      </div>
    </>
  )
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
  return (
    <>
      <EntryTable
        className="sums"
        colon=":"
        entries={[
          entry('Total Quantity', <Quantity all={quantity} />),
          entry('Total', `₹ ${kit.money(goods)}`),
          ...(bill.freight === 0 ? [] : [one('Freight and Forwarding', 'freight', bill.freight)]),
          ...taxes,
          entry('Grand Total', `₹ ${kit.money(bill.total - bill.roundOff)}`),
          entry('Rounding Adjustment', amountOrZero(kit, 'round_off', bill.roundOff)),
          one('Rounded Total', 'total', bill.total),
        ]}
      />
      <InWords kit={kit} bill={bill} label="In Words:" />
      <Also of="head" fields={{ subtotal: goods / 100, taxable_value: goods / 100 }} />
    </>
  )
}

function Quantity({ all }: { all: number }) {
  const rounded = Math.round(all * 1000) / 1000
  return (
    <H k="total_qty" v={rounded}>
      {String(rounded)}
    </H>
  )
}

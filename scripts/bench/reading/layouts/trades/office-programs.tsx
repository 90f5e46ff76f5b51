import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { Also, C, H } from '../../marks.tsx'
import { amountField, entry, Address } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { amountOrZero, onePage, orZero } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { irnOf } from '../../compose/e-invoice.ts'
import { digits, type Party } from '../../compose/parties.ts'

/* Bills of larger programs. */

const standardPrintCss = `.page { padding: 15mm } .letter { text-align: center; margin-bottom: 4mm; border-bottom: 1px solid #ccc; padding-bottom: 3mm } h1 { font-size: 15pt }
  .row { margin: 3mm 0 } .entries .label { width: 34mm; color: #444 } .lines th { background: #f5f5f5; border: 1px solid #d1d8dd; padding: 1.5mm }
  .lines td { border: 1px solid #d1d8dd; padding: 1.5mm } .sums { width: 50%; margin-top: 3mm } .sums tr:last-child { font-weight: normal } .grey { color: #777 }`

/** The plain print of an open-source system: one label to a row in two columns, code over name, the rounded total after the grand one. */
export const standardPrint = onePage({
  name: 'standard-print',
  css: standardPrintCss,
  fonts: ['Open Sans', 'Roboto', 'Arimo'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: random.pick(['hardware', 'grocery', 'electrical']),
    lines: [1, 7],
    hasFreight: random.chance(0.3),
  }),
  columns: standardPrintColumns,
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
          ${({ bill }) => <StandardPrintPlace bill={bill} />}
      entries[colon=:]
        Date = {invoice_date}
        Payment Due Date = {due_date}
        Company GSTIN = {gstin}
        Customer's PO No = {po_no}
        GST Category = Registered Regular`,
  Foot: StandardPrintFoot,
})

function standardPrintColumns(kit: Kit): Column[] {
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

function StandardPrintPlace({ bill: { isNear, seller, buyer } }: { bill: Bill }) {
  const { state, stateCode } = isNear ? seller : buyer
  const printed = `${stateCode}-${state}`
  return (
    <H k="place_of_supply" v={[printed, state]}>
      {printed}
    </H>
  )
}

function StandardPrintFoot({ kit, bill }: Printed) {
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

const portalPrintCss = `.bar { background: #d9e2ef; font-weight: bold; padding: 0.8mm 2mm; margin-top: 3mm; border: 1px solid #888 }
  .box { border: 1px solid #888; border-top: 0; padding: 1.5mm 2mm } .irn { font-size: 85% }
  .lines th, .lines td, .tots th, .tots td { border: 1px solid #888; padding: 0.6mm 1mm; font-size: 90% } .tots { margin-top: 2mm }`

/** The print of the portal where e-invoices are registered: numbered sections, all taxes though they are zero, rates as "18 + 0". */
export const portalPrint = onePage({
  name: 'portal-print',
  css: portalPrintCss,
  fonts: ['Arimo', 'Open Sans'],
  size: 8,
  wanted: ({ random }) => ({
    trade: random.pick(['hardware', 'electrical', 'household', 'stationery']),
    lines: [1, 7],
    discounts: random.pick([0, 0.4]),
    isRounded: random.chance(0.6),
  }),
  columns: portalPrintColumns,
  Head: zone`
    .row
      b {gstin}
      b.r {vendor_name}
    .bar 1.e-Invoice Details
    .box
      .irn IRN : ${({ bill }) => <H k="irn">{irnOf(bill)}</H>}
      .row
        span Ack. No : ${({ kit }) => <H k="ack_no">{`1${digits(kit.random, 14)}`}</H>}
        span Ack. Date : {ack_date=date}
    .bar 2.Document Details
    ${({ kit, bill }) => <Document kit={kit} bill={bill} />}
    .bar 3.Party Details
    .box.row
      ${({ bill }) => <PartyBox label="Supplier :" keys={['gstin', 'vendor_name']} party={bill.seller} />}
      ${({ bill }) => <PartyBox label="Recipient :" keys={['buyer_gstin', 'buyer_name']} party={bill.buyer} />}
    .bar 4.Details of Goods / Services`,
  Foot: PortalPrintFoot,
})

function portalPrintColumns(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    serial: 'SlNo',
    description: 'Item Description',
    hsn: 'HSN Code',
    qty: 'Quantity',
    unit: 'Unit',
    rate: 'Unit Price(Rs)',
    discount: 'Discount(Rs)',
    taxable: 'Taxable Amount(Rs)',
    total: 'Total',
  })
  const rates: Column = {
    heading: 'Tax Rate (GST + Cess | State Cess + Cess Non.Advol)',
    align: 'c',
    cell: ({ item }) => (
      <>
        <C k="gst_rate" v={item.gst}>
          {item.gst.toFixed(2)}
        </C>{' '}
        + 0 | 0 + 0
      </>
    ),
  }
  return [
    all.serial,
    all.description,
    all.hsn,
    all.qty,
    all.unit,
    all.rate,
    orZero(all.discount, 'discount', ({ discount }) => discount, '0.00'),
    all.taxable,
    rates,
    { heading: 'Other charges(Rs)', align: 'r', cell: () => '0.00' },
    all.total,
  ]
}

function Document(printed: Printed) {
  return markup(printed)`
    .box.row
      entries[colon=" :"]
        Category = B2B
        Document No = {invoice_no}
        Place of Supply =
          ${({ bill }) => <PortalPrintPlace bill={bill} />}
      entries[colon=" :"]
        Document Type = Tax Invoice
        Document Date = {invoice_date}
        IGST on INTRA = No`
}

function PortalPrintPlace({ bill: { isNear, seller, buyer } }: { bill: Bill }) {
  return <H k="place_of_supply">{(isNear ? seller : buyer).state.toUpperCase()}</H>
}

type PartyBox = { label: string; party: Party; keys: readonly [gstin: string, name: string] }

function PartyBox({ label, party, keys: [gstin, name] }: PartyBox) {
  return (
    <div>
      <b>{label}</b>
      <div>
        GSTIN : <H k={gstin}>{party.gstin}</H>
      </div>
      <div>
        <H k={name}>{party.name}</H>
      </div>
      <Address party={party} />
      <div>{party.state.toUpperCase()}</div>
    </div>
  )
}

function PortalPrintFoot({ kit, bill }: Printed) {
  const zero = amountOrZero
  const sums = [
    entry("Tax'ble Amt", amountField(kit, 'taxable_value', bill.taxable)),
    entry('CGST Amt', zero(kit, 'cgst', bill.isNear ? bill.cgst : 0)),
    entry('SGST Amt', zero(kit, 'sgst', bill.isNear ? bill.sgst : 0)),
    entry('IGST Amt', zero(kit, 'igst', bill.igst)),
    entry('CESS Amt', '0.00'),
    entry('State CESS', '0.00'),
    entry('Discount', amountOrZero(kit, 'discount', 0)),
    entry('Other Charges', '0.00'),
    entry('Round off Amt', zero(kit, 'round_off', bill.roundOff)),
    entry('Tot Inv. Amt', amountField(kit, 'total', bill.total)),
  ]
  return markup({ kit, bill })`
    table.tots.w
      thead
        tr
          ${() => sums.map(({ label }) => <th key={label}>{label}</th>)}
      tbody
        tr
          ${() =>
            sums.map(({ label, value }) => (
              <td key={label} className="r">
                {value}
              </td>
            ))}
    .small Generated By : {seller.gstin} Print Date : {day date} eSign Digitally Signed by NIC-IRP`
}

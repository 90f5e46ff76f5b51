import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { Also, C, H } from '../../marks.tsx'
import { entry } from '../../parts.tsx'
import { taxRows } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'

const css = `.page { padding: 10mm } .blue { color: #1b4dd1; font-weight: bold } .name { font-size: 14pt } .row { margin: 2mm 0 } .boxed { border: 1px solid #ccc } .boxed > * { padding: 2mm; border-right: 1px solid #ccc }
  .lines { border-top: 2px solid #1b4dd1; border-bottom: 2px solid #1b4dd1 } .lines th { padding: 1.5mm 1mm; border-bottom: 1px solid #1b4dd1 } .lines td { padding: 1.2mm 1mm } .grey { color: #777; font-size: 85% }
  .sums tr:last-child { font-size: 12pt }`

/** An application's bill: the rate of tax in brackets behind its amount, the unit in the cell of the quantity, a sum for each rate of tax. */
export const bracketedRates = onePage({
  name: 'bracketed-rates',
  css,
  fonts: ['Open Sans', 'Roboto', 'Lato'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: random.pick(['household', 'electrical', 'stationery']),
    lines: [1, 8],
    isNear: random.chance(0.7),
  }),
  columns,
  Head: zone`
    .row
      span.blue TAX INVOICE
      span.r.grey ORIGINAL FOR RECIPIENT
    .name {vendor_name}
    <b>GSTIN</b> {gstin} <b>PAN</b> {pan}
    @address seller
    <b>Mobile</b> +91 ${({ bill }) => (
      <H k="phone" v={[bill.seller.phone, `+91 ${bill.seller.phone}`]}>
        {bill.seller.phone}
      </H>
    )} <b>Email</b> {email}
    .row
      span Invoice #: {invoice_no}
      span Invoice Date: {invoice_date}
      span Due Date: {due_date}
    .row.boxed
      div
        b Customer Details:
        {buyer_name}
        GSTIN: {buyer_gstin}
      div
        b Billing Address:
        @address buyer
      div
        b Place of Supply:
        {place_of_supply}`,
  Foot,
})

function columns(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    serial: '#',
    description: 'Item',
    hsn: 'HSN/ SAC',
    rate: 'Rate / Item',
    qty: 'Qty',
    taxable: 'Taxable Value',
    amountWithTax: 'Amount',
  })
  return [
    all.serial,
    all.description,
    all.hsn,
    all.rate,
    { ...all.qtyWithUnit, cell: (line) => <Quantity kit={kit} line={line} /> },
    all.taxable,
    { heading: 'Tax Amount', align: 'r', cell: (line) => <Tax kit={kit} line={line} /> },
    all.amountWithTax,
  ]
}

type Cell = { kit: Kit; line: BillLine }

function Quantity({ kit, line: { qty, item } }: Cell) {
  return (
    <>
      <C k="qty" v={qty}>
        {kit.quantity(qty)}
      </C>{' '}
      {item.unit.toUpperCase()}
      <Also of="line" fields={{ unit: item.unit }} />
    </>
  )
}

function Tax({ kit, line: { cgst, sgst, igst, item } }: Cell) {
  const paise = cgst + sgst + igst
  return (
    <>
      <C k="tax_amount" v={paise / 100}>
        {kit.money(paise)}
      </C>{' '}
      (
      <C k="gst_rate" v={item.gst}>
        {`${item.gst}%`}
      </C>
      )
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  const quantity = bill.lines.reduce((sum, { qty }) => sum + qty, 0)
  return markup({ kit, bill })`
    entries.sums
      Taxable Amount = {taxable_value in ₹}
      ${() => ratesOf(kit, bill)}
      @rounding Round Off
      Total = {total in ₹}
    .row.grey
      span Total Items / Qty : {lines.length} / ${quantity.toFixed(3)}
      span.r
        @words Total amount (in words):
    b Bank Details:
    entries[colon=:]
      @bank
    .r For {seller.name}`
}

/** Each rate of tax in a row of its own: what they come to is printed nowhere. */
function ratesOf(kit: Kit, bill: Bill) {
  return taxRows(bill, 'rate').flatMap(({ rate, cgst, sgst, igst }) =>
    bill.isNear
      ? [
          entry(`CGST ${rate / 2}.0%`, `₹${kit.money(cgst)}`),
          entry(`SGST ${rate / 2}.0%`, `₹${kit.money(sgst)}`),
        ]
      : [entry(`IGST ${rate}.0%`, `₹${kit.money(igst)}`)],
  )
}

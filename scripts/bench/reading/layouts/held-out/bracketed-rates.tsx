import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { Also, C, H } from '../../marks.tsx'
import { Address, amountField, dateField, entry, EntryTable, placeOfSupply } from '../../parts.tsx'
import { bankEntries } from '../../small-print.tsx'
import { InWords, roundingEntries, taxRows } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'

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
  Head,
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

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="row">
        <span className="blue">TAX INVOICE</span>
        <span className="r grey">ORIGINAL FOR RECIPIENT</span>
      </div>
      <div className="name">
        <H k="vendor_name">{seller.name}</H>
      </div>
      <div>
        <b>GSTIN</b> <H k="gstin">{seller.gstin}</H> <b>PAN</b> <H k="pan">{seller.pan}</H>
      </div>
      <Address party={seller} />
      <div>
        <b>Mobile</b> +91{' '}
        <H k="phone" v={[seller.phone, `+91 ${seller.phone}`]}>
          {seller.phone}
        </H>{' '}
        <b>Email</b> <H k="email">{seller.email}</H>
      </div>
      <div className="row">
        <span>
          Invoice #: <H k="invoice_no">{bill.number}</H>
        </span>
        <span>Invoice Date: {dateField(kit, 'invoice_date', bill.date)}</span>
        <span>Due Date: {dateField(kit, 'due_date', bill.dueDate)}</span>
      </div>
      <div className="row boxed">
        <div>
          <b>Customer Details:</b>
          <div>
            <H k="buyer_name">{buyer.name}</H>
          </div>
          <div>
            GSTIN: <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
        <div>
          <b>Billing Address:</b>
          <Address party={buyer} />
        </div>
        <div>
          <b>Place of Supply:</b>
          <div>{placeOfSupply(kit, bill)}</div>
        </div>
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  const quantity = bill.lines.reduce((sum, { qty }) => sum + qty, 0)
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          entry('Taxable Amount', amountField(kit, 'taxable_value', bill.taxable, '₹')),
          ...ratesOf(kit, bill),
          ...roundingEntries(kit, bill, 'Round Off'),
          entry('Total', amountField(kit, 'total', bill.total, '₹')),
        ]}
      />
      <div className="row grey">
        <span>
          Total Items / Qty : {bill.lines.length} / {quantity.toFixed(3)}
        </span>
        <span className="r">
          <InWords kit={kit} bill={bill} label="Total amount (in words):" />
        </span>
      </div>
      <b>Bank Details:</b>
      <EntryTable entries={bankEntries(kit, bill)} colon=":" />
      <div className="r">For {bill.seller.name}</div>
    </>
  )
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

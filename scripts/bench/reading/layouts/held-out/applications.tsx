import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { Also, C, H } from '../../marks.tsx'
import { entry, amountField, placeOfSupply } from '../../parts.tsx'
import { taxRows, roundingEntries } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage, freePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import type { ReactNode } from 'react'
import { digits, type Party } from '../../compose/parties.ts'
import { SparseRow, LineFacts } from '../../lines-table.tsx'
import { listed } from '../../listed-columns.ts'

/* Bills of applications. */

const bracketedRatesCss = `.page { padding: 10mm } .blue { color: #1b4dd1; font-weight: bold } .name { font-size: 14pt } .row { margin: 2mm 0 } .boxed { border: 1px solid #ccc } .boxed > * { padding: 2mm; border-right: 1px solid #ccc }
  .lines { border-top: 2px solid #1b4dd1; border-bottom: 2px solid #1b4dd1 } .lines th { padding: 1.5mm 1mm; border-bottom: 1px solid #1b4dd1 } .lines td { padding: 1.2mm 1mm } .grey { color: #777; font-size: 85% }
  .sums tr:last-child { font-size: 12pt }`

/** An application's bill: the rate of tax in brackets behind its amount, the unit in the cell of the quantity, a sum for each rate of tax. */
export const bracketedRates = onePage({
  name: 'bracketed-rates',
  css: bracketedRatesCss,
  fonts: ['Open Sans', 'Roboto', 'Lato'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: random.pick(['household', 'electrical', 'stationery']),
    lines: [1, 8],
    isNear: random.chance(0.7),
  }),
  columns: bracketedRatesColumns,
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
  Foot: BracketedRatesFoot,
})

function bracketedRatesColumns(kit: Kit): Column[] {
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

function BracketedRatesFoot({ kit, bill }: Printed) {
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

const fourAddressesCss = `.page { padding: 8mm } .boxes { width: 100%; table-layout: fixed } .boxes td { border: 1px solid #bbb; padding: 1.5mm } .lines { margin: 2mm 0 } .lines th, .lines td { border: 1px solid #bbb; padding: 0.7mm 0.8mm } .lines th { background: #f5f5f5 }
  .grey { color: #666; font-size: 88% } .all td { font-weight: bold } h2 { font-size: 12pt }`

/** A wholesale application: four addresses beside each other, code and HSN below each good's name, the sums in the table's last row. */
export const fourAddresses = onePage({
  name: 'four-addresses',
  css: fourAddressesCss,
  fonts: ['Roboto', 'Open Sans'],
  size: 7.5,
  wanted: ({ random }) => ({
    trade: random.pick(['grocery', 'household', 'stationery']),
    lines: [1, 9],
    discounts: 0.5,
    isNear: random.chance(0.6),
    isRounded: false,
  }),
  columns: fourAddressesColumns,
  Head: FourAddressesHead,
  Foot: zone`
    @words Amount in words:
    .grey This is a computer generated invoice. For returns write to us within 48 hours of delivery.`,
  rows: ({ kit, bill }, count) => <Sums kit={kit} bill={bill} count={count} />,
})

function fourAddressesColumns(kit: Kit, bill: Bill): Column[] {
  const title: Column = {
    heading: 'Product Title',
    align: 'l',
    width: 24,
    cell: (line) => <Title line={line} />,
  }
  return listed`serial: Sr; ${title}; qty: Qty; mrp: MRP; rate: Unit Price; discount: Disc.; taxable: Taxable;
    ?near cgstPct[group=CGST]: %; ?near cgst[group=CGST]: Amt; ?near sgstPct[group=SGST]: %;
    ?near sgst[group=SGST]: Amt; ?far igstPct[group=IGST]: %; ?far igst[group=IGST]: Amt; total: Total`(
    kit,
    bill,
  )
}

function Title({ line: { item, code } }: { line: BillLine }) {
  return (
    <>
      <C k="description">{item.name}</C>
      <div className="grey">
        HSN: <C k="hsn">{item.hsn}</C> | SKU: <C k="sku">{code}</C>
        <Also of="line" fields={{ item_code: code }} />
      </div>
    </>
  )
}

function Sums({ kit, bill, count }: Printed & { count: number }) {
  const field = (key: string, paise: number) => amountField(kit, key, paise)
  const quantity = bill.lines.reduce((sum, { qty }) => sum + qty, 0)
  const taxes: Record<number, ReactNode> = bill.isNear
    ? { 8: field('cgst', bill.cgst), 10: field('sgst', bill.sgst) }
    : { 8: field('igst', bill.igst) }
  return (
    <SparseRow
      className="all"
      columns={count}
      cells={{
        1: 'Grand Total',
        2: kit.quantity(quantity),
        5: kit.money(bill.discount),
        6: field('taxable_value', bill.taxable),
        ...taxes,
        [count - 1]: field('total', bill.total),
      }}
    />
  )
}

function FourAddressesHead({ kit, bill }: Printed) {
  const orderId = `OD${digits(kit.random, 12)}`
  return markup({ kit, bill })`
    .row
      h2 TAX INVOICE
      .r Invoice No {invoice_no} | Date {invoice_date}
        .grey Order Id ${orderId} dated {day order.date}
          ${(<Also of="head" fields={{ po_no: orderId, po_date: bill.order.date }} />)}
    table.boxes
      tbody
        tr
          ${(
            <Box title="Sold By" party={bill.seller} name="vendor_name">
              GSTIN: <H k="gstin">{bill.seller.gstin}</H>
            </Box>
          )}
          ${() => (
            <Box title="Dispatched From" party={bill.seller}>
              FC: PNQ-{kit.random.int(1, 9)}
            </Box>
          )}
          ${(
            <Box title="Bill To" party={bill.buyer} name="buyer_name">
              GSTIN: <H k="buyer_gstin">{bill.buyer.gstin}</H>
            </Box>
          )}
          ${() => (
            <Box title="Ship To" party={bill.buyer} name="consignee_name">
              Place of Supply: {placeOfSupply(kit, bill)}
            </Box>
          )}`
}

type Box = { title: string; party: Party; name?: string; children: ReactNode }

function Box({ title, party, name, children }: Box) {
  return (
    <td>
      <b>{title}</b>
      <div>{name === undefined ? party.name : <H k={name}>{party.name}</H>}</div>
      <div>{[...party.address, party.city, party.pin].join(', ')}</div>
      <div>{children}</div>
    </td>
  )
}

const groupedByRateCss = `.page { padding: 7mm } .name { font-weight: bold; font-size: 13pt } .c { text-align: center } .row { display: flex; justify-content: space-between } .bar { border-top: 1px dashed #000; margin: 1mm 0 }
  .lines { width: 100% } .lines th { border-bottom: 1px dashed #000; font-weight: normal } .lines td, .lines th { padding: 0.3mm 1mm } .group td { font-weight: bold; padding-top: 1mm } .big { font-size: 12pt; font-weight: bold }`

/** A department store: its goods by rate of tax, each group below a line that says its taxes, the taxes of the groups below them all. */
export const groupedByRate = freePage({
  name: 'grouped-by-rate',
  css: groupedByRateCss,
  fonts: ['Cousine', 'Roboto Condensed'],
  size: 9,
  paper: { width: 148, height: 210 },
  wanted: ({ random }) => ({
    trade: random.pick(['grocery', 'household']),
    lines: [4, 13],
    isNear: true,
  }),
  Body: zone`
    ${({ kit, bill }) => <GroupedByRateHead kit={kit} bill={bill} />}
    .bar
    ${({ kit, bill }) => <Groups kit={kit} bill={bill} />}
    .bar
    ${({ kit, bill }) => <GroupedByRateFoot kit={kit} bill={bill} />}`,
})

function GroupedByRateHead(printed: Printed) {
  return markup(printed)`
    .c
      .name {vendor_name in capitals}
      {seller.address,city}
      PHONE : {phone} GSTIN : {gstin}
      div *** TAX INVOICE ***
    .row
      span Bill No : {invoice_no}
      span Bill Dt : {invoice_date} 18:4${({ kit }) => kit.random.int(0, 9)}
    .row
      span Customer : {buyer_name}
      span Cashier : ${({ kit }) => kit.random.int(1001, 1099)}
    Cust GSTIN : {buyer_gstin}`
}

function Groups({ kit, bill }: Printed) {
  const columns = columnsFor(kit, bill)
  const rates = [...new Set(bill.lines.map(({ item }) => item.gst))]
  return (
    <table className="lines">
      <thead>
        <tr>
          {columns.map(({ heading, align }, at) => (
            <th key={at} className={align}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      {rates.map((rate, at) => (
        <tbody key={rate}>
          <tr className="group">
            <td
              colSpan={columns.length}
            >{`${at + 1}) CGST @ ${(rate / 2).toFixed(2)} %, SGST @ ${(rate / 2).toFixed(2)} %`}</td>
          </tr>
          {bill.lines
            .filter(({ item }) => item.gst === rate)
            .map((line, index) => (
              <Row key={index} columns={columns} line={line} index={index} />
            ))}
        </tbody>
      ))}
    </table>
  )
}

type Row = { columns: readonly Column[]; line: BillLine; index: number }

function Row({ columns, line, index }: Row) {
  return (
    <tr data-line="">
      {columns.map(({ align, cell }, at) => (
        <td key={at} className={align}>
          {cell(line, index)}
          {at === 0 ? <LineFacts line={line} /> : null}
        </td>
      ))}
    </tr>
  )
}

function columnsFor(kit: Kit, bill: Bill): Column[] {
  return listed`hsn: HSN; description: Particulars; qty: Qty/Kg; rate: N/Rate; amount: Value`(
    kit,
    bill,
  )
}

function GroupedByRateFoot(printed: Printed) {
  return markup(printed)`
    .row
      span Items : {lines.length}
      span Value of goods : {money taxable}
    ${({ kit, bill }) => <TaxesByGroup kit={kit} bill={bill} />}
    ${({ kit, bill }) =>
      roundingEntries(kit, bill, 'Round off').map(({ label, value }) => (
        <div key={label} className="row">
          <span>{label}</span>
          <span>{value}</span>
        </div>
      ))}
    .row.big
      span NET PAYABLE
      span {total}
    @words
    .c Thank you, visit again. Exchange within 7 days with bill.`
}

function TaxesByGroup({ kit, bill }: { kit: Kit; bill: Bill }) {
  return taxRows(bill, 'rate').map(({ rate, taxable, cgst, sgst }, at) => (
    <div key={rate} className="row">
      <span>{`${at + 1}) Taxable ${kit.money(taxable)}`}</span>
      <span>{`CGST ${kit.money(cgst)}`}</span>
      <span>{`SGST ${kit.money(sgst)}`}</span>
    </div>
  ))
}

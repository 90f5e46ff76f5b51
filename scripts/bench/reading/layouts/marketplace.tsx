import { type Column, columnsOf } from '../columns.tsx'
import { type Bill, composeBill } from '../compose/bill.ts'
import { digits } from '../compose/parties.ts'
import type { Kit } from '../kit.ts'
import { SparseRow } from '../lines-table.tsx'
import { Also, C, H } from '../marks.tsx'
import { amountField } from '../parts.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { usualCss, UsualPaper } from './usual.tsx'
import { markup } from '../bill-markup.tsx'

/* Bills that marketplaces print for their sellers: long names of goods in narrow columns, taxes two to a cell. */

const css = `${usualCss} .lines th { background: #ddd; border: 1px solid #000; padding: 1mm }
  .lines td { border: 1px solid #000; padding: 1mm } .lines { margin: 4mm 0 }
  .right { text-align: right } .title { font-weight: bold } .sum td { font-weight: bold }`

export const marketplace: Layout = {
  name: 'marketplace',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: 'retail',
      lines: [1, 4],
      isRounded: false,
      discounts: random.pick([0, 0.3]),
    })
    const columns = columnsFor(kit, bill)
    const tax = kit.money(bill.cgst + bill.sgst + bill.igst)
    const total = amountField(kit, 'total', bill.total, kit.random.pick(['₹', '']))
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Head kit={kit} bill={bill} />}
        columns={columns}
        foot={<Foot kit={kit} bill={bill} />}
      >
        <SparseRow
          className="sum"
          columns={columns.length}
          cells={{ 0: 'TOTAL:', [columns.length - 2]: tax, [columns.length - 1]: total }}
        />
      </UsualPaper>,
      css,
      { size: 8 },
    )
  },
}

function columnsFor(kit: Kit, bill: Bill): Column[] {
  const all = columnsOf(kit, {
    serial: 'Sl. No|Sl.No.',
    description: 'Description|Product',
    rate: 'Unit Price|Unit Price',
    taxable: 'Net Amount|Taxable Value',
    tax: 'Tax Amount|Tax Amount',
    total: 'Total Amount|Total Amount',
  })
  const names = bill.isNear ? ['CGST', 'SGST'] : ['IGST']
  const parts = (of: (name: string) => string) =>
    names.map((name) => <div key={name}>{of(name)}</div>)
  const rates: Column = {
    heading: 'Tax Rate',
    align: 'r',
    cell: ({ item }) => parts(() => `${bill.isNear ? item.gst / 2 : item.gst}%`),
  }
  const types: Column = { heading: 'Tax Type', align: 'c', cell: () => parts((name) => name) }
  const amounts: Column = {
    heading: 'Tax Amount',
    align: 'r',
    cell: (line) => (
      <>
        <Also
          of="line"
          fields={{ tax_amount: line.cgst === 0 ? line.igst / 100 : line.cgst / 100 }}
        />
        {parts(() => kit.money(bill.isNear ? line.cgst : line.igst))}
      </>
    ),
  }
  const described: Column = {
    heading: all.description.heading,
    align: 'l',
    width: 34,
    cell: ({ item, code }) => (
      <>
        <C k="description" v={[`${item.name} | ${code} ( ${code}-SKU )`, item.name]}>
          {`${item.name} | ${code} ( ${code}-SKU )`}
        </C>
        <div>
          HSN:<C k="hsn">{item.hsn}</C>
        </div>
      </>
    ),
  }
  return [
    all.serial,
    described,
    all.rate,
    ...(bill.discount > 0 ? [all.discount] : []),
    all.qty,
    all.taxable,
    rates,
    types,
    amounts,
    all.total,
  ]
}

function Head({ kit, bill }: Printed) {
  const order = `${digits(kit.random, 3)}-${digits(kit.random, 7)}-${digits(kit.random, 7)}`
  return markup({ kit, bill })`
    .right.b {Tax Invoice/Bill of Supply/Cash Memo|Tax Invoice}
    .right.small (Original for Recipient)
    .row
      div
        .title Sold By :
        {vendor_name}
        @address seller
        IN
        <b>PAN No:</b> {pan}
        <b>GST Registration No:</b> {gstin}
      .right
        .title Billing Address :
        {buyer_name}
        @address buyer
        <b>GST Registration No:</b> {buyer_gstin}
        .title Shipping Address :
        {consignee_name}
        @address buyer
        <b>Place of supply:</b> {place_of_supply}
    .row[style.marginTop=4mm]
      entries[colon=:]
        Order Number = ${(<H k="po_no">{order}</H>)}
        Order Date = {po_date}
      entries[colon=" :"]
        {Invoice Number|Invoice No} = {invoice_no}
        Invoice Date = {invoice_date}`
}

function Foot(printed: Printed) {
  return markup(printed)`
    @words Amount in Words:
    .r.b For {seller.name}:
    .r Authorized Signatory
    .small Whether tax is payable under reverse charge - {reverse_charge: No}`
}

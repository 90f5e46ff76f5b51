import { type Column, columnsOf } from '../../columns.tsx'
import { type Bill, composeBill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { SparseRow } from '../../lines-table.tsx'
import { C } from '../../marks.tsx'
import { Buyer } from '../../parts.tsx'
import { Logo } from '../../small-print.tsx'
import { sumEntries } from '../../sums.tsx'
import { type Layout, type Printed, sheetOf } from '../layout.ts'
import { usualCss, UsualPaper } from '../usual.tsx'
import { markup } from '../../bill-markup.tsx'

const css = `${usualCss} .band { background: #eee; padding: 2mm; display: flex; gap: 12mm; margin: 3mm 0 }
  .lines { border-top: 2px solid var(--ink); border-bottom: 2px solid var(--ink) }
  .lines th { padding: 1.5mm 1mm; border-bottom: 1px solid #bbb } .lines td { padding: 1.2mm 1mm }
  .sub td { font-weight: bold; background: #f4f4f4 } .grey { color: #666; font-size: 85% }
  .tag { border: 1px solid #888; padding: 0 1mm; font-size: 75%; margin-left: 3mm } .name { font-size: 13pt }`

/** An accounting app for small shops: numbers in a grey band, the tax of a line over its rate, a row of sub totals. */
export const accountApp: Layout = {
  name: 'account-app',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['stationery', 'household', 'electrical']),
      lines: [1, 8],
      charges: random.pick([[], ['Packing Charges']]),
      isRounded: random.chance(0.6),
    })
    const columns = columnsFor(kit)
    const ink = random.pick(['#4c6ef5', '#b02a37', '#2b8a3e'])
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Head kit={kit} bill={bill} />}
        columns={columns}
        isFixed
        foot={<Foot kit={kit} bill={bill} />}
      >
        <SubTotals kit={kit} bill={bill} columns={columns.length} />
      </UsualPaper>,
      `${css} :root { --ink: ${ink} }`,
      { font: random.pick(['Lato', 'Open Sans']), size: 8.5 },
    )
  },
}

function columnsFor(kit: Kit): Column[] {
  const all = columnsOf(kit, { description: 'ITEMS', hsn: 'HSN', qty: 'QTY.', rate: 'RATE' })
  const tax: Column = {
    heading: 'TAX',
    align: 'r',
    cell: ({ cgst, sgst, igst, item }) => (
      <>
        <C k="tax_amount" v={(cgst + sgst + igst) / 100}>
          {kit.money(cgst + sgst + igst)}
        </C>
        <div className="grey">
          (<C k="gst_rate" v={item.gst}>{`${item.gst}%`}</C>)
        </div>
      </>
    ),
  }
  const amount: Column = { ...all.amountWithTax, heading: 'AMOUNT' }
  return [all.description, all.hsn, all.qtyWithUnit, all.rate, tax, amount]
}

function SubTotals({ kit, bill, columns }: Printed & { columns: number }) {
  const sum = (of: (line: Bill['lines'][number]) => number) =>
    kit.money(bill.lines.reduce((all, line) => all + of(line), 0))
  const cells = {
    0: 'SUBTOTAL',
    [columns - 2]: `₹ ${sum(({ cgst, sgst, igst }) => cgst + sgst + igst)}`,
    [columns - 1]: `₹ ${sum(({ total }) => total)}`,
  }
  return markup({ kit, bill })`
    ${(<SparseRow className="sub" columns={columns} cells={cells} />)}`
}

function Head(printed: Printed) {
  return markup(printed)`
    .b TAX INVOICE <span.tag>ORIGINAL FOR RECIPIENT</span>
    .row
      .narrow
        ${({ kit, bill }) => <Logo kit={kit} party={bill.seller} />}
      div
        .name {vendor_name}
        @address seller
        <b>Mobile:</b> {phone} <b>GSTIN:</b> {gstin}
    .band
      span <b>Invoice No.:</b> {invoice_no}
      span <b>Invoice Date:</b> {invoice_date}
      span <b>Due Date:</b> {due_date}
    .row
      ${({ bill }) => <Buyer party={bill.buyer} label={<b>BILL TO</b>} gstin="GSTIN:" />}
      div
        b SHIP TO
        {consignee_name}
        {buyer.address}
        Place of Supply: {place_of_supply}`
}

function Foot({ kit, bill }: Printed) {
  const taxes = { taxable: 'TAXABLE AMOUNT', taxes: 'CGST,SGST,IGST', roundOff: 'Round Off' }
  return markup({ kit, bill })`
    .row.foot
      div
        b BANK DETAILS
        entries[colon=:]
          @bank
        @terms
      .narrow
        entries.sums
          ${() => sumEntries(kit, bill, taxes)}
          @total TOTAL AMOUNT
          Received Amount = ₹ ${kit.money(0)}
        @words Total Amount (in words)`
}

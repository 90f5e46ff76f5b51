import { type Column, columnsOf } from '../../columns.tsx'
import { type Bill, composeBill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { SparseRow } from '../../lines-table.tsx'
import { C, H } from '../../marks.tsx'
import { Address, Buyer, dateField, entry, EntryTable, placeOfSupply } from '../../parts.tsx'
import { bankEntries, Logo, Terms } from '../../small-print.tsx'
import { InWords, sumEntries, totalEntry } from '../../sums.tsx'
import { type Layout, type Printed, sheetOf } from '../layout.ts'
import { usualCss, UsualPaper } from '../usual.tsx'

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
  return <SparseRow className="sub" columns={columns} cells={cells} />
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="b">
        TAX INVOICE <span className="tag">ORIGINAL FOR RECIPIENT</span>
      </div>
      <div className="row">
        <div className="narrow">
          <Logo kit={kit} party={seller} />
        </div>
        <div>
          <div className="name">
            <H k="vendor_name">{seller.name}</H>
          </div>
          <Address party={seller} />
          <div>
            <b>Mobile:</b> <H k="phone">{seller.phone}</H> <b>GSTIN:</b>{' '}
            <H k="gstin">{seller.gstin}</H>
          </div>
        </div>
      </div>
      <div className="band">
        <span>
          <b>Invoice No.:</b> <H k="invoice_no">{bill.number}</H>
        </span>
        <span>
          <b>Invoice Date:</b> {dateField(kit, 'invoice_date', bill.date)}
        </span>
        <span>
          <b>Due Date:</b> {dateField(kit, 'due_date', bill.dueDate)}
        </span>
      </div>
      <div className="row">
        <Buyer party={buyer} label={<b>BILL TO</b>} gstin="GSTIN:" />
        <div>
          <b>SHIP TO</b>
          <div>
            <H k="consignee_name">{buyer.name}</H>
          </div>
          <div>{buyer.address.join(', ')}</div>
          <div>Place of Supply: {placeOfSupply(kit, bill)}</div>
        </div>
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  const taxes = { taxable: 'TAXABLE AMOUNT', taxes: 'CGST,SGST,IGST', roundOff: 'Round Off' }
  return (
    <div className="row foot">
      <div>
        <b>BANK DETAILS</b>
        <EntryTable entries={bankEntries(kit, bill)} colon=":" />
        <Terms kit={kit} />
      </div>
      <div className="narrow">
        <EntryTable
          className="sums"
          entries={[
            ...sumEntries(kit, bill, taxes),
            totalEntry(kit, bill, 'TOTAL AMOUNT'),
            entry('Received Amount', `₹ ${kit.money(0)}`),
          ]}
        />
        <InWords kit={kit} bill={bill} label="Total Amount (in words)" />
      </div>
    </div>
  )
}

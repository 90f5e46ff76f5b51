import { type Column, columnsOf } from '../../columns.tsx'
import { type BillLine, composeBill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { C } from '../../marks.tsx'
import { type Layout, type Printed, sheetOf } from '../layout.ts'
import { usualCss, UsualPaper } from '../usual.tsx'
import { markup } from '../../bill-markup.tsx'

const css = `${usualCss} .page { padding: 11mm } .bar { border-bottom: 3px solid #1864ab; color: #1864ab; font-size: 15pt }
  .lines { margin: 4mm 0 } .lines th { background: #e7f5ff; padding: 1.2mm } .lines td { padding: 1mm; border-bottom: 1px solid #d0ebff }
  .numbers { font-size: 85%; color: #444; padding-left: 4mm } .label { color: #1864ab }`

/** A computer dealer: the number of each piece below its name, the warranty beside it, prices with tax before those without. */
export const computerDealer: Layout = {
  name: 'computer-dealer',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, { trade: 'retail', lines: [1, 5], isRounded: false })
    const year = random.pick(['1 Yr onsite', '36 Months', 'No warranty'])
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Head kit={kit} bill={bill} />}
        columns={columnsFor(kit, year)}
        isFixed
        below={(line) => <div className="numbers">{numbersOf(line)}</div>}
        foot={<Foot kit={kit} bill={bill} />}
      />,
      css,
      { font: random.pick(['Roboto', 'Lato']), size: 8.5 },
    )
  },
}

function columnsFor(kit: Kit, year: string): Column[] {
  const all = columnsOf(kit, {
    serial: '#',
    description: 'Model / Serial Numbers',
    hsn: 'HSN/SAC',
    rateWithTax: 'Price (incl. GST)',
    rate: 'Price (excl. GST)',
    qty: 'Pcs',
    gst: 'GST Rate',
    amount: 'Value',
  })
  const described: Column = {
    ...all.description,
    cell: (line) => (
      <C k="description" v={[line.item.name, `${line.item.name} ${numbersOf(line)}`]}>
        {line.item.name}
      </C>
    ),
  }
  const warranty: Column = { heading: 'Warranty', align: 'c', cell: () => year }
  return [
    all.serial,
    described,
    warranty,
    all.hsn,
    all.rateWithTax,
    all.rate,
    all.qty,
    all.gst,
    all.amount,
  ]
}

/** As many as pieces, but not more than a bill has room for. */
function numbersOf({ code, qty, batch }: BillLine): string {
  const count = Math.min(4, qty)
  return Array.from({ length: count }, (_, at) => `${batch}${code}${at + 1}`).join(', ')
}

function Head(printed: Printed) {
  return markup(printed)`
    .bar {vendor_name}
    .row
      div
        @address seller
        {phone} / {email}
        GSTIN: {gstin}
      div
        .label SOLD TO
        {buyer_name}
        @address buyer
        GSTIN: {buyer_gstin}
      entries
        Tax Invoice = {invoice_no}
        Issued on = {invoice_date}
        Pay before = {due_date}`
}

function Foot(printed: Printed) {
  return markup(printed)`
    entries.sums
      @sums taxable: Net value; taxes: CGST,SGST,IGST
      @total Amount due
    @words
    entries[colon=:]
      @bank
    @terms`
}

import type { Column } from '../../columns.tsx'
import { type Bill, type BillLine, composeBill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { LinesTable, SparseRow } from '../../lines-table.tsx'
import { H, Page, PaperDocument } from '../../marks.tsx'
import { dateField, entry, PartyFacts } from '../../parts.tsx'
import { BillFacts } from '../../sums.tsx'
import { type Layout, type Printed, sheetOf } from '../layout.ts'
import { usualCss } from '../usual.tsx'
import { numbered } from '../one-page.tsx'
import { markup } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `${usualCss} .page { padding: 9mm } .boxes td { border: 1px solid #999; padding: 0.6mm 1.5mm; width: 20% } .boxes .label { font-size: 78%; color: #555 }
  .part { font-weight: bold; margin-top: 3mm } .lines th { border-top: 1px solid #000; border-bottom: 1px solid #000; padding: 0.6mm } .lines td { padding: 0.5mm 1mm }
  .sub td { border-top: 1px solid #000; font-weight: bold }`

const jobs = itemsOf([
  ['Engine Oil 15W40', '27101980', 18, 342, 'Ltr'],
  ['Oil Filter Element', '84212300', 18, 286, 'Nos'],
  ['Brake Pad Set Front', '87083000', 18, 1_640, 'Set'],
  ['Air Filter', '84213100', 18, 412, 'Nos'],
  ['Coolant Long Life', '38200000', 18, 218, 'Ltr'],
  ['Periodic Service 40,000 Km', '998714', 18, 1_850],
  ['Wheel Alignment & Balancing', '998714', 18, 720],
  ['Brake Overhaul Labour', '998714', 18, 1_100],
])

/** A workshop: spare parts and labour in tables of their own, each with its sum, readings of the vehicle in boxes. */
export const workshop: Layout = {
  name: 'workshop',
  kind: 'bill',
  make(kit) {
    const bill = composeBill(kit.random, {
      trade: 'services',
      items: jobs,
      lines: [3, 8],
      isNear: true,
      discounts: kit.random.pick([0, 0.4]),
    })
    const labour = bill.lines.filter(({ item }) => item.hsn.startsWith('99'))
    const parts = bill.lines.filter((line) => !labour.includes(line))
    return sheetOf(
      kit,
      <PaperDocument category="vendor_invoice" kind="invoice">
        <Page>
          <Head kit={kit} bill={bill} />
          <Part
            kit={kit}
            bill={bill}
            title="Spare Parts"
            lines={parts}
            columns={partColumns(kit, bill)}
          />
          <Part
            kit={kit}
            bill={bill}
            title="Labour"
            lines={labour}
            columns={labourColumns(kit, bill)}
          />
          <Foot kit={kit} bill={bill} />
          <PartyFacts party={bill.seller} />
          <BillFacts bill={bill} />
        </Page>
      </PaperDocument>,
      css,
      { font: kit.random.pick(['Arimo', 'Roboto', 'Carlito']), size: 8.5 },
    )
  },
}

/** Each table begins with 1. */
const serial = numbered('#')

function partColumns(kit: Kit, bill: Bill): Column[] {
  return listed`${serial}; code: Part No; description: Part Description; hsn: HSN; qty: Qty; rate: Unit Rate;
    discountPct: Disc %; gst: GST %; taxable: Taxable Amt`(kit, bill)
}

function labourColumns(kit: Kit, bill: Bill): Column[] {
  return listed`${serial}; code: Op. Code; description: Operation; hsn: SAC; discountPct: Disc %; gst: GST %;
    taxable: Taxable Amt`(kit, bill)
}

type Part = Printed & { title: string; lines: BillLine[]; columns: Column[] }

function Part({ kit, title, lines, columns }: Part) {
  if (lines.length === 0) return null
  const sum = lines.reduce((all, { taxable }) => all + taxable, 0)
  const last = columns.length - 1
  return (
    <>
      <div className="part">{title}</div>
      <LinesTable columns={columns} lines={lines}>
        <SparseRow
          className="sub"
          columns={columns.length}
          cells={{ 2: `Total ${title}`, [last]: kit.money(sum) }}
        />
      </LinesTable>
    </>
  )
}

function Head(printed: Printed) {
  return markup(printed)`
    .row
      div
        .name {vendor_name}
        {seller.address,city,pin}
        GSTIN: {gstin} | Ph: {phone}
      h2.r Service Tax Invoice
    boxes[across=5]
      ${({ kit, bill }) => boxes(kit, bill)}
    <b>Bill To:</b> {buyer_name}, {buyer.address}, {buyer.city} <b>GSTIN:</b> {buyer_gstin}`
}

function boxes(kit: Kit, bill: Bill) {
  const { random } = kit
  return [
    entry('Invoice No', <H k="invoice_no">{bill.number}</H>),
    entry('Invoice Date', dateField(kit, 'invoice_date', bill.date)),
    entry('Job Card No', `JC${random.int(10_000, 99_999)}`),
    entry('Job Card Date', kit.day(bill.order.date)),
    entry('Service Advisor', random.pick(['S. Jadhav', 'Kiran P'])),
    entry('Reg. No', <H k="vehicle_no">{bill.transport.vehicle}</H>),
    entry('Model', random.pick(['Carry CNG', 'Ace Gold', 'Dost+'])),
    entry('Chassis No', `MA3${random.int(10_000_000, 99_999_999)}`),
    entry('Kms', String(random.int(8_000, 92_000))),
    entry('Next Service', kit.day(bill.dueDate)),
  ]
}

function Foot(printed: Printed) {
  return markup(printed)`
    entries.sums
      Parts + Labour (Taxable) = {taxable_value}
      CGST = {cgst}
      SGST = {sgst}
      ?round_off Rounding = {round_off}
      Total Invoice Amount = {total}
    @words Amount in words:
    .small I have inspected the vehicle after repairs to my satisfaction.
    .row.small
      span Customer Signature
      span.r For {seller.name}`
}

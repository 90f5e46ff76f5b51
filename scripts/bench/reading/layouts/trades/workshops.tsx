import type { Column } from '../../columns.tsx'
import { type Bill, type BillLine, composeBill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { LinesTable, SparseRow } from '../../lines-table.tsx'
import { H, Page, PaperDocument, C } from '../../marks.tsx'
import { dateField, entry, PartyFacts, amountField } from '../../parts.tsx'
import { BillFacts, chargeEntries } from '../../sums.tsx'
import { type Layout, type Printed, sheetOf } from '../layout.ts'
import { usualCss } from '../usual.tsx'
import { numbered, onePage, plain } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import { digits } from '../../compose/parties.ts'

/* Bills of workshops and printers. */

const workshopCss = `${usualCss} .page { padding: 9mm } .boxes td { border: 1px solid #999; padding: 0.6mm 1.5mm; width: 20% } .boxes .label { font-size: 78%; color: #555 }
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
      workshopCss,
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

const autoPartsCss = `.page { padding: 9mm } .lines { margin-top: 3mm; border: 1px solid #000 }
  .lines th { border: 1px solid #000; font-size: 90%; padding: 0.5mm } .lines td { border-left: 1px solid #000; padding: 0.4mm 1mm }
  .grey { background: #ddd; padding: 1mm 2mm }`

/** A dealer of spare parts: the part's number first, numbers of job card and vehicle beside that of the bill. */
export const autoParts = onePage({
  name: 'auto-parts',
  css: autoPartsCss,
  fonts: ['Arimo', 'Roboto Condensed'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: random.pick(['hardware', 'electrical']),
    lines: [2, 11],
    discounts: 0.5,
    isNear: random.chance(0.8),
    charges: random.pick([[], ['Fitting Charges'], ['Labour', 'Consumables']]),
  }),
  columns: listed`serial: Sno; code: Part Number; description: Part Name; hsn: HSN; mrp: MRP; qty: Qty;
    rate: Dealer Price; discountPct: Disc%; taxable: Taxable; gst: GST%; total: Line Total`,
  Head: zone`
    .grey.b.c SPARES INVOICE - CREDIT
    .row
      div
        .name {vendor_name}
        Authorised dealer · Genuine spares
        {seller.address,city,pin}
        Tel {phone}
      div
        GST Reg. No. {gstin}
        PAN {pan}
    .row
      entries[colon=:]
        Customer = {buyer_name}
        Address = {buyer.address}
        Cust. GSTIN = {buyer_gstin}
      entries[colon=:]
        Invoice = {invoice_no}
        Inv. Date = {invoice_date}
        Job Card = JC${({ kit }) => digits(kit.random, 6)}
        Regn No = {vehicle_no}`,
  Foot: zone`
    .row.foot
      div
        @words Amount in words -
        .small Parts once sold cannot be returned.
      .narrow
        entries.sums
          ${({ kit, bill }) => sums(kit, bill)}`,
})

function sums(kit: Kit, bill: Bill) {
  const amount = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  return [
    ...chargeEntries(kit, bill),
    amount('Net taxable', 'taxable_value', bill.taxable),
    ...(bill.isNear
      ? [amount('Total CGST', 'cgst', bill.cgst), amount('Total SGST', 'sgst', bill.sgst)]
      : [amount('Total IGST', 'igst', bill.igst)]),
    amount('Round off', 'round_off', bill.roundOff),
    amount('Invoice amount', 'total', bill.total),
  ]
}

const perThousandCss = `.page { padding: 10mm } .lines th { border: 1px solid #000; padding: 1mm } .lines td { border: 1px solid #000; padding: 1mm }
  .taxes { margin: 2mm 0; font-size: 85% } .taxes td, .taxes th { border: 1px solid #000; padding: 0.3mm 1mm } .mark { position: absolute; top: 120mm; left: 40mm; font-size: 60pt; color: #eee; transform: rotate(-30deg); z-index: -1 }`

const perThousandPrinted = itemsOf([
  ['Corrugated Box 5 Ply 300x200x150', '48191010', 18, 14.6, 'Thd'],
  ['Self Adhesive Label 50x25 mm', '48211020', 18, 0.42, 'Thd'],
  ['Mono Carton 350 GSM with UV', '48192020', 18, 3.25, 'Thd'],
  ['BOPP Bag Printed 6x9', '39232990', 18, 0.86, 'Thd'],
])

/** A printer of boxes and labels: prices for a thousand pieces, the numbers at the left and the seller at the right, a watermark. */
export const perThousand = onePage({
  name: 'per-thousand',
  css: perThousandCss,
  fonts: ['Arimo', 'Open Sans', 'Tinos'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'stationery',
    items: perThousandPrinted,
    lines: [1, 4],
    isNear: random.chance(0.7),
    charges: random.pick([[], ['Plate Charges'], ['Packing & Forwarding']]),
  }),
  columns: perThousandColumns,
  Head: zone`
    .mark ORIGINAL
    .row
      entries
        TAX INVOICE NO. = {invoice_no}
        DATE = {invoice_date}
        YOUR P.O. NO. = {po_no}
        P.O. DATE = {po_date}
        D.C. NO. = {delivery_note_no}
      .r
        .name {vendor_name}
        {seller.address}
        {seller.city} - {seller.pin}
        GSTIN {gstin}
        email: {email}
    p To,<br><b>M/s. {buyer_name}</b><br>{buyer.address,city}<br>GSTIN {buyer_gstin}`,
  Foot: zone`
    @taxes rate
    entries.sums
      @sums taxable: Total Before Tax
      @total Total After Tax|Total Invoice Value
    @words Amount (in words) :
    entries[colon=" -"]
      @bank
    .r For {seller.name}`,
})

function perThousandColumns(kit: Kit, bill: Bill): Column[] {
  const rate: Column = {
    heading: 'Rate / 1000',
    align: 'r',
    cell: ({ rate: paise }) => (
      <C k="rate" v={[String(paise * 10), String(paise / 100)]}>
        {kit.money(paise * 1000)}
      </C>
    ),
  }
  return listed`serial: Sr No; ${plain('Job No', 'c', ({ code }) => `J/${code.replace(/\D/g, '')}`)};
    description: Particulars / Size; hsn: HSN / SAC; qty: Quantity; ${rate}; amount: Amount (₹)`(
    kit,
    bill,
  )
}

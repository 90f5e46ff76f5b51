import { irnOf } from '../../compose/e-invoice.ts'
import type { Bill, BillLine } from '../../compose/bill.ts'
import type { Column } from '../../columns.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { LinesTable } from '../../lines-table.tsx'
import { Also, Page } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { plain } from '../own-columns.tsx'
import { paper } from '../paper.tsx'
import { gridCss, usualCss } from '../usual.tsx'
import { counted, recounted } from './recounted.ts'

/* Bills of distributors and agencies. */

/** A stockist of medicines: the buyer at the left and the seller at the right, batch over expiry, an old balance under the total. */
export const medicineStockist = paper`
  medicine-stockist: Arimo | Carlito | Roboto Condensed; 8 | 8.5pt
  medicines: 3-15 lines; near 0.9; discounts 0.35
  style
    .page { padding: 8mm } .trio { display: flex; border: 1px solid #000 } .trio > * { flex: 1; padding: 1mm 2mm } .trio > * + * { border-left: 1px solid #000 }
    .tag { text-decoration: underline } .name { font-size: 13pt } .lines { border: 1px solid #000; border-top: 0 }
    .lines th { border-bottom: 1px solid #000; border-right: 1px solid #000; padding: 0.6mm; font-size: 92% } .lines td { border-right: 1px solid #000; padding: 0.4mm 1mm }
    .slabs th, .slabs td { padding: 0.2mm 2.5mm 0.2mm 0; text-align: right; font-size: 90% } .lines div { font-size: 88% }
  columns serial: Sn|Sr.|S.No; maker: MFG|Mfr.|Co.; description: PRODUCT|Product Name|Item Description; pack: PACK|Packing
    own {BATCH NO.|Batch|B. No.}<br>{EXPIRY|Exp. Dt.|EXP}[c]
      | {batch_no}
      div {expiry_date}
    hsn: HSN|HSN Code; mrp: M.R.P.|MRP; rate: P.T.R.|PTR|Rate; qty: QTY|Qty.; free: FREE|Sch.|Sch Qty; discountPct: DIS %|Disc%;
    gst: GST%|GST; amount: AMOUNT|Value|Amount
  head
    .row
      .small {PAN|PAN No. :} {pan}
      .c.b {GST TAX INVOICE|TAX INVOICE|GST INVOICE - CREDIT}
      .small.r {ORIGINAL FOR RECIPIENT|Buyer's Copy|Original}
    .trio
      div
        .tag {Party|Buyer|Billed To|M/s.} :
        .b {buyer_name}
        {buyer.address}
        {buyer.city} - {buyer.pin}
        GSTIN : {buyer_gstin}
        D.L. No. : 20-{digits 6}, 21-{digits 6}
      div
        entries[colon=" :"]
          {Invoice No.|Inv. No.|Bill No.} = {invoice_no}
          {Invoice Dt.|Inv. Date|Date} = {invoice_date}
          {Due Date|Due on} = {due_date}
          ?0.5 {Order No.|Ord. No.} = {po_no}
          ?0.4 {L.R. No.|LR No} = {lr_no}
          {Salesman|Rep.} = {any A. Pawar|Nitin|S. Shaikh|Direct}
      .r
        .name {vendor_name}
        {seller.address}
        {seller.city} - {seller.pin}
        {Ph.|Phone :|M.} {phone}
        D.L. No. : {drug_licence_no}
        GSTIN : {gstin}
        ?0.5 FSSAI : {fssai_no}
  foot
    .row.foot
      div
        table.slabs
          thead
            tr
              th* {any CLASS|GST} | {any TAXABLE|AMOUNT}
              ?near th* SGST | CGST
              else th IGST
          tbody
            each rates
              tr
                td* {2 of rate}% | {money taxable}
                ?near td* {money sgst} | {money cgst}
                else td {money igst}
        Items : {lines.length} Total Qty : {total_qty}
        @wordsOf Rs.
        .small Breakage & expiry claims only against this bill no. and batch. Subject to {seller.city} jurisdiction. E.&O.E.
      .narrow
        entries.sums
          ?0.3 {Sub Total|SUB TOTAL} = {subtotal=gross}
          else {GROSS|Gross Amt|Gross Value} = {money gross}
          ?discount {LESS DISC|Less : Discount} = {discount}
          {TAXABLE|Taxable Amt|Taxable Value} = {taxable_value}
          @taxes CGST, SGST, IGST
          ?round_off {ROUND OFF|Rnd. Off|R/off} = {round_off}
          {NET AMOUNT|NET PAYABLE|Bill Amount} = {total in currency}
    ?0.5 .small.r {Previous balance|O/s before this bill|Old Bal.} ${balanceOf}
    .row
      .small Received the goods in good condition<br><br>Receiver's sign & stamp
      .r For {seller.name}<br><br>{Pharmacist|Auth. Signatory|Authorised Signatory}`

function balanceOf({ kit }: Printed) {
  return kit.money(kit.random.int(500, 96_000) * 100)
}

/** A distributor of soaps and foods: cases and loose pieces beside their sum, a scheme and a discount for cash in each line. */
export const caseDistributor = recounted(
  paper`
  case-distributor: Roboto Condensed | Arimo | Carlito; 7.5 | 8pt
  household | grocery: 3-18 lines; near 0.95; discounts 0.6
  style
    .page { padding: 7mm } .head { border: 1.5px solid #000; border-bottom: 0 } .head > * { padding: 1mm 2mm } .head > * + * { border-left: 1px solid #000 }
    .row.head { gap: 0; align-items: stretch } .name { font-size: 12pt } .lines { border: 1.5px solid #000 } .lines th { border: 1px solid #000; padding: 0.5mm; background: #eee }
    .lines td { border-left: 1px solid #888; padding: 0.4mm 0.8mm } .sum td { border-top: 1px solid #000; font-weight: bold } .bank td { padding-right: 2mm }
    .taxes { margin-top: 2mm; font-size: 90% } .taxes th, .taxes td { border: 1px solid #888; padding: 0.2mm 1.5mm }
  columns serial: #|Sr|S.N; description: Product Name|SKU Description|Item Description; hsn: HSN|HSN Code; mrp: MRP; ${cases};
    qty: Tot Pcs|Qty (Pcs)|Qty Pc; rate: Rate/Pc|Base Rate|Rate; gross: Gross|Gross Amt; ${twoDiscounts};
    taxable: Taxable|Taxable Amt; gst: GST%|Tax %; tax: GST Amt|Tax Amt; total: Net Amt|Net Value
  head
    let outlet = {100000 to 999999}
    .row.head
      div
        .name {vendor_name}
        {seller.address,city,pin}
        GSTIN : {gstin}
        FSSAI No. {fssai_no}
        {Ph|Contact} : {phone} Email : {email}
      div
        .b {Retailer|Outlet|Bill To} : {buyer_name}
        {buyer.address,city,pin}
        GSTIN : {buyer_gstin}
        Outlet Code : {outlet}
        @also customer_id: {outlet}
      .narrow
        .b {TAX INVOICE|GST Invoice|Tax Invoice (Credit)}
        entries[colon=:]
          {Invoice No|Bill No|Inv No} = {invoice_no}
          {Invoice Date|Bill Date|Date} = {invoice_date}
          {Beat|Route} = {any Sadashiv Peth Mon|Camp Thu|Kothrud Wed}
          {Salesman|DSR|SR} = {any Amit K|Ravi S|Imran}
          {Vehicle No|Veh No} = {vehicle_no}
          Page = 1 of 1
  rows
    cells.sum
      1 = Total
      4 = ${allCases}
      6 = {total_qty}
      8 = {money gross}
      -4 = {money taxable}
      -2 = {money tax}
      -1 = {money lineTotal}
  foot
    .row.foot
      div
        entries.bank[colon=:]
          @bank
        .small UPI : {seller.bank.upi}
        @words Amount in words :
        @taxes rate
      .narrow
        entries.sums
          {Gross Amount|Gross Value} = {money gross}
          ?discount {Total Discount|Less Sch + CD} = {discount}
          {Taxable Amount|Net Taxable} = {taxable_value}
          @taxes CGST, SGST, IGST
          {Round Off|R.Off} = {round_off or 0}
          {Net Payable|Invoice Value|NET AMT} = {total in currency}
    .row.small
      span Goods received in full & good condition.<br>Claims for damage through salesman only.
      span.r for {seller.name}`,
  (kit, bill) => {
    const cashPercent = kit.random.pick([0, 0, 1, 2])
    return (line) => {
      const { rupees } = line.item
      const size = rupees > 300 ? 4 : rupees > 100 ? 12 : kit.random.pick([24, 48])
      const qty = kit.random.int(1, 4) * size + kit.random.pick([0, 0, kit.random.int(1, size - 1)])
      const scheme = Math.round((qty * line.rate * line.discountPct) / 100)
      const cash = Math.round(((qty * line.rate - scheme) * cashPercent) / 100)
      return counted(bill, line, { qty, pack: String(size), discount: scheme + cash })
    }
  },
)

function cases(): Column[] {
  return [
    plain('Cs', 'r', (line) => String(casesIn(line) || '')),
    plain('Loose', 'r', ({ qty, pack }) => String(qty % Number(pack) || '')),
  ]
}

function casesIn({ qty, pack }: BillLine): number {
  return Math.floor(qty / Number(pack))
}

function allCases({ bill }: Printed) {
  return String(bill.lines.reduce((all, line) => all + casesIn(line), 0))
}

/** Who takes one of the two for the discount of the line is right as well. */
function twoDiscounts({ kit, bill }: Printed): Column[] {
  const column = (heading: string, of: (line: BillLine) => number): Column => ({
    heading,
    align: 'r',
    cell: (line) => (
      <>
        {of(line) === 0 ? '' : kit.money(of(line))}
        <Also of="line" fields={{ discount: of(line) / 100, discount_pct: line.discountPct }} />
      </>
    ),
  })
  const hasCash = bill.lines.some((line) => line.discount > schemeIn(line))
  return [
    plain('Sch%', 'r', ({ discountPct }) => (discountPct === 0 ? '' : kit.percent(discountPct))),
    column('Sch Amt', schemeIn),
    ...(hasCash ? [column('CD Amt', (line) => line.discount - schemeIn(line))] : []),
  ]
}

function schemeIn({ gross, discountPct }: BillLine): number {
  return Math.round((gross * discountPct) / 100)
}

/** A distributor of telephones: an e-invoice of which the numbers of all pieces stand in a table of their own, on a second page if there are many. */
export const phoneDistributor = recounted(
  paper`
  phone-distributor: Open Sans | Roboto | Lato; 8.5 | 9pt
  retail: 1-5 lines; near 0.6
  goods
    Vento X5 5G 8GB+128GB Ocean Blue | 85171300 | 18 | 11440 | Pcs
    Vento X5 5G 6GB+128GB Black | 85171300 | 18 | 10169 | Pcs
    Rylo C71 4GB+64GB Sand Gold | 85171300 | 18 | 6694 | Pcs
    Orbita Note 3 Pro 8GB+256GB Grey | 85171300 | 18 | 15932 | Pcs
    Itello Magic 2 Keypad Phone | 85171400 | 18 | 1186 | Pcs
    Orbita 33W Charger Type-C | 85044030 | 18 | 762 | Pcs
    Vento Buds Lite | 85183019 | 18 | 931 | Pcs
  style
    ${usualCss} ${gridCss} .page { padding: 10mm } .row.box { border: 1px solid #333; padding: 1.5mm 2mm; margin-top: 2mm } .irn { font-size: 80%; word-break: break-all }
    .imei { margin-top: 4mm; font-size: 92% } .imei th, .imei td { border: 1px solid #999; padding: 0.4mm 2mm } h3 { margin-top: 4mm; font-size: 10pt } .title { font-size: 14pt; color: #37474f }
  columns serial: S.No|#|Sl; description: Model / Description|Product|Item Description; hsn: HSN|HSN/SAC; qty: Qty|Qty (Pcs)
    rate: Unit Price|Rate|Dealer Price; taxable: Taxable Value|Taxable Amt; gst: GST %|GST; tax: GST Amount|Tax Amt; total: Total|Total (₹)
  pages ${phonePages}`,
  (kit, bill) => (line) =>
    counted(bill, line, {
      qty: kit.random.pick([1, 1, 2, 3, 5, line.item.rupees > 5_000 ? 2 : 10]),
    }),
)

const numbersOnFirstPage = 6

function phonePages(printed: Printed) {
  const { bill, columns = [] } = printed
  const numbers = imeisOf(bill)
  const table = markup(printed)`
    h3 {any IMEI Details|IMEI / Serial Nos.|Annexure - IMEI}
    table.imei
      thead
        tr
          th* Sr. | Model | IMEI 1 | IMEI 2
      tbody ${numbers.map((cells) => (
        <tr key={cells.join(' ')}>
          {cells.map((cell) => (
            <td key={cell}>{cell}</td>
          ))}
        </tr>
      ))}`
  const isLong = numbers.length > numbersOnFirstPage
  return (
    <>
      <Page>
        {phoneHead(printed)}
        <LinesTable columns={columns} lines={bill.lines} />
        {phoneFoot(printed)}
        {numbers.length === 0 || isLong ? null : table}
      </Page>
      {isLong ? (
        <Page>
          {markup(printed)`
            .row
              b {seller.name}
              .r Page 2 of 2
            Annexure to Invoice No. {number} dated {day date}`}
          {table}
        </Page>
      ) : null}
    </>
  )
}

const phoneHead = zone`
  let sum = ${({ bill }) => irnOf(bill)}
  let ack = 1{digits 14}
  .row
    div
      .title {vendor_name}
      {seller.address,city,pin}
      GSTIN: {gstin} | PAN: {pan}
      {Tel:|Ph:|Phone} {phone} | {email}
    .r.narrow
      .b {TAX INVOICE|Tax Invoice}
      .small {ORIGINAL FOR RECIPIENT|Original for Buyer}
  .irn IRN: {irn=sum}
  .irn Ack No: {ack_no=ack} Ack Date: {ack_date=date}
  .row.box
    div
      .small {Billed To|Bill To|Sold To}
      .b {buyer_name}
      @address buyer
      GSTIN: {buyer_gstin}
      State: {buyer.state} ({buyer.stateCode})
    div
      .small {Shipped To|Ship To|Delivered To}
      .b {consignee_name}
      @address buyer
    entries
      {Invoice No|Invoice No.|Invoice #} = {invoice_no}
      {Invoice Date|Dated} = {invoice_date}
      {Due Date|Payment Due} = {due_date}
      {Place of Supply|POS} = {place_of_supply}
      ?0.5 {E-Way Bill|e-Way Bill No} = {eway_bill_no}
      {Despatch by|Courier|Transport} = {transporter}
  .small Supply attracts reverse charge: {reverse_charge: No}`

const phoneFoot = zone`
  .row.foot
    div
      @words {Amount in Words|In words}:
      entries[colon=:]
        @bank
      .small 1. No sales return once activated. 2. Warranty by the brand's service centre. 3. Schemes & price drop as per company policy.
    .narrow
      entries.sums
        @sums taxable: Taxable Value|Total Taxable; taxes: CGST,SGST,IGST; roundOff: Round Off|Rounding
        @total Invoice Total|Grand Total|Total Amount
  @signature`

/** The number of each row, the model, and the two numbers of the telephone. Chargers have none. */
function imeisOf({ lines }: Bill): string[][] {
  const phones = lines.filter(({ item }) => item.hsn.startsWith('8517'))
  const pieces = phones.flatMap((line) =>
    Array.from({ length: line.qty }, (_, at) => ({ line, at })),
  )
  return pieces.map(({ line, at }, index) => {
    const first =
      860_000_000_000_000 + (Bun.hash.crc32(line.code) % 4_000_000_000) * 1_237 + at * 160
    return [String(index + 1), line.item.name, String(first), String(first + 8)]
  })
}

/** An agency of ice cream: the buyer before the seller, crates beside boxes, an account of the crates, the sums at the left. */
export const iceCreamAgency = recounted(
  paper`
  ice-cream-agency: Lato | Carlito | Arimo; 8.5 | 9pt; 210x148 by 0.6
  grocery: 2-8 lines; near; discounts 0
  goods
    Vanilla Cup 60 ml (24 Pc) | 21050000 | 5 | 218 | Box
    Choco Bar 55 ml (30 Pc) | 21050000 | 5 | 264 | Box
    Kesar Pista Cone 110 ml (16 Pc) | 21050000 | 5 | 428 | Box
    Mango Dolly 60 ml (40 Pc) | 21050000 | 5 | 182 | Box
    Butterscotch Party Pack 700 ml (6 Pc) | 21050000 | 5 | 690 | Box
    Malai Kulfi Stick 60 ml (24 Pc) | 21050000 | 5 | 312 | Box
    American Nuts Bulk 4 L | 21050000 | 5 | 486 | Tub
    Matka Kulfi 80 ml (18 Pc) | 21050000 | 5 | 396 | Box
  style
    .page { padding: 8mm } .title { font-size: 13pt; color: #0b5394; font-weight: bold } .lines { margin: 2mm 0 } .lines th { background: #d9eaf7; padding: 0.8mm; border: 1px solid #0b5394 }
    .lines td { padding: 0.6mm 1mm; border-bottom: 1px solid #bcd } .sums { margin: 0 } .crates th, .crates td { border: 1px solid #0b5394; padding: 0.5mm 3mm; text-align: center }
  columns serial: Sr|No.; description: Item|Product|Particulars; hsn: HSN; ${plain('Crate', 'r', (line) => String(cratesOf(line)))};
    qty: Box|Qty|Boxes; rate: Rate|Rate/Box; taxable: Taxable|Amount before Tax;
    cgstPct[group=CGST]: %; cgst[group=CGST]: Amt; sgstPct[group=SGST]: %; sgst[group=SGST]: Amt; total: Total|Net
  head
    .row
      div
        .small {To,|Customer :|Delivered to :}
        .b {buyer_name}
        {buyer.address}
        {buyer.city} {buyer.pin}
        GSTIN {buyer_gstin}
      .r
        .title {vendor_name}
        {seller.address,city,pin}
        {Mob.|Order on} {phone}
        GSTIN {gstin}
        FSSAI {fssai_no}
    .row
      span {TAX INVOICE|Tax Invoice|GST BILL} No. <b>{invoice_no}</b>
      span.c {Date|Dt.} <b>{invoice_date}</b>
      span.c Vehicle {vehicle_no}
  foot
    .row
      entries.sums
        {Taxable Amount|Total before tax} = {taxable_value}
        @taxes CGST 2.5%, SGST 2.5%, IGST 5%
        ?round_off {Round off|R.O.} = {round_off}
        {Bill Total|Total Bill|Bill Amount} = {total in ₹ }
      .narrow
        table.crates
          thead
            tr
              th* Crates | Opening | Issued | Returned | Balance
          tbody
            tr ${crateAccount}
        {Total Qty|Total Boxes} : {total_qty}
    @wordsOf Rupees
    .row.small
      span Keep below -18°C. Melted stock is not replaced.
      span.r For {seller.name}`,
  (kit, bill) => (line) => counted(bill, line, { qty: kit.random.int(2, 30) }),
)

const boxesInCrate = 6

function cratesOf({ qty }: BillLine): number {
  return Math.ceil(qty / boxesInCrate)
}

function crateAccount({ kit, bill }: Printed) {
  const issued = bill.lines.reduce((all, line) => all + cratesOf(line), 0)
  const opening = kit.random.int(3, 24)
  const returned = kit.random.int(0, opening)
  const cells = ['Nos', opening, issued, returned, opening + issued - returned]
  return cells.map((cell, at) => <td key={at}>{String(cell)}</td>)
}

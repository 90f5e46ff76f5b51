import { markup } from '../../bill-markup.tsx'
import type { Column } from '../../columns.tsx'
import type { BillLine } from '../../compose/bill.ts'
import { LinesTable, SparseRow } from '../../lines-table.tsx'
import { C, Page } from '../../marks.tsx'
import { paginate, type Printed } from '../layout.ts'
import { plain } from '../own-columns.tsx'
import { paper } from '../paper.tsx'
import { usualCss } from '../usual.tsx'
import { counted, recounted } from './recounted.ts'

/* Bills of mills, presses and the dealers of what is built in. */

/** A mill: cloth by the metre, the length of each piece below its line, bales and lorry in boxes at the head, bank and words at the foot. */
export const clothMill = recounted(
  paper`
  cloth-mill: Arimo | Tinos | Roboto; 8.5 | 9pt
  household: 1-5 lines; near 0.35; discounts 0 | 0.5; charges - | - | Packing & Forwarding | Insurance
  goods
    Cotton Shirting 40s 58" Yarn Dyed | 52085290 | 5 | 128 | Mtr
    PV Suiting 2/30 58" Plain | 55151130 | 5 | 212 | Mtr
    Cotton Poplin 44" Bleached | 52082190 | 5 | 62.5 | Mtr
    Rayon Twill Printed 44" | 55163400 | 5 | 74 | Mtr
    School Uniform Check 36" | 52084990 | 5 | 86 | Mtr
    Linen Blend Slub 58" | 53092990 | 5 | 268 | Mtr
  style
    .page { padding: 9mm } .frame { border: 1px solid #000 } .frame + .frame { border-top: 0 } .frame > * { padding: 1mm 2mm } .frame.row { gap: 0; align-items: stretch } .frame.row > * + * { border-left: 1px solid #000 }
    .name { font-size: 16pt; text-align: center } .boxes td { border: 1px solid #000; padding: 0.6mm 1.5mm; width: 20% } .boxes .label { font-size: 78% } .lines { border: 1px solid #000; border-top: 0 }
    .lines th { border-bottom: 1px solid #000; border-left: 1px solid #000; padding: 0.8mm } .lines td { border-left: 1px solid #000; padding: 0.7mm 1mm } .sum td { border-top: 1px solid #000; font-weight: bold } .lengths { font-size: 82%; color: #333 }
  columns serial: Sr.|S.No; description[width=38]: Quality|Description of Goods|Particulars; hsn: HSN|HSN Code
    ${plain('Pcs', 'r', (line) => String(lengthsOf(line).length))}
    own {Mtrs.|Metres|Qty (Mtr)}[r]: {qty in 2}
    rate: Rate/Mtr|Rate|Rate Per Mtr; discountPct: Disc%|R.D. %; amount: Amount|Amount (Rs.)|Amount Rs.
  head
    .frame
      .c
        .name {vendor_name}
        .small Manufacturers of Suitings, Shirtings & Uniform Fabrics
        {seller.address,city,pin}
        {Phone|Tel.} : {phone} E-mail : {email}
        GSTIN : {gstin} PAN : {pan}
    .frame
      .c.b {TAX INVOICE|Tax Invoice|GST TAX INVOICE}
    .frame.row
      div
        {Buyer|M/s.|Details of Receiver}
        .b {buyer_name}
        @address buyer
        GSTIN : {buyer_gstin} State Code : {buyer.stateCode}
      div
        {Consignee|Deliver to|Details of Consignee}
        .b {consignee_name}
        @address buyer
        State : {buyer.state}
    boxes[across=5]
      Invoice No. = {invoice_no}
      {Invoice Date|Date} = {invoice_date}
      {Challan No.|Delivery Challan} = {delivery_note_no}
      {L.R. No.|LR No.} = {lr_no}
      {Transport|Transporter} = {transporter}
      {Agent|Broker} = {any Direct|Shah Agency|R. Mehta}
      Bales = {1 to 9}
      {Vehicle No.|Lorry No.} = {vehicle_no}
      E-Way Bill No. = {eway_bill_no}
      Due Date = {due_date}
  below
    .lengths {pack}
  rows
    cells.sum
      1 = Total
      3 = ${({ bill }) => String(bill.lines.flatMap(lengthsOf).length)}
      4 = {2 of quantity}
      -1 = {money goods}
  foot
    .row.foot
      div
        @words {Amount in Words|In Words}:
        entries[colon=" :"]
          @bank
        .small 1. Interest @ 18% p.a. will be charged after due date. 2. No claim after cutting. 3. Subject to {seller.city} jurisdiction.
      .narrow
        entries.sums
          {Gross Amount|Gross} = {money gross}
          ?discount {Less : Rate Diff. / Disc.|Less : Discount} = {discount}
          @charges
          {Taxable Value|Taxable Amount} = {taxable_value}
          @taxes CGST @ 2.5%, SGST @ 2.5%, IGST @ 5%
          ?round_off {Round Off|R/Off} = {round_off}
          {Net Amount|Grand Total|Invoice Value} = {total in currency}
    .row.small
      span Checked by
      span.c E. & O. E.
      span.r For {seller.name}<br><br>Authorised Signatory`,
  (kit, bill) => (line) => {
    const lengths = Array.from({ length: kit.random.int(1, 6) }, () =>
      kit.random.int(1_600, 11_200),
    )
    const qty = lengths.reduce((all, one) => all + one, 0) / 100
    const pack = lengths.map((one) => (one / 100).toFixed(2)).join(' + ')
    return counted(bill, line, { qty, pack })
  },
  5,
)

/** The lengths of the pieces stand where other goods have their packing. */
function lengthsOf({ pack }: BillLine): string[] {
  return pack.split(' + ')
}

/** A printing press: the numbers at the left and the seller at the right, long descriptions, job work beside goods, an advance. */
export const printingPress = recounted(
  paper`
  printing-press: Carlito | Lato | Open Sans; 9.5 | 10pt
  stationery: 1-4 lines; near 0.9; charges - | - | Plate Making | Design & Proof
  goods
    Bill Book 1/4 Demy, Original + Duplicate + Triplicate, 50 sets, numbering & perforation | 48201010 | 18 | 142 | Book
    Visiting Card 300 GSM art, both sides, matt lamination | 49111090 | 18 | 1.8 | Nos
    Letter Head A4, 100 GSM bond, 2 colour | 48201090 | 18 | 2.6 | Nos
    Pamphlet A5, 90 GSM art, 4 colour both sides | 49011010 | 5 | 1.15 | Nos
    Carry Bag with eyelet and rope, 12" x 16", one colour | 48194000 | 5 | 13.5 | Nos
    Offset printing on paper supplied by you, 4 colour, 23" x 36" | 998912 | 18 | 1.35 | Imp
    Die cutting and creasing, job work | 998912 | 18 | 0.65 | Nos
    Sticker vinyl, half cut, 50 x 80 mm | 48211020 | 18 | 0.9 | Nos
  style
    .page { padding: 14mm } .name { font-size: 19pt; color: #7b1f3a } .rule { border-top: 2px solid #7b1f3a; margin: 2mm 0 } .lines { margin-top: 4mm; border: 1px solid #555 }
    .lines th { border: 1px solid #555; padding: 1mm; background: #f3e6ea } .lines td { border-left: 1px solid #555; border-right: 1px solid #555; padding: 1.4mm 1.5mm } .sums { margin-top: 2mm }
  columns serial: Sr. No.|No.|Sr; description[width=42]: Particulars|Description|Particulars of Job; hsn: HSN/SAC|SAC/HSN; qty: Qty.|Quantity|Qty; unit: Unit|Per
    rate: Rate|Rate (Rs.); gst: GST|GST %; amount: Amount|Amount Rs.|Amount (Rs.)
  head
    .row
      entries[colon=" :"]
        {Tax Invoice No.|Bill No.|Invoice No.} = {invoice_no}
        {Date|Dated|Bill Date} = {invoice_date}
        ?0.6 {Your Order No.|P.O. No.} = {po_no}
        ?0.6 {Challan No.|D.C. No.} = {delivery_note_no}
        Job No. = {100 to 2900}
      .r
        .name {vendor_name}
        Offset & Digital Printing | Binding | Flex
        {seller.address,city} - {seller.pin}
        {Mob.|Cell|Ph.} {phone}
        GSTIN {gstin}
    .rule
    {To,|M/s.|Name :} <b>{buyer_name}</b>
    {buyer.address,city}
    {Party's GSTIN|GSTIN|GST No.} : {buyer_gstin}
  foot
    entries.sums
      @charges
      {Taxable Amount|Total before Tax|Total Taxable} = {taxable_value}
      @taxes CGST, SGST, IGST
      ?round_off {Round Off|Rounded} = {round_off}
      {Grand Total|Total Rs.|Bill Amount} = {total in currency}
      ?0.4
        {Advance Received|Less Advance} = ${advanceOf}
        {Balance|Balance Payable} = ${balanceOf}
    @words {In words|Total in words} :
    ?0.6 entries[colon=" :"]
      @bank
    .small Goods once printed will not be taken back. Proof approved by customer is final.
    .row
      .small Receiver's Signature
      .r For {seller.name}`,
  (kit, bill) => (line) => {
    const isBook = line.item.unit === 'Book'
    return counted(bill, line, {
      qty: isBook ? kit.random.int(1, 20) * 5 : kit.random.int(1, 20) * 500,
    })
  },
)

function advanceOf({ kit, bill }: Printed) {
  return kit.money(advance(bill.total))
}

function balanceOf({ kit, bill }: Printed) {
  return kit.money(bill.total - advance(bill.total))
}

function advance(total: number): number {
  return Math.round(total / 300_00) * 100_00
}

/** A wholesaler of switches and wires: prices of a list, a discount, and now and then the price that remains; the sums at the left. */
export const electricalWholesaler = recounted(
  paper`
  electrical-wholesaler: Roboto | Arimo | Carlito; 8.5 | 9pt
  electrical: 2-14 lines; near 0.8; discounts 0.95
  goods
    Modular Switch 6A 1 Way | 85365020 | 18 | 68 | Nos
    Modular Socket 6/16A Combined | 85366910 | 18 | 214 | Nos
    Cover Plate 8 Module White | 85389000 | 18 | 312 | Nos
    MCB SP 16A C Curve | 85362030 | 18 | 286 | Nos
    RCCB 2P 40A 30mA | 85362030 | 18 | 2480 | Nos
    FR Wire 1.0 sqmm 90 m Red | 85444999 | 18 | 1895 | Coil
    FR Wire 2.5 sqmm 90 m Black | 85444999 | 18 | 4120 | Coil
    LED Panel 15W Round CW | 94054090 | 18 | 690 | Nos
    Ceiling Fan 1200mm Brown | 84145110 | 18 | 2950 | Nos
    PVC Conduit 25mm Medium | 39172390 | 18 | 96 | Lgth
    Distribution Board 8 Way SPN | 85371000 | 18 | 1640 | Nos
  style
    .page { padding: 9mm } .name { font-size: 15pt; color: {ink} } .brands { font-size: 80%; background: {ink}; color: #fff; text-align: center; padding: 0.6mm; margin: 1mm 0 } .party { border: 1px solid #999; padding: 1.5mm 2mm }
    .lines { margin-top: 2mm } .lines th { border-top: 1.5px solid {ink}; border-bottom: 1.5px solid {ink}; padding: 0.8mm } .lines td { padding: 0.6mm 1mm; border-bottom: 1px dotted #aaa } .sums { margin: 0 }
    .taxes { font-size: 85%; margin-top: 2mm } .taxes th, .taxes td { border: 1px solid #999; padding: 0.3mm 1.5mm }
  let ink = {any #8a1c1c|#123c69|#333}
  let netted = ?0.55
  columns serial: S.N.|Sl.|No; code: Cat. No.|Item Code|Cat No; description: Description|Item Description|Particulars
    own {HSN|HSN Code|HSN/SAC}[c]: {hsn}
    qty: Qty|Qty.; unit: Unit|UOM; ${listPrice}; discountPct: Disc %|Disc.%|Less %
    ?netted ${netPrice}
    amount: Amount|Taxable Amt|Amount (Rs.); ?0.4 gst: GST %|GST
  head
    .row
      div
        .name {vendor_name}
        {seller.address,city,pin}
      .r
        GSTIN {gstin}
        ?0.6 PAN {pan}
        {Phone|Mob.} {phone}
    .brands Authorised Stockist : Switchgear • Wires & Cables • Fans • LED Lighting • Conduit
    .c.b {TAX INVOICE|Tax Invoice|GST INVOICE}
    .row
      .party
        {Bill To|Party|Sold To} : <b>{buyer_name}</b>
        {buyer.address}
        {buyer.city} {buyer.pin}
        GSTIN/UIN : {buyer_gstin}
        ?0.5 Place of Supply : {place_of_supply}
      entries[colon=:]
        {Invoice No.|Inv No.|Bill No.} = {invoice_no}
        {Invoice Date|Dated|Date} = {invoice_date}
        {Payment Terms|Terms} = {payment_terms: any 30 Days|15 Days|Immediate|45 Days}
        ?0.6 {P.O. No.|Buyer's Order No.} = {po_no}
        ?0.5 {Despatched Through|Transport} = {transporter}
        ?0.5 {Vehicle No|Veh. No} = {vehicle_no}
  foot
    .row.foot
      entries.sums
        {List Value|Gross Total} = {money gross}
        {Less : Discount|Trade Discount} = {discount or 0}
        {Taxable Value|Net Taxable Value} = {taxable_value}
        @taxes Add : CGST 9%, Add : SGST 9%, Add : IGST 18%
        ?round_off {Round Off|Rounding Off} = {round_off}
        {TOTAL AMOUNT|Invoice Amount|Net Amount} = {total in currency}
      div
        @words {Amount in words|In words} -
        entries[colon=" :"]
          @bank
        @terms
    @taxes hsn
    @signature`,
  (_, bill) => (line) => {
    const discount = line.qty * (line.rate - netOf(line))
    return counted(bill, line, { discount })
  },
)

function netOf({ rate, discountPct }: BillLine): number {
  return Math.round((rate * (100 - discountPct)) / 100)
}

/** Of two prices each may be taken for that of the line: the discount parts them. */
function listPrice({ kit }: Printed): Column {
  return {
    heading: kit.say('List Price|L.P.|List Rate'),
    align: 'r',
    cell: (line) => (
      <C k="rate" v={[String(line.rate / 100), String(netOf(line) / 100)]}>
        {kit.money(line.rate)}
      </C>
    ),
  }
}

function netPrice({ kit }: Printed): Column {
  return plain(kit.say('Net Rate|Net Price|Rate'), 'r', (line) => kit.money(netOf(line)))
}

/** A dealer of hardware with an old program: wide paper, capitals, lines of dashes, sums carried from page to page, an old balance. */
export const wideHardware = paper`
  wide-hardware: VT323 | Cousine; 11pt; 330x279
  hardware: 4-34 lines; near 0.9; discounts 0.4
  style
    ${usualCss} .page { padding: 12mm } .dash { border-top: 1px dashed #000; margin: 1mm 0 } .lines th { border-top: 1px dashed #000; border-bottom: 1px dashed #000; font-weight: normal; padding: 0.5mm 1.5mm }
    .lines td { padding: 0 1.5mm } .carry td { border-top: 1px dashed #000 } .sums tr:last-child { font-weight: normal } .wide { font-size: 150%; letter-spacing: 2px }
  columns serial: SR.|SNO; code: CODE|ITEM CD; description: DESCRIPTION OF GOODS|PARTICULARS; hsn: HSN CODE|HSN; qty: QTY; unit: UNIT|UOM; rate: RATE
    discountPct: DIS %|DISC%; gst: GST%; amount: AMOUNT|AMOUNT RS.
  pages ${widePages}`

const linesOnWidePage = 20

function widePages({ kit, bill, columns = [] }: Printed) {
  const pages = paginate(bill.lines, linesOnWidePage, linesOnWidePage)
  const balance = kit.random.pick([0, kit.random.int(200, 40_000) * 100])
  const terms = kit.random.pick(['CREDIT', 'CASH', '30 DAYS'])
  const sumUntil = (page: number) =>
    kit.money(
      bill.lines.slice(0, page * linesOnWidePage).reduce((all, { taxable }) => all + taxable, 0),
    )
  const row = (label: string, page: number) => (
    <SparseRow
      className="carry"
      columns={columns.length}
      cells={{ 2: label, [columns.length - 1]: sumUntil(page) }}
    />
  )
  return pages.map((lines, at) => {
    const isLast = at === pages.length - 1
    return (
      <Page key={at}>
        {wideHead({ kit, bill }, `PAGE ${at + 1} OF ${pages.length}`, terms)}
        <LinesTable
          columns={columns}
          lines={lines}
          from={at * linesOnWidePage}
          before={at === 0 ? null : row('BROUGHT FORWARD', at)}
        >
          {row(isLast ? 'TOTAL' : 'CARRIED FORWARD', at + 1)}
        </LinesTable>
        {isLast ? (
          wideFoot({ kit, bill }, balance)
        ) : (
          <div className="r">CONTINUED ON NEXT PAGE</div>
        )}
      </Page>
    )
  })
}

function wideHead(printed: Printed, page: string, terms: string) {
  return markup(printed)`
    .row
      span GSTIN : {gstin}
      span.c ** TAX INVOICE **
      span.r ${page}
    .c.wide {vendor_name in capitals}
    .c {seller.address,city in capitals} {seller.pin} PH. {phone}
    .dash
    .row
      entries
        M/S = {buyer_name in capitals}
        = {buyer.address in capitals}
        GSTIN = {buyer_gstin}
      entries[colon=" :"]
        BILL NO = {invoice_no}
        BILL DATE = {invoice_date}
        VEHICLE = {vehicle_no}
        TERMS = {payment_terms: ${terms}}`
}

function wideFoot(printed: Printed, balance: number) {
  const { kit, bill } = printed
  return markup(printed)`
    .row
      div
        @wordsOf RUPEES
        GST SUMMARY
        each rates
          {2 of rate}% ON {money taxable} = {money tax}
        E.&O.E. GOODS ONCE SOLD WILL NOT BE TAKEN BACK. INTEREST @ 24% AFTER DUE DATE.
      .narrow
        entries.sums
          TAXABLE VALUE = {taxable_value}
          @taxes CGST, SGST, IGST
          ?round_off ROUND OFF = {round_off}
          NET AMOUNT = {total}
          ?${balance !== 0}
            PREVIOUS BALANCE = ${kit.money(balance)}
            TOTAL OUTSTANDING = ${kit.money(balance + bill.total)}
    .dash
    .row
      span RECEIVER'S SIGNATURE
      span.r FOR {seller.name in capitals}`
}

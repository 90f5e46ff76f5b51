import { paper } from '../paper.tsx'
import type { Column } from '../../columns.tsx'
import { plain } from '../own-columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import { C } from '../../marks.tsx'
import type { Printed } from '../layout.ts'

/* Bills of shops. */

/** A jeweller: gross and net weight, purity, the day's rates above the goods, making as a charge below them. */
export const jeweller = paper`
  jeweller: Tinos | Lato; 9pt
  household: 1-4 lines; near 0.8; charges Making Charges | Making Charges, Hallmarking
  goods
    Silver Anklet Pair Fancy | 71131130 | 3 | 88 | Gms
    Silver Pooja Thali Set | 71141110 | 3 | 91.5 | Gms
    Silver Chain Rhodium | 71131120 | 3 | 94 | Gms
    Silver Coin Laxmi 999 | 71141110 | 3 | 96 | Gms
    Gold Ring 22K Casting | 71131910 | 3 | 6720 | Gms
  style
    .page { padding: 12mm; border: 3px double #8a6d1d; min-height: 200mm } .name { font-size: 20pt; letter-spacing: 1mm; color: #8a6d1d; text-align: center }
    .title { letter-spacing: 3mm; text-align: center; margin: 2mm 0 } .rate { background: #f6efd8; padding: 1mm 2mm; margin: 2mm 0 }
    .lines th { border-top: 1px solid #8a6d1d; border-bottom: 1px solid #8a6d1d; padding: 1mm } .lines td { padding: 1.2mm 1mm } .sums { margin-top: 4mm }
  columns serial: No.; description: Particulars of Ornament; hsn: HSN;
    ${plain('Purity', 'c', ({ item }) => (item.name.startsWith('Gold') ? '916' : '92.5'))};
    ${weights}; qty: Net Wt. (gm); rate: Rate / gm; amount: Value ₹
  head
    .name {vendor_name}
    .c {seller.address,city,pin} ✆ {phone}
    .title TAX INVOICE
    .row
      div
        Customer's Name : {buyer_name}
        City : {buyer.city}
        GST No. : {buyer_gstin}
      .r
        Voucher No. : <b>{invoice_no}</b>
        Voucher Date : {invoice_date}
        Our GST No. : {gstin}
    .rate Today's Rate : Gold 24K 7,384.00   Gold 22K 6,769.00   Silver 94.50
  foot
    entries.sums
      @sums taxable: Taxable Amount; taxes: CGST 1.5%,SGST 1.5%,IGST 3%|CGST,SGST,IGST; roundOff: Rounding
      @total Net Bill Amount
    @wordsOf Rupees
    .row.small
      span Customer's Sign
      span.c Weights checked and found correct. No exchange without this bill.
      span.r For {seller.name}`

/** Beads and thread are weighed with the ornaments, and are not paid for. */
function weights({ kit }: Printed) {
  const beads = kit.random.int(5, 90) / 100
  return [
    plain('Gross Wt.', 'r', ({ qty }) => (qty + beads).toFixed(3)),
    plain('Less', 'r', () => beads.toFixed(3)),
  ]
}

function power({ kit }: Printed) {
  return `${kit.random.pick(['+', '-'])}${kit.random.int(1, 18) / 4}`
}

function axis({ kit }: Printed) {
  return kit.random.int(1, 18) * 10
}

/** An optician: a table of powers before that of the goods, advance and balance below the total. */
export const optician = paper`
  optician: Lato | Carlito | Open Sans; 9pt
  retail: 1-4 lines; near; discounts 0 | 0.6
  goods
    Frame Full Rim RB-5154 Black | 90031100 | 12 | 2186 | Pcs
    Lens SV Blue Cut 1.56 | 90015000 | 12 | 714 | Pair
    Lens Progressive 1.60 HMC | 90015000 | 12 | 4340 | Pair
    Contact Lens Monthly (6) | 90013000 | 12 | 1268 | Box
    Lens Cleaner Spray 60ml | 34029099 | 18 | 110 | Pcs
  style
    .page { padding: 12mm } .name { font-size: 18pt; color: #00695c } .power { margin: 3mm auto } .power td, .power th { border: 1px solid #80cbc4; padding: 0.8mm 4mm; text-align: center }
    .lines th { background: #e0f2f1; padding: 1mm } .lines td { padding: 1mm; border-bottom: 1px dotted #80cbc4 } .sums { margin-top: 2mm }
  columns serial: Sr; description: Item Details; hsn: HSN; qty: Qty; rate: Price; ?discount discount: Less;
    taxable: Taxable Amt; gst: GST%
  head
    .row
      div
        .name {vendor_name}
        i Computerised eye testing · Contact lens clinic
        {seller.address,city}
      .r.narrow
        ☎ {phone}
        GSTIN : {gstin}
        b Order Form cum Tax Invoice
    hr
    .row
      div
        Bill To : {buyer_name}
        GSTIN : {buyer_gstin}
        Patient : {any Mr. S. Deshpande|Mrs. Asha More} Age : 46
      .r
        Bill No. : {invoice_no}
        Bill Date : {invoice_date}
        Delivery Date : {day dueDate} 06:30 PM
    table.power
      tbody
        tr
          th
          th* SPH | CYL | AXIS | VA | ADD
        tr
          td* R | ${power} | ${power} | ${axis} | 6/6 | +1.50
        tr
          td* L | ${power} | ${power} | ${axis} | 6/6 | +1.50
  foot
    entries.sums
      Taxable = {taxable_value}
      Add CGST = {cgst}
      Add SGST = {sgst}
      @rounding R/Off
      Bill Amount = {total}
      Advance = ${({ kit, bill }) => kit.money(advanceOf(bill))}
      Balance = ${({ kit, bill }) => kit.money(bill.total - advanceOf(bill))}
    @wordsOf Rupees
    .small Balance to be paid at delivery. No guarantee of breakage of lenses.
    .r {seller.name}`

function advanceOf({ total }: Bill): number {
  return Math.round(total / 200_00) * 100_00
}

/** A mobile shop: two numbers of fifteen digits below each phone, which copy it is along the edge, how it was paid in a table. */
export const phoneShop = paper`
  phone-shop: Roboto | Carlito; 9pt
  retail: 1-4 lines; near
  goods
    Vento Y28 5G (8GB/128GB) Glitter Aqua | 85171300 | 18 | 12711 | Pcs
    Rylo Note 14 (6GB/128GB) Mystic White | 85171300 | 18 | 15253 | Pcs
    Samser A16 5G 8/256 Gold | 85171300 | 18 | 17796 | Pcs
    Itello Keypad 5606 Dual Sim Blue | 85171400 | 18 | 1101 | Pcs
    Tempered Glass 11D | 70071900 | 18 | 84 | Pcs
    Neckband Pro 40H | 85183019 | 18 | 677 | Pcs
  style
    .page { padding: 10mm 10mm 10mm 18mm } .copy { position: absolute; left: 6mm; top: 40mm; writing-mode: vertical-rl; transform: rotate(180deg); letter-spacing: 1mm; color: #777 }
    .lines { margin: 4mm 0 } .lines th { background: #222; color: #fff; padding: 1.2mm 1mm } .lines td { padding: 1.2mm 1mm; border-bottom: 1px solid #999 }
    .imei { font-size: 80%; color: #444 } .pay td, .pay th { border: 1px solid #999; padding: 0.6mm 3mm } h1 { font-size: 14pt }
  columns serial: Sl; ${numberedGoods('Product / IMEI', imeiOf, 'imei')}; hsn: HSN; qty: Qty; rate: Rate;
    taxable: Taxable; cgst: CGST 9%; sgst: SGST 9%; amountWithTax: Amount
  head
    .copy ORIGINAL FOR RECIPIENT
    .row
      h1 {vendor_name}
      .r {seller.address,city}
        Mob: {phone} | GST: {gstin}
    hr
    .row
      div
        b Details of Receiver (Billed to)
        entries[colon=:]
          Name = {buyer_name}
          Address = {buyer.address}
          State = {buyer.state} ({buyer.stateCode})
          GSTIN = {buyer_gstin}
      .narrow
        <b>Invoice #</b> {invoice_no}
        <b>Dt.</b> {invoice_date}
        <b>Sales Person</b> {any Nilesh|Farhan|Pooja}
  foot
    .row
      div
        table.pay
          tbody
            tr
              th* Paid by | Ref | Amount
            tr
              td* UPI | {100000 to 999999}
              td.r ${({ kit, bill }) => kit.money(paidByPhone(bill))}
            tr
              td Cash
              td
              td.r ${({ kit, bill }) => kit.money(bill.total - paidByPhone(bill))}
        @words Rs. in words :
        .small Warranty by the service centre of the company only.
      .narrow
        entries.sums
          @sums taxable: Taxable Total; taxes: CGST,SGST,IGST; roundOff: Round off (+/-)
          @total Grand Total`

function paidByPhone({ total }: Bill): number {
  return Math.round(total * 0.4)
}

/** Phones have two numbers each, other things none. */
function imeiOf({ item, qty, code }: BillLine): string[] {
  if (!item.hsn.startsWith('8517')) return []
  const base = 350_000_000_000_000 + (Bun.hash.crc32(code) % 9_000_000_000) * 9_973
  return Array.from({ length: Math.min(2, qty) }, (_, at) => {
    const one = base + at * 118_113
    return `IMEI1: ${one} IMEI2: ${one + 8}`
  })
}

/** A computer dealer: the number of each piece below its name, the warranty beside it, prices with tax before those without. */
export const computerDealer = paper`
  computer-dealer: Roboto | Lato; 8.5pt
  retail: 1-5 lines; unrounded
  style
    .page { padding: 11mm } .bar { border-bottom: 3px solid #1864ab; color: #1864ab; font-size: 15pt }
    .lines { margin: 4mm 0 } .lines th { background: #e7f5ff; padding: 1.2mm } .lines td { padding: 1mm; border-bottom: 1px solid #d0ebff }
    .numbers { font-size: 85%; color: #444; padding-left: 4mm } .label { color: #1864ab }
  let year = {any 1 Yr onsite|36 Months|No warranty}
  columns serial: #; ${numberedGoods('Model / Serial Numbers', piecesOf, 'numbers')}
    own Warranty[c]: {year}
    hsn: HSN/SAC; rateWithTax: Price (incl. GST); rate: Price (excl. GST); qty: Pcs; gst: GST Rate; amount: Value
  head
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
        Pay before = {due_date}
  foot
    entries.sums
      @sums taxable: Net value; taxes: CGST,SGST,IGST
      @total Amount due
    @words
    entries[colon=:]
      @bank
    @terms`

/** As many as pieces, but not more than a bill has room for. */
function piecesOf({ code, qty, batch }: BillLine): string[] {
  const count = Math.min(4, qty)
  return [Array.from({ length: count }, (_, at) => `${batch}${code}${at + 1}`).join(', ')]
}

/** Goods with their numbers below them: who takes the numbers for the description is right as well. */
function numberedGoods(
  heading: string,
  numbersOf: (line: BillLine) => readonly string[],
  className: string,
): Column {
  return {
    heading,
    align: 'l',
    cell: (line) => (
      <>
        <C k="description" v={[line.item.name, `${line.item.name} ${numbersOf(line).join(' ')}`]}>
          {line.item.name}
        </C>
        {numbersOf(line).map((text) => (
          <div key={text} className={className}>
            {text}
          </div>
        ))}
      </>
    ),
  }
}

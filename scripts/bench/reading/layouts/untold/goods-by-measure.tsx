import type { Column } from '../../columns.tsx'
import type { BillLine } from '../../compose/bill.ts'
import { C } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { days, plain } from '../own-columns.tsx'
import { paper } from '../paper.tsx'

/*
 * Bills of goods that are cut, packed, poured or counted by the dozen.
 * Written on 28 November 2026, after the reader was frozen. Nobody tunes the reader with these papers.
 */

/** Boards and glass: length and width in feet and inches, pieces, and the square feet that are multiplied. */
export const feetAndInches = paper`
  feet-and-inches: Carlito | Arimo; 9pt; 148x210
  hardware: 1-6 lines; near 0.9; charges - | - | Cutting Charges
  goods
    Plywood BWP 18 mm Century | 44123190 | 18 | 118 | Sqft
    Float Glass 5 mm Clear | 70052990 | 18 | 52 | Sqft
    Laminate 1 mm Matt Walnut | 48239019 | 18 | 41 | Sqft
    Block Board 19 mm Pine | 44129400 | 18 | 96 | Sqft
    Toughened Glass 10 mm | 70071900 | 18 | 146 | Sqft
  style
    .page { padding: 7mm } .name { font-size: 15pt; color: #7b3f00 } .rule { border-top: 2px solid #7b3f00; margin: 1.5mm 0 } .lines { border: 1px solid #7b3f00 } .lines th { border: 1px solid #7b3f00; padding: 0.8mm } .lines td { border-left: 1px solid #7b3f00; padding: 0.8mm 1mm }
  columns
    serial: Sr; description: Particulars; hsn: HSN
    ${plain('Size (Ft.)', 'c', sizeOf)}; ${plain('Pcs', 'r', (line) => String(boardsOf(line)))}; qty: Sq.Ft.; rate: Rate; amount: Amount
  head
    .name.c {vendor_name}
    .c Plywood, Laminates, Glass & Hardware
    .c {seller.address,city} Cell {phone}
    .rule
    .row
      div
        M/s {buyer_name}
        {buyer.address,city}
        GST No {buyer_gstin}
      .r
        Bill Ref {invoice_no}
        Dt. {invoice_date}
        Tempo {vehicle_no}
  foot
    entries.sums
      @charges
      Total = {money taxable}
      @taxes Add: CGST 9%, Add: SGST 9%, Add: IGST 18%
      @rounding R/off
      Amt. Payable = {total}
    @wordsOf Rs.
    .small GSTIN {gstin}. Sizes are charged to the next quarter foot. Breakage at buyer's risk.
    .r {seller.name}`

/** Two feet wide, in as many boards as make feet and inches of their length. */
function sizeOf(line: BillLine): string {
  const inches = Math.round((line.qty * 6) / boardsOf(line))
  return `${Math.floor(inches / 12)}'${inches % 12}" x 2'0"`
}

function boardsOf({ qty }: BillLine): number {
  return [12, 5].find((count) => qty > count && qty % count === 0) ?? 1
}

/** Cloth by the metre: each cut below the quality's name, pieces before metres, agent and bale beside the numbers. */
export const clothCuts = paper`
  cloth-cuts: Tinos | Carlito; 9.5pt; also Noto Sans Devanagari
  household: 1-5 lines; near 0.4; charges - | Packing
  goods
    Rayon Slub 44" Dyed | 55161200 | 5 | 72.5 | Mtr
    Cotton Cambric 58" Printed | 52085290 | 5 | 118 | Mtr
    Poly Georgette 44" | 54075290 | 5 | 64 | Mtr
    Linen Blend Shirting 58" | 53092990 | 5 | 236 | Mtr
  style
    .page { padding: 11mm } .name { font-size: 18pt } .split { border-top: 1px solid #000; border-bottom: 1px solid #000; padding: 2mm 0; margin: 2mm 0 } .lines th { border-bottom: 1px solid #000; padding: 1mm } .lines td { padding: 1mm } .lines { border-bottom: 1px solid #000 } .cuts { font-size: 85%; padding-left: 4mm }
  columns ${qualities}; hsn: HSN Code; ${plain('Pcs', 'r', () => '3')}; qty: Mtrs.; rate: Rate; amount: Amount
  head
    .c.small ॥ श्री गणेशाय नमः ॥
    .c.name {vendor_name}
    .c {seller.address,city,pin} * GSTIN {gstin}
    .row.split
      div
        Buyer : <b>{buyer_name}</b>
        {buyer.address,city}
        GSTIN : {buyer_gstin}
      entries[colon=" :"]
        Bill No. = {invoice_no}
        Bill Dt. = {invoice_date}
        Challan = {delivery_note_no}
        Due Dt. = {due_date}
      entries[colon=" :"]
        Agent = {any Mahavir Agency|Direct|S.K. Cloth Broker}
        Transport = {transporter}
        L.R. No. = {lr_no}
        Bale No. = {101 to 998}
  foot
    .row
      div
        @wordsOf Rs.
        Interest @ 18% p.a. after the due date. No dyeing guarantee. Subject to {seller.city} jurisdiction.
      entries.sums
        Goods Amt. = {money goods}
        @charges
        Taxable Amt. = {taxable_value}
        @taxes CGST 2.5%, SGST 2.5%, IGST 5%
        @rounding Round Off
        Nett Amt. = {total}
    .r For {seller.name}`

/** Who takes the cuts for the description is right as well. */
function qualities(): Column {
  return {
    heading: 'Quality',
    align: 'l',
    cell: ({ item: { name }, qty }) => {
      const cut = Math.floor(qty / 3)
      const cuts = [cut, cut, qty - 2 * cut].map((one) => one.toFixed(2)).join(' + ')
      return (
        <>
          <C k="description" v={[name, `${name} ${cuts}`]}>
            {name}
          </C>
          <div className="cuts">{cuts}</div>
        </>
      )
    },
  }
}

/** Milk of a fortnight: a day and a shift in each line, fat beside the litres, the good named above the table alone. */
export const milkDays = paper`
  milk-days: Roboto | Tinos; 9pt; 148x210
  grocery: 8-15 lines; untaxed; near
  goods
    Milk | 04012000 | 0 | 52 | Ltr
  style
    .page { padding: 8mm } .name { font-size: 14pt } .lines { margin: 2mm 0 } .lines th, .lines td { border: 1px solid #888; padding: 0.4mm 1.5mm } .sum td { font-weight: bold }
  columns
    ${days('Day', (index, count) => index - count)}; ${plain('Shift', 'c', (_, index) => (index % 2 === 0 ? 'M' : 'E'))};
    ${plain('Fat', 'r', ({ rate }) => (rate / 900).toFixed(1))}; qty: Ltr.; rate: Rs./Ltr.; amount: Amt.
  head
    .c.name {vendor_name}
    .c Dairy — {seller.address,city}
    .row
      div
        To : {buyer_name}
        GSTIN : {buyer_gstin}
      .r
        Fortnight Bill No. {invoice_no}
        {invoice_date}
    .c Cow milk, HSN 0401, not taxable. Our GSTIN {gstin}
  rows
    cells.sum
      2 = Total
      3 = {total_qty}
      5 = {money goods}
  foot
    entries.sums
      Milk Value = {money goods}
      Kasar = {round_off or 0}
      Bill Amt. = {total}
      Adv. Recd = ${({ kit }) => kit.money(500_00)}
      Bal. To Pay = ${({ kit, bill }) => kit.money(bill.total - 500_00)}
    .row.small
      span Bring the card every day.
      span.r Dairy In-charge`

/** Crackers: cases and their content before the quantity, what a rate is for before the rate, a large scheme taken off below the goods. */
export const casesAndContents = paper`
  cases-and-contents: Arimo | Roboto; 8.5pt
  household: 3-12 lines; near 0.3; discounts 1; charges Packing Charges
  goods
    10 cm Electric Sparklers | 36041000 | 18 | 96 | Box
    Flower Pots Special | 36041000 | 18 | 310 | Box
    Ground Chakkar Big | 36041000 | 18 | 182 | Box
    Rocket Bomb | 36041000 | 18 | 268 | Box
    28 Chorsa | 36041000 | 18 | 74 | Pkt
    Colour Pencils | 36041000 | 18 | 138 | Pkt
  style
    .page { padding: 10mm; border: 1px solid #a00 } .name { font-size: 17pt; color: #a00 } .lines th { border: 1px solid #a00; padding: 0.8mm } .lines td { border-left: 1px solid #a00; border-right: 1px solid #a00; padding: 0.7mm 1.2mm } .lines { border-bottom: 1px solid #a00; margin: 2mm 0 }
  columns
    serial: S.No; description: Name of Product; ${plain('Cases', 'r', ({ qty }) => String(Math.ceil(qty / 12)))};
    ${plain('Content', 'c', ({ item }) => `1 ${item.unit} x 10`)}; qty: Quantity; unit: Per; rate: Rate; gross: Amount
  head
    .row
      div
        .name {vendor_name}
        {seller.address,city,pin}
        Licence No. E/SC/TN/{10 to 99}/{1000 to 9999} — HSN 3604
      entries
        GSTIN = {gstin}
        Cell = {phone}
    .row
      div
        M/s. {buyer_name},
        {buyer.address,city},
        GSTIN : {buyer_gstin}
      entries
        Invoice # = {invoice_no}
        Dated = {invoice_date}
        Despatched to = {buyer.city}
        Lorry Recpt. = {lr_no}
        No. of Cases = {12 to 60}
  foot
    .row
      div
        @wordsOf Rupees
        b Bank
        entries[colon=:]
          @bank
      entries.sums
        Goods Value = {subtotal=gross}
        Less: Scheme = {discount}
        @charges
        Assessable = {taxable_value}
        @taxes CGST 9%, SGST 9%, IGST 18%
        @rounding R/off
        Nett = {total}`

/** Hosiery: dozens and pieces in one column, pieces in the next, and the rate for a dozen. */
export const perDozen = paper`
  per-dozen: Cousine | Roboto Condensed; 8.5pt
  household: 2-8 lines; near 0.6
  goods
    GENTS VEST RN 85 CM | 61091000 | 5 | 68 | Pcs
    LADIES SLIP 32-36 | 61082100 | 5 | 84 | Pcs
    KIDS BRIEF ASSTD | 61071100 | 5 | 42 | Pcs
    ANKLE SOCKS | 61159500 | 5 | 29 | Pcs
    HANDKERCHIEF WHITE | 62132000 | 5 | 21 | Pcs
  style
    .page { padding: 9mm } .bar { border-top: 1px dashed #000; margin: 1mm 0 } .lines th { border-top: 1px dashed #000; border-bottom: 1px dashed #000; font-weight: normal; padding: 0.6mm } .lines td { padding: 0.4mm 0.8mm } .lines { border-bottom: 1px dashed #000 }
  columns
    qty: PCS; ${plain('DZ-PC', 'r', ({ qty }) => `${Math.floor(qty / 12)}-${String(qty % 12).padStart(2, '0')}`)};
    description: ARTICLE; hsn: HSN; ${dozenRate}; amount: AMT
  head
    .row
      span {vendor_name in capitals}
      span.r TAX INVOICE
    {seller.address,city,pin} TEL {phone}
    GSTIN {gstin}
    .bar
    .row
      span INV NO {invoice_no}
      span.c DT {invoice_date}
      span.r CARTON {1 to 5}
    TO {buyer_name in capitals}, {buyer.city} GSTIN {buyer_gstin}
  foot
    .row
      span TOT PCS {quantity}
      span.r TOT AMT {money taxable}
    pairs.row[value=r]
      @taxes CGST @2.5%, SGST @2.5%, IGST @5%
      @rounding R.OFF
      BILL AMT = {total}
    .bar
    @wordsOf RS.
    E & O E`

const dozen = 12

/** A reader may give the rate of a dozen as printed or that of a piece. */
function dozenRate({ kit }: Printed): Column {
  return {
    heading: 'RATE/DZ',
    align: 'r',
    cell: ({ rate }) => (
      <C k="rate" v={[String((rate * dozen) / 100), String(rate / 100)]}>
        {kit.money(rate * dozen)}
      </C>
    ),
  }
}

/** Quantity and unit in one word, "per" behind each rate, the headings cut short. */
export const gluedUnits = paper`
  glued-units: VT323 | Cousine; 10pt
  hardware: 2-9 lines; near 0.8; freight 0.4
  style
    .page { padding: 9mm } .lines th { border-bottom: 1px solid #000; padding: 0.5mm 1mm; font-weight: normal } .lines td { padding: 0.4mm 1mm } .lines { margin: 2mm 0; border-bottom: 1px solid #000 } .frame { border: 1px solid #000; padding: 1mm 2mm }
  columns
    serial: S#; description: DESCR; hsn: HSN
    own QTY[r]: {qty in digits}{unit in capitals}
    own RT/PER[r]: {rate}/{item.unit in capitals}
    gst: TX; amount: AMT
  head
    .frame
      {vendor_name in capitals} — {seller.address,city,pin}
      PH {phone} / GSTIN {gstin}
    .row
      div
        PARTY: {buyer_name}
        GSTIN: {buyer_gstin}
      .r
        DOCUMENT NO: {invoice_no}
        DOC DATE: {invoice_date}
        VEH: {vehicle_no}
  foot
    entries.sums
      ?freight ADD: FREIGHT = {freight}
      TXBL = {taxable_value}
      @taxes ADD: CGST, ADD: SGST, ADD: IGST
      @rounding R/OFF
      TO PAY = {total}
    @wordsOf RS.`

/** A table without any heading: the quantity, its unit and the rate in one cell before the amount. */
export const withoutHeadings = paper`
  without-headings: Carlito | Lato; 10.5pt
  stationery | household: 1-7 lines; near 0.8; rounded 0.5
  style
    .page { padding: 16mm } .name { font-size: 15pt; font-weight: bold } .items { width: 100%; margin: 5mm 0 } .items td { padding: 1.2mm 1mm; border-bottom: 1px dotted #666 } .row { display: flex; justify-content: space-between; margin-top: 4mm } .sums { margin-left: auto } .sums td { padding: 0.5mm 1mm } .sums td:last-child { text-align: right }
  body
    .name {vendor_name}
    {seller.address,city,pin}
    GST {gstin} Phone {phone}
    .row
      span Bill for <b>{buyer_name}</b>, {buyer.city} (GST {buyer_gstin})
      span No. {invoice_no} of {invoice_date}
    table.items
      tbody
        each lines
          tr[data-line]
            td
              @line
              | {description}
            td.r {qty in digits} {unit} x {rate}
            td.r {amount}
    entries.sums
      Value = {money taxable}
      @taxes CGST, SGST, IGST
      @rounding Rounding
      Please pay = {total in Rs. }
    p With thanks, {seller.name}`

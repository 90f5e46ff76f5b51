import { zone } from '../../bill-markup.tsx'
import type { BillLine } from '../../compose/bill.ts'
import { LinesTable, SparseRow } from '../../lines-table.tsx'
import { Page } from '../../marks.tsx'
import { paginate, type Printed } from '../layout.ts'
import { paper } from '../paper.tsx'
import { usualCss } from '../usual.tsx'

/*
 * Bills in the structure of programs that Indian shops bill with.
 * Written on 28 November 2026, after the reader was frozen. Nobody tunes the reader with these papers.
 */

/** A till's receipt: the rate below the quantity behind "@", the HSN below the name, a total and a rounded one, the change. */
export const counterReceipt = paper`
  counter-receipt: Roboto Condensed | Arimo; 8.5pt; 80xroll
  grocery | stationery: 2-9 lines; near
  style
    .page { padding: 3mm } table.w th { border-top: 1px solid #000; border-bottom: 1px solid #000; font-weight: normal } table.w td { padding: 0.6mm 0 } .pair { display: flex; justify-content: space-between } .line { border-top: 1px solid #000; margin: 1mm 0 }
  body
    .c.b {vendor_name}
    .c Tax Invoice
    .c GSTIN: {gstin}
    <b>Receipt No:</b> {invoice_no}
    <b>Cashier:</b> counter{1 to 3}
    <b>Customer:</b> {buyer_name}
    <b>Customer GSTIN:</b> {buyer_gstin}
    <b>Date:</b> {invoice_date}
    <b>Time:</b> 1{0 to 9}:{10 to 59}:{10 to 59}
    table.w
      thead
        tr
          th.l Item
          th.r* Qty | Amount
      tbody
        each lines
          tr[data-line]
            td
              @line
              | {description}<br>HSN: {hsn}
            td.r
              | {qty in digits}<br>@ {rate}
            td.r {amount}
    .line
    pairs.pair
      Total Excl. Tax = {taxable_value}
      Central GST = {cgst}
      State GST = {sgst}
      Grand Total = {money unrounded}
      Rounding Adjustment = {round_off or 0}
      Rounded Total = {total}
      Paid Amount = {money total}
      Change Amount = ${({ kit }) => kit.money(0)}
    .line
    .c Thank you, please visit again.`

/** A grey heading in which number and date stand without labels; the buyer below it without one as well. */
export const greyHeading = paper`
  grey-heading: Roboto | Open Sans; 9pt
  stationery | electrical: 1-8 lines; near 0.7; rounded 0.5
  style
    .page { padding: 0 0 10mm } .band { background: #edeff2; padding: 9mm 12mm } .in { padding: 5mm 12mm } h1 { font-size: 16pt } .name { font-size: 13pt } .lines { margin: 0 12mm; width: 186mm } .lines th { color: #777; font-weight: normal; border-bottom: 1px solid #ddd; padding: 1.5mm 1mm }
    .lines td { padding: 1.8mm 1mm; border-bottom: 1px solid #eee } .sums { width: 100% } .sums tr:last-child { font-size: 12pt }
  columns description: Item; hsn: HSN/SAC; qty: Quantity; rate: Rate; amount: Amount
  head
    .band.row
      div
        .name {vendor_name}
        {seller.address,city,pin}
        {phone}
        {gstin}
      .r
        h1 {invoice_no}
        | {invoice_date}
    .in.row
      div
        b {buyer_name}
        {buyer.address,city,pin}
        {buyer_gstin}
      .r
        Tax Invoice
        Place of supply {place_of_supply in state}
  foot
    .in.row
      div
        .small Notes
        Goods checked at the counter before packing.
      .narrow
        entries.sums
          Subtotal = {money taxable}
          @taxes CGST, SGST, IGST
          @rounding Round Off
          Grand Total = {total in ₹}`

/** An application's bill: GST with its rate in each line, taxes by name with their base, below the total what was owed before. */
export const previousBalance = paper`
  previous-balance: Open Sans | Lato | Roboto; 8pt
  household | stationery | hardware: 1-8 lines; near 0.85; discounts 0 | 0.5
  style
    .page { padding: 9mm } .bars > * { background: #7d6cc9; color: #fff; font-weight: bold; padding: 1mm 2mm } .row { gap: 0; margin-bottom: 2mm } h2 { text-align: center; color: #7d6cc9; font-size: 13pt } .name { font-size: 14pt }
    .lines th { background: #7d6cc9; color: #fff; padding: 1mm } .lines td { padding: 1mm; border-bottom: 1px solid #ccc } .all td { font-weight: bold } .tax td, .tax th { padding: 0.6mm 3mm; border-bottom: 1px solid #ddd }
    .sums { width: 80% } .sums tr:last-child { background: #efedf8 }
  columns
    serial: #; description: Item name; hsn: HSN/ SAC; qty: Quantity; unit: Unit; rate[sign=₹]: Price/ Unit; ?discount discount[zero=0.00]: Discount
    own GST[r]: ₹ {tax_amount} ({gst_rate in %})
    amountWithTax[sign=₹]: Amount
  head
    h2 Tax Invoice
    .row
      .narrow
        @logo
      .r
        .name {vendor_name}
        {seller.address,city,pin}
        Phone no.: {phone} Email: {email}
        GSTIN: {gstin}, State: {seller.stateCode}-{seller.state}
    .row.bars
      span Bill To
      span.r Invoice Details
    .row
      div
        b {buyer_name}
        {buyer.address,city,pin}
        Contact No.: {buyer.phone}
        GSTIN: {buyer_gstin}
      .r
        Invoice No.: {invoice_no}
        Date: {invoice_date}
        Place of supply: {place_of_supply in code-state}
  rows
    cells.all
      1 = Total
      3 = {quantity}
      -2 = ₹ {money lineTax}
      -1 = ₹ {money lineTotal}
  foot
    .row
      div
        table.tax
          thead
            tr
              th* Tax type | Taxable amount | Rate | Tax amount
          tbody
            each rates
              ?near
                tr
                  td* SGST | ₹ {money taxable} | {half}% | ₹ {money sgst}
                tr
                  td* CGST | ₹ {money taxable} | {half}% | ₹ {money cgst}
              else tr
                td* IGST | ₹ {money taxable} | {rate}% | ₹ {money igst}
        @words Invoice Amount In Words
        .small UPI: {seller.bank.upi} — scan the code to pay
      div
        entries.sums
          Sub Total = ₹ {money lineTotal}
          ?round_off Round off = {round_off in ₹ }
          Total = {total in ₹ }
          Received = ₹ ${({ kit }) => kit.money(0)}
          Balance = ₹ {money total}
          Previous Balance = ₹ ${({ kit }) => kit.money(owedBefore)}
          Current Balance = ₹ ${({ kit, bill }) => kit.money(bill.total + owedBefore)}
    .r For, {seller.name}`

/** In paise. */
const owedBefore = 12_480_00

/** A sweet shop's roll: quantity and sub total in one line, the rate of a tax between its name and its amount. */
export const dineInRoll = paper`
  dine-in-roll: Cousine | Roboto Condensed; 8pt; 80xroll
  grocery: 1-6 lines; near
  goods
    KAJU KATLI | 21069099 | 5 | 880 | Kg
    BESAN LADDU | 21069099 | 5 | 420 | Kg
    MIX FARSAN | 21069099 | 5 | 260 | Kg
    SAMOSA (2 PCS) | 21069099 | 5 | 38
    LASSI SWEET | 21069099 | 5 | 57
  style
    .page { padding: 3mm } table.w th { font-weight: normal; border-bottom: 1px dashed #000 } .pair { display: flex; justify-content: space-between } .line { border-top: 1px dashed #000; margin: 1mm 0 } .big { font-size: 125%; font-weight: bold }
  body
    .c.big {vendor_name}
    .c {seller.address,city}
    .c GSTIN : {gstin}
    .line
    Name: {buyer_name} ({buyer_gstin})
    .line
    .pair
      span Date: {invoice_date}
      span Dine In: {1 to 18}
    .pair
      span Cashier: biller
      span Bill No.: {invoice_no}
    Token No.: {1 to 90}
    .line
    table.w
      thead
        tr
          th.l Item
          th.r* Qty. | Price | Amount
      tbody
        each lines
          tr[data-line]
            td
              @line
              | {description}
            td.r* {qty} | {rate} | {amount}
    .line
    .pair
      span Total Qty: {quantity}
      span Sub Total {money taxable}
    .pair
      span* SGST | 2.5% | {sgst}
    .pair
      span* CGST | 2.5% | {cgst}
    .line
    pairs.pair
      @rounding Round off
    .pair.big
      span Grand Total
      span {total in ₹}
    .line
    .c FSSAI Lic No. {fssai_no}
    .c !!! Thanks for your visit !!!`

/** Fourteen narrow columns under glued headings of two rows, CGST and SGST with rate and amount in each, the sums in one row. */
export const fourteenColumns = paper`
  fourteen-columns: Roboto Condensed | Arimo; 7.5pt; 297x210
  medicines | household: 3-14 lines; near; discounts 0.5
  style
    .page { padding: 7mm } .row { border: 1px solid #000; gap: 0 } .row > * { padding: 1mm 2mm; border-right: 1px solid #000 } .name { font-size: 13pt } .lines { border: 1px solid #000 } .lines th { border: 1px solid #000; padding: 0.3mm; font-weight: normal } .lines td { border-left: 1px solid #000; padding: 0.3mm 0.8mm }
    .all td { border-top: 1px solid #000; font-weight: bold } .strip td, .strip th { border: 1px solid #000; padding: 0.5mm 2mm; font-weight: normal }
  columns
    serial: S; description: ItemDescription; hsn: HSNCd
    own Bill<br>Qty[r]: {qty in digits}
    own Fr.<br>Qty[r]: {free_qty}
    mrp: MRP; rate: Rt.; discountPct: D%; taxable: TxblVal; cgstPct[group=CGST]: %; cgst[group=CGST]: Amt; sgstPct[group=SGST]: %; sgst[group=SGST]: Amt; total: NetAmt
  head
    .row
      div
        .name {vendor_name}
        {seller.address,city,pin}
        Ph.{phone} GSTIN {gstin}
      div
        M/s. <b>{buyer_name}</b>
        {buyer.address,city,pin}
        GSTIN {buyer_gstin}
      div
        b GST TAX INVOICE - ORIGINAL
        Doc.No. {invoice_no} Dt. {invoice_date}
        Ord. {po_no} Trpt. {transporter}
        Route 0{1 to 9} Beat {1 to 6} Godown MAIN
  rows
    cells.all
      1 = Tot. {lines.length} Items
      3 = {quantity}
      8 = {taxable_value}
      10 = {cgst}
      12 = {sgst}
      13 = {money unrounded}
  foot
    strip.strip.w[value=r]
      Gross Amt = {money gross}
      Disc.Amt = {discount or 0}
      Txbl.Amt = {money taxable}
      Tax Amt = {money tax}
      R/off = {round_off or 0}
      Nett Amt = {total}
    @wordsOf Rs.
    .r for {seller.name}`

/** Several pages, each with the whole head and a sum that goes on to the next one. */
export const carriedPages = paper`
  carried-pages: Carlito | Tinos; 9pt
  household | stationery: 16-38 lines; near 0.7
  style
    ${usualCss} .page { padding: 10mm; min-height: 270mm } .name { font-size: 14pt } .frame { border: 1px solid #000; padding: 1.5mm 2mm } .lines th, .lines td { border: 1px solid #000; padding: 0.8mm 1.5mm } .lines .carry td { font-weight: bold }
  columns serial: No; description: Particulars; hsn: HSN; gst: GST; qty: Nos./Kg; rate: Rate Rs.; amount: Amount Rs.
  pages
    ${CarriedPages}`

const linesOfPage = 13

function CarriedPages({ kit, bill, columns = [] }: Printed) {
  const pages = paginate(bill.lines, linesOfPage, linesOfPage)
  const carry = (label: string, lines: readonly BillLine[]) => {
    const sum = kit.money(lines.reduce((all, { taxable }) => all + taxable, 0))
    return <SparseRow className="carry" columns={7} cells={{ 1: label, 6: sum }} />
  }
  return pages.map((lines, at) => {
    const before = bill.lines.slice(0, at * linesOfPage)
    const isLast = at === pages.length - 1
    return (
      <Page key={at}>
        <CarriedHead {...{ kit, bill }} />
        <div className="r small">{`Page ${at + 1} of ${pages.length}`}</div>
        <LinesTable
          {...{ columns, lines }}
          from={before.length}
          before={at === 0 ? null : carry('Total B/F from page above', before)}
        >
          {carry(isLast ? 'Total' : 'Total C/F to next page', [...before, ...lines])}
        </LinesTable>
        {isLast ? <CarriedFoot {...{ kit, bill }} /> : <div className="r">Contd...</div>}
      </Page>
    )
  })
}

const CarriedHead = zone`
  .c.b TAX INVOICE
  .frame.c
    .name {vendor_name}
    {seller.address,city,pin}
    Mob. {phone} GSTIN {gstin}
  .row.frame
    div
      Party : {buyer_name}
      {buyer.address,city}
      GSTIN : {buyer_gstin}
    .r
      Inv # {invoice_no}
      Dt. {invoice_date}
      Pymt. Due {due_date}`

const CarriedFoot = zone`
  entries.sums
    Taxable = {taxable_value}
    @taxes Central Tax, State Tax, Integrated Tax
    @rounding Rounded (+/-)
    Grand Tot. = {total in Rs. }
  @words In words :
  .row
    span Receiver's Sign
    span.r For {seller.name}`

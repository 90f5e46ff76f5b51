import type { Bill, BillLine } from '../../compose/bill.ts'
import { LineFacts } from '../../lines-table.tsx'
import { Also, C } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { plain } from '../own-columns.tsx'
import { paper } from '../paper.tsx'
import { counted, recounted } from './recounted.ts'

/* Bills of market yards, shops and tills. */

/** A trader of spices in a market yard: bags and quintals, porters' and market charges below the goods, a broker, no serial numbers. */
export const spiceTrader = recounted(
  paper`
  spice-trader: Tinos | Carlito | Arimo; 9.5 | 10pt; 165x235
  grocery: 1-5 lines; near 0.75; charges Hamali | Hamali, Tolai | Hamali, Market Cess | Bardana, Hamali | -
  goods
    Turmeric Finger Salem | 09103020 | 5 | 14200 | Qtl
    Dry Chilli Teja (S17) | 09042110 | 5 | 17800 | Qtl
    Coriander Badami | 09092190 | 5 | 8400 | Qtl
    Cumin Seed (Jeera) Unjha | 09093129 | 5 | 24600 | Qtl
    Black Pepper MG1 | 09041130 | 5 | 61500 | Qtl
    Ajwain No. 2 | 09109914 | 5 | 13100 | Qtl
    Mustard Small | 12075090 | 5 | 6150 | Qtl
  style
    .page { padding: 8mm; border: 0 } .frame { border: 1.5px solid #8b0000 } .frame > * { padding: 1.2mm 2mm } .frame > * + * { border-top: 1px solid #8b0000 } .name { font-size: 18pt; color: #8b0000 }
    .lines { border: 1.5px solid #8b0000; border-top: 0 } .lines th { border-bottom: 1px solid #8b0000; border-right: 1px solid #8b0000; padding: 0.8mm } .lines td { border-right: 1px solid #8b0000; padding: 1mm 1.2mm }
    .sum td { border-top: 1px solid #8b0000; font-weight: bold } .sums { margin-top: 1mm }
  columns description: Commodity|Particulars|Description of Goods|Name of Commodity; hsn: HSN|HSN Code
    ${plain('Mark', 'c', ({ batch }) => batch)}; ${plain('Bags', 'r', (line) => String(bagsOf(line)))}
    own {Weight (Qtl)|Net Wt. (Qtl)|Qtls.}[r]: {qty in 3}
    rate: Rate / Qtl|Rate per Qtl|Rate; amount: Amount|Amount Rs.
  head
    .c.small || Shree ||
    .frame
      .c
        .name {vendor_name}
        Grain, Spice & Dry Fruit Merchants & Commission Agents
        {seller.address,city} - {seller.pin}
        {Ph.|Off.|Mob.} {phone} APMC Lic. No. {1000 to 8999}
      .row
        span GSTIN : {gstin}
        span.c.b {TAX INVOICE|CREDIT MEMO / TAX INVOICE}
        span.r FSSAI : {fssai_no}
      .row
        div
          {M/s.|Name :|Party :} <b>{buyer_name}</b>
          {buyer.address}, {buyer.city}
          GSTIN : {buyer_gstin}
          {Broker|Dalal|Through} : {any Self|K. C. Oswal|Ramesh Canvassing}
        entries.narrow[colon=" :"]
          {Bill No.|Memo No.|Invoice No.} = {invoice_no}
          {Date|Bill Date|Dt.} = {invoice_date}
          {Lorry No.|Vehicle|Tempo No.} = {vehicle_no}
          ?0.4 {Bilti No.|L.R. No.} = {lr_no}
          ?0.5 {Pay by|Due Date} = {due_date}
  rows
    cells.sum
      0 = Total
      3 = ${({ bill }) => String(bill.lines.reduce((all, line) => all + bagsOf(line), 0))}
      4 = {3 of quantity}
      -1 = {money goods}
  foot
    entries.sums
      @charges
      {Taxable Amount|Total Before GST|Taxable Value} = {taxable_value}
      @taxes CGST 2.5%, SGST 2.5%, IGST 5%
      ?round_off {Round off|Kasar / Round off} = {round_off}
      {Net Amount|Bill Amount|Grand Total} = {total in currency}
    @wordsOf Rs.
    entries[colon=" :"]
      @bank
    .small Goods despatched at buyer's risk. Interest @ 1.5% p.m. after due date. Subject to Market Yard {seller.city} jurisdiction.
    .row
      span.small E. & O. E.
      span.r For {seller.name}`,
  (kit, bill) => (line) => {
    const bags = kit.random.int(1, 24)
    return counted(bill, line, { qty: (bags * 50 - kit.random.int(0, 40)) / 100 })
  },
  5,
)

/** A bag holds half a quintal at most. */
function bagsOf({ qty }: BillLine): number {
  return Math.ceil(qty * 2)
}

/** A wholesaler of stationery on half a sheet: quantities first, by the dozen and the gross, the unit again beside the rate. */
export const stationeryWholesaler = recounted(
  paper`
  stationery-wholesaler: Carlito | Arimo | Lato; 8.5 | 9pt; 148x210
  stationery: 2-12 lines; near 0.95; discounts 0 | 0.5
  goods
    Ball Pen Blue Fine Tip | 96081019 | 18 | 42 | Doz
    Gel Pen Black 0.5 | 96081091 | 18 | 78 | Doz
    Pencil HB with Eraser | 96091000 | 0 | 312 | Grs
    Sharpener Plastic | 82141010 | 18 | 168 | Grs
    Eraser Non Dust | 40169200 | 0 | 204 | Grs
    Long Book 172 pg | 48202000 | 0 | 396 | Doz
    Drawing Book A4 36 pg | 48202000 | 0 | 258 | Doz
    File Folder L Type | 39261019 | 18 | 64 | Doz
    Copier Paper A4 75 GSM | 48025690 | 18 | 214 | Ream
    Envelope 10x4 White 100s | 48171000 | 18 | 52 | Pkt
    Cello Tape 24mm x 65m | 39191000 | 18 | 156 | Doz
    Stapler Pins No. 10 | 83052000 | 18 | 88 | Doz
  style
    .page { padding: 7mm } .name { font-size: 14pt } .line { border-top: 2px solid #000; margin: 1mm 0 } .lines th { border-bottom: 1px solid #000; padding: 0.5mm 1mm }
    .lines td { padding: 0.5mm 1mm; border-bottom: 1px dotted #999 } .sums { border-top: 1px solid #000 } .slabs th, .slabs td { padding: 0 2mm 0 0; text-align: right; font-size: 88% }
  columns qty: Qty|Quantity|Qnty; unit: Unit|Pkg; description: Particulars|Item|Description; hsn: HSN
    rate: Rate
    own Per[c]: {item.unit}
    ?discount discountPct: Disc|Less %|Dis%
    gst: GST|GST%; amount: Amount|Amount Rs.
  head
    .row
      div
        .name {vendor_name}
        {seller.address,city} {seller.pin}
      .r
        {Ph.|Mob.} {phone}
        GSTIN {gstin}
    .line
    .row
      span {Tax Invoice|TAX INVOICE|Bill} No. {invoice_no}
      span.r {Date|Dt.} {invoice_date}
    {To|M/s|Party} <b>{buyer_name}</b>, {buyer.address.0}, {buyer.city}
    GSTIN {buyer_gstin}
  foot
    .row.foot
      div
        table.slabs
          thead
            tr
              th* GST | Taxable
              ?near th* CGST | SGST
              else th IGST
          tbody
            each rates
              tr
                td* {rate}% | {money taxable}
                ?near td* {money cgst} | {money sgst}
                else td {money igst}
        .small Goods once sold will not be taken back. E.&O.E.
      .narrow
        entries.sums
          ?discount
            {Gross|Total} = {money gross}
            {Less Discount|Discount} = {discount}
          {Taxable|Taxable Amt|Taxable Value} = {taxable_value}
          @taxes CGST, SGST, IGST
          ?round_off {R/off|Round off} = {round_off}
          {Total|Grand Total|Bill Amt} = {total in currency}
    @wordsOf Rs.
    .r For {seller.name}`,
  (kit, bill) => (line) => {
    const most: Record<string, number> = { Grs: 5, Doz: 18, Ream: 40, Pkt: 20 }
    return counted(bill, line, { qty: kit.random.int(1, most[line.item.unit] ?? 10) })
  },
)

/** A dealer in vegetables without GST: a bill of supply with the buyer first, weights in three decimals, an old balance in the sums. */
export const vegetableSupplier = recounted(
  paper`
  vegetable-supplier: Arimo | Carlito | Tinos; 9.5 | 10pt; 148x210; seller as printed
  grocery: 4-18 lines; near; untaxed; charges - | - | Tempo Charges
  goods
    Onion (Kanda) | 07031010 | 0 | 26 | Kg
    Potato Jyoti | 07019000 | 0 | 22 | Kg
    Tomato Hybrid | 07020000 | 0 | 31 | Kg
    Ginger | 07030000 | 0 | 86 | Kg
    Garlic Peeled | 07032000 | 0 | 178 | Kg
    Green Chilli | 07096010 | 0 | 54 | Kg
    Coriander Leaves | 07099990 | 0 | 12 | Judi
    Capsicum Green | 07096090 | 0 | 48 | Kg
    Cauliflower | 07041000 | 0 | 34 | Kg
    Lemon | 08055000 | 0 | 4 | Pcs
    French Beans | 07082000 | 0 | 72 | Kg
    Carrot Ooty | 07061000 | 0 | 44 | Kg
    Spinach (Palak) | 07097000 | 0 | 14 | Judi
    Paneer Loose | 04061000 | 0 | 320 | Kg
  style
    .page { padding: 8mm } .name { font-size: 15pt; color: #1b5e20 } .lines { margin-top: 2mm } .lines th, .lines td { border: 1px solid #1b5e20; padding: 0.5mm 1.5mm } .sums { margin-top: 1mm }
  let decimals = {any .3|.2}
  columns serial: No|Sr.; description: Item|Particulars|Vegetable
    own {Qty|Weight / Qty}[r]: {qty in decimals}
    unit: Unit|Kg/Pcs; rate: Rate|Bhav; amount: Amount|Rs.
  head
    .row
      div
        {To|Hotel / Shop|M/s.} :
        .b {buyer_name}
        {buyer.address.0}, {buyer.city}
      .r
        {Bill No.|No.|Memo No.} {invoice_no}
        {Date|Dt.} {invoice_date}
    .c
      .name {vendor_name}
      Wholesale Vegetable & Fruit Suppliers
      {seller.address,city} {Mob.|Mo.} {phone}
      ?0.5 FSSAI Reg. {fssai_no}
      .b BILL OF SUPPLY
      .small (Goods exempted from GST)
  foot
    entries.sums
      @charges
      ?round_off {Round off|Paise} = {round_off}
      {TOTAL|Bill Total|Today's Bill} = {total in currency}
      ?0.5
        {Old Balance|Pichla Baki|Previous Due} = ${({ kit, bill }) => kit.money(dueBefore(bill))}
        {Total Due|Total Baki} = ${({ kit, bill }) => kit.money(dueBefore(bill) + bill.total)}
    ?0.7 @wordsOf Rupees
    ?0.5 .small G-Pay / PhonePe : {seller.phone} PAN {pan}
    .row
      span.small Please check weight at delivery.
      span.r {seller.name}`,
  (kit, bill) => (line) => {
    const { rupees, unit } = line.item
    const isWeighed = unit === 'Kg'
    const qty = isWeighed ? kit.random.int(2, 120) / 4 : kit.random.int(1, 6) * 10
    return counted(bill, line, {
      qty,
      rate: Math.round(rupees * (0.8 + 0.5 * kit.random.next())) * 100,
    })
  },
)

function dueBefore({ number, date }: Bill): number {
  return (Bun.hash.crc32(`${number} ${date}`) % 240) * 100_00 + 350_00
}

/** The till of a cash-and-carry: prices with their taxes, two rows to an article, letters for the rates, what was saved. */
export const cashCarryRoll = recounted(
  paper`
  cash-carry-roll: Cousine | Roboto Condensed | Arimo; 8pt; 80xroll
  grocery | household: 2-16 lines; near
  style
    .page { padding: 3mm } .big { font-size: 130%; font-weight: bold } .dash { border-top: 1px dashed #000; margin: 1mm 0 } .pair { display: flex; justify-content: space-between } table.w th { font-weight: normal } table.w td, table.w th { padding: 0 0.4mm }
    .slabs { font-size: 92%; width: 100% } .slabs th, .slabs td { text-align: right; font-weight: normal }
  body
    .c
      .big {vendor_name in capitals}
      {Wholesale Cash & Carry|Cash & Carry|Super Wholesale}
      {seller.address.0}
      {seller.city} - {seller.pin}
      {PH|TEL|Ph} : {phone}
      GSTIN : {gstin}
      ?0.7 FSSAI : {fssai_no}
      .b {TAX INVOICE|Tax Invoice|GST INVOICE}
    .dash
    .pair
      span {Bill No|Inv No|Bill} : {invoice_no}
      span {Counter|POS|Till} : {1 to 12}
    .pair
      span {Date|Dt} : {invoice_date}
      span {10 to 21}:{10 to 59}
    {Customer|Cust|Name} : {buyer_name}
    {Cust GSTIN|GSTIN} : {buyer_gstin}
    .dash
    table.w
      thead
        tr
          th.l[colSpan=4] {Item|Item Name|Description} / HSN
        tr
          th.r* MRP | Rate | Qty | {any Amount|Value|Amt}
      tbody ${Articles}
    .dash
    .pair
      span Items : {lines.length}
      span Total Qty : {total_qty}
    .pair
      span {Total|Gross Total} :
      span {money lineTotal}
    ?round_off .pair
      span {Round Off|Rounding} :
      span {round_off}
    .pair.big
      span {NET AMOUNT|TO PAY|NET TOTAL|Bill Amount}
      span {total in currency}
    .dash
    table.slabs
      thead
        tr
          th* GST | Taxable | CGST | SGST
      tbody
        each rates
          tr
            td* {letter} {rate}% | {money taxable} | {money cgst} | {money sgst}
        tr
          td Total
          td* {taxable_value} | {cgst} | {sgst}
    .dash
    .pair
      span {any UPI|CARD|CASH}
      span {money total}
    .c.b ** YOU SAVED Rs. ${({ kit, bill }) => kit.money(savedOn(bill))} ON MRP **
    .c All prices are inclusive of GST
    .c {Thank you, visit again|THANK YOU|Exchange within 7 days with bill}`,
  (_, bill) => (line) => taxedWithin(bill, line),
)

/** A price that holds its tax, of which the taxes are what is left of the sum without it. */
function taxedWithin(bill: Bill, line: BillLine): BillLine {
  const { item, qty } = line
  const rate = Math.round((line.rate * (100 + item.gst)) / 10_000) * 100 + 50
  const total = qty * rate
  const half = Math.round((total * item.gst) / (200 + 2 * item.gst))
  const mrp = Math.ceil((rate * 1.12) / 100) * 100
  const amounts = { taxable: total - 2 * half, cgst: half, sgst: half, total }
  return { ...counted(bill, line, { rate, mrp, discountPct: 0, discount: 0 }), ...amounts }
}

function savedOn({ lines }: Bill): number {
  return lines.reduce((all, { mrp, rate, qty }) => all + (mrp - rate) * qty, 0)
}

function Articles({ kit, bill }: Printed) {
  const rates = [...new Set(bill.lines.map(({ item }) => item.gst))].toSorted((a, b) => a - b)
  return bill.lines.flatMap((line, at) => {
    const { item, mrp, qty, rate, total } = line
    return [
      <tr key={`${at} name`} data-line="">
        <td colSpan={4}>
          <LineFacts line={line} />
          <Also of="line" fields={{ sl_no: at + 1, rate_incl_tax: rate / 100 }} />
          {at + 1}. <C k="description">{item.name.toUpperCase()}</C> (<C k="hsn">{item.hsn}</C>){' '}
          {'ABCDEF'[rates.indexOf(item.gst)]}
        </td>
      </tr>,
      <tr key={`${at} amounts`} className="r">
        <td>
          <C k="mrp" v={mrp / 100}>
            {kit.money(mrp)}
          </C>
        </td>
        <td>
          <C k="rate" v={rate / 100}>
            {kit.money(rate)}
          </C>
        </td>
        <td>
          <C k="qty" v={qty}>
            {kit.quantity(qty)}
          </C>
        </td>
        <td>
          <C k="amount" v={total / 100}>
            {kit.money(total)}
          </C>
        </td>
      </tr>,
    ]
  })
}

import type { Column } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { SparseRow } from '../../lines-table.tsx'
import { amountField, entry } from '../../parts.tsx'
import { chargeEntries } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { gridCss } from '../usual.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import { chargeMark } from '../../truth.ts'
import { onePage, plain } from '../one-page.tsx'

/* Bills of those who sell what houses are built of. */

const steelCss = `.boxes { width: 100% } .boxes td { border: 1px solid #444; padding: 1mm 2mm; width: 25% }
  .lines { border: 1px solid #444; margin-top: 2mm } .lines th { border: 1px solid #444; padding: 1mm }
  .lines td { border-left: 1px solid #444; padding: 0.8mm 1mm } .end td { border-top: 1px solid #444; font-weight: bold }
  .label { font-size: 80% }`

const sections = itemsOf([
  ['MS Channel 100x50x6', '72163100', 18, 56_200, 'MT'],
  ['MS Beam 150x75', '72163200', 18, 58_450, 'MT'],
  ['HR Sheet 3.15 mm', '72083840', 18, 54_900, 'MT'],
  ['MS Flat 50x6', '72111990', 18, 55_300, 'MT'],
  ['GP Coil 0.50 mm', '72104900', 18, 71_250, 'MT'],
  ['TMT 16 mm Fe550', '72142090', 18, 53_750, 'MT'],
])

/** A steel merchant: tonnes, loading and cutting as rows among the goods, labels over their values in boxes. */
export const steel = onePage({
  name: 'steel',
  css: steelCss,
  fonts: ['Arimo', 'Roboto'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'hardware',
    items: sections,
    lines: [1, 5],
    charges: random.pick([['Loading'], ['Loading', 'Cutting Charges'], []]),
    hasFreight: random.chance(0.5),
  }),
  columns: listed`serial: Sr; description: Section / Size; hsn: HSN;
    ${plain('Nos', 'c', ({ qty }) => String(Math.ceil(qty * 7)))}; qty: Wt. (MT); rate: Rate / MT;
    amount: Amount Rs.`,
  Head,
  Foot,
  rows: ({ kit, bill }, columns) =>
    rowsBelow(kit, bill).map(({ label, value }, at, { length }) => (
      <SparseRow
        key={at}
        className={at === length - 1 ? 'end' : ''}
        columns={columns}
        cells={{ 1: label, [columns - 1]: value }}
      />
    )),
})

function rowsBelow(kit: Kit, bill: Bill) {
  const amount = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  const taxes = bill.isNear
    ? [amount('CGST 9%', 'cgst', bill.cgst), amount('SGST 9%', 'sgst', bill.sgst)]
    : [amount('IGST 18%', 'igst', bill.igst)]
  return [
    ...chargeEntries(kit, bill),
    ...(bill.freight === 0 ? [] : [amount('Freight', 'freight', bill.freight)]),
    amount('Taxable Value', 'taxable_value', bill.taxable),
    ...taxes,
    ...(bill.roundOff === 0 ? [] : [amount('Round Off (+/-)', 'round_off', bill.roundOff)]),
    amount('INVOICE VALUE', 'total', bill.total),
  ]
}

function Head(printed: Printed) {
  return markup(printed)`
    .row
      div
        .name {vendor_name}
        {seller.address,city,pin}
        GSTIN : {gstin}
      .r.b TAX INVOICE
    boxes[across=4]
      Invoice No. = {invoice_no}
      Date = {invoice_date}
      Lorry No. = {vehicle_no}
      EWB No. = {eway_bill_no}
      Weighbridge Slip = ${({ kit }) => kit.random.int(1000, 99_999)}
      P.O. No. = {po_no}
      P.O. Date = {po_date}
      State of Supply = {place_of_supply}
    <span.label>Consigned to</span> <b>{buyer_name}</b>, {buyer.address}, {buyer.city}. GSTIN {buyer_gstin}`
}

function Foot(printed: Printed) {
  return markup(printed)`
    @wordsOf Rupees
    entries[colon=:]
      @bank
    .r Authorised Signatory`
}

const cementDepotCss = `.page { padding: 7mm } .frame { border-top: 1px solid #000; border-bottom: 1px solid #000; padding: 1mm 0; margin: 1mm 0 } .lines th { border-bottom: 1px dashed #000; font-weight: normal; padding: 0.5mm }
  .lines td { padding: 0.5mm } .sums tr:last-child td { border-top: 1px dashed #000 } h2 { font-size: 12pt; letter-spacing: 0.6mm }`

const bags = itemsOf([
  ['OPC 53 Grade', '25232910', 28, 296, 'Bag'],
  ['PPC Super', '25232930', 28, 268, 'Bag'],
  ['PSC Premium', '25232940', 28, 281, 'Bag'],
  ['White Cement 40kg', '25232100', 28, 742, 'Bag'],
])

/** A depot of cement on half a sheet: bags beside tonnes, labels without colons, amounts with "/-", letters of the title set apart. */
export const cementDepot = onePage({
  name: 'cement-depot',
  css: cementDepotCss,
  fonts: ['Cousine', 'Arimo'],
  size: 8.5,
  paper: { width: 148, height: 210 },
  wanted: ({ random }) => ({
    trade: 'hardware',
    items: bags,
    lines: [1, 3],
    isNear: random.chance(0.85),
    charges: random.pick([[], ['Unloading Charges'], ['Hamali']]),
  }),
  columns: listed`description: Brand / Grade; hsn: HSN; qty: Bags;
    ${plain('M.T.', 'r', ({ qty }) => (qty / 20).toFixed(3))}; rate: Rate/Bag; amount: Amount`,
  Head: zone`
    .row
      div
        h2 {vendor_name}
        {seller.address,city}
      .narrow.r
        G S T I N V O I C E
        Duplicate for Transporter
    GSTIN {gstin} PAN {pan}
    .frame.row
      entries
        Party = {buyer_name}
        Site = ${({ bill }) => bill.buyer.address[0]}, {buyer.city}
        GSTIN = {buyer_gstin}
      entries
        Bill = {invoice_no}
        Dt = {invoice_date}
        Truck = {vehicle_no}
        eWay = {eway_bill_no}`,
  Foot: zone`
    entries.sums
      ${({ kit, bill }) => sums(kit, bill)}
    @wordsOf Rs.
    .small Cement once unloaded is not taken back. Interest @ 21% after 10 days.
    .row.small
      span Receiver
      span.r for {seller.name}`,
})

function sums(kit: Kit, bill: Bill) {
  const one = (label: string, key: string, paise: number) =>
    entry(label, <>{amountField(kit, key, paise)}/-</>)
  return [
    ...bill.charges.map(({ name, paise }) => one(name, `${chargeMark}${name}`, paise)),
    one('Value before GST', 'taxable_value', bill.taxable),
    ...(bill.isNear
      ? [one('C.G.S.T. 14%', 'cgst', bill.cgst), one('S.G.S.T. 14%', 'sgst', bill.sgst)]
      : [one('I.G.S.T. 28%', 'igst', bill.igst)]),
    ...(bill.roundOff === 0 ? [] : [one('+/- Round', 'round_off', bill.roundOff)]),
    one('TOTAL Rs.', 'total', bill.total),
  ]
}

const tileDealerCss = `${gridCss} .page { padding: 8mm } .frame { border: 1px solid #333; display: flex }
  .frame > * { flex: 1; padding: 1.5mm 2mm } .frame > * + * { border-left: 1px solid #333 } .label { color: #555 }`

const tiles = itemsOf([
  ['Vitrified 600x1200 Statuario', '69072100', 18, 58, 'Sqft'],
  ['Wall 300x450 Gloss Blue', '69072200', 18, 36.5, 'Sqft'],
  ['Parking 300x300 Anti-skid', '69072300', 18, 41, 'Sqft'],
  ['Wooden Plank 200x1200', '69072100', 18, 72, 'Sqft'],
  ['Elevation 300x600 Stone', '69072200', 18, 47.25, 'Sqft'],
])

/** Square feet in a box, so many to a box. */
const feetInBox = 15.5

/** A dealer of tiles: boxes beside square feet, of which only one was multiplied. */
export const tileDealer = onePage({
  name: 'tile-dealer',
  css: tileDealerCss,
  fonts: ['Open Sans', 'Carlito'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'hardware',
    items: tiles,
    lines: [1, 5],
    isNear: random.chance(0.5),
    hasFreight: random.chance(0.5),
    charges: random.pick([[], ['Unloading']]),
  }),
  columns: tileDealerColumns,
  Head: zone`
    .row
      .b {vendor_name}
      .r TAX INVOICE
    {seller.address,city} - {seller.pin} | Call {phone} | GSTIN {gstin}
    .frame
      div
        .label Purchaser
        {buyer_name}
        {buyer.address}
        GSTIN {buyer_gstin}
      div
        <span.label>Bill</span> {invoice_no} <span.label>Date</span> {invoice_date}
        <span.label>Vehicle</span> {vehicle_no} <span.label>EWB</span> {eway_bill_no}
        <span.label>POS</span> {place_of_supply}`,
  Foot: zone`
    entries.sums
      @sums freight: Transport; taxable: Taxable Total
      @total Bill Value
    @taxes hsn
    @words Total (words)`,
})

function tileDealerColumns(kit: Kit, bill: Bill): Column[] {
  const boxes: Column = {
    heading: 'Boxes',
    align: 'r',
    cell: ({ qty }) => String(Math.ceil(qty / feetInBox)),
  }
  return listed`serial: No; description: Design / Size; hsn: HSN Code; ${boxes}; qty: Sq.Ft; rate: Rate/Sq.Ft;
    gst: Tax; amount: Amount ₹`(kit, bill)
}

const paintDealerCss = `.page { padding: 8mm } .frame { border: 1px solid #000 } .frame .row { padding: 1mm 1.5mm } .boxes td { border: 1px solid #000; padding: 0.6mm 1.5mm; width: 25% } .boxes .label { font-size: 75% }
  .lines th { border: 1px solid #000; font-weight: bold; padding: 0.6mm } .lines td { border-left: 1px solid #000; border-right: 1px solid #000; padding: 0.5mm 1mm }
  .lines { border-bottom: 1px solid #000 } .taxes { font-size: 85%; margin: 2mm 0 } .taxes td, .taxes th { border: 1px solid #000; padding: 0.3mm 1mm }
  .bank td { border: 1px solid #000; padding: 0.5mm 2mm }`

const paints = itemsOf([
  ['Royal Luxury Emulsion', '32091010', 18, 1480, 'Ltr'],
  ['Tractor Distemper', '32091090', 18, 62, 'Kg'],
  ['Apcolite Enamel Gloss', '32081010', 18, 284, 'Ltr'],
  ['Ace Exterior Emulsion', '32091010', 18, 212, 'Ltr'],
  ['Wood Primer Pink', '32089090', 18, 168, 'Ltr'],
  ['Trucare Wall Putty', '32141000', 18, 29, 'Kg'],
])

const bases = ['White Base', 'L118 Bombay Duck', '8321 Tropical Rain', '7604 N', '0447 Sunlit']

/** A dealer of paints: shades that are numbers, two discounts to a line, the tax summary above the total, the bank in a table. */
export const paintDealer = onePage({
  name: 'paint-dealer',
  css: paintDealerCss,
  fonts: ['Carlito', 'Arimo'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: 'hardware',
    items: paints,
    lines: [2, 8],
    discounts: 0.8,
    isNear: random.chance(0.7),
  }),
  columns: listed`serial: Sr.No; description: Material Description;
    ${plain('Shade', 'l', ({ code }) => bases[Bun.hash.crc32(code) % bases.length] ?? '')};
    hsn: HSN Code; qty: Qty; unit: UOM; rate: DLP; ${plain('TD %', 'r', (line) => two(trade(line)))};
    ${plain('CD %', 'r', (line) => two(line.discountPct - trade(line)))}; taxable: Taxable Value;
    gst: GST%`,
  Head: zone`
    .frame
      .c.b TAX INVOICE (Under Rule 46 of CGST Rules, 2017)
      .row
        div
          b {vendor_name}
          {seller.address,city,pin}
          GSTIN No.: {gstin}
        div
          Dealer Code & Name : ${({ kit }) => kit.random.int(100_000, 999_999)}
          b {buyer_name}
          {buyer.address}
          GSTIN No.: {buyer_gstin}
      boxes[across=4]
        Invoice Number = {invoice_no}
        Invoice Dt. = {invoice_date}
        Order No = {po_no}
        Order Dt. = {po_date}
        Transporter = {transporter}
        Lorry No = {vehicle_no}
        E-Way Bill = {eway_bill_no}
        Due Dt. = {due_date}`,
  Foot: zone`
    @taxes hsn
    .row
      div
        entries.bank
          @bank
        @words Amount in Words :
      .narrow
        entries.sums
          Gross Value = {money gross}
          Less : Discounts = {money discount}
          @sums taxable: Assessable Value; taxes: CGST,SGST,IGST
          @total Invoice Value`,
})

/** The larger part of a discount is that of the trade; what remains is for paying at once. */
function trade({ discountPct }: BillLine): number {
  return Math.ceil(discountPct * 0.6)
}

function two(percent: number): string {
  return percent === 0 ? '-' : percent.toFixed(2)
}

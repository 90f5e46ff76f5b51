import type { BillLine } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { onePage, plain } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 8mm } .frame { border: 1px solid #000 } .frame .row { padding: 1mm 1.5mm } .boxes td { border: 1px solid #000; padding: 0.6mm 1.5mm; width: 25% } .boxes .label { font-size: 75% }
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
  css,
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

import { paper } from '../paper.tsx'
import type { BillLine } from '../../compose/bill.ts'
import { gridCss } from '../usual.tsx'
import { plain } from '../own-columns.tsx'

/* Bills of those who sell what houses are built of. */

/** A steel merchant: tonnes, loading and cutting as rows among the goods, labels over their values in boxes. */
export const steel = paper`
  steel: Arimo | Roboto; 9pt
  hardware: 1-5 lines; charges Loading | Loading, Cutting Charges | -; freight 0.5
  goods
    MS Channel 100x50x6 | 72163100 | 18 | 56200 | MT
    MS Beam 150x75 | 72163200 | 18 | 58450 | MT
    HR Sheet 3.15 mm | 72083840 | 18 | 54900 | MT
    MS Flat 50x6 | 72111990 | 18 | 55300 | MT
    GP Coil 0.50 mm | 72104900 | 18 | 71250 | MT
    TMT 16 mm Fe550 | 72142090 | 18 | 53750 | MT
  style
    .boxes { width: 100% } .boxes td { border: 1px solid #444; padding: 1mm 2mm; width: 25% }
    .lines { border: 1px solid #444; margin-top: 2mm } .lines th { border: 1px solid #444; padding: 1mm }
    .lines td { border-left: 1px solid #444; padding: 0.8mm 1mm } .end td { border-top: 1px solid #444; font-weight: bold }
    .label { font-size: 80% }
  columns serial: Sr; description: Section / Size; hsn: HSN;
    ${plain('Nos', 'c', ({ qty }) => String(Math.ceil(qty * 7)))}; qty: Wt. (MT); rate: Rate / MT;
    amount: Amount Rs.
  head
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
      Weighbridge Slip = {1000 to 99999}
      P.O. No. = {po_no}
      P.O. Date = {po_date}
      State of Supply = {place_of_supply}
    <span.label>Consigned to</span> <b>{buyer_name}</b>, {buyer.address}, {buyer.city}. GSTIN {buyer_gstin}
  rows
    ledger[at=1 end=end]
      @charges
      ?freight Freight = {freight}
      Taxable Value = {taxable_value}
      @taxes CGST 9%, SGST 9%, IGST 18%
      @rounding Round Off (+/-)
      INVOICE VALUE = {total}
  foot
    @wordsOf Rupees
    entries[colon=:]
      @bank
    .r Authorised Signatory`

/** A depot of cement on half a sheet: bags beside tonnes, labels without colons, amounts with "/-", letters of the title set apart. */
export const cementDepot = paper`
  cement-depot: Cousine | Arimo; 8.5pt; 148x210
  hardware: 1-3 lines; near 0.85; charges - | Unloading Charges | Hamali
  goods
    OPC 53 Grade | 25232910 | 28 | 296 | Bag
    PPC Super | 25232930 | 28 | 268 | Bag
    PSC Premium | 25232940 | 28 | 281 | Bag
    White Cement 40kg | 25232100 | 28 | 742 | Bag
  style
    .page { padding: 7mm } .frame { border-top: 1px solid #000; border-bottom: 1px solid #000; padding: 1mm 0; margin: 1mm 0 } .lines th { border-bottom: 1px dashed #000; font-weight: normal; padding: 0.5mm }
    .lines td { padding: 0.5mm } .sums tr:last-child td { border-top: 1px dashed #000 } h2 { font-size: 12pt; letter-spacing: 0.6mm }
  columns description: Brand / Grade; hsn: HSN; qty: Bags;
    ${plain('M.T.', 'r', ({ qty }) => (qty / 20).toFixed(3))}; rate: Rate/Bag; amount: Amount
  head
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
        Site = {buyer.address.0}, {buyer.city}
        GSTIN = {buyer_gstin}
      entries
        Bill = {invoice_no}
        Dt = {invoice_date}
        Truck = {vehicle_no}
        eWay = {eway_bill_no}
  foot
    entries.sums
      each charges
        {name} = {charge}/-
      Value before GST = {taxable_value}/-
      ?near
        C.G.S.T. 14% = {cgst}/-
        S.G.S.T. 14% = {sgst}/-
      else I.G.S.T. 28% = {igst}/-
      ?round_off +/- Round = {round_off}/-
      TOTAL Rs. = {total}/-
    @wordsOf Rs.
    .small Cement once unloaded is not taken back. Interest @ 21% after 10 days.
    .row.small
      span Receiver
      span.r for {seller.name}`

/** Square feet in a box. */
const feetInBox = 15.5

/** A dealer of tiles: boxes beside square feet, of which only one was multiplied. */
export const tileDealer = paper`
  tile-dealer: Open Sans | Carlito; 9pt
  hardware: 1-5 lines; near 0.5; freight 0.5; charges - | Unloading
  goods
    Vitrified 600x1200 Statuario | 69072100 | 18 | 58 | Sqft
    Wall 300x450 Gloss Blue | 69072200 | 18 | 36.5 | Sqft
    Parking 300x300 Anti-skid | 69072300 | 18 | 41 | Sqft
    Wooden Plank 200x1200 | 69072100 | 18 | 72 | Sqft
    Elevation 300x600 Stone | 69072200 | 18 | 47.25 | Sqft
  style
    ${gridCss} .page { padding: 8mm } .frame { border: 1px solid #333; display: flex }
    .frame > * { flex: 1; padding: 1.5mm 2mm } .frame > * + * { border-left: 1px solid #333 } .label { color: #555 }
  columns serial: No; description: Design / Size; hsn: HSN Code;
    ${plain('Boxes', 'r', ({ qty }) => String(Math.ceil(qty / feetInBox)))}; qty: Sq.Ft; rate: Rate/Sq.Ft;
    gst: Tax; amount: Amount ₹
  head
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
        <span.label>POS</span> {place_of_supply}
  foot
    entries.sums
      @sums freight: Transport; taxable: Taxable Total
      @total Bill Value
    @taxes hsn
    @words Total (words)`

const bases = ['White Base', 'L118 Bombay Duck', '8321 Tropical Rain', '7604 N', '0447 Sunlit']

/** A dealer of paints: shades that are numbers, two discounts to a line, the tax summary above the total, the bank in a table. */
export const paintDealer = paper`
  paint-dealer: Carlito | Arimo; 8.5pt
  hardware: 2-8 lines; discounts 0.8; near 0.7
  goods
    Royal Luxury Emulsion | 32091010 | 18 | 1480 | Ltr
    Tractor Distemper | 32091090 | 18 | 62 | Kg
    Apcolite Enamel Gloss | 32081010 | 18 | 284 | Ltr
    Ace Exterior Emulsion | 32091010 | 18 | 212 | Ltr
    Wood Primer Pink | 32089090 | 18 | 168 | Ltr
    Trucare Wall Putty | 32141000 | 18 | 29 | Kg
  style
    .page { padding: 8mm } .frame { border: 1px solid #000 } .frame .row { padding: 1mm 1.5mm } .boxes td { border: 1px solid #000; padding: 0.6mm 1.5mm; width: 25% } .boxes .label { font-size: 75% }
    .lines th { border: 1px solid #000; font-weight: bold; padding: 0.6mm } .lines td { border-left: 1px solid #000; border-right: 1px solid #000; padding: 0.5mm 1mm }
    .lines { border-bottom: 1px solid #000 } .taxes { font-size: 85%; margin: 2mm 0 } .taxes td, .taxes th { border: 1px solid #000; padding: 0.3mm 1mm }
    .bank td { border: 1px solid #000; padding: 0.5mm 2mm }
  columns serial: Sr.No; description: Material Description;
    ${plain('Shade', 'l', ({ code }) => bases[Bun.hash.crc32(code) % bases.length] ?? '')};
    hsn: HSN Code; qty: Qty; unit: UOM; rate: DLP; ${plain('TD %', 'r', (line) => two(trade(line)))};
    ${plain('CD %', 'r', (line) => two(line.discountPct - trade(line)))}; taxable: Taxable Value;
    gst: GST%
  head
    .frame
      .c.b TAX INVOICE (Under Rule 46 of CGST Rules, 2017)
      .row
        div
          b {vendor_name}
          {seller.address,city,pin}
          GSTIN No.: {gstin}
        div
          Dealer Code & Name : {100000 to 999999}
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
        Due Dt. = {due_date}
  foot
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
          @total Invoice Value`

/** The larger part of a discount is that of the trade; what remains is for paying at once. */
function trade({ discountPct }: BillLine): number {
  return Math.ceil(discountPct * 0.6)
}

function two(percent: number): string {
  return percent === 0 ? '-' : percent.toFixed(2)
}

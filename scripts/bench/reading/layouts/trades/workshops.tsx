import { paper } from '../paper.tsx'
import type { Column } from '../../columns.tsx'
import { LinesTable, SparseRow } from '../../lines-table.tsx'
import { C } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { usualCss } from '../usual.tsx'
import { plain } from '../own-columns.tsx'
import { listed } from '../../listed-columns.tsx'

/* Bills of workshops and printers. */

/** A workshop: spare parts and labour in tables of their own, each with its sum, readings of the vehicle in boxes. */
export const workshop = paper`
  workshop: Arimo | Roboto | Carlito; 8.5pt
  services: 3-8 lines; near; discounts 0 | 0.4
  goods
    Engine Oil 15W40 | 27101980 | 18 | 342 | Ltr
    Oil Filter Element | 84212300 | 18 | 286 | Nos
    Brake Pad Set Front | 87083000 | 18 | 1640 | Set
    Air Filter | 84213100 | 18 | 412 | Nos
    Coolant Long Life | 38200000 | 18 | 218 | Ltr
    Periodic Service 40,000 Km | 998714 | 18 | 1850
    Wheel Alignment & Balancing | 998714 | 18 | 720
    Brake Overhaul Labour | 998714 | 18 | 1100
  style
    ${usualCss} .page { padding: 9mm } .boxes td { border: 1px solid #999; padding: 0.6mm 1.5mm; width: 20% } .boxes .label { font-size: 78%; color: #555 }
    .part { font-weight: bold; margin-top: 3mm } .lines th { border-top: 1px solid #000; border-bottom: 1px solid #000; padding: 0.6mm } .lines td { padding: 0.5mm 1mm }
    .sub td { border-top: 1px solid #000; font-weight: bold }
  let parts = ${(printed) => part(printed, 'Spare Parts', false, partColumns)}
  let labour = ${(printed) => part(printed, 'Labour', true, labourColumns)}
  body
    .row
      div
        .name {vendor_name}
        {seller.address,city,pin}
        GSTIN: {gstin} | Ph: {phone}
      h2.r Service Tax Invoice
    boxes[across=5]
      Invoice No = {invoice_no}
      Invoice Date = {invoice_date}
      Job Card No = JC{10000 to 99999}
      Job Card Date = {day order.date}
      Service Advisor = {any S. Jadhav|Kiran P}
      Reg. No = {vehicle_no}
      Model = {any Carry CNG|Ace Gold|Dost+}
      Chassis No = MA3{10000000 to 99999999}
      Kms = {8000 to 92000}
      Next Service = {day dueDate}
    <b>Bill To:</b> {buyer_name}, {buyer.address}, {buyer.city} <b>GSTIN:</b> {buyer_gstin}
    | {parts}
    | {labour}
    entries.sums
      Parts + Labour (Taxable) = {taxable_value}
      CGST = {cgst}
      SGST = {sgst}
      @rounding Rounding
      Total Invoice Amount = {total}
    @words Amount in words:
    .small I have inspected the vehicle after repairs to my satisfaction.
    .row.small
      span Customer Signature
      span.r For {seller.name}`

const partColumns = listed`
  own #[l]
    | {number}
    @also sl_no=number
  code: Part No; description: Part Description; hsn: HSN; qty: Qty; rate: Unit Rate; discountPct: Disc %; gst: GST %;
  taxable: Taxable Amt`

const labourColumns = listed`
  own #[l]
    | {number}
    @also sl_no=number
  code: Op. Code; description: Operation; hsn: SAC; discountPct: Disc %; gst: GST %; taxable: Taxable Amt`

/** Each table begins with 1. */
function part(
  { kit, bill }: Printed,
  title: string,
  isLabour: boolean,
  listedFor: typeof partColumns,
) {
  const lines = bill.lines.filter(({ item }) => item.hsn.startsWith('99') === isLabour)
  const columns = listedFor({ kit, bill })
  if (lines.length === 0) return null
  const sum = lines.reduce((all, { taxable }) => all + taxable, 0)
  const cells = { 2: `Total ${title}`, [columns.length - 1]: kit.money(sum) }
  return (
    <>
      <div className="part">{title}</div>
      <LinesTable columns={columns} lines={lines}>
        <SparseRow className="sub" columns={columns.length} cells={cells} />
      </LinesTable>
    </>
  )
}

/** A dealer of spare parts: the part's number first, numbers of job card and vehicle beside that of the bill. */
export const autoParts = paper`
  auto-parts: Arimo | Roboto Condensed; 8.5pt
  hardware | electrical: 2-11 lines; discounts 0.5; near 0.8; charges - | Fitting Charges | Labour, Consumables
  style
    .page { padding: 9mm } .lines { margin-top: 3mm; border: 1px solid #000 }
    .lines th { border: 1px solid #000; font-size: 90%; padding: 0.5mm } .lines td { border-left: 1px solid #000; padding: 0.4mm 1mm }
    .grey { background: #ddd; padding: 1mm 2mm }
  columns serial: Sno; code: Part Number; description: Part Name; hsn: HSN; mrp: MRP; qty: Qty;
    rate: Dealer Price; discountPct: Disc%; taxable: Taxable; gst: GST%; total: Line Total
  head
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
        Job Card = JC{digits 6}
        Regn No = {vehicle_no}
  foot
    .row.foot
      div
        @words Amount in words -
        .small Parts once sold cannot be returned.
      .narrow
        entries.sums
          @charges
          Net taxable = {taxable_value}
          @taxes Total CGST, Total SGST, Total IGST
          Round off = {round_off}
          Invoice amount = {total}`

/** A printer of boxes and labels: prices for a thousand pieces, the numbers at the left and the seller at the right, a watermark. */
export const perThousand = paper`
  per-thousand: Arimo | Open Sans | Tinos; 9pt
  stationery: 1-4 lines; near 0.7; charges - | Plate Charges | Packing & Forwarding
  goods
    Corrugated Box 5 Ply 300x200x150 | 48191010 | 18 | 14.6 | Thd
    Self Adhesive Label 50x25 mm | 48211020 | 18 | 0.42 | Thd
    Mono Carton 350 GSM with UV | 48192020 | 18 | 3.25 | Thd
    BOPP Bag Printed 6x9 | 39232990 | 18 | 0.86 | Thd
  style
    .page { padding: 10mm } .lines th { border: 1px solid #000; padding: 1mm } .lines td { border: 1px solid #000; padding: 1mm }
    .taxes { margin: 2mm 0; font-size: 85% } .taxes td, .taxes th { border: 1px solid #000; padding: 0.3mm 1mm } .mark { position: absolute; top: 120mm; left: 40mm; font-size: 60pt; color: #eee; transform: rotate(-30deg); z-index: -1 }
  columns serial: Sr No; ${plain('Job No', 'c', ({ code }) => `J/${code.replace(/\D/g, '')}`)};
    description: Particulars / Size; hsn: HSN / SAC; qty: Quantity; ${perThousandRate}; amount: Amount (₹)
  head
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
    p To,<br><b>M/s. {buyer_name}</b><br>{buyer.address,city}<br>GSTIN {buyer_gstin}
  foot
    @taxes rate
    entries.sums
      @sums taxable: Total Before Tax
      @total Total After Tax|Total Invoice Value
    @words Amount (in words) :
    entries[colon=" -"]
      @bank
    .r For {seller.name}`

function perThousandRate({ kit }: Printed): Column {
  return {
    heading: 'Rate / 1000',
    align: 'r',
    cell: ({ rate }) => (
      <C k="rate" v={[String(rate * 10), String(rate / 100)]}>
        {kit.money(rate * 1000)}
      </C>
    ),
  }
}

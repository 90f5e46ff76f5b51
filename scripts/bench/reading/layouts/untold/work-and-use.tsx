import { plain } from '../own-columns.tsx'
import { paper } from '../paper.tsx'

/*
 * Bills for electricity, work, carriage and courses.
 * Written on 28 November 2026, after the reader was frozen. Nobody tunes the reader with these papers.
 */

/** An electricity bill: readings of the meter before the charges, the total in a box at the top, what is to be paid late below it. */
export const meterCharges = paper`
  meter-charges: Arimo | Roboto Condensed; 8.5pt
  services: 3-5 lines; untaxed; near
  goods
    Energy Charges (Commercial) | 27160000 | 0 | 12.34 | Kwh
    Wheeling Charges | 27160000 | 0 | 1.24 | Kwh
    Fuel Adjustment Charges | 27160000 | 0 | 0.62 | Kwh
    Electricity Duty | 27160000 | 0 | 2.1 | Kwh
    Tax on Sale of Electricity | 27160000 | 0 | 0.31 | Kwh
  style
    .page { padding: 9mm } .name { font-size: 13pt; color: #00509d } .boxes td { border: 1px solid #00509d; padding: 1mm 2mm; width: 25% } .boxes .label { font-size: 80%; color: #00509d } .meter td, .meter th { border: 1px solid #888; padding: 0.6mm 2mm; font-weight: normal } .meter { margin: 2mm 0 }
    .lines th { background: #e3eefa; padding: 0.8mm } .lines td { padding: 0.7mm 1mm; border-bottom: 1px solid #ddd }
  columns description: Particulars of Charges; qty: Units; rate: Rate (Rs.); amount: Amount (Rs.)
  head
    let consumer = {digits 12}
    .row
      div
        .name {vendor_name}
        {seller.address,city,pin}
        GSTIN {gstin}
      .r
        b BILL OF SUPPLY FOR ELECTRICITY
        For the month before {invoice_date}
    boxes[across=4]
      Consumer No. = {consumer}
      Bill No. = {invoice_no}
      Bill Date = {invoice_date}
      Due Date = {due_date}
      Tariff = 73/LT-II Comm 1Ph
      Sanct. Load = 5.00 KW
      Bill Amount Rs. = {total}
      If paid after due date Rs. = ${({ kit, bill }) => kit.money(Math.round(bill.total * 1.0125))}
    @also customer_id: {consumer}
    {buyer_name}
    {buyer.address,city,pin}
    table.meter
      thead
        tr
          th* Meter No. | Current Reading | Previous Reading | M.F. | Consumption
      tbody
        tr
          td* {digits 8} | {7000 to 7999} | {6000 to 6999} | 1.00 | {200 to 600}
  foot
    entries.sums
      Current Month's Bill = {money goods}
      Arrears = 0.00
      Rounding = {round_off or 0}
      Total Bill Amount (Rounded) = {total}
    .small Pay online before the due date. Fuse-off call centre 1912. {seller.name}`

/** Yearly contracts: from which day till which, references in sentences, no quantity and no rate. */
export const contractPeriods = paper`
  contract-periods: Tinos | Lato; 10pt
  services: 1-4 lines; near 0.7
  goods
    AMC of lift, 6 passengers | 998718 | 18 | 42000
    AMC of UPS 10 KVA, comprehensive | 998717 | 18 | 14500
    AMC of CCTV, 16 cameras | 998717 | 18 | 18750
    AMC of water purifier | 998719 | 18 | 5200
    Pest control, quarterly visits | 998531 | 18 | 9600
  style
    .page { padding: 16mm } .rule { border-top: 1px solid #000; margin: 3mm 0 } .lines { margin: 4mm 0 } .lines th, .lines td { border: 1px solid #000; padding: 1.2mm 2mm } .sums { width: 60% }
  columns
    serial: Sl.; description: Nature of Contract; hsn: SAC
    own From[c]: {day bill.date +1}
    own Upto[c]: {day bill.date +365}
    amount: Contract Value (Rs.)
  head
    .row
      div
        To
        {buyer_name}
        @lines buyer
        {buyer.city} - {buyer.pin}
      div
        b {vendor_name}
        @lines seller
        {seller.city} - {seller.pin}
        {email}
    .rule
    Our Ref: {invoice_no} dated {invoice_date}
    Your Ref: {po_no} dated {po_date}
    p Dear Sir, please find below our tax invoice for the contracts of the coming year. Your GSTIN is {buyer_gstin}; ours is {gstin}.
  foot
    entries.sums
      Amount before tax = {taxable_value}
      @taxes Add CGST at 9%, Add SGST at 9%, Add IGST at 18%
      @rounding Rounding
      Amount after tax = {total}
    @words In words :
    p Thanking you, yours truly, for {seller.name}`

/** A receipt of an institute: the sum in words in a sentence before the heads of fees, the total in the table. */
export const courseFees = paper`
  course-fees: Lato | Carlito; 9.5pt; 210x148
  services: 2-4 lines; near; unrounded
  goods
    Course fee: Billing and GST, 40 hours | 999293 | 18 | 8500
    Registration | 999293 | 18 | 500
    Study material | 999293 | 18 | 1250
    Examination fee | 999293 | 18 | 900
  style
    .page { padding: 9mm; border: 2px solid #185a37 } .name { font-size: 15pt; color: #185a37 } p { margin: 2mm 0; line-height: 1.7 } .lines th { background: #185a37; color: #fff; padding: 0.8mm 2mm } .lines td { padding: 0.8mm 2mm; border-bottom: 1px solid #bbb } .sum td { font-weight: bold }
  columns description: Fee Head; hsn: SAC; amount: Amount
  head
    .row
      div
        .name {vendor_name}
        {seller.address,city} Tel. {phone}
      .r
        b RECEIPT CUM TAX INVOICE
        Receipt No. {invoice_no}
        {invoice_date}
    p Received with thanks from {buyer_name}, GSTIN {buyer_gstin}, a sum of {amount_in_words} by UPI for one candidate.
  rows
    ledger.sum[at=1 end=sum]
      @taxes CGST 9%, SGST 9%, IGST 18%
      Total Received = {total}
  foot
    .row.small
      span GSTIN {gstin}. Fees once paid are not refunded.
      span.r Cashier`

/** A consignment note that is the bill as well: the goods in a table without amounts, the charges of the carriage in one of their own. */
export const lorryReceipt = paper`
  lorry-receipt: Arimo | Roboto Condensed; 8.5pt; 210x148
  services: 2-5 lines; untaxed; near 0.5; unrounded
  goods
    Freight | 996511 | 0 | 3200
    Hamali | 996511 | 0 | 180
    Door Delivery | 996511 | 0 | 450
    St. Charges | 996511 | 0 | 20
    Collection Charges | 996511 | 0 | 150
  style
    .page { padding: 7mm } .name { font-size: 16pt; color: #b00 } .row { gap: 0 } .grid > * { border: 1px solid #000; padding: 1mm 2mm } .pack td, .pack th { border: 1px solid #000; padding: 0.8mm 1.5mm } .lines th, .lines td { border: 1px solid #000; padding: 0.6mm 1.5mm } .sum td { font-weight: bold }
  columns description: FREIGHT DETAILS; amount: Rs.
  head
    .row
      div
        .name {vendor_name}
        Fleet Owners & Transport Contractors. {seller.address,city,pin}
        GSTIN {gstin} PAN {pan} Ph. {phone}
      .r.narrow
        b CONSIGNMENT NOTE CUM BILL
        C/N No. {invoice_no}
        @also lr_no=number
        Dt. {invoice_date}
        AT OWNER'S RISK
    .row.grid
      div
        Consignor : {any Ambika Textiles, Surat|Nova Plast, Vapi|Sagar Agro, Indore}
        Inv. Value Rs. {10000 to 90000}
      div
        Consignee : {consignee_name}
        {buyer.address,city}
        GSTIN {buyer_gstin}
        @also buyer_name=buyer.name
      div
        Lorry No. {vehicle_no}
        From {seller.city} To {buyer.city}
        E-Way Bill {eway_bill_no}
    table.pack.w
      tbody
        tr
          th* No. of Pkgs. | Said to Contain | Actual Wt. | Charged Wt.
        tr
          td* {2 to 40} Bdls | {any Cloth|Plastic goods|Hardware} | {100 to 400} Kg | {401 to 600} Kg
  rows
    cells.sum
      0 = TO PAY
      1 = {total}
  foot
    @wordsOf Rupees
    .small GST is payable by consignee under reverse charge: {reverse_charge: Yes}. Delivery against this note.
    .r For {seller.name}`

/** Contract labour: persons and their duties under one heading, a service charge below, the code of the service in a sentence. */
export const labourSupply = paper`
  labour-supply: Carlito | Tinos; 9.5pt
  services: 2-5 lines; near 0.8; charges Service Charges
  goods
    Helper (Unskilled) | 998519 | 18 | 612 | Duty
    Loader | 998519 | 18 | 655 | Duty
    Supervisor | 998519 | 18 | 890 | Duty
    Packer (Semi-skilled) | 998519 | 18 | 648 | Duty
    Night Watchman | 998519 | 18 | 705 | Duty
  style
    .page { padding: 12mm } .name { font-size: 15pt; text-decoration: underline } .lines { margin: 3mm 0 } .lines th, .lines td { border: 1px solid #000; padding: 0.8mm 1.5mm } .sums td { border: 1px solid #000 } .sums { width: 62% }
  columns
    serial: Sr. No.; description: Category
    ${persons}; qty[group=Deployment]: Duties; rate: Rate per Duty; amount: Amount
  head
    .c.name {vendor_name}
    .c Labour Contractor, Lic. No. {1000 to 9999}/CLA
    .c {seller.address,city,pin}
    .row
      div
        To, The Manager,
        {buyer_name}
        {buyer.address,city}
        GSTIN : {buyer_gstin}
      entries[colon=:]
        Bill No = {invoice_no}
        Date = {invoice_date}
        Month = ${({ bill }) => bill.date.slice(0, 7).split('-').toReversed().join('/')}
        Work Order = {po_no}
    p Sub.: Bill for supply of manpower under SAC 998519. Our GSTIN {gstin}, PAN {pan}, PF Code PU/PUN/{10000 to 99999}.
  foot
    entries.sums
      Total Wages = {money goods}
      @charges
      Total before GST = {taxable_value}
      @taxes CGST 9%, SGST 9%, IGST 18%
      @rounding R/off
      Grand Tot. = {total}
    @words Rupees :
    .row.small
      span ESIC and PF challans enclosed.
      span.r Proprietor`

const dutiesOfMonth = 26

function persons() {
  const column = plain('Persons', 'r', ({ qty }) => String(Math.ceil(qty / dutiesOfMonth)))
  return { ...column, group: 'Deployment' }
}

import type { Bill } from '../../compose/bill.ts'
import { plain } from '../own-columns.tsx'
import { paper } from '../paper.tsx'

/* Bills for building works and for computing by use. */

/** A contractor's bill on account: quantities ordered, done before, done now and in all, of which one is multiplied; what is kept back below the total. */
export const runningBill = paper`
  running-bill: Carlito | Arimo; 8.5pt
  services: 1-6 lines; near 0.8
  goods
    Excavation in hard soil upto 1.5 m | 995432 | 18 | 286 | Mtr
    PCC 1:4:8 below foundation | 995454 | 18 | 4850 | Mtr
    Brick masonry in CM 1:6 | 995454 | 18 | 6120 | Mtr
    12 mm internal plaster | 995473 | 18 | 312 | Mtr
    Vitrified tile flooring with bedding | 995474 | 18 | 1140 | Mtr
    Two coats of acrylic distemper | 995473 | 18 | 84.5 | Mtr
  style
    .page { padding: 10mm } .entries td { border: 1px solid #555; padding: 0.7mm 1.5mm } .row { margin-bottom: 2mm } .lines th, .lines td { border: 1px solid #555; padding: 0.7mm 1mm } .lines th { background: #eee; font-size: 88% }
    .sums { margin-top: 2mm } h2 { text-align: center; text-decoration: underline; font-size: 13pt }
  columns
    own Item No.[c]
      | {number}
      @also sl_no=number; item_code=reference
    description: Description of Work; hsn: SAC; unit: Unit
    ${plain('W.O. Qty', 'r', ({ qty, code }) => (qty + doneBefore(code) + 50).toFixed(2))};
    ${plain('Qty upto Prev. Bill', 'r', ({ code }) => doneBefore(code).toFixed(2))};
    qty: Qty this Bill;
    ${plain('Upto Date Qty', 'r', ({ qty, code }) => (qty + doneBefore(code)).toFixed(2))}; rate: Rate;
    amount: Amount this Bill
  head
    .c
      h2 {vendor_name}
      Civil Engineers & Government Approved Contractors
      {seller.address,city,pin} * GST No. {gstin} * PAN {pan}
      b TAX INVOICE (RUNNING ACCOUNT BILL NO. {2 to 9})
    .row
      To,
        {buyer_name},
        {buyer.address,city}
        GST No. {buyer_gstin}
        Name of Work : Renovation of shop and godown
      entries
        Invoice No = {invoice_no}
        Invoice Dt. = {invoice_date}
        Work Order No = {po_no}
        Work Order Dt. = {po_date}
  foot
    entries.sums
      Gross Value of Work Done this Bill = {money taxable}
      @taxes CGST @ 9%, SGST @ 9%, IGST @ 18%
      @rounding Round off
      Total Invoice Value = {total}
      Less : Retention @ 5% = ${({ kit, bill }) => kit.money(keptBack(bill))}
      Net Payable Now = ${({ kit, bill }) => kit.money(bill.total - keptBack(bill))}
    @words Invoice value in words :
    entries
      @bank
    .row
      span Checked by (Site Engineer)
      span.r For {seller.name}`

function keptBack({ taxable }: Bill): number {
  return Math.round(taxable / 20)
}

/** In earlier bills. */
function doneBefore(code: string): number {
  return (Bun.hash.crc32(code) % 9_000) / 100
}

/** A seller of computing by use: no table, each use on a line with dots up to its amount, the total at the top. */
export const usageList = paper`
  usage-list: Open Sans | Lato | Arimo; 9pt
  services: 2-6 lines; near 0.4; unrounded
  goods
    Compute instances, Mumbai | 998315 | 18 | 4812.4
    Object storage, Standard | 998315 | 18 | 612.85
    Managed database, 2 vCPU | 998315 | 18 | 3240
    Data transfer out, first 10 TB | 998315 | 18 | 946.2
    E-mail relay, per 1000 messages | 998315 | 18 | 118.75
    Domain name renewal .in | 998315 | 18 | 749
  style
    .page { padding: 15mm } .row { display: flex; justify-content: space-between; margin: 4mm 0 } .entries td { padding: 0.6mm 4mm 0.6mm 0 } h1 { font-size: 17pt; font-weight: normal } h3 { font-size: 11pt; border-bottom: 1px solid #999; margin-top: 5mm }
    .use { display: flex; align-items: baseline } .use i { flex: 1; border-bottom: 1px dotted #777; margin: 0 1.5mm } .sums { width: 100% } .sums td:last-child { text-align: right } .small { font-size: 80%; color: #555 }
  body
    .row
      div
        b {vendor_name}
        @address seller
        GSTIN {gstin}
      h1 Tax Invoice
    .row
      div
        .small Bill to
        {buyer_name}
        @address buyer
        GSTIN {buyer_gstin}
      entries
        Invoice number = {invoice_no}
        Invoice date = {invoice_date}
        Total due by = {due_date}
        Amount = {total in ₹}
        Place of supply = {place_of_supply}
    h3 Detail of charges
    each lines
      div[className=use data-line]
        @line
        | {description}
        i
        | {amount in ₹}
    h3 Summary
    entries.sums
      Charges = ₹{money taxable}
      @taxes CGST at 9 percent, SGST at 9 percent, IGST at 18 percent in ₹
      Total for this invoice = {total in ₹}
    p.small Service accounting code 998315, hosting and information technology infrastructure. All charges are in Indian rupees. Tax is not payable on reverse charge.`

import type { Column } from '../../columns.tsx'
import { SparseRow } from '../../lines-table.tsx'
import { C, H } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { paper } from '../paper.tsx'
import { described, paidOf, slabsOf, taxesOf, UpiCode } from './program-parts.tsx'

/* Billing programs of India for small shops. */

/** A program for shops: discount and tax of a line as "₹ 9.00 (5%)" in two rows, a table of taxes beside the sums, what was saved. */
export const vyapar = paper`
  fresh-vyapar: Roboto | Open Sans | Arimo; 8 | 8.5pt
  household | electrical | hardware | grocery: 2-11 lines; discounts 0 | 0.5; rounded 0.6; near 0.75
  style
    .page { padding: 8mm } .title { text-align: center; font-weight: bold; font-size: 12pt; margin-bottom: 1.5mm } .frame { border: 1px solid #888; border-bottom: 0; padding: 2mm 2.5mm } .firm { font-size: 14pt; font-weight: bold }
    .four { display: flex; border: 1px solid #888; border-bottom: 0 } .four > div { flex: 1; padding: 0 2mm 1.5mm; border-left: 1px solid #888 } .four > div:first-child { border-left: 0 } .cap { background: {ink}; color: #fff; font-weight: bold; margin: 0 -2mm 1mm; padding: 0.5mm 2mm }
    .lines { border: 1px solid #888 } .lines th { background: {ink}; color: #fff; padding: 1mm; border-left: 1px solid #fff } .lines td { border-left: 1px solid #888; padding: 0.9mm 1mm } .lines .sub td { border-top: 1px solid #888; font-weight: bold } .below { font-size: 88%; color: #555 }
    .halves { display: flex; border: 1px solid #888; border-top: 0 } .halves > div { flex: 1; padding: 1.5mm 2mm } .halves > div + div { border-left: 1px solid #888 }
    .kinds { width: 100% } .kinds th { border-bottom: 1px solid #888 } .kinds td { padding: 0.4mm 0 } .halves .sums { width: 100% } .halves .sums tr:last-child { font-weight: normal } .halves .label { color: #333 }
  let ink = {any #097aa8|#8d448b|#3d5a80|#b5651d}
  let moved = ?0.4
  let received = ?0.4
  let batched = ?0.3
  columns
    serial: #
    own Item name[l width=28]
      b {description}
      ?batched .below Batch No.: {batch_no}, Exp. Date: {expiry_date}
    own HSN/ SAC[c]: {hsn}
    qty: Quantity; unit: Unit; rate[sign=₹]: Price/ Unit|Price/ unit; ?discount ${discountInTwoRows}
    own GST[r]
      | ₹ {tax_amount}
      .below ({gst_rate in %})
    amountWithTax[sign=₹]: Amount
  head
    .title Tax Invoice
    .frame.row
      div
        .firm {vendor_name}
        {seller.address,city,pin}
        Phone no.: {phone}
        ?0.5 Email: {email}
        GSTIN: {gstin}
        State: {seller.stateCode}-{seller.state}
      ?0.6 .narrow
        @logo
    .four
      div
        .cap Bill To
        .b {buyer_name}
        {buyer.address,city,pin}
        Contact No.: {buyer.phone}
        GSTIN: {buyer_gstin}
        State: {buyer.stateCode}-{buyer.state}
      ?0.5 div
        .cap Ship To
        {buyer.address,city}
      ?moved div
        .cap Transportation Details
        Transport Name: {transporter}
        Vehicle Number: {vehicle_no}
      .r
        .cap Invoice Details
        Invoice No.: <b>{invoice_no}</b>
        Date: <b>{invoice_date}</b>
        ?0.5 Due Date: {due_date}
        ?0.3 PO number: {po_no}
        Place of Supply: {place_of_supply in code-state}
  rows
    cells.sub
      1 = Total
      3 = {quantity}
      ?discount -3 = ₹ ${({ kit, bill }) => kit.money(bill.discount)}
      -2 = ₹ {money lineTax}
      -1 = ₹ {money lineTotal}
  foot
    .halves
      div
        ${TaxKinds}
      div
        entries.sums
          Sub Total = {subtotal=lineTotal in ₹ }
          ?round_off Round off = {round_off in ₹ }
          Total = <b>{total in ₹ }</b>
          ?received
            Received = ₹ ${(source) => source.kit.money(paidOf(source))}
            Balance = ₹ ${(source) => source.kit.money(source.bill.total - paidOf(source))}
          ?discount You Saved = ₹ ${({ kit, bill }) => kit.money(bill.discount)}
    .halves
      div
        b Invoice Amount In Words
        {amount_in_words}
        ?0.6
          b Payment Mode
          {Credit|Cash|UPI}
      div
        b Terms and conditions
        Thanks for doing business with us!
    .halves
      div
        b Pay To:
        .row
          ?0.6 ${UpiCode}
          div
            Bank Name: {bank_name}
            Bank Account No.: {account_no}
            Bank IFSC code: {ifsc}
            ?0.5 Account holder's name: {account_name=seller.name}
      .r
        div For: {seller.name}
        .hand
        b Authorized Signatory`

function discountInTwoRows({ kit }: Printed): Column {
  return {
    heading: 'Discount',
    align: 'r',
    cell: ({ discount, discountPct }) =>
      discount === 0 ? (
        <>
          ₹ {kit.money(0)}
          <div className="below">(0%)</div>
        </>
      ) : (
        <>
          ₹{' '}
          <C k="discount" v={discount / 100}>
            {kit.money(discount)}
          </C>
          <div className="below">
            (<C k="discount_pct" v={discountPct}>{`${discountPct}%`}</C>)
          </div>
        </>
      ),
  }
}

/** Each tax of each rate. Only where there is one rate is a row the tax of the bill. */
function TaxKinds({ kit, bill }: Printed) {
  const slabs = slabsOf(bill)
  return (
    <table className="kinds">
      <thead>
        <tr>
          <th className="l">Tax type</th>
          <th className="r">Taxable amount</th>
          <th className="r">Rate</th>
          <th className="r">Tax amount</th>
        </tr>
      </thead>
      <tbody>
        {slabs.flatMap((slab) =>
          taxesOf(bill).map(([key, name, parts]) => (
            <tr key={`${name} ${slab.rate}`}>
              <td>{name}</td>
              <td className="r">₹ {kit.money(slab.taxable)}</td>
              <td className="r">{slab.rate / parts}%</td>
              <td className="r">
                ₹{' '}
                {slabs.length === 1 ? (
                  <H k={key} v={slab[key] / 100}>
                    {kit.money(slab[key])}
                  </H>
                ) : (
                  kit.money(slab[key])
                )}
              </td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}

/** A program that prints one grid: numbers beside the seller, MRP before the rate, what was owed before below the total. */
export const myBillBook = paper`
  fresh-mybillbook: Open Sans | Lato | Arimo; 8 | 8.5pt
  retail | electrical | household: 1-9 lines; discounts 0 | 0.4; rounded 0.7; near 0.75
  style
    .page { padding: 9mm } .top { display: flex; gap: 4mm; align-items: center; margin-bottom: 1mm } .tag { border: 1px solid #999; color: #666; font-size: 75%; padding: 0 1.5mm } .mark { position: absolute; left: 30mm; top: 130mm; font-size: 34pt; color: #f0f0f0; transform: rotate(-32deg); z-index: -1 }
    .grid { width: 100% } .grid > tbody > tr > td { border: 1px solid #000; padding: 1.2mm 2mm; width: 50% } .grid .label { color: #555; padding-right: 4mm } .firm { font-size: 12pt; font-weight: bold; color: {ink} }
    .lines { border: 1px solid #000; border-top: 0 } .lines th { border: 1px solid #000; border-top: 0; padding: 1mm; background: {pale} } .lines td { border-left: 1px solid #000; padding: 1mm } .lines .sub td { border-top: 1px solid #000; border-bottom: 1px solid #000; font-weight: bold; background: {pale} } .lines .space td { height: {space}mm } .below { font-size: 86%; color: #444 }
    .taxes { margin-top: 2mm } .taxes th, .taxes td { border: 1px solid #000; padding: 0.4mm 1mm } .words { border: 1px solid #000; padding: 1mm 2mm; margin-top: 2mm } .three { display: flex; border: 1px solid #000; border-top: 0 } .three > div { flex: 1; padding: 1.5mm 2mm; border-left: 1px solid #000 } .three > div:first-child { border-left: 0 }
  let ink = {any #000|#c2255c|#1864ab|#5c940d}
  let pale = {any #f1f3f5|#fff|#e7f5ff}
  let space = {any 6|20|45}
  let priced = ?0.5
  columns
    serial: S.NO.|No; ${described({ heading: 'ITEMS', width: 30, below: piecesOf })}
    own HSN[c]: {hsn}
    qtyWithUnit: QTY.; ?priced mrp: MRP; rate: RATE; ?discount discount[zero=-]: DISC.
    own TAX[r]
      | {tax_amount}
      .below ({gst_rate in %})
    amountWithTax: AMOUNT
  head
    ?0.5 .mark ORIGINAL FOR RECIPIENT
    .top
      b {TAX INVOICE|Tax Invoice|INVOICE}
      ?0.6 span.tag ORIGINAL FOR RECIPIENT
    table.grid
      tbody
        tr
          td
            .row
              ?0.5 .narrow
                @logo
              div
                .firm {vendor_name}
                {seller.address,city,state,pin}
                <b>GSTIN</b>: {gstin} <b>Mobile</b>: {phone}
                ?0.5 <b>PAN Number</b>: {pan}
                ?0.4 <b>Email</b>: {email}
          td
            entries
              Invoice No. = {invoice_no}
              Invoice Date = {invoice_date}
              ?0.7 Due Date = {due_date}
              ?0.3 PO No. = {po_no}
              ?0.3 E-way Bill No. = {eway_bill_no}
        tr
          td
            .label BILL TO
            b {buyer_name}
            div Address: {buyer.address,city,state,pin}
            div <b>GSTIN</b>: {buyer_gstin} <b>Mobile</b>: {buyer.phone}
            div <b>Place of Supply</b>: {place_of_supply in state}
          td
            .label SHIP TO
            b {consignee_name}
            div Address: {buyer.address,city,state,pin}
  rows
    cells.space
    cells.sub
      1 = TOTAL
      3 = {quantity}
      ?discount -3 = ₹ {money discount}
      -2 = ₹ {money lineTax}
      -1 = ₹ {money lineTotal}
  foot
    .row
      div
      .narrow
        entries.sums
          TAXABLE AMOUNT = {taxable_value in ₹ }
          ?near
            CGST = {cgst in ₹ }
            SGST = {sgst in ₹ }
          else IGST = {igst in ₹ }
          ?round_off Round Off = {round_off in ₹ }
          TOTAL AMOUNT = {total in ₹ }
          RECEIVED AMOUNT = ₹ ${({ kit }) => kit.money(0)}
          BALANCE AMOUNT = ₹ {money total}
          ?0.25
            Previous Balance = ₹ ${({ kit }) => kit.money(owedBefore)}
            Current Balance = ₹ ${({ kit, bill }) => kit.money(bill.total + owedBefore)}
    ?0.7
      @taxes hsn
    @words {Total Amount (in words) :|Invoice Amount in Words}
    .three
      div
        b BANK DETAILS
        div Name: {seller.name}
        @also account_name=seller.name
        div IFSC Code: {ifsc}
        div Account No: {account_no}
        div Bank: {bank_name}, {seller.bank.branch}
      ?0.5 div
        b PAYMENT QR CODE
        div UPI ID: {seller.bank.upi}
        ${UpiCode}
      div
        b TERMS AND CONDITIONS
        .small 1. Goods once sold will not be taken back or exchanged
        .small 2. All disputes are subject to {seller.city} jurisdiction only
      .c
        .hand
        .small Authorised Signatory For
        .small {seller.name}`

/** In paise. */
const owedBefore = 12_480_00

/** Sets and single costly pieces have numbers, the first ones are printed. */
function piecesOf({ item, qty, batch, code }: Parameters<Column['cell']>[0]): string[] {
  if (item.rupees < 700) return []
  const numbers = Array.from({ length: Math.min(3, qty) }, (_, at) => `${batch}${code}${at + 1}`)
  return [`Serial No: ${numbers.join(', ')}`]
}

/** The form that every chartered accountant hands out, as simple programs fill it in: empty rows, all three taxes, "Bill to Party". */
export const gstFormat = paper`
  fresh-gst-format: Carlito | Arimo; 8.5 | 9pt; 297x210
  hardware | electrical | stationery | household: 1-8 lines; discounts 0.4; rounded 0.5; near 0.75
  let tinted = {any #d9e1f2|#e2efda|#fce4d6|#eee}
  let filled = ?0.6
  style
    .page { padding: 8mm } .firm { font-size: 16pt; font-weight: bold; text-align: center } .bar { background: {tinted}; text-align: center; font-weight: bold; font-size: 12pt } table { width: 100% }
    .form td, .lines th, .lines td, .end td { border: 1px solid #000; padding: 0.5mm 1.2mm } .form td { width: 50% } .lines th, .form .bar, .end .bar { background: {tinted}; font-size: 100% } .lines, .end { border-top: 0; margin-top: -1px } .end > tbody > tr > td { padding: 0 } .end .sums { width: 100%; margin: 0 } .end .in { padding: 1mm 1.5mm } .tot td { font-weight: bold; background: {tinted} }
  columns
    serial: S. No.; description[width=22]: Product Description
    own HSN code[c]: {hsn}
    unit: UOM; qty: Qty; rate: Rate; gross: Amount; discount[zero=0]: Discount; taxable: Taxable Value
    cgstPct[group=CGST zero=0]: Rate; cgst[group=CGST zero=0]: Amount; sgstPct[group=SGST zero=0]: Rate
    sgst[group=SGST zero=0]: Amount; igstPct[group=IGST zero=0]: Rate; igst[group=IGST zero=0]: Amount; total: Total
  head
    .firm {vendor_name}
    .c {seller.address,city,pin}
    .c Tel: {phone} ${({ kit, bill }) => (kit.random.chance(0.5) ? `| E-mail: ${bill.seller.email}` : '')}
    .c.b GSTIN: {gstin}
    table.form
      tbody
        tr
          td.bar[colSpan=2] {Tax Invoice|TAX INVOICE|GST INVOICE}
        tr
          td Invoice No: {invoice_no}
          td Transport Mode: {any Road|By hand|Tempo}
        tr
          td Invoice date: {invoice_date}
          td Vehicle number: {vehicle_no}
        tr
          td Reverse Charge (Y/N): {reverse_charge: N}
          td Date of Supply: {day date}
        tr
          td State: {seller.state} Code {seller.stateCode}
          td Place of Supply: {place_of_supply in state}
        tr
          td.bar Bill to Party
          td.bar Ship to Party
        tr
          td Name: {buyer_name}
          td Name: {consignee_name}
        tr
          td Address: {buyer.address,city,pin}
          td Address: {buyer.address,city,pin}
        tr
          td GSTIN: {buyer_gstin}
          td GSTIN: {buyer.gstin}
        tr
          td State: {buyer.state} Code {buyer.stateCode}
          td State: {buyer.state} Code {buyer.stateCode}
  rows
    ?filled ${EmptyRows}
    cells.tot
      1 = Total
      4 = {quantity}
      6 = {money gross}
      7 = {money discount}
      8 = {money taxable}
      10 = {money cgst}
      12 = {money sgst}
      14 = {money igst}
      15 = {money lineTotal}
  foot
    table.end
      tbody
        tr
          td[style.width=62%]
            .bar Total Invoice amount in words
            .in.c.b {amount_in_words}
            .bar Bank Details
            .in Bank: {bank_name} | Bank A/C: {account_no} | Bank IFSC: {ifsc}
            .bar Terms & conditions
            .in
              .small Certified that the particulars given above are true and correct.
              .small Interest @ 18% p.a. will be charged on bills not paid in 30 days.
            .in.row
              span.c
                | <br><br>Common Seal
              .r
                div For {seller.name}
                .hand
                div Authorised signatory
          td
            entries.sums
              Total Amount before Tax = {taxable_value}
              Add: CGST = {cgst or 0}
              Add: SGST = {sgst or 0}
              Add: IGST = {igst or 0}
              Total Tax Amount = {money tax}
              ?round_off Round Off = {round_off}
              Total Amount after Tax = {total}
              GST on Reverse Charge = 0`

const rowsOnForm = 9

/** The form is printed with all of its rows. */
function EmptyRows({ bill, columns = [] }: Printed) {
  return Array.from({ length: rowsOnForm - bill.lines.length }, (_, row) => (
    <SparseRow key={row} columns={columns.length} cells={{ 0: '\u00a0' }} />
  ))
}

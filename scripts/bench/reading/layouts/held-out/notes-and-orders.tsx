import type { Column } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { Also, C, H } from '../../marks.tsx'
import { onePage, otherDays, plain, days } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import type { ReactNode } from 'react'
import { amountField, dateField, entry } from '../../parts.tsx'
import { taxRows } from '../../sums.tsx'

/* A claim, an order and a sales form. */

const claimNoteCss = `.page { padding: 12mm } h2 { text-align: center; font-size: 13pt; letter-spacing: 1mm } .row { margin: 3mm 0 } .lines th, .lines td { border: 1px solid #333; padding: 1mm } .lines th { background: #fafafa } .sums { margin-top: 2mm; width: 55% }`

const claims = itemsOf([
  ['Quarterly target incentive', '998599', 18, 6_400],
  ['Display window rental', '998599', 18, 2_500],
  ['Price drop compensation', '998599', 18, 3_180],
  ['Damage settlement', '998599', 18, 1_240],
])

/** A company's credit note for claims: one line for each bill that was claimed for, with its number, day and value, and no quantities. */
export const claimNote = onePage({
  name: 'claim-note',
  css: claimNoteCss,
  fonts: ['Arimo', 'Carlito', 'Tinos'],
  size: 9,
  kind: 'credit note',
  wanted: ({ random }) => ({
    trade: 'services',
    items: claims,
    lines: [1, 4],
    isNear: random.chance(0.6),
  }),
  columns: claimNoteColumns,
  Head: zone`
    .r
      b {vendor_name}
      {seller.address}
      {seller.city} {seller.pin}
      GSTIN/UIN: {gstin}
    h2 CREDIT NOTE
    .row
      div
        Credited to:
        b {buyer_name}
        {buyer.address,city}
        GSTIN/UIN: {buyer_gstin}
      entries[colon=:]
        C.N. No. = {invoice_no}
        C.N. Date = {invoice_date}
        Customer Code = D${({ kit }) => kit.random.int(10_000, 99_999)}
    p We have credited your account with the following claims passed by our depot:
    ${(<Also of="head" fields={{ document_type: 'credit note' }} />)}`,
  Foot: zone`
    entries.sums
      Claims passed = {money taxable}
      @taxes CGST 9.00%, SGST 9.00%, IGST 18.00%
      @rounding Rounded off by
      Total credit = {total}
    @words Amount in words -
    p.small Please adjust this in your next payment. Input tax credit is to be reversed.
    .r Claims Department`,
})

function claimNoteColumns(kit: Kit, bill: Bill): Column[] {
  return listed`serial: Sr.; ${plain('Claim / Bill Ref.', 'c', ({ code }) => `SB-${code.replace(/\D/g, '')}`)};
    ${otherDays(kit, 'Bill Dt.', (index) => daysAfter(bill.date, -20 - index))};
    description: Nature of Claim; hsn: SAC;
    ${plain('Bill Value', 'r', ({ taxable }) => kit.money(taxable * 20))}; amount: Credit Amount`(
    kit,
    bill,
  )
}

const indentOrderCss = `.page { padding: 10mm } h2 { background: #123c69; color: #fff; padding: 1.5mm 3mm; font-size: 12pt } .boxes td { border: 1px solid #123c69; padding: 0.8mm 1.5mm; width: 25% } .boxes .label { font-size: 78%; color: #123c69 }
  .lines { margin: 2mm 0 } .lines th, .lines td { border: 1px solid #123c69; padding: 0.7mm 1mm } .two > * { border: 1px solid #123c69; padding: 1.5mm }`

/** An order of a shop's own program: indent and quotation beside its number, pack and free pieces, the sums as a strip of boxes. */
export const indentOrder = onePage({
  name: 'indent-order',
  css: indentOrderCss,
  fonts: ['Open Sans', 'Carlito'],
  size: 8.5,
  kind: 'purchase order',
  category: 'purchase_order',
  wanted: ({ random }) => ({
    trade: 'medicines',
    lines: [1, 9],
    isNear: random.chance(0.7),
    isRounded: false,
  }),
  columns: listed`serial: Line; code: Our Code; description: Material; pack: Pack; qty: Ord. Qty; free: Free;
    mrp: Max. Retail Price; rate: Agreed Rate; gst: GST%; amount: Net Value`,
  Head: zone`
    h2 {buyer.name} — Purchase Department
    boxes[across=4]
      P.O. Number = {po_no=number}
      P.O. Date = {po_date=date}
      Indent No. = IND/${({ kit }) => kit.random.int(100, 999)}
      Indent Date = {day order.date}
      Quotation Ref. = Q-${({ kit }) => kit.random.int(1_000, 9_999)}
      Valid Till = {day dueDate}
      Payment = {payment_terms: 21 days from GRN}
      Freight = F.O.R. our store
    .row.two
      div
        b Vendor
        {vendor_name}
        {seller.address,city,pin}
        GSTIN {gstin}
      div
        b Bill & Deliver to
        {buyer_name}
        {buyer.address,city,pin}
        GSTIN {buyer_gstin}`,
  Foot: zone`
    boxes[across=4]
      Basic Value = {money taxable}
      @taxes CGST, SGST, IGST
      Order Value = {total in ₹ }
    @words Order value in words:
    .small Quote the order number on challan and invoice. Short expiry (less than 12 months) is not accepted. Breakage to your account.
    .row
      span Prepared by
      span.c Checked by
      span.r Authorised by`,
})

const salesFormCss = `.page { padding: 14mm } .accent { color: #2b7a0b } h1 { font-weight: normal; font-size: 18pt } .strip { background: #e8f3e4; margin: 4mm 0; padding: 2mm 3mm } .strip .label { font-size: 75% }
  .lines th { background: #e8f3e4; color: #2b7a0b; font-weight: normal; padding: 1.2mm; font-size: 88% } .lines td { padding: 1.2mm } .lines { border-bottom: 1px dashed #999 } .sums { width: 60% }`

/** A foreign program's form in its Indian version: a day in each line, the rate of tax before the name of the tax, taxes "on" their sums. */
export const salesForm = onePage({
  name: 'sales-form',
  css: salesFormCss,
  fonts: ['Arimo', 'Lato'],
  size: 9,
  wanted: ({ random }) => ({
    trade: random.pick(['services', 'electrical']),
    lines: [1, 5],
    isNear: random.chance(0.6),
    isRounded: false,
  }),
  columns: salesFormColumns,
  Head: zone`
    b {vendor_name}
    @address seller
    {email}
    GSTIN: {gstin}
    h1.accent Tax Invoice
    .row
      div
        .accent INVOICE TO
        {buyer_name}
        @address buyer
        GSTIN: {buyer_gstin}
      entries
        PLACE OF SUPPLY = {place_of_supply}
        TERMS = {payment_terms: Net 30}
    .strip.row
      ${({ bill }) => (
        <Boxed label="INVOICE NO.">
          <H k="invoice_no">{bill.number}</H>
        </Boxed>
      )}
      ${({ kit, bill }) => <Boxed label="DATE">{dateField(kit, 'invoice_date', bill.date)}</Boxed>}
      ${({ kit, bill }) => <Boxed label="PLEASE PAY">{amountField(kit, 'total', bill.total, 'INR ')}</Boxed>}
      ${({ kit, bill }) => <Boxed label="DUE DATE">{dateField(kit, 'due_date', bill.dueDate)}</Boxed>}`,
  Foot: zone`
    entries.sums
      SUBTOTAL = {subtotal}
      ${({ kit, bill }) => taxesOn(kit, bill)}
      TOTAL = {total}
      TOTAL DUE = {total in INR }
    .r.accent THANK YOU.`,
})

function salesFormColumns(kit: Kit, bill: Bill): Column[] {
  const tax: Column = {
    heading: 'TAX',
    align: 'l',
    cell: ({ item, igst }) => (
      <C k="gst_rate" v={item.gst}>{`${item.gst.toFixed(1)}% ${igst === 0 ? 'GST' : 'IGST'}`}</C>
    ),
  }
  return listed`${days(kit, 'DATE', (index) => daysAfter(bill.date, -(index % 3)))}; description: ACTIVITY;
    hsn: HSN/SAC; ${tax}; qty: QTY; rate: RATE; amount: AMOUNT`(kit, bill)
}

function Boxed({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <div className="label">{label}</div>
      <div className="b">{children}</div>
    </div>
  )
}

/** One row for each rate: the sum of a bill with several rates is printed nowhere. */
function taxesOn(kit: Kit, bill: Bill) {
  return taxRows(bill, 'rate').flatMap(({ rate, taxable, cgst, sgst, igst }) => {
    const on = (name: string, percent: number) => `${name} @ ${percent}% on ${kit.money(taxable)}`
    if (!bill.isNear) return [entry(on('IGST', rate), kit.money(igst))]
    return [
      entry(on('CGST', rate / 2), kit.money(cgst)),
      entry(on('SGST', rate / 2), kit.money(sgst)),
    ]
  })
}

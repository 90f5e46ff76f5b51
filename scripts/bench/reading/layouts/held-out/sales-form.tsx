import type { ReactNode } from 'react'
import type { Column } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { C, H } from '../../marks.tsx'
import { amountField, dateField, entry } from '../../parts.tsx'
import { taxRows } from '../../sums.tsx'
import { days, onePage } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 14mm } .accent { color: #2b7a0b } h1 { font-weight: normal; font-size: 18pt } .strip { background: #e8f3e4; margin: 4mm 0; padding: 2mm 3mm } .strip .label { font-size: 75% }
  .lines th { background: #e8f3e4; color: #2b7a0b; font-weight: normal; padding: 1.2mm; font-size: 88% } .lines td { padding: 1.2mm } .lines { border-bottom: 1px dashed #999 } .sums { width: 60% }`

/** A foreign program's form in its Indian version: a day in each line, the rate of tax before the name of the tax, taxes "on" their sums. */
export const salesForm = onePage({
  name: 'sales-form',
  css,
  fonts: ['Arimo', 'Lato'],
  size: 9,
  wanted: ({ random }) => ({
    trade: random.pick(['services', 'electrical']),
    lines: [1, 5],
    isNear: random.chance(0.6),
    isRounded: false,
  }),
  columns,
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

function columns(kit: Kit, bill: Bill): Column[] {
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

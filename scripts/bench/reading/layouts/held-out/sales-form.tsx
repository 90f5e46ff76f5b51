import type { ReactNode } from 'react'
import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { C, H } from '../../marks.tsx'
import { Address, amountField, dateField, entry, EntryTable, placeOfSupply } from '../../parts.tsx'
import { taxRows } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { days, onePage } from '../one-page.tsx'

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
  Head,
  Foot,
})

function columns(kit: Kit, bill: Bill): Column[] {
  const all = columnsOf(kit, {
    description: 'ACTIVITY',
    hsn: 'HSN/SAC',
    qty: 'QTY',
    rate: 'RATE',
    amount: 'AMOUNT',
  })
  const tax: Column = {
    heading: 'TAX',
    align: 'l',
    cell: ({ item, igst }) => (
      <C k="gst_rate" v={item.gst}>{`${item.gst.toFixed(1)}% ${igst === 0 ? 'GST' : 'IGST'}`}</C>
    ),
  }
  return [
    days(kit, 'DATE', (index) => daysAfter(bill.date, -(index % 3))),
    all.description,
    all.hsn,
    tax,
    all.qty,
    all.rate,
    all.amount,
  ]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <b>
        <H k="vendor_name">{seller.name}</H>
      </b>
      <Address party={seller} />
      <div>
        <H k="email">{seller.email}</H>
      </div>
      <div>
        GSTIN: <H k="gstin">{seller.gstin}</H>
      </div>
      <h1 className="accent">Tax Invoice</h1>
      <div className="row">
        <div>
          <div className="accent">INVOICE TO</div>
          <div>
            <H k="buyer_name">{buyer.name}</H>
          </div>
          <Address party={buyer} />
          <div>
            GSTIN: <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
        <EntryTable
          entries={[
            entry('PLACE OF SUPPLY', placeOfSupply(kit, bill)),
            entry('TERMS', <H k="payment_terms">Net 30</H>),
          ]}
        />
      </div>
      <div className="strip row">
        <Boxed label="INVOICE NO.">
          <H k="invoice_no">{bill.number}</H>
        </Boxed>
        <Boxed label="DATE">{dateField(kit, 'invoice_date', bill.date)}</Boxed>
        <Boxed label="PLEASE PAY">{amountField(kit, 'total', bill.total, 'INR ')}</Boxed>
        <Boxed label="DUE DATE">{dateField(kit, 'due_date', bill.dueDate)}</Boxed>
      </div>
    </>
  )
}

function Boxed({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <div className="label">{label}</div>
      <div className="b">{children}</div>
    </div>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          entry('SUBTOTAL', amountField(kit, 'subtotal', bill.taxable)),
          ...taxesOn(kit, bill),
          entry('TOTAL', amountField(kit, 'total', bill.total)),
          entry('TOTAL DUE', amountField(kit, 'total', bill.total, 'INR ')),
        ]}
      />
      <div className="r accent">THANK YOU.</div>
    </>
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

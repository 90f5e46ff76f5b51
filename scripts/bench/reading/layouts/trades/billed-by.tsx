import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { C, H } from '../../marks.tsx'
import { Address, amountField, dateField, entry, EntryTable, placeOfSupply } from '../../parts.tsx'
import { bankEntries } from '../../small-print.tsx'
import { InWords } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { numbered, onePage } from '../one-page.tsx'

const css = `.page { padding: 14mm } h1 { color: #6538bf; font-weight: normal; font-size: 24pt } h3 { color: #6538bf; font-weight: normal; font-size: 12pt }
  .entries .label { color: #888 } .card { background: #f0ebf8; border-radius: 2mm; padding: 3mm } .row { margin: 3mm 0 } .lines th { background: #6538bf; color: #fff; padding: 1.5mm 1mm; font-weight: normal }
  .lines td { padding: 1.5mm 1mm; border-bottom: 1px solid #ddd } .more { color: #777; font-size: 85%; white-space: pre-line } .sums { width: 45% } .big { font-size: 13pt; font-weight: bold; border-top: 1.5px solid #000; border-bottom: 1.5px solid #000 }`

/** An application for those who work alone: "Billed By" and "Billed To", particulars of each service below it over lines, its taxes beside it. */
export const billedBy = onePage({
  name: 'billed-by',
  css,
  fonts: ['Open Sans', 'Lato', 'Roboto'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: 'services',
    lines: [1, 4],
    isNear: random.chance(0.6),
    isRounded: false,
  }),
  columns,
  Head,
  Foot,
})

function columns(kit: Kit, { isNear }: Bill): Column[] {
  const all = columnsOf(kit, {
    hsn: 'HSN/SAC',
    gst: 'GST Rate',
    qty: 'Quantity',
    rate: 'Rate',
    amount: 'Amount',
    cgst: 'CGST',
    sgst: 'SGST',
    igst: 'IGST',
    total: 'Total',
  })
  const taxes = isNear ? [all.cgst, all.sgst] : [all.igst]
  const item: Column = {
    heading: 'Item',
    align: 'l',
    cell: (line) => (
      <>
        <C k="description" v={[line.item.name, `${line.item.name} ${particulars(line)}`]}>
          {line.item.name}
        </C>
        <div className="more">{particulars(line)}</div>
      </>
    ),
  }
  return [
    numbered('', '.'),
    item,
    all.hsn,
    all.gst,
    all.qty,
    all.rate,
    all.amount,
    ...taxes,
    all.total,
  ]
}

function particulars({ code, expiry }: BillLine): string {
  const month = `${expiry.month}/2026`
  return [
    `Ref ${code}, for the month ${month}`,
    'Includes two rounds of changes and support by phone.',
  ].join('\n')
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <h1>Invoice</h1>
      <EntryTable
        entries={[
          entry('Invoice No #', <H k="invoice_no">{bill.number}</H>),
          entry('Invoice Date', dateField(kit, 'invoice_date', bill.date)),
          entry('Due Date', dateField(kit, 'due_date', bill.dueDate)),
        ]}
      />
      <div className="row">
        <div className="card">
          <h3>Billed By</h3>
          <b>
            <H k="vendor_name">{seller.name}</H>
          </b>
          <Address party={seller} />
          <div>
            <b>GSTIN:</b> <H k="gstin">{seller.gstin}</H>
          </div>
          <div>
            <b>PAN:</b> <H k="pan">{seller.pan}</H>
          </div>
        </div>
        <div className="card">
          <h3>Billed To</h3>
          <b>
            <H k="buyer_name">{buyer.name}</H>
          </b>
          <Address party={buyer} />
          <div>
            <b>GSTIN:</b> <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
      </div>
      <div className="row">
        <span>Place of Supply: {placeOfSupply(kit, bill)}</span>
        <span className="r">Country of Supply: India</span>
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  const one = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise, '₹'))
  return (
    <>
      <InWords kit={kit} bill={bill} label="Total (in words) :" />
      <EntryTable
        className="sums"
        entries={[
          entry('Amount', `₹${kit.money(bill.taxable)}`),
          ...(bill.isNear
            ? [one('CGST', 'cgst', bill.cgst), one('SGST', 'sgst', bill.sgst)]
            : [one('IGST', 'igst', bill.igst)]),
          entry(
            'Total (INR)',
            <span className="big">{amountField(kit, 'total', bill.total, '₹')}</span>,
          ),
        ]}
      />
      <div className="card">
        <h3>Bank Details</h3>
        <EntryTable entries={bankEntries(kit, bill)} />
      </div>
      <h3>Terms and Conditions</h3>
      <div className="small">
        1. Please pay within 15 days from the date of invoice, overdue interest @ 14% will be
        charged on delayed payments.
      </div>
      <div className="small">2. Please quote invoice number when remitting funds.</div>
    </>
  )
}

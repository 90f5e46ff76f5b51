import { type Column, columnsOf } from '../../columns.tsx'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable, placeOfSupply } from '../../parts.tsx'
import { InWords } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'

const css = `.page { padding: 18mm 20mm } .name { font-size: 15pt } .head { border-bottom: 2px solid #555 }
  .lines { margin: 5mm 0 } .lines th { text-align: left; border-bottom: 1px solid #555; padding: 1mm } .lines td { padding: 1.5mm 1mm }
  .lines th.r { text-align: right } .sums { width: 60% }`

/** A professional's note of fees: tax deducted and an advance stand below the total, and what remains below them. */
export const feeNote = onePage({
  name: 'fee-note',
  css,
  fonts: ['Tinos', 'Lato'],
  size: 10.5,
  wanted: () => ({ trade: 'services', lines: [1, 4] }),
  columns: columnsFor,
  Head,
  Foot,
})

function columnsFor(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    description: 'Nature of work',
    hsn: 'SAC',
    amount: 'Fees (₹)',
  })
  return [all.description, all.hsn, all.amount]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="head">
        <div className="name">
          <H k="vendor_name">{seller.name}</H>
        </div>
        <div className="small">
          {[...seller.address, seller.city, seller.pin].join(', ')} ·{' '}
          <H k="phone">{seller.phone}</H> · <H k="email">{seller.email}</H>
        </div>
      </div>
      <div className="row">
        <div>
          <H k="buyer_name">{buyer.name}</H>
          {buyer.address.map((line) => (
            <div key={line}>{line}</div>
          ))}
          <div>
            {buyer.city} {buyer.pin}
          </div>
        </div>
        <div>
          <div>
            Memo of Fees <H k="invoice_no">{bill.number}</H>
          </div>
          <div>{dateField(kit, 'invoice_date', bill.date)}</div>
          <div>Place of supply - {placeOfSupply(kit, bill)}</div>
        </div>
      </div>
      <div>
        Our GSTIN <H k="gstin">{seller.gstin}</H>, PAN <H k="pan">{seller.pan}</H>. Your GSTIN{' '}
        <H k="buyer_gstin">{buyer.gstin}</H>.
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  const amount = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  const deducted = Math.round(bill.taxable / 1000) * 100
  const advance = kit.random.pick([0, Math.round(bill.taxable / 400_00) * 100_00])
  const left = bill.total - deducted - advance
  const taxes = bill.isNear
    ? [amount('Add CGST', 'cgst', bill.cgst), amount('Add SGST', 'sgst', bill.sgst)]
    : [amount('Add IGST', 'igst', bill.igst)]
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          entry('Professional fees', kit.money(bill.taxable)),
          ...taxes,
          ...(bill.roundOff === 0 ? [] : [amount('Rounding', 'round_off', bill.roundOff)]),
          amount('Total of this memo', 'total', bill.total),
          entry('Less TDS u/s 194J @ 10%', kit.money(deducted)),
          ...(advance === 0 ? [] : [entry('Less advance received', kit.money(advance))]),
          entry('Balance receivable', kit.money(left)),
        ]}
      />
      <InWords kit={kit} bill={bill} label="Total in words:" />
      <div>Yours faithfully,</div>
    </>
  )
}

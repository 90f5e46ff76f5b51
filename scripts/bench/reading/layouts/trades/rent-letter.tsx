import { columnsOf } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import { H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { bankEntries } from '../../small-print.tsx'
import { InWordsOf } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'

const css = `.page { padding: 18mm } h2 { text-align: center; font-size: 13pt; margin-bottom: 5mm } .right { text-align: right } p { margin: 4mm 0 }
  .lines th { border-bottom: 1px solid #000; padding: 1mm 0 } .lines td { padding: 1.2mm 0 } .sums { border-top: 1px solid #000; width: 100% }`

const lettings = itemsOf([
  ['Rent of Shop No. 4 for the month', '997212', 18, 38_500],
  ['Common area maintenance', '997212', 18, 4_250],
  ['Parking space, 2 nos.', '997212', 18, 3_000],
  ['Diesel generator back-up, fixed', '997212', 18, 1_150],
])

/** A landlord's letter: the buyer first, the seller only in the heading and below the signature, particulars and amounts alone. */
export const rentLetter = onePage({
  name: 'rent-letter',
  css,
  fonts: ['Tinos', 'Carlito', 'Lato'],
  size: 10.5,
  wanted: () => ({
    trade: 'services',
    items: lettings,
    lines: [2, 4],
    isNear: true,
    isRounded: false,
  }),
  columns: (kit) => {
    const all = columnsOf(kit, { description: 'Particulars', hsn: 'SAC', amount: 'Rs.' })
    return [all.description, all.hsn, all.amount]
  },
  Head,
  Foot,
})

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <h2>
        <H k="vendor_name">{seller.name}</H>
      </h2>
      <div className="right">
        <div>Date: {dateField(kit, 'invoice_date', bill.date)}</div>
        <div>
          Ref: <H k="invoice_no">{bill.number}</H>
        </div>
      </div>
      <p>
        To
        <br />
        <H k="buyer_name">{buyer.name}</H>
        <br />
        {buyer.address.join(', ')}
        <br />
        {buyer.city} {buyer.pin}
        <br />
        Your GSTIN: <H k="buyer_gstin">{buyer.gstin}</H>
      </p>
      <p>
        <b>Sub: Tax invoice for rent and other charges</b>
      </p>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  const { seller } = bill
  const one = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          one('Taxable value', 'taxable_value', bill.taxable),
          one('Central GST @ 9%', 'cgst', bill.cgst),
          one('State GST @ 9%', 'sgst', bill.sgst),
          one('Amount due', 'total', bill.total),
        ]}
      />
      <InWordsOf kit={kit} bill={bill} currency="Rupees" />
      <p>
        Payable by {dateField(kit, 'due_date', bill.dueDate)} to the account below. Please deduct
        tax at source on the taxable value only.
      </p>
      <EntryTable entries={bankEntries(kit, bill)} colon=":" />
      <p>
        For {seller.name}
        <br />
        GSTIN <H k="gstin">{seller.gstin}</H>, PAN <H k="pan">{seller.pan}</H>
      </p>
    </>
  )
}

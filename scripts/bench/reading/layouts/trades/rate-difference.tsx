import { type Column, columnsOf } from '../../columns.tsx'
import type { Kit } from '../../kit.ts'
import { Also, H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { InWords } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'

const css = `.page { padding: 14mm } .title { text-align: center; text-decoration: underline; font-weight: bold; margin: 3mm 0 } p { margin: 3mm 0 }
  .lines th { border-top: 1.5px solid #000; border-bottom: 1.5px solid #000; padding: 1mm } .lines td { padding: 1mm } .sums { border-top: 1.5px solid #000; width: 60%; margin-top: 2mm }`

/** A debit note for rates that were too low: what was billed and what was agreed beside the difference, which alone is multiplied. */
export const rateDifference = onePage({
  name: 'rate-difference',
  css,
  fonts: ['Tinos', 'Arimo', 'Open Sans'],
  size: 10,
  kind: 'debit note',
  wanted: ({ random }) => ({
    trade: random.pick(['hardware', 'grocery', 'electrical']),
    lines: [1, 4],
    isNear: random.chance(0.7),
    isRounded: random.chance(0.5),
  }),
  columns,
  Head,
  Foot,
})

function columns(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    description: 'Material',
    hsn: 'HSN',
    qty: 'Qty',
    rate: 'Difference',
    gst: 'GST',
    amount: 'Debit Value',
  })
  // A third of the price had been left out.
  const other = (heading: string, times: number): Column => ({
    heading,
    align: 'r',
    cell: ({ rate }) => (
      <>
        {kit.money(rate * times)}
        <Also of="line" fields={{ rate: (rate * times) / 100 }} />
      </>
    ),
  })
  return [
    all.description,
    all.hsn,
    all.qty,
    other('Rate billed', 2),
    other('Rate agreed', 3),
    all.rate,
    all.gst,
    all.amount,
  ]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer, original } = bill
  return (
    <>
      <div className="row">
        <div>
          <b>
            <H k="vendor_name">{seller.name}</H>
          </b>
          <div>{[...seller.address, seller.city, seller.pin].join(', ')}</div>
        </div>
        <div className="r">
          <div>
            GSTIN <H k="gstin">{seller.gstin}</H>
          </div>
          <div>
            <H k="email">{seller.email}</H>
          </div>
        </div>
      </div>
      <div className="title">DEBIT NOTE</div>
      <div className="row">
        <div>
          <div>
            Debit Note No.: <H k="invoice_no">{bill.number}</H>
          </div>
          <div>
            To: <H k="buyer_name">{buyer.name}</H>, {buyer.city}
          </div>
          <div>
            GSTIN: <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
        <div className="r">Date: {dateField(kit, 'invoice_date', bill.date)}</div>
      </div>
      <p>
        We have this day debited your account towards rate difference on our tax invoice{' '}
        <H k="original_invoice_no">{original.number}</H> of{' '}
        {dateField(kit, 'original_invoice_date', original.date)} as under.
      </p>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  const one = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          one('Taxable amount', 'taxable_value', bill.taxable),
          ...(bill.isNear
            ? [one('CGST', 'cgst', bill.cgst), one('SGST', 'sgst', bill.sgst)]
            : [one('IGST', 'igst', bill.igst)]),
          ...(bill.roundOff === 0 ? [] : [one('Rounded by', 'round_off', bill.roundOff)]),
          one('Total debit', 'total', bill.total),
        ]}
      />
      <InWords kit={kit} bill={bill} label="Rs. (words):" />
      <p>Please pass the entry in your books and send us your confirmation.</p>
      <div className="r">Yours faithfully, for {bill.seller.name}</div>
    </>
  )
}

import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { Also, H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { InWords, roundingEntries, taxEntries } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage, otherDays, plain } from '../one-page.tsx'

const css = `.page { padding: 12mm } h2 { text-align: center; font-size: 13pt; letter-spacing: 1mm } .row { margin: 3mm 0 } .lines th, .lines td { border: 1px solid #333; padding: 1mm } .lines th { background: #fafafa } .sums { margin-top: 2mm; width: 55% }`

const claims = itemsOf([
  ['Quarterly target incentive', '998599', 18, 6_400],
  ['Display window rental', '998599', 18, 2_500],
  ['Price drop compensation', '998599', 18, 3_180],
  ['Damage settlement', '998599', 18, 1_240],
])

/** A company's credit note for claims: one line for each bill that was claimed for, with its number, day and value, and no quantities. */
export const claimNote = onePage({
  name: 'claim-note',
  css,
  fonts: ['Arimo', 'Carlito', 'Tinos'],
  size: 9,
  kind: 'credit note',
  wanted: ({ random }) => ({
    trade: 'services',
    items: claims,
    lines: [1, 4],
    isNear: random.chance(0.6),
  }),
  columns,
  Head,
  Foot,
})

function columns(kit: Kit, bill: Bill): Column[] {
  const all = columnsOf(kit, {
    serial: 'Sr.',
    description: 'Nature of Claim',
    hsn: 'SAC',
    amount: 'Credit Amount',
  })
  return [
    all.serial,
    plain('Claim / Bill Ref.', 'c', ({ code }) => `SB-${code.replace(/\D/g, '')}`),
    otherDays(kit, 'Bill Dt.', (index) => daysAfter(bill.date, -20 - index)),
    all.description,
    all.hsn,
    plain('Bill Value', 'r', ({ taxable }) => kit.money(taxable * 20)),
    all.amount,
  ]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="r">
        <b>
          <H k="vendor_name">{seller.name}</H>
        </b>
        <div>{seller.address.join(', ')}</div>
        <div>
          {seller.city} {seller.pin}
        </div>
        <div>
          GSTIN/UIN: <H k="gstin">{seller.gstin}</H>
        </div>
      </div>
      <h2>CREDIT NOTE</h2>
      <div className="row">
        <div>
          <div>Credited to:</div>
          <b>
            <H k="buyer_name">{buyer.name}</H>
          </b>
          <div>{[...buyer.address, buyer.city].join(', ')}</div>
          <div>
            GSTIN/UIN: <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
        <EntryTable
          colon=":"
          entries={[
            entry('C.N. No.', <H k="invoice_no">{bill.number}</H>),
            entry('C.N. Date', dateField(kit, 'invoice_date', bill.date)),
            entry('Customer Code', `D${kit.random.int(10_000, 99_999)}`),
          ]}
        />
      </div>
      <p>We have credited your account with the following claims passed by our depot:</p>
      <Also of="head" fields={{ document_type: 'credit note' }} />
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          entry('Claims passed', kit.money(bill.taxable)),
          ...taxEntries(kit, bill, ['CGST 9.00%', 'SGST 9.00%', 'IGST 18.00%']),
          ...roundingEntries(kit, bill, 'Rounded off by'),
          entry('Total credit', amountField(kit, 'total', bill.total)),
        ]}
      />
      <InWords kit={kit} bill={bill} label="Amount in words -" />
      <p className="small">
        Please adjust this in your next payment. Input tax credit is to be reversed.
      </p>
      <div className="r">Claims Department</div>
    </>
  )
}

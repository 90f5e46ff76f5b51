import { columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { InWordsOf } from '../../sums.tsx'
import { chargeMark } from '../../truth.ts'
import type { Printed } from '../layout.ts'
import { onePage, plain } from '../one-page.tsx'

const css = `.page { padding: 7mm } .frame { border-top: 1px solid #000; border-bottom: 1px solid #000; padding: 1mm 0; margin: 1mm 0 } .lines th { border-bottom: 1px dashed #000; font-weight: normal; padding: 0.5mm }
  .lines td { padding: 0.5mm } .sums tr:last-child td { border-top: 1px dashed #000 } h2 { font-size: 12pt; letter-spacing: 0.6mm }`

const bags = itemsOf([
  ['OPC 53 Grade', '25232910', 28, 296, 'Bag'],
  ['PPC Super', '25232930', 28, 268, 'Bag'],
  ['PSC Premium', '25232940', 28, 281, 'Bag'],
  ['White Cement 40kg', '25232100', 28, 742, 'Bag'],
])

/** A depot of cement on half a sheet: bags beside tonnes, labels without colons, amounts with "/-", letters of the title set apart. */
export const cementDepot = onePage({
  name: 'cement-depot',
  css,
  fonts: ['Cousine', 'Arimo'],
  size: 8.5,
  paper: { width: 148, height: 210 },
  wanted: ({ random }) => ({
    trade: 'hardware',
    items: bags,
    lines: [1, 3],
    isNear: random.chance(0.85),
    charges: random.pick([[], ['Unloading Charges'], ['Hamali']]),
  }),
  columns,
  Head,
  Foot,
})

function columns(kit: Kit) {
  const all = columnsOf(kit, {
    description: 'Brand / Grade',
    hsn: 'HSN',
    qty: 'Bags',
    rate: 'Rate/Bag',
    amount: 'Amount',
  })
  return [
    all.description,
    all.hsn,
    all.qty,
    // Twenty bags of fifty kilograms are a tonne.
    plain('M.T.', 'r', ({ qty }) => (qty / 20).toFixed(3)),
    all.rate,
    all.amount,
  ]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer, transport } = bill
  return (
    <>
      <div className="row">
        <div>
          <h2>
            <H k="vendor_name">{seller.name}</H>
          </h2>
          <div>{[...seller.address, seller.city].join(', ')}</div>
        </div>
        <div className="narrow r">
          <div>G S T I N V O I C E</div>
          <div>Duplicate for Transporter</div>
        </div>
      </div>
      <div>
        GSTIN <H k="gstin">{seller.gstin}</H> PAN <H k="pan">{seller.pan}</H>
      </div>
      <div className="frame row">
        <EntryTable
          entries={[
            entry('Party', <H k="buyer_name">{buyer.name}</H>),
            entry('Site', `${buyer.address[0]}, ${buyer.city}`),
            entry('GSTIN', <H k="buyer_gstin">{buyer.gstin}</H>),
          ]}
        />
        <EntryTable
          entries={[
            entry('Bill', <H k="invoice_no">{bill.number}</H>),
            entry('Dt', dateField(kit, 'invoice_date', bill.date)),
            entry('Truck', <H k="vehicle_no">{transport.vehicle}</H>),
            entry('eWay', <H k="eway_bill_no">{transport.eway}</H>),
          ]}
        />
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <EntryTable className="sums" entries={sums(kit, bill)} />
      <InWordsOf kit={kit} bill={bill} currency="Rs." />
      <div className="small">
        Cement once unloaded is not taken back. Interest @ 21% after 10 days.
      </div>
      <div className="row small">
        <span>Receiver</span>
        <span className="r">for {bill.seller.name}</span>
      </div>
    </>
  )
}

function sums(kit: Kit, bill: Bill) {
  const one = (label: string, key: string, paise: number) =>
    entry(label, <>{amountField(kit, key, paise)}/-</>)
  return [
    ...bill.charges.map(({ name, paise }) => one(name, `${chargeMark}${name}`, paise)),
    one('Value before GST', 'taxable_value', bill.taxable),
    ...(bill.isNear
      ? [one('C.G.S.T. 14%', 'cgst', bill.cgst), one('S.G.S.T. 14%', 'sgst', bill.sgst)]
      : [one('I.G.S.T. 28%', 'igst', bill.igst)]),
    ...(bill.roundOff === 0 ? [] : [one('+/- Round', 'round_off', bill.roundOff)]),
    one('TOTAL Rs.', 'total', bill.total),
  ]
}

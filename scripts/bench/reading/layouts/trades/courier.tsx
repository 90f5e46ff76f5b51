import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { digits } from '../../compose/parties.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { Also, H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { bankEntries } from '../../small-print.tsx'
import { chargeEntries, InWords } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { amountOrZero, days, onePage, plain } from '../one-page.tsx'

const css = `.page { padding: 10mm } .frame { border: 1px solid #000; padding: 2mm; margin-bottom: 2mm } .lines { font-size: 88% }
  .lines th { border: 1px solid #000; background: #fff3e0; padding: 0.6mm } .lines td { border: 1px solid #bbb; padding: 0.3mm 1mm } .sums td { border: 1px solid #bbb }`

const parcels = itemsOf([
  ['Mumbai - Non Doc', '996812', 18, 62],
  ['Bengaluru - Document', '996812', 18, 85],
  ['New Delhi - Non Doc', '996812', 18, 140],
  ['Kolhapur - Document', '996812', 18, 38],
  ['Jaipur - Air Cargo', '996812', 18, 410],
  ['Nagpur - Surface', '996812', 18, 225],
])

/** A courier's bill for a fortnight: a date, a number of eleven digits and a weight in each line, the fuel surcharge below. */
export const courier = onePage({
  name: 'courier',
  css,
  fonts: ['Arimo', 'Roboto Condensed'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: 'services',
    items: parcels,
    lines: [4, 16],
    isNear: random.chance(0.8),
    charges: ['Fuel Surcharge'],
  }),
  columns,
  Head,
  Foot,
})

function columns(kit: Kit, bill: Bill): Column[] {
  const all = columnsOf(kit, {
    serial: 'S.No',
    description: 'Destination / Type',
    amount: 'Amount',
  })
  const start = daysAfter(bill.date, -bill.lines.length)
  const weight: Column = {
    heading: 'Wt.(Kg)',
    align: 'r',
    cell: ({ code }) => {
      const grams = (Bun.hash.crc32(code) % 40) * 250 + 250
      return (
        <>
          {(grams / 1000).toFixed(3)}
          <Also of="line" fields={{ qty: grams / 1000, unit: 'Kg' }} />
        </>
      )
    },
  }
  const first = Number(digits(kit.random, 9))
  return [
    all.serial,
    days(kit, 'Date', (index) => daysAfter(start, index)),
    plain('AWB No.', 'c', (_, index) => `P${first + index * 37}`),
    all.description,
    weight,
    all.amount,
  ]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  const from = daysAfter(bill.date, -bill.lines.length)
  return (
    <>
      <div className="row frame">
        <div>
          <b>
            <H k="vendor_name">{seller.name}</H>
          </b>
          <div>(Franchisee of an express network)</div>
          <div>{[...seller.address, seller.city, seller.pin].join(', ')}</div>
        </div>
        <EntryTable
          colon=":"
          entries={[
            entry('GSTIN', <H k="gstin">{seller.gstin}</H>),
            entry('PAN', <H k="pan">{seller.pan}</H>),
            entry('SAC', '996812'),
            entry('Service', 'Courier Agency Services'),
          ]}
        />
      </div>
      <div className="row frame">
        <div>
          <div>
            To,{' '}
            <b>
              <H k="buyer_name">{buyer.name}</H>
            </b>
          </div>
          <div>{[...buyer.address, buyer.city, buyer.pin].join(', ')}</div>
          <div>
            GST: <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
        <EntryTable
          colon=":"
          entries={[
            entry('Bill No', <H k="invoice_no">{bill.number}</H>),
            entry('Bill Dt', dateField(kit, 'invoice_date', bill.date)),
            entry('Period', `${kit.day(from)} to ${kit.day(daysAfter(bill.date, -1))}`),
            entry('Client Code', `PNQ${kit.random.int(100, 999)}`),
          ]}
        />
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  const goods = bill.lines.reduce((sum, { taxable }) => sum + taxable, 0)
  const one = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          entry('Total', kit.money(goods)),
          ...chargeEntries(kit, bill),
          one('Sub Total', 'subtotal', bill.taxable),
          ...(bill.isNear
            ? [one('CGST @ 9.00%', 'cgst', bill.cgst), one('SGST @ 9.00%', 'sgst', bill.sgst)]
            : [one('IGST @ 18.00%', 'igst', bill.igst)]),
          entry('Round Off', amountOrZero(kit, 'round_off', bill.roundOff)),
          one('Net Amount', 'total', bill.total),
        ]}
      />
      <InWords kit={kit} bill={bill} label="Amount In Words :" />
      <EntryTable entries={bankEntries(kit, bill)} colon=":" />
      <div className="small">Cheque to be drawn in favour of {bill.seller.name}.</div>
    </>
  )
}

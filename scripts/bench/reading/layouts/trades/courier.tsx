import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { digits } from '../../compose/parties.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { Also } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { amountOrZero, days, onePage, plain } from '../one-page.tsx'
import { markup } from '../../bill-markup.tsx'

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
  const from = daysAfter(bill.date, -bill.lines.length)
  return markup({ kit, bill })`
    .row.frame
      div
        b {vendor_name}
        (Franchisee of an express network)
        {seller.address,city,pin}
      entries[colon=:]
        GSTIN = {gstin}
        PAN = {pan}
        SAC = 996812
        Service = Courier Agency Services
    .row.frame
      div
        To, <b>{buyer_name}</b>
        {buyer.address,city,pin}
        GST: {buyer_gstin}
      entries[colon=:]
        Bill No = {invoice_no}
        Bill Dt = {invoice_date}
        Period = ${kit.day(from)} to ${kit.day(daysAfter(bill.date, -1))}
        Client Code = PNQ${() => kit.random.int(100, 999)}`
}

function Foot({ kit, bill }: Printed) {
  const goods = bill.lines.reduce((sum, { taxable }) => sum + taxable, 0)
  return markup({ kit, bill })`
    entries.sums
      Total = ${kit.money(goods)}
      @charges
      Sub Total = {subtotal}
      ?near
        CGST @ 9.00% = {cgst}
        SGST @ 9.00% = {sgst}
      else IGST @ 18.00% = {igst}
      Round Off = ${() => amountOrZero(kit, 'round_off', bill.roundOff)}
      Net Amount = {total}
    @words Amount In Words :
    entries[colon=:]
      @bank
    .small Cheque to be drawn in favour of {seller.name}.`
}

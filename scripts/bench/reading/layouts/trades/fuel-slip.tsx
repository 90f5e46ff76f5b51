import type { ReactNode } from 'react'
import type { Item } from '../../compose/goods.ts'
import { digits } from '../../compose/parties.ts'
import { LineFacts } from '../../lines-table.tsx'
import { Also, C, H } from '../../marks.tsx'
import { amountField, dateField } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { freePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'

const css = `.page { padding: 2mm } .c { text-align: center }`

const fuels: readonly Item[] = [
  { name: 'DIESEL', hsn: '27101944', unit: 'Ltr', gst: 0, rupees: 91 },
  { name: 'PETROL', hsn: '27101241', unit: 'Ltr', gst: 0, rupees: 104 },
]

/** A slip of a petrol pump: no table, the one good told by labels. */
export const fuelSlip = freePage({
  name: 'fuel-slip',
  css,
  fonts: ['VT323', 'Cousine'],
  size: 9,
  paper: { width: 58, height: 'roll' },
  wanted: () => ({
    trade: 'services',
    items: fuels,
    lines: [1, 1],
    isTaxed: false,
    isNear: true,
    isRounded: false,
  }),
  Body: zone`
    ${({ kit, bill }) => <Head bill={bill} kit={kit} />}
    ${({ kit, bill }) =>
      rowsOf({ kit, bill }).map(([label, value]) => (
        <div key={label}>
          {label} : {value}
        </div>
      ))}
    ${({ kit, bill }) => <Fuel bill={bill} kit={kit} />}
    .c Save fuel. Drive safe. Thank you!`,
})

function Head(printed: Printed) {
  return markup(printed)`
    .c
      {vendor_name in capitals}
      div ${({ bill }) => bill.seller.address[0]}
      {seller.city} {seller.pin}
      TEL.NO. {phone}
      GST NO. {gstin}`
}

function rowsOf({ kit, bill }: Printed): [label: string, value: ReactNode][] {
  return [
    [
      'BILL NO',
      <H key="no" k="invoice_no">
        {bill.number}
      </H>,
    ],
    ['TRNS.ID', digits(kit.random, 15)],
    ['ATND.ID', digits(kit.random, 2)],
    ['DATE', dateField(kit, 'invoice_date', bill.date)],
    ['TIME', `1${kit.random.int(0, 9)}:${kit.random.int(10, 59)}`],
    [
      'VEH.NO',
      <H key="vehicle" k="vehicle_no">
        {bill.transport.vehicle}
      </H>,
    ],
    ['NOZL.NO', digits(kit.random, 1)],
  ]
}

function Fuel({ kit, bill }: Printed) {
  return bill.lines.map((line) => (
    <div key={line.item.name} data-line="">
      <LineFacts line={line} />
      <div>
        PRODUCT : <C k="description">{line.item.name}</C>
      </div>
      <div>
        RATE/LTR : Rs.{' '}
        <C k="rate" v={line.rate / 100}>
          {kit.money(line.rate)}
        </C>
      </div>
      <div>
        VOLUME(LTR) :{' '}
        <C k="qty" v={line.qty}>
          {line.qty.toFixed(2)}
        </C>
      </div>
      <div>AMOUNT : Rs. {amountField(kit, 'total', bill.total)}</div>
      <Also of="line" fields={{ hsn: line.item.hsn }} />
    </div>
  ))
}

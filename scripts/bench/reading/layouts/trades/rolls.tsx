import type { ReactNode } from 'react'
import type { BillLine } from '../../compose/bill.ts'
import { itemsOf, type Item } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { LineFacts } from '../../lines-table.tsx'
import { C, H, Also } from '../../marks.tsx'
import { amountField, dateField } from '../../parts.tsx'
import { chargeEntries } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { freePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { digits } from '../../compose/parties.ts'

/* Rolls of restaurants and pumps. */

const restaurantRollCss = `.page { padding: 3mm } .pair { display: flex; justify-content: space-between } .line { border-top: 1px solid #000; margin: 1mm 0 }
  table.w th { font-weight: normal }`

const dishes = itemsOf([
  ['PANEER TIKKA', '21069099', 5, 240],
  ['MASALA DOSA', '21069099', 5, 95],
  ['BUTTER NAAN', '21069099', 5, 45],
  ['VEG BIRYANI', '21069099', 5, 210],
  ['FILTER COFFEE', '21069099', 5, 40],
  ['GULAB JAMUN (2)', '21069099', 5, 80],
  ['THALI SPECIAL', '21069099', 5, 320],
])

/** A restaurant's roll: table and token beside the bill's number, a service charge, a tip that is no part of it. */
export const restaurantRoll = freePage({
  name: 'restaurant-roll',
  css: restaurantRollCss,
  fonts: ['Cousine', 'Roboto Condensed'],
  size: 8.5,
  paper: { width: 80, height: 'roll' },
  wanted: ({ random }) => ({
    trade: 'services',
    items: dishes,
    lines: [1, 6],
    isNear: true,
    charges: random.pick([[], ['Service Charge']]),
  }),
  Body: zone`
    ${({ kit, bill }) => <RestaurantRollHead kit={kit} bill={bill} />}
    .line
    ${({ kit, bill }) => <Dishes kit={kit} bill={bill} />}
    .line
    ${({ kit, bill }) => <Foot kit={kit} bill={bill} />}`,
})

function Pair({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className="pair">
      <span>{left}</span>
      <span>{right}</span>
    </div>
  )
}

function RestaurantRollHead({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="c b">
        <H k="vendor_name">{seller.name.toUpperCase()}</H>
      </div>
      <div className="c">{[seller.address[0], seller.city].join(', ')}</div>
      <div className="c">
        GSTIN <H k="gstin">{seller.gstin}</H>
      </div>
      <div className="c">
        FSSAI LIC <H k="fssai_no">{seller.fssai}</H>
      </div>
      <Pair
        left={
          <>
            Bill <H k="invoice_no">{bill.number}</H>
          </>
        }
        right={`Table ${kit.random.int(1, 24)} Covers ${kit.random.int(1, 6)}`}
      />
      <Pair
        left={dateField(kit, 'invoice_date', bill.date)}
        right={`Token ${kit.random.int(1, 99)}`}
      />
      <div>
        Party <H k="buyer_name">{buyer.name}</H>
      </div>
      <div>
        Party GST <H k="buyer_gstin">{buyer.gstin}</H>
      </div>
    </>
  )
}

function Dishes(printed: Printed) {
  return markup(printed)`
    table.w
      thead
        tr
          th.l* Qty | Item
          th.r* Price | Value
      tbody
        ${({ kit, bill }) => bill.lines.map((line, at) => <Dish key={at} kit={kit} line={line} />)}`
}

function Dish({ kit, line }: { kit: Kit; line: BillLine }) {
  return (
    <tr data-line="">
      <td>
        <LineFacts line={line} />
        <C k="qty" v={line.qty}>
          {String(line.qty)}
        </C>
      </td>
      <td>
        <C k="description">{line.item.name}</C>
      </td>
      <td className="r">
        <C k="rate" v={line.rate / 100}>
          {kit.money(line.rate)}
        </C>
      </td>
      <td className="r">
        <C k="amount" v={line.taxable / 100}>
          {kit.money(line.taxable)}
        </C>
      </td>
    </tr>
  )
}

function Foot({ kit, bill }: Printed) {
  const amount = (key: string, paise: number) => amountField(kit, key, paise)
  return (
    <>
      {chargeEntries(kit, bill).map(({ label, value }) => (
        <Pair key={label} left={label} right={value} />
      ))}
      <Pair left="Taxable" right={amount('taxable_value', bill.taxable)} />
      <Pair left="CGST 2.5%" right={amount('cgst', bill.cgst)} />
      <Pair left="SGST 2.5%" right={amount('sgst', bill.sgst)} />
      <Pair left="Round off" right={amount('round_off', bill.roundOff)} />
      <Pair left={<b>TO PAY</b>} right={<b>{amount('total', bill.total)}</b>} />
      <Pair left="Tip" right="______" />
      <div className="c">Cashier: {kit.random.pick(['RAMESH', 'ANITA'])}. Thank you!</div>
    </>
  )
}

const fuelSlipCss = `.page { padding: 2mm } .c { text-align: center }`

const fuels: readonly Item[] = [
  { name: 'DIESEL', hsn: '27101944', unit: 'Ltr', gst: 0, rupees: 91 },
  { name: 'PETROL', hsn: '27101241', unit: 'Ltr', gst: 0, rupees: 104 },
]

/** A slip of a petrol pump: no table, the one good told by labels. */
export const fuelSlip = freePage({
  name: 'fuel-slip',
  css: fuelSlipCss,
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
    ${({ kit, bill }) => <FuelSlipHead bill={bill} kit={kit} />}
    ${({ kit, bill }) =>
      rowsOf({ kit, bill }).map(([label, value]) => (
        <div key={label}>
          {label} : {value}
        </div>
      ))}
    ${({ kit, bill }) => <Fuel bill={bill} kit={kit} />}
    .c Save fuel. Drive safe. Thank you!`,
})

function FuelSlipHead(printed: Printed) {
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

import type { ReactNode } from 'react'
import type { BillLine } from '../../compose/bill.ts'
import { itemsOf, type Item } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { LineFacts } from '../../lines-table.tsx'
import { C, Also } from '../../marks.tsx'
import { amountField } from '../../parts.tsx'
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

function RestaurantRollHead(printed: Printed) {
  return markup(printed)`
    .c.b {vendor_name in capitals}
    .c ${({ bill }) => [bill.seller.address[0], bill.seller.city].join(', ')}
    .c GSTIN {gstin}
    .c FSSAI LIC {fssai_no}
    .pair
      span Bill {invoice_no}
      span Table ${({ kit }) => kit.random.int(1, 24)} Covers ${({ kit }) => kit.random.int(1, 6)}
    .pair
      span {invoice_date}
      span Token ${({ kit }) => kit.random.int(1, 99)}
    Party {buyer_name}
    Party GST {buyer_gstin}`
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

function Foot(printed: Printed) {
  return markup(printed)`
    ${({ kit, bill }) =>
      chargeEntries(kit, bill).map(({ label, value }) => (
        <Pair key={label} left={label} right={value} />
      ))}
    .pair
      span* Taxable | {taxable_value}
    .pair
      span* CGST 2.5% | {cgst}
    .pair
      span* SGST 2.5% | {sgst}
    .pair
      span* Round off | {round_off}
    .pair
      span* <b>TO PAY</b> | <b>{total}</b>
    .pair
      span* Tip | ______
    .c Cashier: {any RAMESH|ANITA}. Thank you!`
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
    BILL NO : {invoice_no}
    TRNS.ID : ${({ kit }) => digits(kit.random, 15)}
    ATND.ID : ${({ kit }) => digits(kit.random, 2)}
    DATE : {invoice_date}
    TIME : 1${({ kit }) => kit.random.int(0, 9)}:${({ kit }) => kit.random.int(10, 59)}
    VEH.NO : {vehicle_no}
    NOZL.NO : ${({ kit }) => digits(kit.random, 1)}
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

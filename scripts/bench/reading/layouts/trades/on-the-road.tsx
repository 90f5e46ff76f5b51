import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { digits } from '../../compose/parties.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { Also, C } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { amountOrZero, days, onePage, plain } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

/* Bills of carriers, hotels, restaurants and pumps. */

const courierCss = `.page { padding: 10mm } .frame { border: 1px solid #000; padding: 2mm; margin-bottom: 2mm } .lines { font-size: 88% }
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
  css: courierCss,
  fonts: ['Arimo', 'Roboto Condensed'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: 'services',
    items: parcels,
    lines: [4, 16],
    isNear: random.chance(0.8),
    charges: ['Fuel Surcharge'],
  }),
  columns: courierColumns,
  Head: CourierHead,
  Foot: CourierFoot,
})

function courierColumns(kit: Kit, bill: Bill): Column[] {
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

function CourierHead({ kit, bill }: Printed) {
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

function CourierFoot({ kit, bill }: Printed) {
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

const freightListCss = `.page { padding: 9mm } .head { text-align: center; border: 1px solid #b71c1c; padding: 1.5mm; color: #b71c1c } .name { font-size: 18pt }
  .to { border: 1px solid #000; padding: 1.5mm; margin: 2mm 0 } .lines th { border: 1px solid #000; padding: 0.8mm } .lines td { border: 1px solid #000; padding: 0.6mm 1mm } .total { border: 1px solid #000; border-top: 0; padding: 1mm; text-align: right }`

const routes = itemsOf([
  ['Bhiwandi to Pune', '996791', 0, 3.4, 'Kg'],
  ['Vapi to Pune', '996791', 0, 5.1, 'Kg'],
  ['Indore to Pune', '996791', 0, 7.25, 'Kg'],
  ['Hosur to Pune', '996791', 0, 8.6, 'Kg'],
])

/** A transporter's bill over many consignments: number, date and truck of each in its line, freight by weight, the tax left to who pays. */
export const freightList = onePage({
  name: 'freight-list',
  css: freightListCss,
  fonts: ['Tinos', 'Arimo'],
  size: 9,
  wanted: () => ({ trade: 'hardware', items: routes, lines: [2, 10], isTaxed: false }),
  columns: freightListColumns,
  Head: zone`
    .head
      .name {vendor_name}
      Fleet Owners & Transport Contractors
      {seller.address,city,pin}
      PAN : {pan} GSTIN : {gstin} Mob : {phone}
    .to.row
      div
        M/s {buyer_name}
        {buyer.address,city}
        GSTIN : {buyer_gstin}
      .narrow
        Freight Bill No. : {invoice_no}
        Bill Date : {invoice_date}
        SAC : 996791`,
  Foot: zone`
    .total <b>Grand Total {total}</b>
    @wordsOf Rupees
    p GST under reverse charge to be paid by consignor / consignee. Declaration: no input tax credit has been taken.
    entries[colon=" :"]
      @bank
    .r For {seller.name}
    ${(<Also of="head" fields={{ reverse_charge: 'Yes' }} />)}`,
})

function freightListColumns(kit: Kit, bill: Bill): Column[] {
  const all = columnsOf(kit, {
    serial: 'S.N.',
    description: 'From - To',
    qty: 'Weight (Kg)',
    rate: 'Rate',
    amount: 'Freight (Rs.)',
  })
  const first = Number(digits(kit.random, 6))
  const date: Column = {
    heading: 'L.R. Date',
    align: 'c',
    cell: (_, index) => {
      const day = daysAfter(bill.date, index - bill.lines.length - 3)
      return (
        <>
          {kit.day(day)}
          <Also of="line" fields={{ date: day, invoice_date: day }} />
        </>
      )
    },
  }
  return [
    all.serial,
    plain('L.R. No.', 'c', (_, index) => String(first + index * 13)),
    date,
    plain('Truck No.', 'c', ({ code }) => `MH12${code.replace(/\D/g, '').padStart(4, '7')}`),
    all.description,
    plain('Pkgs', 'r', ({ qty }) => String(Math.ceil(qty / 20))),
    {
      ...all.qty,
      cell: ({ qty }) => (
        <C k="qty" v={qty}>
          {qty.toFixed(2)}
        </C>
      ),
    },
    all.rate,
    all.amount,
  ]
}

const hotelCss = `.page { padding: 8mm } .c .name { font-size: 14pt; letter-spacing: 1px }
  .lines { margin-top: 3mm } .lines th { border-top: 1px solid #000; border-bottom: 1px solid #000 } .lines td { padding: 0.7mm 1mm }
  .sums { border-top: 1px solid #000; margin-top: 2mm }`

const stays = itemsOf([
  ['Room Tariff - Deluxe (101)', '996311', 12, 3_200],
  ['Room Tariff - Executive (204)', '996311', 12, 4_100],
  ['Restaurant Bill No. 4471', '996331', 12, 1_140],
  ['Laundry', '999712', 12, 360],
  ['Conference Hall - half day', '997212', 12, 6_500],
  ['Extra Bed', '996311', 12, 800],
])

/** A hotel: a date for each line and no quantity, a service charge, what was paid before. */
export const hotel = onePage({
  name: 'hotel',
  css: hotelCss,
  fonts: ['Tinos', 'Carlito'],
  size: 9,
  paper: { width: 148, height: 210 },
  wanted: ({ random }) => ({
    trade: 'services',
    items: stays,
    lines: [1, 5],
    isNear: true,
    charges: random.pick([[], ['Service Charge']]),
  }),
  columns: columnsFor,
  Head: HotelHead,
  Foot: HotelFoot,
})

function columnsFor(kit: Kit, bill: Bill): Column[] {
  const date: Column = {
    heading: 'Date',
    align: 'l',
    width: 20,
    cell: (_, index) => {
      const day = daysAfter(bill.date, index - bill.lines.length)
      return (
        <C k="date" v={day}>
          {kit.day(day)}
        </C>
      )
    },
  }
  return listed`${date}; description: Particulars; hsn: SAC; amount: Amount`(kit, bill)
}

function HotelHead({ kit, bill }: Printed) {
  const stay = daysAfter(bill.date, -bill.lines.length)
  return markup({ kit, bill })`
    .c
      .name {vendor_name in capitals}
      {seller.address,city} {seller.pin}
      Reservations: {phone} | {email}
      GSTIN {gstin}
      .b GUEST FOLIO / TAX INVOICE
    .row
      entries[colon=:]
        Guest = {any Mr. S. Kulkarni|Ms. R. Deo}
        Company = {buyer_name}
        Company GST = {buyer_gstin}
        Room = ${() => kit.random.int(101, 412)}
      entries[colon=:]
        Folio No = {invoice_no}
        Arrival = ${kit.day(stay)}
        Departure = {day date}
        Bill Date = {invoice_date}`
}

function HotelFoot({ kit, bill }: Printed) {
  const advance = Math.round(bill.total / 300_00) * 100_00
  return markup({ kit, bill })`
    entries.sums
      @sums taxable: Total before tax; taxes: CGST,SGST,IGST
      @total Bill Total
      Advance = ${kit.money(advance)}
      Balance to pay = ${kit.money(bill.total - advance)}
    @words
    .row.small
      span Guest Signature
      span.r Cashier`
}

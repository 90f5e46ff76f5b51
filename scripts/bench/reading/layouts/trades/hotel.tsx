import type { Column } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { C } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { markup } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import type { Bill } from '../../compose/bill.ts'

const css = `.page { padding: 8mm } .c .name { font-size: 14pt; letter-spacing: 1px }
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
  css,
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
  Head,
  Foot,
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

function Head({ kit, bill }: Printed) {
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

function Foot({ kit, bill }: Printed) {
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

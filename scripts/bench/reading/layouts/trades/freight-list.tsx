import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { digits } from '../../compose/parties.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { Also, C } from '../../marks.tsx'
import { onePage, plain } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'

const css = `.page { padding: 9mm } .head { text-align: center; border: 1px solid #b71c1c; padding: 1.5mm; color: #b71c1c } .name { font-size: 18pt }
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
  css,
  fonts: ['Tinos', 'Arimo'],
  size: 9,
  wanted: () => ({ trade: 'hardware', items: routes, lines: [2, 10], isTaxed: false }),
  columns,
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

function columns(kit: Kit, bill: Bill): Column[] {
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

import type { Column } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { digits } from '../../compose/parties.ts'
import { daysAfter } from '../../compose/texts.ts'
import { Also } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { days, otherDays, plain } from '../own-columns.tsx'
import { paper } from '../paper.tsx'

/* Bills of carriers, hotels, restaurants and pumps. */

/** A courier's bill for a fortnight: a date, a number of eleven digits and a weight in each line, the fuel surcharge below. */
export const courier = paper`
  courier: Arimo | Roboto Condensed; 8.5pt
  services: 4-16 lines; near 0.8; charges Fuel Surcharge
  goods
    Mumbai - Non Doc | 996812 | 18 | 62
    Bengaluru - Document | 996812 | 18 | 85
    New Delhi - Non Doc | 996812 | 18 | 140
    Kolhapur - Document | 996812 | 18 | 38
    Jaipur - Air Cargo | 996812 | 18 | 410
    Nagpur - Surface | 996812 | 18 | 225
  style
    .page { padding: 10mm } .frame { border: 1px solid #000; padding: 2mm; margin-bottom: 2mm } .lines { font-size: 88% }
    .lines th { border: 1px solid #000; background: #fff3e0; padding: 0.6mm } .lines td { border: 1px solid #bbb; padding: 0.3mm 1mm } .sums td { border: 1px solid #bbb }
  columns serial: S.No; ${days('Date', (index, count) => index - count)}; ${airwayBills}; description: Destination / Type;
    ${weights}; amount: Amount
  head
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
        Period = ${firstDay} to {day date -1}
        Client Code = PNQ{100 to 999}
  foot
    entries.sums
      Total = {money goods}
      @charges
      Sub Total = {subtotal}
      @taxes CGST @ 9.00%, SGST @ 9.00%, IGST @ 18.00%
      Round Off = {round_off or 0}
      Net Amount = {total}
    @words Amount In Words :
    entries[colon=:]
      @bank
    .small Cheque to be drawn in favour of {seller.name}.`

function airwayBills({ kit }: Printed) {
  const first = Number(digits(kit.random, 9))
  return plain('AWB No.', 'c', (_, index) => `P${first + index * 37}`)
}

function weights(): Column {
  return {
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
}

/** One day for each line. */
function firstDay({ kit, bill }: Printed) {
  return kit.day(daysAfter(bill.date, -bill.lines.length))
}

/** A transporter's bill over many consignments: number, date and truck of each in its line, freight by weight, the tax left to who pays. */
export const freightList = paper`
  freight-list: Tinos | Arimo; 9pt
  hardware: 2-10 lines; untaxed
  goods
    Bhiwandi to Pune | 996791 | 0 | 3.4 | Kg
    Vapi to Pune | 996791 | 0 | 5.1 | Kg
    Indore to Pune | 996791 | 0 | 7.25 | Kg
    Hosur to Pune | 996791 | 0 | 8.6 | Kg
  style
    .page { padding: 9mm } .head { text-align: center; border: 1px solid #b71c1c; padding: 1.5mm; color: #b71c1c } .name { font-size: 18pt }
    .to { border: 1px solid #000; padding: 1.5mm; margin: 2mm 0 } .lines th { border: 1px solid #000; padding: 0.8mm } .lines td { border: 1px solid #000; padding: 0.6mm 1mm } .total { border: 1px solid #000; border-top: 0; padding: 1mm; text-align: right }
  columns serial: S.N.; ${lorryReceipts}; ${otherDays('L.R. Date', (index, count) => index - count - 3, ['date', 'invoice_date'])};
    ${plain('Truck No.', 'c', ({ code }) => `MH12${code.replace(/\D/g, '').padStart(4, '7')}`)};
    description: From - To; ${plain('Pkgs', 'r', ({ qty }) => String(Math.ceil(qty / 20)))}; qty: Weight (Kg)
      | {qty in 2}
    rate: Rate; amount: Freight (Rs.)
  head
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
        SAC : 996791
  foot
    .total <b>Grand Total {total}</b>
    @wordsOf Rupees
    p GST under reverse charge to be paid by consignor / consignee. Declaration: no input tax credit has been taken.
    entries[colon=" :"]
      @bank
    .r For {seller.name}
    @also reverse_charge: Yes`

function lorryReceipts({ kit }: Printed) {
  const first = Number(digits(kit.random, 6))
  return plain('L.R. No.', 'c', (_, index) => String(first + index * 13))
}

/** A hotel: a date for each line and no quantity, a service charge, what was paid before. */
export const hotel = paper`
  hotel: Tinos | Carlito; 9pt; 148x210
  services: 1-5 lines; near; charges - | Service Charge
  goods
    Room Tariff - Deluxe (101) | 996311 | 12 | 3200
    Room Tariff - Executive (204) | 996311 | 12 | 4100
    Restaurant Bill No. 4471 | 996331 | 12 | 1140
    Laundry | 999712 | 12 | 360
    Conference Hall - half day | 997212 | 12 | 6500
    Extra Bed | 996311 | 12 | 800
  style
    .page { padding: 8mm } .c .name { font-size: 14pt; letter-spacing: 1px }
    .lines { margin-top: 3mm } .lines th { border-top: 1px solid #000; border-bottom: 1px solid #000 } .lines td { padding: 0.7mm 1mm }
    .sums { border-top: 1px solid #000; margin-top: 2mm }
  columns ${days('Date', (index, count) => index - count, { align: 'l', width: 20 })}; description: Particulars;
    hsn: SAC; amount: Amount
  head
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
        Room = {101 to 412}
      entries[colon=:]
        Folio No = {invoice_no}
        Arrival = ${firstDay}
        Departure = {day date}
        Bill Date = {invoice_date}
  foot
    entries.sums
      @sums taxable: Total before tax; taxes: CGST,SGST,IGST
      @total Bill Total
      Advance = ${({ kit, bill }) => kit.money(advanceOf(bill))}
      Balance to pay = ${({ kit, bill }) => kit.money(bill.total - advanceOf(bill))}
    @words
    .row.small
      span Guest Signature
      span.r Cashier`

function advanceOf({ total }: Bill): number {
  return Math.round(total / 300_00) * 100_00
}

import type { Column } from '../../columns.tsx'
import { Also, C, H } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { days, otherDays, plain } from '../own-columns.tsx'
import { paper } from '../paper.tsx'

/* Bills for work instead of goods. */

/** Machines on hire by the hour: log sheet and day of each line, from and till which hour, the SAC in a sentence. */
export const craneHire = paper`
  crane-hire: Tinos | Arimo; 9pt
  services: 1-7 lines; near 0.85; charges - | Mobilisation Charges | Night Halt Charges
  goods
    Hydra 14 Ton | 997313 | 18 | 1350 | Hrs
    Crane 20 Ton (Tyre Mounted) | 997313 | 18 | 2100 | Hrs
    Forklift 3 Ton Diesel | 997313 | 18 | 850 | Hrs
    JCB 3DX with Operator | 997313 | 18 | 1200 | Hrs
  style
    .page { padding: 9mm } .frame { border: 1.5px solid #000 } .frame > * { padding: 1.5mm 2mm } .frame > * + * { border-top: 1px solid #000 } .name { font-size: 18pt; color: #9c1c1c }
    .lines th { border: 1px solid #000; padding: 0.8mm; background: #f3e3e3 } .lines td { border-left: 1px solid #000; border-right: 1px solid #000; padding: 0.8mm 1mm } .lines { border-bottom: 1px solid #000 }
    .sums td { border: 1px solid #000 }
  columns ${days('Date', (index, count) => index - count - 3)}; ${logSheets}; description: Machine;
    ${plain('From', 'c', () => '8.00 AM')}; ${plain('To', 'c', (_, index) => `${5 + (index % 4)}.30 PM`)};
    qty: Total Hrs.; rate: Rate per Hr.; amount: Amount Rs.
  head
    .row.small
      span GSTIN : {gstin}
      span.c.b TAX INVOICE
      span.r Cell : {phone}
    .frame
      .c
        .name {vendor_name}
        Cranes, Hydra, Forklift & Earth Moving Equipments on Hire
        {seller.address,city,pin}.
      .row
        div
          M/s. {buyer_name}
          {buyer.address,city}
          Party's GSTIN : {buyer_gstin}
        entries
          Bill No. = {invoice_no}
          Bill Date = {invoice_date}
          W.O. No. = {po_no}
          W.O. Date = {po_date}
      Being hire charges of machines at your site as below (SAC 997313) :
  foot
    entries.sums
      @charges
      Total Amount = {money taxable}
      @taxes Add C.G.S.T. 9%, Add S.G.S.T. 9%, Add I.G.S.T. 18%
      @rounding Rounded
      Grand Total = {total}
    @wordsOf Rupees
    entries[colon=:]
      @bank
    .small Minimum billing 8 hours. Diesel and operator from our side. Waiting is charged as working.
    .r For {seller.name}`

function logSheets({ kit }: Printed) {
  const first = kit.random.int(101, 4_900)
  return plain('Log Sheet No.', 'c', (_, index) => String(first + index))
}

/** A caterer: how many plates at which price stands in the line's words, amounts end with "/-" where they are whole. */
export const feastPlates = paper`
  feast-plates: Tinos | Lato; 10.5pt
  services: 1-4 lines; near 0.9
  goods
    Lunch buffet, veg | 996334 | 5 | 320 | Plate
    Dinner, 3 sweets | 996334 | 5 | 480 | Plate
    High tea with snacks | 996334 | 5 | 140 | Plate
    Breakfast, South Indian | 996334 | 5 | 110 | Plate
  style
    .page { padding: 14mm } .name { font-size: 19pt; color: #7a1fa2 } .rule { border-bottom: 2px double #7a1fa2; margin-bottom: 3mm } .lines th { border-bottom: 1px solid #7a1fa2; padding: 1mm } .lines td { padding: 1.5mm 1mm } .lines { border-bottom: 1px solid #7a1fa2; margin: 3mm 0 }
  columns serial: No.; ${plates}; amount: AMOUNT (Rs.)
  head
    .c.rule
      .name {vendor_name}
      Caterers & Event Decorators
      {seller.address,city} ☎ {phone}
      GSTIN {gstin} (SAC 996334)
    .row
      div
        To,
        {buyer_name}
        {buyer.address,city}
        GSTIN {buyer_gstin}
      entries
        Invoice = {invoice_no}
        Dated = {invoice_date}
        Function = {any Annual Day|Shop Anniversary|Diwali Meet}
  foot
    entries.sums
      Total = {money taxable}
      @taxes CGST 2.5%, SGST 2.5%, IGST 5%
      @rounding Round
      Bill Amount = ${slashedTotal}
    @wordsOf Rupees
    p.r For {seller.name}`

/** Who leaves the plates in the description is right, who takes them out as well. */
function plates({ kit }: Printed): Column {
  return {
    heading: 'PARTICULARS',
    align: 'l',
    cell: ({ item: { name }, qty, rate }) => {
      const price = kit.money(rate)
      const read = ['', ` - ${qty} plates @ Rs. ${price}`, ' -', ' - plates @ Rs.']
      return (
        <>
          <C k="description" v={read.map((behind) => `${name}${behind}`)}>
            {name}
          </C>
          {' - '}
          <C k="qty" v={qty}>
            {String(qty)}
          </C>
          {' plates @ Rs. '}
          <Also of="line" fields={{ unit: 'plates' }} />
          <C k="rate" v={rate / 100}>
            {price}
          </C>
        </>
      )
    },
  }
}

function slashedTotal({ bill: { total } }: Printed) {
  return (
    <H k="total" v={total / 100}>
      {`Rs. ${(total / 100).toLocaleString('en-IN')}${total % 100 === 0 ? '/-' : ''}`}
    </H>
  )
}

/** A processor of others' goods: the challan of each line with its day, pieces beside the weight that is multiplied, what a rate is for. */
export const jobWork = paper`
  job-work: Arimo | Tinos; 8.5pt
  services: 2-8 lines; near 0.9
  goods
    Zinc Plating (Blue) | 998873 | 12 | 18.5 | Kg
    Powder Coating - RAL 7035 | 998873 | 12 | 42 | Kg
    Hardening & Tempering | 998873 | 12 | 26.75 | Kg
    Shot Blasting | 998873 | 12 | 11.2 | Kg
    Phosphating | 998873 | 12 | 9.6 | Kg
  style
    .page { padding: 9mm } .name { font-size: 15pt } .split { border: 1px solid #000 } .split > * { padding: 1.5mm } .split > * + * { border-left: 1px solid #000 } .row { gap: 0 }
    .lines { border: 1px solid #000 } .lines th { border: 1px solid #000; padding: 0.6mm; font-size: 90% } .lines td { border-left: 1px solid #000; padding: 0.6mm 1mm } .sums td { border: 1px solid #000 }
  columns serial: Sr. No.; ${challans}; ${otherDays('Challan Dt.', (index, count) => index - count)};
    description: Process / Part; ${plain('Pcs', 'r', ({ qty }) => String(Math.round(qty * 14)))}; qty: Weight Kgs;
    rate: Rate Rs.; unit: Per; amount: Amount Rs.
  head
    .c
      .small Subject to {seller.city} Jurisdiction — TAX INVOICE FOR LABOUR CHARGES
      .name {vendor_name}
      Works : {seller.address,city,pin}
      Email : {email}
    .row.split
      div
        To : {buyer_name}
        {buyer.address,city}
        Customer GSTIN : {buyer_gstin}
      entries[colon=" :"]
        Invoice No = {invoice_no}
        Date = {invoice_date}
        Our GSTIN = {gstin}
        SAC = 998873 - Job work on metal
  foot
    entries.sums
      Total Labour Charges = {money taxable}
      @taxes CGST 6 %, SGST 6 %, IGST 12 %
      @rounding Rounding Off +/-
      Bill Amount = {total}
    @wordsOf Rupees
    .small Material is returned on our delivery challans. Rejection due to material is not our responsibility.
    .r for {seller.name} — Partner`

function challans({ kit }: Printed) {
  const first = kit.random.int(200, 3_000)
  return plain('Your Challan No.', 'c', (_, index) => String(first + index * 3))
}

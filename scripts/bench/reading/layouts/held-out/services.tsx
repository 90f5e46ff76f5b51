import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { amountField, entry } from '../../parts.tsx'
import { days, onePage, plain, otherDays } from '../one-page.tsx'
import { zone, markup } from '../../bill-markup.tsx'
import { Also, C, H } from '../../marks.tsx'
import type { Printed } from '../layout.ts'

/* Bills for work instead of goods. */

const craneHireCss = `.page { padding: 9mm } .frame { border: 1.5px solid #000 } .frame > * { padding: 1.5mm 2mm } .frame > * + * { border-top: 1px solid #000 } .name { font-size: 18pt; color: #9c1c1c }
  .lines th { border: 1px solid #000; padding: 0.8mm; background: #f3e3e3 } .lines td { border-left: 1px solid #000; border-right: 1px solid #000; padding: 0.8mm 1mm } .lines { border-bottom: 1px solid #000 }
  .sums td { border: 1px solid #000 }`

const machines = itemsOf([
  ['Hydra 14 Ton', '997313', 18, 1_350, 'Hrs'],
  ['Crane 20 Ton (Tyre Mounted)', '997313', 18, 2_100, 'Hrs'],
  ['Forklift 3 Ton Diesel', '997313', 18, 850, 'Hrs'],
  ['JCB 3DX with Operator', '997313', 18, 1_200, 'Hrs'],
])

/** Machines on hire by the hour: log sheet and day of each line, from and till which hour, the SAC in a sentence. */
export const craneHire = onePage({
  name: 'crane-hire',
  css: craneHireCss,
  fonts: ['Tinos', 'Arimo'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'services',
    items: machines,
    lines: [1, 7],
    isNear: random.chance(0.85),
    charges: random.pick([[], ['Mobilisation Charges'], ['Night Halt Charges']]),
  }),
  columns: craneHireColumns,
  Head: zone`
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
      Being hire charges of machines at your site as below (SAC 997313) :`,
  Foot: zone`
    entries.sums
      ${({ kit, bill }) =>
        bill.charges.map(({ name, paise }) =>
          entry(name, amountField(kit, `charge: ${name}`, paise)),
        )}
      Total Amount = {money taxable}
      @taxes Add C.G.S.T. 9%, Add S.G.S.T. 9%, Add I.G.S.T. 18%
      @rounding Rounded
      Grand Total = {total}
    @wordsOf Rupees
    entries[colon=:]
      @bank
    .small Minimum billing 8 hours. Diesel and operator from our side. Waiting is charged as working.
    .r For {seller.name}`,
})

function craneHireColumns(kit: Kit, bill: Bill): Column[] {
  const all = columnsOf(kit, {
    description: 'Machine',
    qty: 'Total Hrs.',
    rate: 'Rate per Hr.',
    amount: 'Amount Rs.',
  })
  const start = daysAfter(bill.date, -bill.lines.length - 3)
  const firstSheet = kit.random.int(101, 4_900)
  return [
    days(kit, 'Date', (index) => daysAfter(start, index)),
    plain('Log Sheet No.', 'c', (_, index) => String(firstSheet + index)),
    all.description,
    plain('From', 'c', () => '8.00 AM'),
    plain('To', 'c', (_, index) => `${5 + (index % 4)}.30 PM`),
    all.qty,
    all.rate,
    all.amount,
  ]
}

const feastPlatesCss = `.page { padding: 14mm } .name { font-size: 19pt; color: #7a1fa2 } .rule { border-bottom: 2px double #7a1fa2; margin-bottom: 3mm } .lines th { border-bottom: 1px solid #7a1fa2; padding: 1mm } .lines td { padding: 1.5mm 1mm } .lines { border-bottom: 1px solid #7a1fa2; margin: 3mm 0 }`

const feasts = itemsOf([
  ['Lunch buffet, veg', '996334', 5, 320, 'Plate'],
  ['Dinner, 3 sweets', '996334', 5, 480, 'Plate'],
  ['High tea with snacks', '996334', 5, 140, 'Plate'],
  ['Breakfast, South Indian', '996334', 5, 110, 'Plate'],
])

/** A caterer: how many plates at which price stands in the line's words, amounts end with "/-" where they are whole. */
export const feastPlates = onePage({
  name: 'feast-plates',
  css: feastPlatesCss,
  fonts: ['Tinos', 'Lato'],
  size: 10.5,
  wanted: ({ random }) => ({
    trade: 'services',
    items: feasts,
    lines: [1, 4],
    isNear: random.chance(0.9),
  }),
  columns: feastPlatesColumns,
  Head: zone`
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
        Function = {any Annual Day|Shop Anniversary|Diwali Meet}`,
  Foot,
})

function feastPlatesColumns(kit: Kit): Column[] {
  const all = columnsOf(kit, { serial: 'No.', description: 'PARTICULARS', amount: 'AMOUNT (Rs.)' })
  return [
    all.serial,
    { ...all.description, cell: (line) => <Plates kit={kit} line={line} /> },
    all.amount,
  ]
}

/** Who leaves the plates in the description is right, who takes them out as well. */
function Plates({ kit, line: { item, qty, rate } }: { kit: Kit; line: BillLine }) {
  const price = kit.money(rate)
  const behind = `${qty} plates @ Rs. ${price}`
  return (
    <>
      <C
        k="description"
        v={[item.name, `${item.name} - ${behind}`, `${item.name} -`, `${item.name} - plates @ Rs.`]}
      >
        {item.name}
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
}

function Foot({ kit, bill }: Printed) {
  const slashed = bill.total % 100 === 0 ? '/-' : ''
  return markup({ kit, bill })`
    entries.sums
      Total = {money taxable}
      @taxes CGST 2.5%, SGST 2.5%, IGST 5%
      @rounding Round
      Bill Amount = ${() => (
        <H k="total" v={bill.total / 100}>
          {`Rs. ${(bill.total / 100).toLocaleString('en-IN')}${slashed}`}
        </H>
      )}
    @wordsOf Rupees
    p.r For {seller.name}`
}

const jobWorkCss = `.page { padding: 9mm } .name { font-size: 15pt } .split { border: 1px solid #000 } .split > * { padding: 1.5mm } .split > * + * { border-left: 1px solid #000 } .row { gap: 0 }
  .lines { border: 1px solid #000 } .lines th { border: 1px solid #000; padding: 0.6mm; font-size: 90% } .lines td { border-left: 1px solid #000; padding: 0.6mm 1mm } .sums td { border: 1px solid #000 }`

const processes = itemsOf([
  ['Zinc Plating (Blue)', '998873', 12, 18.5, 'Kg'],
  ['Powder Coating - RAL 7035', '998873', 12, 42, 'Kg'],
  ['Hardening & Tempering', '998873', 12, 26.75, 'Kg'],
  ['Shot Blasting', '998873', 12, 11.2, 'Kg'],
  ['Phosphating', '998873', 12, 9.6, 'Kg'],
])

/** A processor of others' goods: the challan of each line with its day, pieces beside the weight that is multiplied, what a rate is for. */
export const jobWork = onePage({
  name: 'job-work',
  css: jobWorkCss,
  fonts: ['Arimo', 'Tinos'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: 'services',
    items: processes,
    lines: [2, 8],
    isNear: random.chance(0.9),
  }),
  columns: jobWorkColumns,
  Head: zone`
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
        SAC = 998873 - Job work on metal`,
  Foot: zone`
    entries.sums
      Total Labour Charges = {money taxable}
      @taxes CGST 6 %, SGST 6 %, IGST 12 %
      @rounding Rounding Off +/-
      Bill Amount = {total}
    @wordsOf Rupees
    .small Material is returned on our delivery challans. Rejection due to material is not our responsibility.
    .r for {seller.name} — Partner`,
})

function jobWorkColumns(kit: Kit, bill: Bill): Column[] {
  const all = columnsOf(kit, {
    serial: 'Sr. No.',
    description: 'Process / Part',
    qty: 'Weight Kgs',
    rate: 'Rate Rs.',
    unit: 'Per',
    amount: 'Amount Rs.',
  })
  const challan = kit.random.int(200, 3_000)
  return [
    all.serial,
    plain('Your Challan No.', 'c', (_, index) => String(challan + index * 3)),
    otherDays(kit, 'Challan Dt.', (index) => daysAfter(bill.date, index - bill.lines.length)),
    all.description,
    plain('Pcs', 'r', ({ qty }) => String(Math.round(qty * 14))),
    all.qty,
    all.rate,
    all.unit,
    all.amount,
  ]
}

import type { Column } from '../../columns.tsx'
import type { BillLine } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { digits } from '../../compose/parties.ts'
import type { Kit } from '../../kit.ts'
import { C } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import type { Bill } from '../../compose/bill.ts'

const css = `.page { padding: 9mm } .frame { border: 1.5px solid #1b5e20 } .frame > div { padding: 1mm 2mm; border-bottom: 1px solid #1b5e20 } .name { font-size: 16pt; color: #1b5e20 }
  .licences { font-size: 78% } .lines th { border-bottom: 1px solid #1b5e20; padding: 1mm } .lines td { padding: 0.8mm 1mm } .lot { font-size: 82% } .hi { font-family: 'Noto Sans Devanagari'; font-size: 85%; margin-top: 4mm }`

const inputs = itemsOf([
  ['Soyabean Seed JS-335 (30 Kg)', '12010010', 0, 2650, 'Bag'],
  ['Cotton Hybrid BG-II 475 gm', '12072010', 0, 864, 'Pkt'],
  ['Urea Neem Coated 45 Kg', '31021010', 5, 253, 'Bag'],
  ['DAP 18:46:00 50 Kg', '31053000', 5, 1286, 'Bag'],
  ['NPK 19:19:19 Water Soluble 1 Kg', '31052000', 5, 118, 'Pkt'],
  ['Imidacloprid 17.8% SL 250 ml', '38089199', 18, 236, 'Btl'],
  ['Glyphosate 41% SL 1 L', '38089390', 18, 372, 'Btl'],
])

/** A house of seeds and fertiliser: three licences, lot and dates on a line of their own, terms in Hindi. */
export const seedHouse = onePage({
  name: 'seed-house',
  css,
  fonts: ['Lato', 'Open Sans', 'Arimo'],
  also: ['Noto Sans Devanagari'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'hardware',
    items: inputs,
    lines: [1, 6],
    isNear: random.chance(0.85),
  }),
  columns,
  Head,
  Foot: zone`
    entries.sums
      @sums taxable: Taxable; roundOff: Paise Adj.
      @total Bill Total
    @wordsOf Rs.
    .hi सूचना : बियाणे व खते खरेदी करताना पक्की पावती घ्यावी. एकदा विकलेला माल परत घेतला जाणार नाही.
      भूल चूक लेनी देनी । न्याय क्षेत्र पुणे । 24% ब्याज लगेगा ।
    .row
      span Farmer / Dealer's Signature
      span.r For {seller.name}`,
})

function columns(kit: Kit, bill: Bill): Column[] {
  const product: Column = {
    heading: 'Product (Lot / Mfg. / Exp.)',
    align: 'l',
    cell: (line) => <Product kit={kit} line={line} />,
  }
  return listed`serial: Sr.; ${product}; hsn: HSN; qty: Nos.; unit: Unit; rate: Price; taxable: Taxable; gst: Tax%;
    tax: Tax Amt; total: Net Amt`(kit, bill)
}

function Product({ kit, line }: { kit: Kit; line: BillLine }) {
  const { item, batch, expiry } = line
  const made = { ...expiry, year: expiry.year - 2 }
  return (
    <>
      <C k="description">{item.name}</C>
      <div className="lot">
        Lot: <C k="batch_no">{batch}</C> Mfg: <C k="mfg_date">{kit.month(made)}</C> Exp:{' '}
        <C k="expiry_date">{kit.month(expiry)}</C>
      </div>
    </>
  )
}

function Head({ kit, bill }: Printed) {
  const licence = (label: string) =>
    `${label} ${kit.random.pick(['LAID', 'LCSD', 'LCID'])}${digits(kit.random, 8)}`
  return markup({ kit, bill })`
    .frame
      .row
        span GSTIN:- {gstin}
        span.c.b CASH / CREDIT MEMO
        span.r Mob. {phone}
      .c
        .name {vendor_name}
        Seeds, Fertilisers, Pesticides & Sprayers
        {seller.address,city,pin}
        .licences ${() => ['Seed Lic.', 'Fert. Lic.', 'Pest. Lic.'].map(licence).join(' | ')}
      .row
        entries[colon=" :-"]
          Name = {buyer_name}
          At.Post = {buyer.address} Tal. {buyer.city}
          GSTIN = {buyer_gstin}
        entries[colon=" :-"]
          Memo No = {invoice_no}
          Memo Date = {invoice_date}
          Season = Kharif`
}

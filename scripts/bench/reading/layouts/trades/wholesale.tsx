import type { BillLine, Bill } from '../../compose/bill.ts'
import { digits } from '../../compose/parties.ts'
import type { Kit } from '../../kit.ts'
import { LineFacts } from '../../lines-table.tsx'
import { C, H } from '../../marks.tsx'
import { amountField } from '../../parts.tsx'
import { taxRows } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { freePage, onePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { type Column, columnsOf } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import { listed } from '../../listed-columns.ts'

/* Bills of wholesalers. */

const cashAndCarryCss = `.page { padding: 10mm } .lines { margin: 2mm 0 } .lines td, .lines th { padding: 0 1.5mm; font-weight: normal }
  .dash { border-top: 1px dashed #000; margin: 1mm 0 } .two { display: flex; justify-content: space-between }
  .codes td, .codes th { padding: 0 3mm 0 0; text-align: right; font-weight: normal }`

/** A wholesale market: two rows to an article, headings likewise, the rate of tax as a letter that the foot explains. */
export const cashAndCarry = freePage({
  name: 'cash-and-carry',
  css: cashAndCarryCss,
  fonts: ['Cousine', 'Roboto Condensed'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: random.pick(['grocery', 'household', 'stationery']),
    lines: [3, 14],
    isNear: true,
  }),
  Body: zone`
    ${({ kit, bill }) => <CashAndCarryHead kit={kit} bill={bill} />}
    .dash
    ${({ kit, bill }) => <Articles kit={kit} bill={bill} />}
    .dash
    ${({ kit, bill }) => <CashAndCarryFoot kit={kit} bill={bill} />}`,
})

function CashAndCarryHead(printed: Printed) {
  return markup(printed)`
    .b {vendor_name in capitals}
    {seller.address,city}
    GSTIN {gstin} CIN U51909MH2003PTC${({ kit }) => digits(kit.random, 6)}
    .dash
    .two
      div
        Customer ${({ kit }) => digits(kit.random, 9)} {buyer_name}
        GSTIN {buyer_gstin}
      div
        Tax Invoice {invoice_no}
        {invoice_date} 14:${({ kit }) => kit.random.int(10, 59)} Till ${({ kit }) => kit.random.int(1, 24)}`
}

function Articles({ kit, bill }: Printed) {
  const codes = codesOf(bill)
  return markup({ kit, bill })`
    table.lines.w
      thead
        tr
          th.l Article
          th.l[colSpan=5] Description
        tr
          th.l HSN
          th.r* MRP | Qty | Price | Value
          th.c T
      tbody
        ${() =>
          bill.lines.map((line, at) => (
            <Article key={at} kit={kit} line={line} code={codes.get(line.item.gst) ?? ''} />
          ))}`
}

/** A letter for each rate of tax. */
function codesOf({ lines }: Printed['bill']): Map<number, string> {
  const rates = [...new Set(lines.map(({ item }) => item.gst))].toSorted((a, b) => a - b)
  return new Map(rates.map((rate, at) => [rate, 'ABCDEF'[at] ?? '']))
}

function Article({ kit, line, code }: { kit: Kit; line: BillLine; code: string }) {
  const amount = (key: string, paise: number) => (
    <C k={key} v={paise / 100}>
      {kit.money(paise)}
    </C>
  )
  return (
    <>
      <tr data-line="">
        <td>
          <LineFacts line={line} />
          <C k="item_code">{line.code}</C>
        </td>
        <td colSpan={5}>
          <C k="description">{line.item.name.toUpperCase()}</C>
        </td>
      </tr>
      <tr>
        <td>
          <C k="hsn">{line.item.hsn}</C>
        </td>
        <td className="r">{amount('mrp', line.mrp)}</td>
        <td className="r">
          <C k="qty" v={line.qty}>
            {kit.quantity(line.qty)}
          </C>
        </td>
        <td className="r">{amount('rate', line.rate)}</td>
        <td className="r">{amount('amount', line.taxable)}</td>
        <td className="c">{code}</td>
      </tr>
    </>
  )
}

function CashAndCarryFoot({ kit, bill }: Printed) {
  const codes = codesOf(bill)
  return (
    <>
      <div className="two b">
        <span>Articles {bill.lines.length}</span>
        <span>Goods value {kit.money(bill.taxable)}</span>
      </div>
      <table className="codes">
        <thead>
          <tr>
            <th>T</th>
            <th>Taxable</th>
            <th>CGST%</th>
            <th>CGST</th>
            <th>SGST%</th>
            <th>SGST</th>
          </tr>
        </thead>
        <tbody>
          {taxRows(bill, 'rate').map(({ rate, taxable, cgst, sgst }) => (
            <tr key={rate}>
              <td>{codes.get(rate)}</td>
              <td>{kit.money(taxable)}</td>
              <td>{(rate / 2).toFixed(2)}</td>
              <td>{kit.money(cgst)}</td>
              <td>{(rate / 2).toFixed(2)}</td>
              <td>{kit.money(sgst)}</td>
            </tr>
          ))}
          <tr>
            <td />
            <td>{kit.money(bill.taxable)}</td>
            <td />
            <td>{amountField(kit, 'cgst', bill.cgst)}</td>
            <td />
            <td>{amountField(kit, 'sgst', bill.sgst)}</td>
          </tr>
        </tbody>
      </table>
      <div className="two b">
        <span>INVOICE TOTAL INR</span>
        <span>{amountField(kit, 'total', bill.total)}</span>
      </div>
    </>
  )
}

const consumerGoodsCss = `.page { padding: 6mm } .lines th { border: 1px solid #000; font-size: 85% }
  .lines td { padding: 0.3mm 1mm; border-right: 1px solid #ccc } .strip { width: 100%; margin-top: 2mm }
  .strip th, .strip td { border: 1px solid #000; text-align: right; padding: 0.5mm 1.5mm } .head { border-bottom: 1px solid #000 }`

/** A distributor of consumer goods: headings in two rows, its own and the salesman's telephone, the sums in a strip. */
export const consumerGoods = onePage({
  name: 'consumer-goods',
  css: consumerGoodsCss,
  fonts: ['Arimo', 'Carlito'],
  size: 7.5,
  paper: { width: 297, height: 210 },
  wanted: ({ random }) => ({
    trade: random.pick(['grocery', 'household']),
    lines: [4, 16],
    discounts: 0.5,
    isNear: random.chance(0.9),
  }),
  columns: columnsFor,
  Head: ConsumerGoodsHead,
  Foot: ConsumerGoodsFoot,
})

function columnsFor(kit: Kit, { isNear }: Bill): Column[] {
  const all = columnsOf(kit, {
    serial: 'Sr',
    description: 'SKU Name',
    hsn: 'HSN',
    mrp: 'MRP',
    unit: 'UOM',
    qty: 'Sale Qty',
    rate: 'Base Rate',
    gross: 'Gross Amt',
    taxable: 'Net Taxable',
    total: 'Net Amt',
  })
  const taxes = isNear
    ? [
        under('CGST', '%', all.cgstPct),
        under('CGST', 'Amt', all.cgst),
        under('SGST', '%', all.sgstPct),
        under('SGST', 'Amt', all.sgst),
      ]
    : [under('IGST', '%', all.igstPct), under('IGST', 'Amt', all.igst)]
  return [
    all.serial,
    all.description,
    all.hsn,
    all.mrp,
    all.unit,
    all.qty,
    all.rate,
    under('Trade Disc', '%', all.discountPct),
    under('Trade Disc', 'Amt', all.discount),
    all.taxable,
    ...taxes,
    all.total,
  ]
}

function under(group: string, heading: string, column: Column): Column {
  return { ...column, heading, group }
}

function ConsumerGoodsHead({ kit, bill }: Printed) {
  const outlet = `R${kit.random.int(1000, 9999)}`
  const salesman = `${kit.random.pick(['Rakesh', 'Amol', 'Imran'])} - 98${kit.random.int(10_000_000, 99_999_999)}`
  return markup({ kit, bill })`
    .row.head
      div
        .name {vendor_name}
        {seller.address,city,pin}
        GSTIN/UIN: {gstin} FSSAI: {fssai_no}
        Ph: {phone}
      div
        .b Retailer
        div ${(
          <H k="buyer_name" v={[bill.buyer.name, `${bill.buyer.name} (${outlet})`]}>
            {bill.buyer.name}
          </H>
        )} (${outlet})
        {buyer.address}
        GSTIN: {buyer_gstin}
      entries
        TAX INVOICE = {invoice_no}
        Bill Date = {invoice_date}
        Order Ref = {po_no}
        Beat = Kothrud Tue
        Salesman = ${salesman}`
}

function ConsumerGoodsFoot({ kit, bill }: Printed) {
  const { isNear } = bill
  const sums: [heading: string, key: string, paise: number][] = [
    ['Gross Amt', 'subtotal', bill.gross],
    ['Total Disc', 'discount', bill.discount],
    ['Taxable Amt', 'taxable_value', bill.taxable],
    ...(isNear
      ? ([
          ['CGST', 'cgst', bill.cgst],
          ['SGST', 'sgst', bill.sgst],
        ] satisfies [string, string, number][])
      : ([['IGST', 'igst', bill.igst]] satisfies [string, string, number][])),
    ['R.Off', 'round_off', bill.roundOff],
    ['Net Payable', 'total', bill.total],
  ]
  return markup({ kit, bill })`
    table.strip
      thead
        tr
          ${() => sums.map(([heading]) => <th key={heading}>{heading}</th>)}
      tbody
        tr
          ${() =>
            sums.map(([heading, key, paise]) => (
              <td key={heading}>{amountField(kit, key, paise)}</td>
            ))}
    @wordsOf Rs.
    .small Received the above goods in good condition.
    .r For {seller.name}`
}

const seedHouseCss = `.page { padding: 9mm } .frame { border: 1.5px solid #1b5e20 } .frame > div { padding: 1mm 2mm; border-bottom: 1px solid #1b5e20 } .name { font-size: 16pt; color: #1b5e20 }
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
  css: seedHouseCss,
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
  Head: SeedHouseHead,
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

function SeedHouseHead({ kit, bill }: Printed) {
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

import { columnsOf, type Column } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { onePage, plain } from '../one-page.tsx'
import { zone, markup } from '../../bill-markup.tsx'
import { type Bill, type BillLine, composeBill } from '../../compose/bill.ts'
import { amountField, entry } from '../../parts.tsx'
import { listed } from '../../listed-columns.ts'
import { C } from '../../marks.tsx'
import { type Printed, type Layout, sheetOf } from '../layout.ts'
import { usualCss, UsualPaper } from '../usual.tsx'

/* Bills of shops. */

const jewellerCss = `.page { padding: 12mm; border: 3px double #8a6d1d; min-height: 200mm } .name { font-size: 20pt; letter-spacing: 1mm; color: #8a6d1d; text-align: center }
  .title { letter-spacing: 3mm; text-align: center; margin: 2mm 0 } .rate { background: #f6efd8; padding: 1mm 2mm; margin: 2mm 0 }
  .lines th { border-top: 1px solid #8a6d1d; border-bottom: 1px solid #8a6d1d; padding: 1mm } .lines td { padding: 1.2mm 1mm } .sums { margin-top: 4mm }`

/** By weight in grams. */
const ornaments = itemsOf([
  ['Silver Anklet Pair Fancy', '71131130', 3, 88, 'Gms'],
  ['Silver Pooja Thali Set', '71141110', 3, 91.5, 'Gms'],
  ['Silver Chain Rhodium', '71131120', 3, 94, 'Gms'],
  ['Silver Coin Laxmi 999', '71141110', 3, 96, 'Gms'],
  ['Gold Ring 22K Casting', '71131910', 3, 6720, 'Gms'],
])

/** A jeweller: gross and net weight, purity, the day's rates above the goods, making as a charge below them. */
export const jeweller = onePage({
  name: 'jeweller',
  css: jewellerCss,
  fonts: ['Tinos', 'Lato'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'household',
    items: ornaments,
    lines: [1, 4],
    isNear: random.chance(0.8),
    charges: random.pick([['Making Charges'], ['Making Charges', 'Hallmarking']]),
  }),
  columns: jewellerColumns,
  Head: zone`
    .name {vendor_name}
    .c {seller.address,city,pin} ✆ {phone}
    .title TAX INVOICE
    .row
      div
        Customer's Name : {buyer_name}
        City : {buyer.city}
        GST No. : {buyer_gstin}
      .r
        Voucher No. : <b>{invoice_no}</b>
        Voucher Date : {invoice_date}
        Our GST No. : {gstin}
    .rate Today's Rate : Gold 24K 7,384.00   Gold 22K 6,769.00   Silver 94.50`,
  Foot: zone`
    entries.sums
      @sums taxable: Taxable Amount; taxes: CGST 1.5%,SGST 1.5%,IGST 3%|CGST,SGST,IGST; roundOff: Rounding
      @total Net Bill Amount
    @wordsOf Rupees
    .row.small
      span Customer's Sign
      span.c Weights checked and found correct. No exchange without this bill.
      span.r For {seller.name}`,
})

function jewellerColumns(kit: Kit) {
  const all = columnsOf(kit, {
    serial: 'No.',
    description: 'Particulars of Ornament',
    hsn: 'HSN',
    qty: 'Net Wt. (gm)',
    rate: 'Rate / gm',
    amount: 'Value ₹',
  })
  // Beads and thread are weighed with it, and are not paid for.
  const beads = kit.random.int(5, 90) / 100
  return [
    all.serial,
    all.description,
    all.hsn,
    plain('Purity', 'c', ({ item }) => (item.name.startsWith('Gold') ? '916' : '92.5')),
    plain('Gross Wt.', 'r', ({ qty }) => (qty + beads).toFixed(3)),
    plain('Less', 'r', () => beads.toFixed(3)),
    all.qty,
    all.rate,
    all.amount,
  ]
}

const opticianCss = `.page { padding: 12mm } .name { font-size: 18pt; color: #00695c } .power { margin: 3mm auto } .power td, .power th { border: 1px solid #80cbc4; padding: 0.8mm 4mm; text-align: center }
  .lines th { background: #e0f2f1; padding: 1mm } .lines td { padding: 1mm; border-bottom: 1px dotted #80cbc4 } .sums { margin-top: 2mm }`

const glasses = itemsOf([
  ['Frame Full Rim RB-5154 Black', '90031100', 12, 2_186, 'Pcs'],
  ['Lens SV Blue Cut 1.56', '90015000', 12, 714, 'Pair'],
  ['Lens Progressive 1.60 HMC', '90015000', 12, 4_340, 'Pair'],
  ['Contact Lens Monthly (6)', '90013000', 12, 1_268, 'Box'],
  ['Lens Cleaner Spray 60ml', '34029099', 18, 110, 'Pcs'],
])

/** An optician: a table of powers before that of the goods, advance and balance below the total. */
export const optician = onePage({
  name: 'optician',
  css: opticianCss,
  fonts: ['Lato', 'Carlito', 'Open Sans'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'retail',
    items: glasses,
    lines: [1, 4],
    isNear: true,
    discounts: random.pick([0, 0.6]),
  }),
  columns: listed`serial: Sr; description: Item Details; hsn: HSN; qty: Qty; rate: Price; ?discount discount: Less;
    taxable: Taxable Amt; gst: GST%`,
  Head: zone`
    .row
      div
        .name {vendor_name}
        i Computerised eye testing · Contact lens clinic
        {seller.address,city}
      .r.narrow
        ☎ {phone}
        GSTIN : {gstin}
        b Order Form cum Tax Invoice
    hr
    .row
      div
        Bill To : {buyer_name}
        GSTIN : {buyer_gstin}
        Patient : {any Mr. S. Deshpande|Mrs. Asha More} Age : 46
      .r
        Bill No. : {invoice_no}
        Bill Date : {invoice_date}
        Delivery Date : {day dueDate} 06:30 PM
    ${({ kit }) => <Powers kit={kit} />}`,
  Foot: zone`
    entries.sums
      ${({ kit, bill }) => sums(kit, bill)}
    @wordsOf Rupees
    .small Balance to be paid at delivery. No guarantee of breakage of lenses.
    .r {seller.name}`,
})

function Powers({ kit }: { kit: Kit }) {
  const power = () => `${kit.random.pick(['+', '-'])}${kit.random.int(1, 18) / 4}`
  return (
    <table className="power">
      <tbody>
        <tr>
          {['', 'SPH', 'CYL', 'AXIS', 'VA', 'ADD'].map((text) => (
            <th key={text}>{text}</th>
          ))}
        </tr>
        {['R', 'L'].map((eye) => (
          <tr key={eye}>
            <td>{eye}</td>
            <td>{power()}</td>
            <td>{power()}</td>
            <td>{kit.random.int(1, 18) * 10}</td>
            <td>6/6</td>
            <td>+1.50</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function sums(kit: Kit, bill: Bill) {
  const one = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  const advance = Math.round(bill.total / 200_00) * 100_00
  return [
    one('Taxable', 'taxable_value', bill.taxable),
    one('Add CGST', 'cgst', bill.cgst),
    one('Add SGST', 'sgst', bill.sgst),
    ...(bill.roundOff === 0 ? [] : [one('R/Off', 'round_off', bill.roundOff)]),
    one('Bill Amount', 'total', bill.total),
    entry('Advance', kit.money(advance)),
    entry('Balance', kit.money(bill.total - advance)),
  ]
}

const phoneShopCss = `.page { padding: 10mm 10mm 10mm 18mm } .copy { position: absolute; left: 6mm; top: 40mm; writing-mode: vertical-rl; transform: rotate(180deg); letter-spacing: 1mm; color: #777 }
  .lines { margin: 4mm 0 } .lines th { background: #222; color: #fff; padding: 1.2mm 1mm } .lines td { padding: 1.2mm 1mm; border-bottom: 1px solid #999 }
  .imei { font-size: 80%; color: #444 } .pay td, .pay th { border: 1px solid #999; padding: 0.6mm 3mm } h1 { font-size: 14pt }`

const phones = itemsOf([
  ['Vento Y28 5G (8GB/128GB) Glitter Aqua', '85171300', 18, 12_711, 'Pcs'],
  ['Rylo Note 14 (6GB/128GB) Mystic White', '85171300', 18, 15_253, 'Pcs'],
  ['Samser A16 5G 8/256 Gold', '85171300', 18, 17_796, 'Pcs'],
  ['Itello Keypad 5606 Dual Sim Blue', '85171400', 18, 1_101, 'Pcs'],
  ['Tempered Glass 11D', '70071900', 18, 84, 'Pcs'],
  ['Neckband Pro 40H', '85183019', 18, 677, 'Pcs'],
])

/** A mobile shop: two numbers of fifteen digits below each phone, which copy it is along the edge, how it was paid in a table. */
export const phoneShop = onePage({
  name: 'phone-shop',
  css: phoneShopCss,
  fonts: ['Roboto', 'Carlito'],
  size: 9,
  wanted: () => ({ trade: 'retail', items: phones, lines: [1, 4], isNear: true }),
  columns: phoneShopColumns,
  Head: zone`
    .copy ORIGINAL FOR RECIPIENT
    .row
      h1 {vendor_name}
      .r {seller.address,city}
        Mob: {phone} | GST: {gstin}
    hr
    .row
      div
        b Details of Receiver (Billed to)
        entries[colon=:]
          Name = {buyer_name}
          Address = {buyer.address}
          State = {buyer.state} ({buyer.stateCode})
          GSTIN = {buyer_gstin}
      .narrow
        <b>Invoice #</b> {invoice_no}
        <b>Dt.</b> {invoice_date}
        <b>Sales Person</b> {any Nilesh|Farhan|Pooja}`,
  Foot: PhoneShopFoot,
})

function phoneShopColumns(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    serial: 'Sl',
    hsn: 'HSN',
    qty: 'Qty',
    rate: 'Rate',
    taxable: 'Taxable',
    amountWithTax: 'Amount',
  })
  const item: Column = {
    heading: 'Product / IMEI',
    align: 'l',
    cell: (line) => (
      <>
        <C
          k="description"
          v={[line.item.name, `${line.item.name} ${phoneShopNumbersOf(line).join(' ')}`]}
        >
          {line.item.name}
        </C>
        {phoneShopNumbersOf(line).map((text) => (
          <div key={text} className="imei">
            {text}
          </div>
        ))}
      </>
    ),
  }
  return [
    all.serial,
    item,
    all.hsn,
    all.qty,
    all.rate,
    all.taxable,
    ...taxes(all),
    all.amountWithTax,
  ]
}

function taxes(all: ReturnType<typeof columnsOf>): Column[] {
  return [
    { ...all.cgst, heading: 'CGST 9%' },
    { ...all.sgst, heading: 'SGST 9%' },
  ]
}

/** Phones have two numbers each, other things none. */
function phoneShopNumbersOf({ item, qty, code }: BillLine): string[] {
  if (!item.hsn.startsWith('8517')) return []
  const base = 350_000_000_000_000 + (Bun.hash.crc32(code) % 9_000_000_000) * 9_973
  return Array.from({ length: Math.min(2, qty) }, (_, at) => {
    const one = base + at * 118_113
    return `IMEI1: ${one} IMEI2: ${one + 8}`
  })
}

function PhoneShopFoot({ kit, bill }: Printed) {
  const upi = Math.round(bill.total * 0.4)
  return markup({ kit, bill })`
    .row
      div
        table.pay
          tbody
            tr
              th* Paid by | Ref | Amount
            tr
              td* UPI | ${() => kit.random.int(100_000, 999_999)}
              td.r ${kit.money(upi)}
            tr
              td Cash
              td
              td.r ${kit.money(bill.total - upi)}
        @words Rs. in words :
        .small Warranty by the service centre of the company only.
      .narrow
        entries.sums
          @sums taxable: Taxable Total; taxes: CGST,SGST,IGST; roundOff: Round off (+/-)
          @total Grand Total`
}

const computerDealerCss = `${usualCss} .page { padding: 11mm } .bar { border-bottom: 3px solid #1864ab; color: #1864ab; font-size: 15pt }
  .lines { margin: 4mm 0 } .lines th { background: #e7f5ff; padding: 1.2mm } .lines td { padding: 1mm; border-bottom: 1px solid #d0ebff }
  .numbers { font-size: 85%; color: #444; padding-left: 4mm } .label { color: #1864ab }`

/** A computer dealer: the number of each piece below its name, the warranty beside it, prices with tax before those without. */
export const computerDealer: Layout = {
  name: 'computer-dealer',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, { trade: 'retail', lines: [1, 5], isRounded: false })
    const year = random.pick(['1 Yr onsite', '36 Months', 'No warranty'])
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Head kit={kit} bill={bill} />}
        columns={columnsFor(kit, year)}
        isFixed
        below={(line) => <div className="numbers">{computerDealerNumbersOf(line)}</div>}
        foot={<ComputerDealerFoot kit={kit} bill={bill} />}
      />,
      computerDealerCss,
      { font: random.pick(['Roboto', 'Lato']), size: 8.5 },
    )
  },
}

function columnsFor(kit: Kit, year: string): Column[] {
  const all = columnsOf(kit, {
    serial: '#',
    description: 'Model / Serial Numbers',
    hsn: 'HSN/SAC',
    rateWithTax: 'Price (incl. GST)',
    rate: 'Price (excl. GST)',
    qty: 'Pcs',
    gst: 'GST Rate',
    amount: 'Value',
  })
  const described: Column = {
    ...all.description,
    cell: (line) => (
      <C k="description" v={[line.item.name, `${line.item.name} ${computerDealerNumbersOf(line)}`]}>
        {line.item.name}
      </C>
    ),
  }
  const warranty: Column = { heading: 'Warranty', align: 'c', cell: () => year }
  return [
    all.serial,
    described,
    warranty,
    all.hsn,
    all.rateWithTax,
    all.rate,
    all.qty,
    all.gst,
    all.amount,
  ]
}

/** As many as pieces, but not more than a bill has room for. */
function computerDealerNumbersOf({ code, qty, batch }: BillLine): string {
  const count = Math.min(4, qty)
  return Array.from({ length: count }, (_, at) => `${batch}${code}${at + 1}`).join(', ')
}

function Head(printed: Printed) {
  return markup(printed)`
    .bar {vendor_name}
    .row
      div
        @address seller
        {phone} / {email}
        GSTIN: {gstin}
      div
        .label SOLD TO
        {buyer_name}
        @address buyer
        GSTIN: {buyer_gstin}
      entries
        Tax Invoice = {invoice_no}
        Issued on = {invoice_date}
        Pay before = {due_date}`
}

function ComputerDealerFoot(printed: Printed) {
  return markup(printed)`
    entries.sums
      @sums taxable: Net value; taxes: CGST,SGST,IGST
      @total Amount due
    @words
    entries[colon=:]
      @bank
    @terms`
}

import { type Column, columnsOf } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { BillLine } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { C } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'

const css = `.page { padding: 10mm 10mm 10mm 18mm } .copy { position: absolute; left: 6mm; top: 40mm; writing-mode: vertical-rl; transform: rotate(180deg); letter-spacing: 1mm; color: #777 }
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
  css,
  fonts: ['Roboto', 'Carlito'],
  size: 9,
  wanted: () => ({ trade: 'retail', items: phones, lines: [1, 4], isNear: true }),
  columns,
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
  Foot,
})

function columns(kit: Kit): Column[] {
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
        <C k="description" v={[line.item.name, `${line.item.name} ${numbersOf(line).join(' ')}`]}>
          {line.item.name}
        </C>
        {numbersOf(line).map((text) => (
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
function numbersOf({ item, qty, code }: BillLine): string[] {
  if (!item.hsn.startsWith('8517')) return []
  const base = 350_000_000_000_000 + (Bun.hash.crc32(code) % 9_000_000_000) * 9_973
  return Array.from({ length: Math.min(2, qty) }, (_, at) => {
    const one = base + at * 118_113
    return `IMEI1: ${one} IMEI2: ${one + 8}`
  })
}

function Foot({ kit, bill }: Printed) {
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

import { type Column, columnsOf } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { BillLine } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { C, H } from '../../marks.tsx'
import { dateField, entry, EntryTable } from '../../parts.tsx'
import { InWords, sumEntries, totalEntry } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'

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
  Head,
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

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="copy">ORIGINAL FOR RECIPIENT</div>
      <div className="row">
        <h1>
          <H k="vendor_name">{seller.name}</H>
        </h1>
        <div className="r">
          {[...seller.address, seller.city].join(', ')}
          <div>
            Mob: <H k="phone">{seller.phone}</H> | GST: <H k="gstin">{seller.gstin}</H>
          </div>
        </div>
      </div>
      <hr />
      <div className="row">
        <div>
          <b>Details of Receiver (Billed to)</b>
          <EntryTable
            colon=":"
            entries={[
              entry('Name', <H k="buyer_name">{buyer.name}</H>),
              entry('Address', buyer.address.join(', ')),
              entry('State', `${buyer.state} (${buyer.stateCode})`),
              entry('GSTIN', <H k="buyer_gstin">{buyer.gstin}</H>),
            ]}
          />
        </div>
        <div className="narrow">
          <div>
            <b>Invoice #</b> <H k="invoice_no">{bill.number}</H>
          </div>
          <div>
            <b>Dt.</b> {dateField(kit, 'invoice_date', bill.date)}
          </div>
          <div>
            <b>Sales Person</b> {kit.random.pick(['Nilesh', 'Farhan', 'Pooja'])}
          </div>
        </div>
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  const upi = Math.round(bill.total * 0.4)
  return (
    <div className="row">
      <div>
        <table className="pay">
          <tbody>
            <tr>
              <th>Paid by</th>
              <th>Ref</th>
              <th>Amount</th>
            </tr>
            <tr>
              <td>UPI</td>
              <td>{`${kit.random.int(100_000, 999_999)}`}</td>
              <td className="r">{kit.money(upi)}</td>
            </tr>
            <tr>
              <td>Cash</td>
              <td />
              <td className="r">{kit.money(bill.total - upi)}</td>
            </tr>
          </tbody>
        </table>
        <InWords kit={kit} bill={bill} label="Rs. in words :" />
        <div className="small">Warranty by the service centre of the company only.</div>
      </div>
      <div className="narrow">
        <EntryTable
          className="sums"
          entries={[
            ...sumEntries(kit, bill, {
              taxable: 'Taxable Total',
              taxes: 'CGST,SGST,IGST',
              roundOff: 'Round off (+/-)',
            }),
            totalEntry(kit, bill, 'Grand Total'),
          ]}
        />
      </div>
    </div>
  )
}

import { columnsOf } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { onePage, plain } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'

const css = `.page { padding: 12mm; border: 3px double #8a6d1d; min-height: 200mm } .name { font-size: 20pt; letter-spacing: 1mm; color: #8a6d1d; text-align: center }
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
  css,
  fonts: ['Tinos', 'Lato'],
  size: 9,
  wanted: ({ random }) => ({
    trade: 'household',
    items: ornaments,
    lines: [1, 4],
    isNear: random.chance(0.8),
    charges: random.pick([['Making Charges'], ['Making Charges', 'Hallmarking']]),
  }),
  columns,
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

function columns(kit: Kit) {
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

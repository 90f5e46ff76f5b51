import { columnsOf } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { dateField } from '../../parts.tsx'
import { InWordsOf, sumEntries, totalEntry } from '../../sums.tsx'
import { EntryTable } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { onePage, plain } from '../one-page.tsx'

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
  Head,
  Foot,
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

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="name">
        <H k="vendor_name">{seller.name}</H>
      </div>
      <div className="c">
        {[...seller.address, seller.city, seller.pin].join(', ')} ✆ <H k="phone">{seller.phone}</H>
      </div>
      <div className="title">TAX INVOICE</div>
      <div className="row">
        <div>
          <div>
            Customer's Name : <H k="buyer_name">{buyer.name}</H>
          </div>
          <div>City : {buyer.city}</div>
          <div>
            GST No. : <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
        <div className="r">
          <div>
            Voucher No. :{' '}
            <b>
              <H k="invoice_no">{bill.number}</H>
            </b>
          </div>
          <div>Voucher Date : {dateField(kit, 'invoice_date', bill.date)}</div>
          <div>
            Our GST No. : <H k="gstin">{seller.gstin}</H>
          </div>
        </div>
      </div>
      <div className="rate">
        Today's Rate : Gold 24K 7,384.00 &nbsp; Gold 22K 6,769.00 &nbsp; Silver 94.50
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          ...sumEntries(kit, bill, {
            taxable: 'Taxable Amount',
            taxes: 'CGST 1.5%,SGST 1.5%,IGST 3%|CGST,SGST,IGST',
            roundOff: 'Rounding',
          }),
          totalEntry(kit, bill, 'Net Bill Amount'),
        ]}
      />
      <InWordsOf kit={kit} bill={bill} currency="Rupees" />
      <div className="row small">
        <span>Customer's Sign</span>
        <span className="c">Weights checked and found correct. No exchange without this bill.</span>
        <span className="r">For {bill.seller.name}</span>
      </div>
    </>
  )
}

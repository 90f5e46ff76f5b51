import { type Column, columnsOf } from '../../columns.tsx'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { dateField, entry, EntryTable } from '../../parts.tsx'
import { InWordsOf, sumEntries, totalEntry } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'

const css = `.frame { border: 1.5px solid #000 } .frame > div { border-bottom: 1px solid #000; padding: 1.5mm 2mm }
  .lines th { border-bottom: 1px solid #000; font-style: italic; padding: 1mm } .lines td { padding: 1mm } .name { font-size: 17pt }`

const cloth = itemsOf([
  ['Poplin 58" Dyed', '52083290', 5, 74, 'Mtr'],
  ['Rayon Print 44"', '55164300', 5, 61.5, 'Mtr'],
  ['Denim 10 oz Indigo', '52094200', 5, 186, 'Mtr'],
  ['Suiting TR 58" Checks', '55151230', 5, 242, 'Mtr'],
  ['Cambric 60x60 White', '52082190', 5, 58.25, 'Mtr'],
  ['Velvet 9000 Maroon', '58013720', 12, 148, 'Mtr'],
  ['Georgette 44" Plain', '54075490', 5, 43.5, 'Mtr'],
])

/** A cloth merchant: pieces and metres, agent and bale, charges that are no goods below the gross amount. */
export const textile = onePage({
  name: 'textile',
  css,
  fonts: ['Tinos', 'Lato'],
  size: 10,
  wanted: ({ random }) => ({
    trade: 'household',
    items: cloth,
    lines: [1, 6],
    isNear: random.chance(0.3),
    charges: random.pick([['Packing'], ['Packing', 'Insurance'], ['Dalali & Packing']]),
    hasFreight: random.chance(0.4),
  }),
  columns: columnsFor,
  Head,
  Foot,
})

function columnsFor(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    description: 'Quality',
    hsn: 'HSN',
    qty: 'Mtrs.',
    rate: 'Rate',
    amount: 'Amount',
  })
  const lot: Column = { heading: 'Bale', align: 'c', cell: ({ code }) => code.slice(-3) }
  // One piece is some 80 to 110 metres.
  const pieces: Column = {
    heading: 'Pcs',
    align: 'r',
    cell: ({ qty }) => String(Math.ceil(qty / 95)),
  }
  return [all.description, all.hsn, lot, pieces, all.qty, all.rate, all.amount]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer, transport } = bill
  return (
    <div className="frame">
      <div className="c">
        <div className="small">|| Shree Ganeshay Namah ||</div>
        <div className="name">
          <H k="vendor_name">{seller.name}</H>
        </div>
        <div>Dealers in: Fancy Suitings & Shirtings</div>
        <div>
          {[...seller.address, seller.city].join(', ')} {seller.pin}
        </div>
      </div>
      <div className="row">
        <span>
          GST No. <H k="gstin">{seller.gstin}</H>
        </span>
        <span className="c b">TAX INVOICE</span>
        <span className="r">
          Mo. <H k="phone">{seller.phone}</H>
        </span>
      </div>
      <div className="row">
        <div>
          <div>
            M/s. : <H k="buyer_name">{buyer.name}</H>
          </div>
          <div>
            Addr. : {buyer.address.join(', ')}, {buyer.city}
          </div>
          <div>
            GST No. : <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
          <div>Agent : {kit.random.pick(['Self', 'R. K. Bros.', 'Jain Agency'])}</div>
        </div>
        <EntryTable
          colon=" :"
          entries={[
            entry('Bill No', <H k="invoice_no">{bill.number}</H>),
            entry('Bill Dt', dateField(kit, 'invoice_date', bill.date)),
            entry('Ch. No', <H k="delivery_note_no">{transport.challan}</H>),
            entry('LR No', <H k="lr_no">{transport.lr}</H>),
            entry('Trpt', <H k="transporter">{transport.name}</H>),
            entry('Due Dt', dateField(kit, 'due_date', bill.dueDate)),
          ]}
        />
      </div>
    </div>
  )
}

function Foot({ kit, bill }: Printed) {
  const gross = entry('Gross', kit.money(bill.gross))
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          gross,
          ...sumEntries(kit, bill, {
            freight: 'Freight',
            taxable: 'Taxable',
            taxes: 'CGST,SGST,IGST',
            roundOff: 'Rd. Off',
          }),
          totalEntry(kit, bill, 'Net Amt.'),
        ]}
      />
      <InWordsOf kit={kit} bill={bill} currency="Rs." />
      <div className="small">
        Interest @ 18% will be charged after due date. Goods once sold will not be taken back.
      </div>
      <div className="r">For, {bill.seller.name}</div>
    </>
  )
}

import { columnsOf } from '../columns.tsx'
import { type Bill, composeBill } from '../compose/bill.ts'
import { ownShop } from '../compose/parties.ts'
import type { Kit } from '../kit.ts'
import { Also, H } from '../marks.tsx'
import {
  Buyer,
  dateField,
  entry,
  type Entry,
  EntryTable,
  placeOfSupply,
  Seller,
} from '../parts.tsx'
import type { DocumentKind } from '../truth.ts'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { gridCss, usualCss, UsualFoot, UsualPaper } from './usual.tsx'

/* Papers about a bill, or before one: credit and debit notes name the bill, an order has no number of a bill. */

const css = `${usualCss} ${gridCss}
  .title { text-align: center; font-weight: bold; font-size: 13pt; border: 1px solid #333; padding: 1mm }
  .two { display: flex; align-items: flex-start; border: 1px solid #333; border-top: 0 }
  .two > * { flex: 1; padding: 1.5mm } .two > *:first-child { border-right: 1px solid #333 }
  .lines { margin-top: 2mm }`

export const creditNote = note(
  'credit-note',
  'credit note',
  'CREDIT NOTE|Credit Note|Tax Credit Note',
  'Credit Note No.|Credit Note No|CN No.',
)
export const debitNote = note(
  'debit-note',
  'debit note',
  'DEBIT NOTE|Debit Note',
  'Debit Note No.|Debit Note No|DN No.',
)

function note(name: string, kind: DocumentKind, title: string, number: string): Layout {
  return {
    name,
    kind: 'bill',
    make(kit) {
      const { random } = kit
      const bill = composeBill(random, {
        trade: random.pick(['grocery', 'household', 'electrical', 'hardware']),
        lines: [1, 4],
      })
      const all = columnsOf(kit)
      const gst = random.chance(0.6) ? [all.gst] : []
      const columns = [
        all.serial,
        all.description,
        all.hsn,
        all.qtyWithUnit,
        all.rate,
        ...gst,
        all.amount,
      ]
      const numbers = noteNumbers(kit, bill, number)
      return sheetOf(
        kit,
        <UsualPaper
          kit={kit}
          bill={bill}
          kind={kind}
          head={<Head kit={kit} bill={bill} title={kit.say(title)} numbers={numbers} />}
          columns={columns}
          foot={
            <UsualFoot kit={kit} bill={bill} summary={random.chance(0.4) ? 'hsn' : undefined} />
          }
        />,
        css,
      )
    },
  }
}

function noteNumbers(kit: Kit, bill: Bill, number: string): Entry[] {
  const { original } = bill
  return [
    entry(kit.say(number), <H k="invoice_no">{bill.number}</H>),
    entry(kit.say('Dated|Date|Note Date'), dateField(kit, 'invoice_date', bill.date)),
    entry(
      kit.say('Original Invoice No.|Against Invoice No.|Original Invoice No|Ref. Invoice No.'),
      <H k="original_invoice_no">{original.number}</H>,
    ),
    entry(
      kit.say('Original Invoice Date|Original Invoice Date|Ref. Invoice Date'),
      dateField(kit, 'original_invoice_date', original.date),
    ),
    ...(kit.random.chance(0.6) ? [entry('Place of Supply', placeOfSupply(kit, bill))] : []),
    entry(
      'Reason',
      kit.random.pick(['Rate difference', 'Goods returned', 'Short supply', 'Damaged in transit']),
    ),
  ]
}

function Head({
  kit,
  bill,
  title,
  numbers,
}: Printed & { title: string; numbers: readonly Entry[] }) {
  return (
    <>
      <div className="title">{title}</div>
      <div className="two">
        <div>
          <Seller kit={kit} party={bill.seller} gstin={kit.say('GSTIN/UIN:|GSTIN :|GST No.')} />
          <Buyer
            party={bill.buyer}
            label={kit.say('Buyer (Bill to)|Party|To')}
            gstin={kit.say('GSTIN/UIN :|GSTIN :')}
            state
          />
        </div>
        <EntryTable entries={numbers} colon=" :" />
      </div>
    </>
  )
}

/** The shop's own order: it is the buyer, and the seller is whom it writes to. */
export const order: Layout = {
  name: 'purchase-order',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['grocery', 'household', 'electrical', 'hardware', 'stationery']),
      lines: [1, 9],
      discounts: random.pick([0, 0.3]),
    })
    const all = columnsOf(kit, {
      qty: 'Qty|Order Qty|Ordered Qty',
      amount: 'Amount|Value|Amount (Rs.)',
    })
    const code = random.chance(0.4) ? [all.code] : []
    const discount = bill.discount > 0 ? [all.discountPct] : []
    const columns = [
      all.serial,
      ...code,
      all.description,
      all.hsn,
      all.qty,
      all.unit,
      all.rate,
      ...discount,
      all.amount,
    ]
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        category="purchase_order"
        kind="purchase order"
        head={<OrderHead kit={kit} bill={bill} />}
        columns={columns}
        foot={<OrderFoot kit={kit} bill={bill} />}
      />,
      css,
    )
  },
}

function OrderHead({ kit, bill }: Printed) {
  const { seller } = bill
  const number = `PO/${kit.random.pick(['', '26-27/'])}${bill.order.number.slice(3)}`
  return (
    <>
      <div className="c b">{ownShop.name}</div>
      <div className="c">
        {ownShop.address.join(', ')}, {ownShop.city} - {ownShop.pin}
      </div>
      <div className="c">
        GSTIN : <H k="buyer_gstin">{ownShop.gstin}</H>
      </div>
      <div className="title">{kit.say('PURCHASE ORDER|Purchase Order')}</div>
      <div className="two">
        <div>
          <div>{kit.say('Supplier|Vendor|To')}:</div>
          <div className="name">
            <H k="vendor_name">{seller.name}</H>
          </div>
          <div>{[...seller.address, seller.city].join(', ')}</div>
          <div>
            {kit.say('GSTIN:|Vendor GSTIN:|Supplier GSTIN:')} <H k="gstin">{seller.gstin}</H>
          </div>
        </div>
        <EntryTable
          colon=" :"
          entries={[
            entry(kit.say('PO No.|P.O. Number|Order No.'), <H k="po_no">{number}</H>),
            entry(kit.say('PO Date|Date|Order Date'), dateField(kit, 'po_date', bill.date)),
            entry('Delivery by', kit.day(bill.dueDate)),
            ...(kit.random.chance(0.5)
              ? [entry('Payment Terms', <H k="payment_terms">30 days from receipt</H>)]
              : []),
          ]}
        />
      </div>
      <Also of="head" fields={{ buyer_name: ownShop.name, consignee_name: ownShop.name }} />
    </>
  )
}

function OrderFoot({ kit, bill }: Printed) {
  return (
    <>
      <UsualFoot
        kit={kit}
        bill={{ ...bill, seller: ownShop }}
        hasBank={false}
        total="Order Total|Grand Total|Total Order Value"
      />
      <div className="small">Please mention our order number on your invoice.</div>
    </>
  )
}

import { columnsOf } from '../columns.tsx'
import { type Bill, composeBill } from '../compose/bill.ts'
import { ownShop } from '../compose/parties.ts'
import type { Kit } from '../kit.ts'
import { Also, H } from '../marks.tsx'
import { Buyer, type Entry, Seller } from '../parts.tsx'
import type { DocumentKind } from '../truth.ts'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { gridCss, usualCss, UsualFoot, UsualPaper } from './usual.tsx'
import { markup, rows } from '../bill-markup.tsx'
import { onePage } from './one-page.tsx'
import { listed } from '../listed-columns.ts'

/* Papers about a bill, or before one: credit and debit notes name the bill, an order has no number of a bill. */

const noteCss = `${gridCss}
  .title { text-align: center; font-weight: bold; font-size: 13pt; border: 1px solid #333; padding: 1mm }
  .two { display: flex; align-items: flex-start; border: 1px solid #333; border-top: 0 }
  .two > * { flex: 1; padding: 1.5mm } .two > *:first-child { border-right: 1px solid #333 }
  .lines { margin-top: 2mm }`
const css = `${usualCss} ${noteCss}`

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

function noteNumbers(kit: Kit, bill: Bill, number: string): readonly Entry[] {
  return rows({ kit, bill })`
    ${() => kit.say(number)} = {invoice_no}
    {Dated|Date|Note Date} = {invoice_date}
    {Original Invoice No.|Against Invoice No.|Original Invoice No|Ref. Invoice No.} = {original_invoice_no}
    {Original Invoice Date|Original Invoice Date|Ref. Invoice Date} = {original_invoice_date}
    ?0.6 Place of Supply = {place_of_supply}
    Reason = {any Rate difference|Goods returned|Short supply|Damaged in transit}`
}

function Head({
  kit,
  bill,
  title,
  numbers,
}: Printed & { title: string; numbers: readonly Entry[] }) {
  return markup({ kit, bill })`
    .title ${title}
    .two
      div
        ${() => <Seller kit={kit} party={bill.seller} gstin={kit.say('GSTIN/UIN:|GSTIN :|GST No.')} />}
        ${() => (
          <Buyer
            party={bill.buyer}
            label={kit.say('Buyer (Bill to)|Party|To')}
            gstin={kit.say('GSTIN/UIN :|GSTIN :')}
            state
          />
        )}
      entries[colon=" :"]
        ${numbers}`
}

/** The shop's own order: it is the buyer, and the seller is whom it writes to. */
export const order = onePage({
  name: 'purchase-order',
  category: 'purchase_order',
  kind: 'purchase order',
  css: noteCss,
  wanted: ({ random }) => ({
    trade: random.pick(['grocery', 'household', 'electrical', 'hardware', 'stationery']),
    lines: [1, 9],
    discounts: random.pick([0, 0.3]),
  }),
  columns: listed`serial; ?0.4 code; description; hsn; qty: Qty|Order Qty|Ordered Qty; unit; rate;
    ?discount discountPct; amount: Amount|Value|Amount (Rs.)`,
  hasMovingColumns: true,
  Head: OrderHead,
  Foot: OrderFoot,
})

function OrderHead({ kit, bill }: Printed) {
  const number = `PO/${kit.random.pick(['', '26-27/'])}${bill.order.number.slice(3)}`
  return markup({ kit, bill })`
    .c.b {buyer.name}
    .c ${ownShop.address.join(', ')}, {buyer.city} - {buyer.pin}
    .c GSTIN : {buyer_gstin}
    .title {PURCHASE ORDER|Purchase Order}
    .two
      div
        {Supplier|Vendor|To}:
        .name {vendor_name}
        {seller.address,city}
        {GSTIN:|Vendor GSTIN:|Supplier GSTIN:} {gstin}
      entries[colon=" :"]
        {PO No.|P.O. Number|Order No.} = ${(<H k="po_no">{number}</H>)}
        {PO Date|Date|Order Date} = {po_date=date}
        Delivery by = {day dueDate}
        ?0.5 Payment Terms = {payment_terms: 30 days from receipt}
    ${(<Also of="head" fields={{ buyer_name: ownShop.name, consignee_name: ownShop.name }} />)}`
}

function OrderFoot(printed: Printed) {
  return markup(printed)`
    ${({ kit, bill }) => (
      <UsualFoot
        kit={kit}
        bill={{ ...bill, seller: ownShop }}
        hasBank={false}
        total="Order Total|Grand Total|Total Order Value"
      />
    )}
    .small Please mention our order number on your invoice.`
}

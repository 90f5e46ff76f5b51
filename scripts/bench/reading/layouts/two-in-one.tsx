import { columnsOf } from '../columns.tsx'
import { composeBill } from '../compose/bill.ts'
import { composeParty } from '../compose/parties.ts'
import type { Kit } from '../kit.ts'
import { Buyer, Seller } from '../parts.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { gridCss, usualCss, UsualPaper } from './usual.tsx'
import { markup } from '../bill-markup.tsx'

/* Bills of one seller that came in one file, as a scanner with a tray makes it. */

const css = `${usualCss} ${gridCss} .title { font-size: 15pt; font-weight: bold }`

export const twoInOne: Layout = {
  name: 'two-in-one',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const isNear = random.chance(0.7)
    const trade = random.pick(['grocery', 'hardware', 'electrical'] as const)
    const seller = composeParty(random, 'goods', isNear)
    const count = random.pick([2, 2, 3])
    const bills = Array.from({ length: count }, () =>
      composeBill(random, { trade, seller, isNear, lines: [1, 6] }),
    )
    const columns = columnsFor(kit)
    return sheetOf(
      kit,
      <>
        {bills.map((bill, at) => (
          <UsualPaper
            key={at}
            kit={kit}
            bill={bill}
            head={<Head kit={kit} bill={bill} />}
            columns={columns}
          />
        ))}
      </>,
      css,
    )
  },
}

function columnsFor(kit: Kit) {
  const all = columnsOf(kit)
  return [all.serial, all.description, all.hsn, all.qty, all.unit, all.rate, all.gst, all.amount]
}

function Head(printed: Printed) {
  return markup(printed)`
    .row
      ${({ kit, bill }) => <Seller kit={kit} party={bill.seller} gstin="GSTIN:" />}
      .title.r TAX INVOICE
    .row
      ${({ bill }) => <Buyer party={bill.buyer} label="Bill To" gstin="GSTIN:" />}
      entries[colon=" :"]
        Invoice No. = {invoice_no}
        Invoice Date = {invoice_date}`
}

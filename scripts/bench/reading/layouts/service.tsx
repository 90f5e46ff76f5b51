import type { Column } from '../columns.tsx'
import { columnsOf } from '../columns.tsx'
import { composeBill } from '../compose/bill.ts'
import type { Kit } from '../kit.ts'
import { Buyer, Seller } from '../parts.tsx'
import { Logo } from '../small-print.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { usualCss, UsualPaper } from './usual.tsx'
import { markup, rows } from '../bill-markup.tsx'

/* Bills of consultants, agencies and repairers: a few lines of prose, SAC, often neither quantity nor rate. */

const css = `${usualCss} .page { padding: 16mm 14mm } .lines { margin-top: 6mm }
  .lines th { border-top: 1.5px solid #000; border-bottom: 1.5px solid #000; padding: 1.5mm 1mm }
  .lines td { padding: 2mm 1mm } .foot { border-top: 1px solid #000; padding-top: 2mm }
  .top { border-bottom: 2px solid var(--ink); padding-bottom: 3mm; margin-bottom: 4mm }
  .title { font-size: 16pt; color: var(--ink) } .detail { color: #555; font-size: 85% }`

export const service: Layout = {
  name: 'service',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: 'services',
      lines: [1, 4],
      isRounded: random.chance(0.5),
    })
    const ink = random.pick(['#222', '#174a7c', '#7c2a17'])
    const period = kit.say(
      'For the month of October 2026|Period: Q2 FY 2026-27|As per work order dated 12/08/2026',
    )
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Head kit={kit} bill={bill} />}
        columns={columnsFor(kit)}
        below={random.chance(0.3) ? () => <div className="detail">{period}</div> : undefined}
      />,
      `${css} :root { --ink: ${ink} }`,
    )
  },
}

function columnsFor(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    description: 'Description of Services|Particulars|Description|Service Description',
    hsn: 'SAC|SAC Code|HSN/SAC',
    amount: 'Amount (Rs.)|Amount|Amount (INR)|Amount in Rs.',
  })
  const hasQuantity = kit.random.chance(0.35)
  return [
    ...(kit.random.chance(0.7) ? [all.serial] : []),
    all.description,
    all.hsn,
    ...(hasQuantity ? [all.qty, all.rate] : []),
    ...(kit.random.chance(0.2) ? [all.gst] : []),
    all.amount,
  ]
}

function Head({ kit, bill }: Printed) {
  const numbers = rows({ kit, bill })`
    {Invoice No.|Invoice Number|Bill No.|Ref. No.} = {invoice_no}
    {Date|Invoice Date|Dated} = {invoice_date}
    ?0.5 Due Date = {due_date}
    ?0.6 Place of Supply = {place_of_supply}
    ?0.6 PAN = {pan}`
  return markup({ kit, bill })`
    .row.top
      ?0.5 ${(<Logo kit={kit} party={bill.seller} />)}
      ${() => <Seller kit={kit} party={bill.seller} gstin={kit.say('GSTIN:|GSTIN |GST No:')} />}
      .title.r {TAX INVOICE|Tax Invoice|INVOICE}
    .row
      ${() => (
        <Buyer
          party={bill.buyer}
          label={kit.say('To,|Bill To:|Client:|Billed To')}
          gstin={kit.say('GSTIN:|GSTIN |Client GSTIN:')}
        />
      )}
      .narrow
        entries[colon=" :"]
          ${numbers}`
}

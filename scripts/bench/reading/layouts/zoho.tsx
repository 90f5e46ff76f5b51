import { columnsOf, type Column, inSomeOrder } from '../columns.tsx'
import { type Bill, composeBill } from '../compose/bill.ts'
import type { Trade } from '../compose/goods.ts'
import type { Kit } from '../kit.ts'
import { LinesTable } from '../lines-table.tsx'
import { H, Page, PaperDocument } from '../marks.tsx'
import { Buyer, type Entry, EntryTable, Seller } from '../parts.tsx'
import type { Sheet } from '../printer.ts'
import { Logo } from '../small-print.tsx'
import { BillFacts, InWords, sumEntries, totalEntry } from '../sums.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { markup, rows } from '../bill-markup.tsx'

/* Zoho Books and its like: few lines, much white, the title large at the right. */

const css = `.page { padding: 14mm 12mm }
  .top { display: flex; justify-content: space-between; margin-bottom: 8mm }
  .title { font-size: 22pt; letter-spacing: 1px; text-align: right }
  .seller .name { font-weight: bold; font-size: 12pt } .seller { color: #333 } .label { color: #777 }
  .mid { display: flex; justify-content: space-between; margin-bottom: 6mm }
  .entries td { padding: 0.6mm 2mm } .meta td:last-child { text-align: right }
  .lines th { background: var(--dark); color: #fff; font-weight: normal; padding: 2mm 1.5mm }
  .lines td { padding: 2mm 1.5mm; border-bottom: 0.5px solid #ccc }
  .sums { margin-left: auto; margin-top: 3mm; min-width: 80mm } .sums td { padding: 1.2mm 2mm }
  .sums td:last-child { text-align: right }
  .sums tr:last-child { font-weight: bold; background: #f2f2f2 } .words { margin-top: 4mm }
  .terms, .bank { margin-top: 6mm; font-size: 8pt } .detail { color: #777; font-size: 7.5pt }
  .signature { text-align: right; margin-top: 8mm } .due { text-align: right; margin-top: 2mm }`

const trades: readonly Trade[] = ['retail', 'electrical', 'stationery', 'hardware', 'services']

export const zoho: Layout = {
  name: 'zoho',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(trades),
      lines: [1, 7],
      discounts: random.pick([0, 0, 0.4]),
      isRounded: random.chance(0.6),
      hasFreight: random.chance(0.15),
    })
    return zohoSheet(kit, bill)
  },
}

/** A bill as Zoho prints it. */
export function zohoSheet(kit: Kit, bill: Bill): Sheet {
  const dark = kit.random.pick(['#3c3d3a', '#1a5fb4', '#26462f', '#5a2a57'])
  return sheetOf(
    kit,
    <PaperDocument category="vendor_invoice" kind="invoice">
      <Page>
        <Head kit={kit} bill={bill} />
        <LinesTable columns={inSomeOrder(kit, columnsFor(kit, bill))} lines={bill.lines} />
        <Foot kit={kit} bill={bill} />
      </Page>
    </PaperDocument>,
    `${css} :root { --dark: ${dark} }`,
  )
}

function columnsFor(kit: Kit, bill: Bill): Column[] {
  const { random } = kit
  const all = columnsOf(kit, {
    serial: '#|S.No',
    description: 'Item & Description|Description|Items|Item Details',
  })
  const halves = [all.cgstPct, all.cgst, all.sgstPct, all.sgst]
  const taxes = bill.isNear ? halves : [all.igstPct, all.igst]
  return [
    all.serial,
    all.description,
    ...(random.chance(0.85) ? [all.hsn] : []),
    random.chance(0.6) ? all.qty : all.qtyWithUnit,
    all.rate,
    ...(bill.discount > 0 ? [random.chance(0.5) ? all.discountPct : all.discount] : []),
    ...random.pick([taxes, [all.gst], []]),
    all.amount,
  ]
}

function Head({ kit, bill }: Printed) {
  const isBelow = kit.random.chance(0.4)
  const entries = numbers(kit, bill)
  return markup({ kit, bill })`
    .top
      div
        ?0.5 ${(<Logo kit={kit} party={bill.seller} />)}
        ${() => <Seller kit={kit} party={bill.seller} gstin={kit.say('GSTIN|GSTIN:|GST No.')} />}
      div
        .title {TAX INVOICE|Tax Invoice|INVOICE}
        ?${!isBelow} ${() => (
          <EntryTable className="meta" entries={entries} colon={kit.random.pick([':', ' :', ''])} />
        )}
    .mid
      ${() => (
        <Buyer
          party={bill.buyer}
          label={kit.say('Bill To|Billed To|Customer')}
          gstin={kit.say('GSTIN|GSTIN :|GST No')}
        />
      )}
      ?${isBelow} entries[colon=" :"]
        ${entries}`
}

function numbers(kit: Kit, bill: Bill): readonly Entry[] {
  const terms = kit.random.pick(['Net 30', 'Due on Receipt', 'Net 15'])
  return rows({ kit, bill })`
    {Invoice#|Invoice No|Invoice Number|Bill No} = {invoice_no}
    {Invoice Date|Date|Bill Date} = {invoice_date}
    ?0.6 Terms = ${(<H k="payment_terms">{terms}</H>)}
    ?0.8 {Due Date|Payment Due|Due On} = {due_date}
    ?0.5 {P.O.#|PO Number|Order No} = {po_no}
    ?0.7 Place Of Supply = {place_of_supply}`
}

function Foot({ kit, bill }: Printed) {
  const words = { taxable: 'Taxable Amount|Total Taxable Amount' }
  const sums = [...sumEntries(kit, bill, words), totalEntry(kit, bill)]
  const inWords = kit.say('Total In Words|Amount in Words:|In Words:')
  return markup({ kit, bill })`
    entries.sums
      ${sums}
    ?0.4 .due Balance Due {total in ₹}
    ?0.7 ${(<InWords kit={kit} bill={bill} label={inWords} />)}
    ?0.5 .bank
      entries[colon=:]
        @bank
    ?0.8 @terms
    @signature
    ${(<BillFacts bill={bill} />)}`
}

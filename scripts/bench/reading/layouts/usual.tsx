import type { ReactNode } from 'react'
import { type Column, inSomeOrder } from '../columns.tsx'
import type { Bill } from '../compose/bill.ts'
import type { Kit } from '../kit.ts'
import { LinesTable } from '../lines-table.tsx'
import { Page, PaperDocument } from '../marks.tsx'
import { EntryTable, PartyFacts } from '../parts.tsx'
import { bankEntries, Signature, Terms } from '../small-print.tsx'
import { BillFacts, InWords, sumEntries, TaxSummary, totalEntry } from '../sums.tsx'
import type { DocumentKind } from '../truth.ts'
import type { Printed } from './layout.ts'

/* What many papers have in common: their head, the lines, and below them words at the left and sums at the right. */

export const usualCss = `.page { padding: 10mm }
  .row { display: flex; justify-content: space-between; align-items: flex-start; gap: 6mm }
  .row > * { flex: 1 } .row > .narrow { flex: none } .name { font-weight: bold }
  .entries td { padding: 0.4mm 2mm 0.4mm 0 } .sums { margin-left: auto }
  .sums td { padding: 0.6mm 2mm } .sums td:last-child { text-align: right }
  .sums tr:last-child { font-weight: bold } .small { font-size: 80% }
  .terms { font-size: 80%; margin-top: 3mm } .signature { text-align: right; margin-top: 4mm }
  .foot { margin-top: 2mm }`

/** Rules between all cells, as spreadsheets draw them. */
export const gridCss = `.lines th, .lines td { border: 1px solid #333; padding: 0.8mm 1mm }
  .taxes th, .taxes td { border: 1px solid #333; padding: 0.3mm 1mm }`

type Usual = {
  kit: Kit
  bill: Bill
  head: ReactNode
  columns: readonly Column[]
  kind?: DocumentKind
  category?: 'vendor_invoice' | 'purchase_order'
  foot?: ReactNode
  below?: Parameters<typeof LinesTable>[0]['below']
  /** Whether the columns always stand in this order. */
  isFixed?: boolean
  children?: ReactNode
}

/** A paper of one page. */
export function UsualPaper({ kit, bill, head, columns, foot, below, children, ...paper }: Usual) {
  const { kind = 'invoice', category = 'vendor_invoice', isFixed = false } = paper
  return (
    <PaperDocument category={category} kind={kind}>
      <Page>
        {head}
        <LinesTable
          columns={isFixed ? columns : inSomeOrder(kit, columns)}
          lines={bill.lines}
          below={below}
        >
          {children}
        </LinesTable>
        {foot ?? <UsualFoot kit={kit} bill={bill} />}
        <PartyFacts party={bill.seller} />
        <BillFacts bill={bill} />
      </Page>
    </PaperDocument>
  )
}

type Foot = Printed & {
  words?: Record<string, string>
  total?: string | undefined
  summary?: 'hsn' | 'rate' | undefined
  /** Whether the seller's bank may be printed. */
  hasBank?: boolean
}

export function UsualFoot({ kit, bill, words, total, summary, hasBank = true }: Foot) {
  const { random } = kit
  const inWords = kit.say(
    'Amount in Words|Amount Chargeable (in words)|Rupees in Words|In Words|Total in Words',
  )
  return (
    <div className="foot">
      <div className="row">
        <div>
          {random.chance(0.8) ? <InWords kit={kit} bill={bill} label={`${inWords}:`} /> : null}
          {hasBank && random.chance(0.7) ? (
            <EntryTable entries={bankEntries(kit, bill)} colon=" :" />
          ) : null}
          {random.chance(0.7) ? <Terms kit={kit} /> : null}
        </div>
        <div className="narrow">
          <EntryTable
            className="sums"
            entries={[...sumEntries(kit, bill, words), totalEntry(kit, bill, total)]}
          />
        </div>
      </div>
      {summary === undefined ? null : <TaxSummary kit={kit} bill={bill} by={summary} />}
      <Signature kit={kit} party={bill.seller} />
    </div>
  )
}

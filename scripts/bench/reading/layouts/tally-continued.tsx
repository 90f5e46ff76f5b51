import type { Column } from '../columns.tsx'
import { type Bill, type BillLine, composeBill } from '../compose/bill.ts'
import type { Kit } from '../kit.ts'
import { LinesTable, SparseRow } from '../lines-table.tsx'
import { Page, PaperDocument } from '../marks.tsx'
import { BillFacts } from '../sums.tsx'
import { type Layout, paginate, sheetOf } from './layout.ts'
import { LedgerRows, tallyColumns, tallyCss, TallyFoot, TallyHead } from './tally.tsx'

const firstPageLines = 16
const otherPageLines = 30

/** More lines than a page of Tally holds: the sum is carried over, the heading printed again. */
export const tallyContinued: Layout = {
  name: 'tally-continued',
  kind: 'bill',
  make(kit) {
    const bill = composeBill(kit.random, { trade: 'grocery', lines: [20, 44] })
    const columns = tallyColumns({ kit, bill })
    const pages = paginate(bill.lines, firstPageLines, otherPageLines)
    const isCarried = kit.random.chance(0.7)
    return sheetOf(
      kit,
      <PaperDocument category="vendor_invoice" kind="invoice">
        {pages.map((_, at) => (
          <ContinuedPage key={at} {...{ kit, bill, columns, pages, at, isCarried }} />
        ))}
      </PaperDocument>,
      tallyCss,
      { font: 'Arimo', size: 8 },
    )
  },
}

type Continued = {
  kit: Kit
  bill: Bill
  columns: readonly Column[]
  pages: BillLine[][]
  at: number
  isCarried: boolean
}

function ContinuedPage({ kit, bill, columns, pages, at, isCarried }: Continued) {
  const isLast = at === pages.length - 1
  const before = pages.slice(0, at).flat()
  const lines = pages[at] ?? []
  const carry = (label: string, carried: readonly BillLine[]) => {
    const sum = kit.money(carried.reduce((all, line) => all + line.taxable, 0))
    const cells = { 1: label, [columns.length - 1]: sum }
    return <SparseRow className="ledger" columns={columns.length} cells={cells} />
  }
  return (
    <Page>
      {at === 0 ? (
        <TallyHead kit={kit} bill={bill} title="Tax Invoice" />
      ) : (
        <div className="two small">
          <span>{bill.seller.name}</span>
          <span className="r">
            Tax Invoice No. {bill.number} (Page {at + 1})
          </span>
        </div>
      )}
      <LinesTable
        columns={columns}
        lines={lines}
        from={before.length}
        before={at > 0 && isCarried ? carry(kit.say('Brought Forward|B/F'), before) : null}
      >
        {isLast ? <LedgerRows kit={kit} bill={bill} columns={columns} /> : null}
        {isCarried && !isLast
          ? carry(kit.say('Carried Over|C/F|Carried forward'), [...before, ...lines])
          : null}
      </LinesTable>
      {isLast ? (
        <>
          <TallyFoot kit={kit} bill={bill} />
          <BillFacts bill={bill} />
        </>
      ) : (
        <div className="r small">continued to page number {at + 2}</div>
      )}
    </Page>
  )
}

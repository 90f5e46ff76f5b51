import { decideOnBills, type verdictsOfBill } from '../gstr2b/decisions.ts'
import { differenceText, type Entry } from '../gstr2b/entries/entry.ts'
import {
  latestGstr2bMonth,
  listGstr2bEntries,
  listGstr2bSellers,
  type SellerTotals,
} from '../gstr2b/entries/list-entries.ts'
import { rupees } from '../paper/values.ts'
import { findScans } from '../services/scan-export/overview/list-scans.ts'
import { findScanFile } from '../services/scan-export/overview/show-scan.ts'
import { paperOf } from './evidence.ts'
import {
  aboutFirst,
  type Answer,
  type OpenQuestion,
  type QuestionDeps,
  type QuestionOwner,
  type Undo,
} from './question.ts'

/** Filed bills of the last GSTR-2B that may be a bill of the shop, or that differ from it. Only owners see the bills of all. */
export const filedBills: QuestionOwner = {
  kind: 'gstr2b',
  isFor: ({ role }) => role === 'owner',
  async find(deps, asker, { first, limit }) {
    if ((await latestGstr2bMonth(deps.scanExport)) === null) return { open: [], total: 0 }
    const lines = await listGstr2bEntries(deps.scanExport, { state: 'look' })
    const asked = lines.flatMap((line) =>
      line.bill === null || line.isDecided || line.mark !== null ? [] : [{ line, bill: line.bill }],
    )
    const open = aboutFirst(asked, first, ({ bill }) => bill.id)
      .slice(0, limit)
      .map(({ line, bill }) => filedBill(deps, asker.userId, line, bill))
    return { open, total: asked.length }
  },
}

function filedBill(
  deps: QuestionDeps,
  by: string,
  { subject, seller, gstin, number, day, totalPaise, taxPaise, state, why, differences }: Entry,
  bill: NonNullable<Entry['bill']>,
): OpenQuestion {
  const [scan] = findScans(deps.scanExport, [bill.id])
  const file = scan === undefined ? undefined : findScanFile(deps.scanExport, scan.id)
  const paper = scan === undefined || file === undefined ? null : paperOf(scan, file)
  return {
    question: {
      id: `gstr2b ${bill.id} ${subject}`,
      kind: 'gstr2b',
      subject: { id: bill.id, title: [seller, number].join(' · '), totalPaise },
      asks: {
        code: state === 'differs' ? 'filed otherwise' : 'filed alike',
        values: { number: bill.number, day: bill.day === '' ? day : bill.day },
      },
      because: differences.length === 0 ? [why] : differences.map(differenceText),
      evidence: {
        type: 'filed',
        rows: [
          { key: 'invoice_no', filed: number, bill: bill.number },
          { key: 'invoice_date', filed: shownDay(day), bill: shownDay(bill.day) },
          { key: 'gstin', filed: gstin, bill: bill.gstin },
          { key: 'total', filed: rupees(totalPaise), bill: amountOf(bill.totalPaise) },
          { key: 'tax_amount', filed: rupees(taxPaise), bill: amountOf(bill.taxPaise) },
        ],
        paper,
      },
      proposals: [{ id: 'same', name: '', note: '' }],
      answers: ['different'],
    },
    async answer({ choice }: Answer): Promise<Undo> {
      const verdict = choice === 'different' ? 'apart' : 'same'
      const decided = { subject, billId: bill.id }
      await decideOnBills(deps.scanExport, [{ ...decided, verdict }], by)
      return () => decideOnBills(deps.scanExport, [{ ...decided, verdict: 'unsaid' }], by)
    },
  }
}

/** As the portal shows days: 03-07-2026. */
function shownDay(day: string): string {
  return day.split('-').toReversed().join('-')
}

function amountOf(paise: number | null): string {
  return paise === null ? '' : rupees(paise)
}

/** Sellers of the last GSTR-2B who still have to send or file bills, each with a letter. */
export const letters: QuestionOwner = {
  kind: 'seller',
  isFor: ({ role }) => role === 'owner',
  async find(deps, asker, { limit }) {
    if ((await latestGstr2bMonth(deps.scanExport)) === null) return { open: [], total: 0 }
    const sellers = await listGstr2bSellers(deps.scanExport, {})
    const asked = sellers.filter(({ toMark }) => toMark.length > 0)
    const open = asked.slice(0, limit).map((seller) => letterTo(deps, asker.userId, seller))
    return { open, total: asked.length }
  },
}

function letterTo(
  deps: QuestionDeps,
  by: string,
  {
    id,
    seller,
    gstin,
    noBill,
    notIn2b,
    noBillTaxPaise,
    notIn2bTaxPaise,
    letter,
    toMark,
  }: SellerTotals,
): OpenQuestion {
  const decide = (verdict: (typeof verdictsOfBill)[number]) =>
    decideOnBills(
      deps.scanExport,
      toMark.map((subject) => ({ subject, verdict })),
      by,
    )
  return {
    question: {
      id: `seller ${id} ${Bun.hash.wyhash(toMark.join('\n'))}`,
      kind: 'seller',
      subject: {
        id,
        title: seller === '' ? gstin : seller,
        totalPaise: noBillTaxPaise + notIn2bTaxPaise,
      },
      asks: {
        code: noBill > 0 ? 'bills to send' : 'bills to file',
        values: { seller, count: `${noBill > 0 ? noBill : notIn2b}` },
      },
      because: [],
      evidence: { type: 'text', text: letter },
      proposals: [
        { id: 'asked', name: '', note: '' },
        { id: 'ignored', name: '', note: '' },
      ],
      answers: [],
    },
    async answer({ choice }: Answer): Promise<Undo> {
      await decide(choice === 'ignored' ? 'ignored' : 'asked')
      return () => decide('open')
    },
  }
}

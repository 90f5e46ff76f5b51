import { dutiesOf } from '../accounts/rules.ts'
import { type InBooks, findLost, type Lost } from '../books/mapping/alike.ts'
import { usualBooks } from '../books/mapping/companies.ts'
import { readMapped, partyOf, type Mapped, findMapping } from '../books/mapping/mapping-queries.ts'
import {
  propose,
  type Proposal,
  hasRates,
  isRate,
  readRole,
  roleTitle,
} from '../books/mapping/propose.ts'
import {
  listOfCause,
  listCauses,
  listOpenSubjects,
  type SubjectKind,
} from '../books/results/queries.ts'
import { importSentence, isImportCode } from '../platform/import-codes.ts'
import { eachInTurns } from '../platform/turns.ts'
import { findScanOwner } from '../services/scan-export/overview/show-scan.ts'
import { findScans } from '../services/scan-export/overview/list-scans.ts'
import { withWhatIsKnown } from '../services/scan-export/proposals/find-items.ts'
import { findOrder } from '../services/storefront/orders/order.ts'
import type { Asker, QuestionDeps } from './question.ts'

/** Proposals are searched for this many causes: the first causes block the most documents. */
const proposedForMax = 30

/** The most documents shown for one cause. */
const shownMax = 100

/** The causes for which documents and orders, or only one of them, are not in the accounts, the most frequent first, with proposals. */
export async function causesFor(deps: QuestionDeps, asker: Asker, only?: SubjectKind) {
  const { read } = deps.database
  const ofScans =
    only === 'order'
      ? []
      : listCauses(read).all({ kind: 'scan', subjectIds: visibleOf(deps, asker) })
  const ofOrders =
    seesOrders(asker) && only !== 'scan'
      ? listCauses(read).all({ kind: 'order', subjectIds: null })
      : []
  const all = [
    ...ofScans.map((cause) => ({ kind: 'scan' as const, ...cause })),
    ...ofOrders.map((cause) => ({ kind: 'order' as const, ...cause })),
  ].toSorted((a, b) => b.subjects - a.subjects)
  const shown: ReturnType<typeof shownCause>[] = []
  await eachInTurns(all.entries(), ([at, cause]) => {
    const one = shownCause(deps, cause, at < proposedForMax)
    shown.push({ ...one, ...(asker.role === 'owner' ? {} : ofClerk(one)) })
  })
  return shown
}

/** The open documents that a clerk may see: their own. Null means all. */
export function visibleOf({ database, scanExport }: QuestionDeps, asker: Asker): string | null {
  if (asker.role === 'owner') return null
  const open = listOpenSubjects(database.read).all({ kind: 'scan' })
  const own = open.filter(({ id }) => findScanOwner(scanExport, id) === asker.userId)
  return JSON.stringify(own.map(({ id }) => id))
}

/** Only users at the counter see orders, as everywhere in the console. */
export function seesOrders(asker: Asker): boolean {
  return dutiesOf(asker).includes('counter')
}

/** Only an owner may change a confirmed mapping (see clerk-answers.ts). */
function ofClerk({ isConfirmed }: ReturnType<typeof shownCause>) {
  return isConfirmed ? { proposals: [] } : {}
}

type Cause = { kind: SubjectKind } & ReturnType<ReturnType<typeof listCauses>['all']>[number]

function shownCause(deps: QuestionDeps, cause: Cause, proposes: boolean) {
  const { kind, books: told, code, field, subjects, oldestAt } = cause
  const books = told ?? usualBooks(deps.database.read)
  const within = books === undefined ? undefined : { conn: deps.database.read, books }
  const lost = within === undefined ? undefined : findLost(within, code, field)
  const mapped = lost ?? readMapped(field)
  return {
    id: `${kind}|${told ?? ''}|${code}|${field}`,
    kind,
    /** The number of the accounts, as listed with the bridges. Null if the reporting program never named them. */
    books: told,
    code,
    field,
    count: subjects,
    since: new Date(oldestAt).toISOString(),
    /** What the accounts lack. Null if nothing in the accounts could solve the cause. */
    missing: mapped === undefined ? null : shownMissing(mapped, lost),
    sentence: sentenceOf(cause, mapped !== undefined),
    /** Whether somebody has confirmed the mapping. */
    isConfirmed:
      mapped !== undefined &&
      within !== undefined &&
      findMapping(within.conn).get({
        books: within.books,
        kind: mapped.kind,
        match: mapped.match,
      }) !== undefined,
    /** The confirmed name in the accounts. The bridge enters the documents at its next round. */
    foundAs: mapped === undefined || within === undefined ? null : foundAs(within, mapped, lost),
    proposals:
      mapped === undefined || within === undefined || !proposes
        ? []
        : proposalsFor(deps, within, mapped, lost?.name),
  }
}

/** Sentences for orders, whose messages all differ, by the field that blocks them. */
const ordersSentences: ReadonlyMap<string, string> = new Map([
  ['status', 'The orders were cancelled or returned: there is nothing to enter. Leave them out.'],
  [
    'excluded_items',
    'Some of each order are lines without a SKU, or were entered before: enter it by hand, or leave it out.',
  ],
])

/** Documents that wait for the same thing share a message. Other messages contain each document's own figures. */
function sentenceOf({ kind, code, field, message, messages }: Cause, isMissing: boolean): string {
  const usual = isImportCode(code) ? importSentence(code) : ''
  if (message === '') return usual
  if (isMissing || messages === 1) return message
  return (kind === 'order' ? ordersSentences.get(field) : undefined) ?? usual
}

/** `field` is the mapped subject. `name` is its earlier name in the accounts, '' if unknown. */
function shownMissing(mapped: Mapped, lost: Lost | undefined) {
  const { kind, ours } = mapped
  return { kind, title: titleOf(mapped), field: `${kind}:${ours}`, name: lost?.name ?? '' }
}

/** A ledger without a rate serves every rate. A lost ledger may have a new name. */
function foundAs({ conn, books }: InBooks, { kind, ours, match }: Mapped, lost: Lost | undefined) {
  if (lost !== undefined) return lost.nowCalled
  const found = findMapping(conn).get({ books, kind, match })
  if (found !== undefined || kind !== 'ledger') return found?.name ?? null
  const { base, rest } = readRole(ours)
  return isRate(rest) ? (findMapping(conn).get({ books, kind, match: base })?.name ?? null) : null
}

/** The name that people use. */
export function titleOf({ kind, ours }: Pick<Mapped, 'kind' | 'ours'>): string {
  if (kind === 'ledger') return roleTitle(ours)
  if (kind === 'voucher_type') return ours.replaceAll('_', ' ')
  if (kind !== 'party') return ours
  const { gstin, name } = partyOf(ours)
  return [name, gstin].filter((text) => text !== '').join(', ')
}

/** `lostName` is the name that no longer exists. */
function proposalsFor(
  { scanExport }: QuestionDeps,
  within: InBooks,
  mapped: Mapped,
  lostName: string | undefined,
) {
  const { kind, ours } = mapped
  const known =
    kind === 'item'
      ? withWhatIsKnown(scanExport, { name: ours, hsn: null, gstPct: null, from: 'product names' })
      : null
  return propose(within, mapped, known?.hsn ?? '')
    .filter(({ master }) => master.name !== lostName)
    .map(shownProposal)
}

function shownProposal({ master, reason, field }: Proposal) {
  const { base, rest } = readRole(field.replace(/^ledger:/, ''))
  const isForAll = field.startsWith('ledger:') && rest === '' && hasRates(base)
  return { id: master.id, name: master.name, gstin: master.gstin, reason, field, isForAll }
}

export type Asked = { kind: SubjectKind; books: number | null; code: string; field: string }

/** The documents or orders that wait because of one cause, as far as the user may see them. */
export function subjectsOf(deps: QuestionDeps, asker: Asker, asked: Asked) {
  const isScan = asked.kind === 'scan'
  const subjectIds = isScan ? visibleOf(deps, asker) : null
  const rows = listOfCause(deps.database.read).all({ ...asked, subjectIds, limit: shownMax })
  const titles = isScan ? scanTitles(deps, asker, rows) : orderTitles(deps, asker, rows)
  return rows.flatMap(({ subjectId, message, attempts, since }) => {
    const title = titles.get(subjectId)
    if (title === undefined) return []
    return [{ id: subjectId, title, message, attempts, since: new Date(since).toISOString() }]
  })
}

type Rows = readonly { subjectId: string }[]

/** The titles of documents for people. */
export function scanTitles(deps: QuestionDeps, { role, userId }: Asker, rows: Rows) {
  const ids = [...new Set(rows.map(({ subjectId }) => subjectId))]
  const visible = findScans(deps.scanExport, ids).filter(
    (scan) => role === 'owner' || scan.userId === userId,
  )
  return new Map(
    visible.map(({ id, filename, seller, invoiceNo }) => {
      const said = [seller, invoiceNo].filter((text) => text !== null && text !== '').join(', ')
      return [id, said === '' ? filename : said]
    }),
  )
}

/** The titles of orders for people. None for users who are not at the counter. */
export function orderTitles({ database }: QuestionDeps, asker: Asker, rows: Rows) {
  if (!seesOrders(asker)) return new Map<string, string>()
  return new Map(
    rows.flatMap(({ subjectId }): [string, string][] => {
      const order = findOrder(database.read).get({ id: subjectId })
      return order === undefined ? [] : [[subjectId, order.orderNo]]
    }),
  )
}

import { findOrganisation } from '../../../../accounts/queries.ts'
import { foldText } from '../../../../platform/text.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { findNarrowScan } from '../../scans/queries.ts'
import { monthsState } from '../months/queries.ts'
import { reconcile, type Reconciliation } from '../reconcile.ts'
import { entriesOf, type Entry, type EntryState } from './entry.ts'
import { letterTo, type Asking } from './letter.ts'

type Deps = Pick<ScanExportDeps, 'database' | 'clock' | 'rules' | 'names'>

/** What to look at, beside single states: what differs, and what is only likely. */
export const entryFilters = ['matched', 'look', 'no_bill', 'not_in_2b', 'replaced'] as const

export type EntriesWanted = {
  /** yyyy-mm; the last one that is there, where it is left out. */
  period?: string | undefined
  state?: (typeof entryFilters)[number] | undefined
  itc?: 'yes' | 'no' | undefined
  mark?: 'asked' | 'ignored' | undefined
  search?: string | undefined
}

/** A month as a whole: how many stand where, and the tax in paise, of credit notes below zero. */
export type MonthCounts = {
  period: string
  generatedOn: string
  importedAt: number
  bills: number
  counts: Record<(typeof entryFilters)[number], number>
  /** Tax of bills of the shop that nobody filed. */
  atRiskPaise: number
  /** Tax that the portal gives credit for, of bills that the shop lacks. */
  withoutBillPaise: number
  /** Tax that the portal gives credit for. */
  creditPaise: number
}

export type SellerTotals = {
  id: string
  gstin: string
  seller: string
  bills: number
  taxPaise: number
  noBill: number
  noBillTaxPaise: number
  notIn2b: number
  notIn2bTaxPaise: number
  look: number
  /** What can be sent to the seller; '' where there is nothing to ask for. */
  letter: string
}

/** The months that are there, the last first, and how each stands. What needs nothing by somebody's word is in no count. */
export async function listGstr2bMonths(deps: Deps): Promise<MonthCounts[]> {
  const known = await reconcile(deps)
  return known.months.map(({ period, generatedOn, importedAt }) => ({
    period,
    generatedOn,
    importedAt,
    ...countsOf(entriesOf(known, period)),
  }))
}

/** The last month that is there; null while there is none. Nothing is looked for then. */
export async function latestGstr2bMonth(deps: Deps): Promise<MonthCounts | null> {
  if (monthsState(deps.database.read).get()?.n === 0) return null
  const [latest = null] = await listGstr2bMonths(deps)
  return latest
}

/** The lines of a month that fit, in the order of sellers and days. */
export async function listGstr2bEntries(deps: Deps, wanted: EntriesWanted): Promise<Entry[]> {
  const known = await reconcile(deps)
  const period = periodOf(known, wanted)
  if (period === undefined) return []
  const search = foldText(wanted.search ?? '')
  return entriesOf(known, period)
    .filter((entry) => fits(entry, wanted, search))
    .toSorted((a, b) => compare(keyOf(a), keyOf(b)))
}

/** The sellers of a month, and what is missing of each. */
export async function listGstr2bSellers(
  deps: Deps,
  wanted: Pick<EntriesWanted, 'period' | 'search'>,
): Promise<SellerTotals[]> {
  const entries = await listGstr2bEntries(deps, wanted)
  const shop = askingShop(deps)
  const bySeller = Map.groupBy(entries, ({ gstin, seller }) => gstin || foldText(seller))
  return Array.from(bySeller, ([id, its]) => totalsOf(id, its, shop))
}

/** Of lines that are shown: whether the document is still there, and what can be sent to the seller. */
export function withLetter(deps: Pick<Deps, 'database'>, entries: readonly Entry[]) {
  const shop = askingShop(deps)
  const { read } = deps.database
  return entries.map((entry) => ({
    ...entry,
    isBillThere:
      entry.bill !== null && findNarrowScan(read).get({ id: entry.bill.id }) !== undefined,
    letter: isAskedFor(entry) ? letterTo([entry], shop) : '',
  }))
}

function askingShop({ database }: Pick<Deps, 'database'>): Asking {
  const { name = '', gstin = null } = findOrganisation(database.read).get() ?? {}
  return { name, gstin }
}

function periodOf({ months }: Reconciliation, { period }: EntriesWanted): string | undefined {
  return period ?? months[0]?.period
}

const lookedAt: readonly EntryState[] = ['differs', 'suggested']

function fits(entry: Entry, { state, itc, mark }: EntriesWanted, search: string): boolean {
  const { state: own } = entry
  const isState = state === undefined || (state === 'look' ? lookedAt.includes(own) : own === state)
  const isItc =
    itc === undefined || (entry.itc !== null && (entry.itc === 'yes') === (itc === 'yes'))
  // What needs nothing is only shown to who asks for it.
  const isMark = mark === undefined ? entry.mark !== 'ignored' : entry.mark === mark
  return isState && isItc && isMark && isFound(entry, search)
}

function isFound({ seller, number, gstin, bill }: Entry, search: string): boolean {
  if (search === '') return true
  const texts = [seller, number, gstin, bill?.number ?? '', bill?.seller ?? '']
  return texts.some((text) => foldText(text).includes(search))
}

function keyOf({ seller, gstin, day, number, id }: Entry): string {
  return [foldText(seller), gstin, day, number, id].join('\n')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function countsOf(entries: readonly Entry[]) {
  const open = entries.filter(({ mark }) => mark !== 'ignored')
  const inState = (...states: EntryState[]) => open.filter(({ state }) => states.includes(state))
  const credited = open.filter(({ itc, state }) => itc === 'yes' && state !== 'replaced')
  return {
    bills: entries.filter(({ section }) => section !== null).length,
    counts: {
      matched: inState('matched').length,
      look: inState(...lookedAt).length,
      no_bill: inState('no_bill').length,
      not_in_2b: inState('not_in_2b').length,
      replaced: inState('replaced').length,
    },
    atRiskPaise: taxOf(inState('not_in_2b')),
    withoutBillPaise: taxOf(credited.filter(({ state }) => state === 'no_bill')),
    creditPaise: taxOf(credited),
  }
}

/** A credit note takes away. */
function taxOf(entries: readonly Entry[]): number {
  return entries.reduce(
    (sum, { kind, taxPaise }) => sum + (kind === 'credit_note' ? -taxPaise : taxPaise),
    0,
  )
}

function isAskedFor({ state, kind }: Entry): boolean {
  return (state === 'no_bill' && kind !== 'bill_of_entry') || state === 'not_in_2b'
}

function totalsOf(id: string, entries: readonly Entry[], shop: Asking): SellerTotals {
  const [first] = entries
  const inState = (...states: EntryState[]) => entries.filter(({ state }) => states.includes(state))
  const [noBill, notIn2b] = [inState('no_bill'), inState('not_in_2b')]
  const asked = entries.filter(isAskedFor)
  return {
    id,
    gstin: first?.gstin ?? '',
    seller: entries.find(({ seller }) => seller !== '')?.seller ?? '',
    bills: entries.length,
    taxPaise: taxOf(entries.filter(({ state }) => state !== 'replaced')),
    noBill: noBill.length,
    noBillTaxPaise: taxOf(noBill),
    notIn2b: notIn2b.length,
    notIn2bTaxPaise: taxOf(notIn2b),
    look: inState(...lookedAt).length,
    letter: asked.length === 0 ? '' : letterTo(asked, shop),
  }
}

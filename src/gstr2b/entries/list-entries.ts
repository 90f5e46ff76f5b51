import { findOrganisation } from '../../accounts/queries.ts'
import { foldText } from '../../platform/text.ts'
import { isKnownScan, type ScanExportDeps } from '../../services/scan-export/service.ts'
import { listMonths, monthName, type MonthHead } from '../months.ts'
import { reconcile, type Reconciliation } from '../reconcile.ts'
import { filterOf, noCounts, signedTax, type Counts } from './counts.ts'
import { entriesOf, type Entry } from './entry.ts'
import { compare } from '../matching/numbers.ts'
import { rupees } from '../../paper/values.ts'

type Deps = Pick<ScanExportDeps, 'database' | 'clock' | 'rules' | 'names'>

export type EntriesWanted = {
  /** yyyy-mm. The last imported month by default. */
  period?: string | undefined
  state?: keyof Counts['counts'] | undefined
  itc?: 'yes' | 'no' | undefined
  mark?: 'asked' | 'ignored' | undefined
  search?: string | undefined
}

export type MonthCounts = Counts & Pick<MonthHead, 'period' | 'generatedOn' | 'importedAt'>

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
  /** A letter to the seller; '' when there is nothing to ask for. */
  letter: string
  /** Subjects that the letter names and that nobody has marked as asked for. */
  toMark: readonly string[]
}

/** The imported months, the last first, with their totals. */
export async function listGstr2bMonths(deps: Deps): Promise<MonthCounts[]> {
  const { months, counts } = await reconcile(deps)
  return months.map(({ period, generatedOn, importedAt }) => ({
    period,
    generatedOn,
    importedAt,
    ...(counts.get(period) ?? noCounts()),
  }))
}

/** The last imported month; null without one. Then nothing is matched. */
export async function latestGstr2bMonth(deps: Deps): Promise<MonthCounts | null> {
  if (listMonths(deps.database.read).get() === undefined) return null
  const [latest = null] = await listGstr2bMonths(deps)
  return latest
}

/** The lines of a month that match the filters, by seller and day. */
export async function listGstr2bEntries(deps: Deps, wanted: EntriesWanted): Promise<Entry[]> {
  const known = await reconcile(deps)
  const period = periodOf(known, wanted)
  if (period === undefined) return []
  const search = foldText(wanted.search ?? '')
  return entriesOf(known, period)
    .filter((entry) => fits(entry, wanted, search))
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .toSorted((a, b) => compare(a.key, b.key))
    .map(({ entry }) => entry)
}

/** The sellers of a month, and what each still has to send or file. */
export async function listGstr2bSellers(
  deps: Deps,
  wanted: Pick<EntriesWanted, 'period' | 'search'>,
): Promise<SellerTotals[]> {
  const entries = await listGstr2bEntries(deps, wanted)
  const shop = askingShop(deps)
  const bySeller = Map.groupBy(entries, ({ gstin, seller }) => gstin || foldText(seller))
  return Array.from(bySeller, ([id, its]) => totalsOf(id, its, shop))
}

/** Adds to shown lines whether the document still exists, and a letter to the seller. */
export function withLetter(deps: Pick<Deps, 'database'>, entries: readonly Entry[]) {
  const shop = askingShop(deps)
  const { read } = deps.database
  return entries.map((entry) => ({
    ...entry,
    isBillThere: entry.bill !== null && isKnownScan(read, entry.bill.id),
    letter: letterTo([entry].filter(isAskedFor), shop).text,
  }))
}

function askingShop({ database }: Pick<Deps, 'database'>): Asking {
  const { name = '', gstin = null } = findOrganisation(database.read).get() ?? {}
  return { name, gstin }
}

function periodOf({ months }: Reconciliation, { period }: EntriesWanted): string | undefined {
  return period ?? months[0]?.period
}

function fits(entry: Entry, { state, itc, mark }: EntriesWanted, search: string): boolean {
  const isState = state === undefined || filterOf(entry.state) === state
  const isItc =
    itc === undefined || (entry.itc !== null && (entry.itc === 'yes') === (itc === 'yes'))
  // Lines that need nothing are shown only on request.
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

function taxOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { kind, taxPaise }) => sum + signedTax(kind, taxPaise), 0)
}

function isAskedFor({ state }: Entry): boolean {
  return state === 'no_bill' || state === 'not_in_2b'
}

function totalsOf(id: string, entries: readonly Entry[], shop: Asking): SellerTotals {
  const [first] = entries
  const standing = (where: keyof Counts['counts']) =>
    entries.filter(({ state }) => filterOf(state) === where)
  const [noBill, notIn2b] = [standing('no_bill'), standing('not_in_2b')]
  const { text, named } = letterTo(entries.filter(isAskedFor), shop)
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
    look: standing('look').length,
    letter: text,
    toMark: named.filter((entry) => !isAsked(entry)).map(({ subject }) => subject),
  }
}

/** The shop that asks. */
type Asking = { name: string; gstin: string | null }

/** Bills that each part of a letter names. The letter only counts the rest. */
const namedMax = 50

/** A letter, and the lines that it names. */
type SellerLetter = { text: string; named: readonly Entry[] }

/**
 * A letter to a seller about bills of a month: bills that did not arrive, and bills that the seller has not filed. Bills that nobody has
 * asked for yet come first.
 */
function letterTo(entries: readonly Entry[], shop: Asking): SellerLetter {
  const [first] = entries
  if (first === undefined) return { text: '', named: [] }
  const month = monthName(first.period)
  const inOrder = entries.toSorted((a, b) => Number(isAsked(a)) - Number(isAsked(b)))
  const noBill = inOrder.filter(({ state }) => state === 'no_bill')
  const notFiled = inOrder.filter(({ state }) => state === 'not_in_2b')
  const text = [
    `Dear ${first.seller || 'Sir or Madam'},`,
    ...partOf(
      noBill,
      `our GSTR-2B of ${month} has ${noBill.length === 1 ? 'this bill' : 'these bills'} of yours, which we have not received. Please send us a copy:`,
    ),
    ...partOf(
      notFiled,
      `${noBill.length > 0 ? 'And we' : 'we'} have ${notFiled.length === 1 ? 'this bill' : 'these bills'} of yours, which our GSTR-2B of ${month} does not have. Please file ${notFiled.length === 1 ? 'it' : 'them'} in your GSTR-1:`,
    ),
    [shop.name, shop.gstin === null ? '' : `GSTIN ${shop.gstin}`]
      .filter((part) => part !== '')
      .join(', '),
  ].join('\n\n')
  return { text, named: [...noBill.slice(0, namedMax), ...notFiled.slice(0, namedMax)] }
}

function isAsked({ mark }: Entry): boolean {
  return mark === 'asked'
}

function partOf(entries: readonly Entry[], begins: string): string[] {
  if (entries.length === 0) return []
  const lines = entries.slice(0, namedMax).map(lineOf)
  const more = entries.length - lines.length
  return [[begins, ...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')]
}

function lineOf({ number, day, totalPaise, taxPaise }: Entry): string {
  const dated = day === '' ? '' : ` of ${day.split('-').toReversed().join('-')}`
  return `- ${number || 'without a number'}${dated}, ${rupees(totalPaise)}, with ${rupees(taxPaise)} of GST`
}

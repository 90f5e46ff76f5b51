import type { Books, Company, NewLedger } from '../books.ts'
import { keyIn, markerOf, markerStart } from '../keys.ts'
import { conditionOf, openPaired, rowsOf, type OpenCompany } from './companies.ts'
import { differences, likelyAmong, likelyFilters } from './compare.ts'
import { readMasters, readStock } from './masters.ts'
import { readStanding, readVouchers, type Period } from './read-vouchers.ts'
import { renderVoucher, renderLedger } from './render.ts'
import { answerOf, collectionRequest, type Collection, isQuotable } from './requests.ts'
import type { Transport } from './transport.ts'
import { childOf, nameAt, textAt, textOf } from './tree.ts'
import { daysAfter, distinct, type Problem, unbalanced, type Voucher } from '../vouchers/voucher.ts'
import { dayInIndia } from '../../paper/values.ts'
import { AppError } from '../../platform/errors.ts'
import type { ImportCode } from '../../platform/import-codes.ts'
import { foldText } from '../../platform/text.ts'
import type { Clock } from '../../platform/time.ts'

/** The days of a month on which Tally's educational mode accepts vouchers. */
const educationalDays = ['01', '02', '31']

/** A Tally company as `Books`. `url` is for people. */
export function tallyBooks(
  transport: Transport,
  url: string,
  company: Company,
  clock: Clock,
): Books {
  const names = knownNames(transport, company.name)
  let masterMark = 0
  let isEducational = false

  const paired = async () => {
    const found = await openPaired(transport, company)
    masterMark = found.masterMark
    return found
  }

  return {
    system: 'tally',
    company,
    async health() {
      const condition = await conditionOf(transport, url, company)
      isEducational = condition.health === 'educational'
      return condition
    },
    mark: async () => (await paired()).voucherMark,
    masterMark: async () => (await paired()).masterMark,
    masters: (kind, after) => readMasters(transport, company.name, kind, after),
    sellerGroups: () => sellerGroups(transport, company.name),
    stock: () => stockToday(transport, company, clock),
    check: async (voucher) => [
      ...wrongIn(voucher, company, isEducational),
      ...(await names.missingOf(voucher, masterMark)),
    ],
    render: (voucher, key) => renderVoucher(voucher, { key, company: company.name }),
    async write(text) {
      const sent = await transport.write(text)
      return 'answer' in sent
        ? answerOf(sent.answer)
        : { outcome: 'unknown', message: sent.lost, raw: '' }
    },
    async withKey(key, date, width) {
      const period =
        width === 'near' ? periodAround(date) : wholePeriod(await paired(), clock.now(), date)
      const filter = `$Narration CONTAINS "${markerOf(key)}"`
      const found = await readVouchers(transport, company.name, period, [filter])
      return found.filter(({ narration }) => keyIn(narration) === key)
    },
    async withGuid(guid) {
      const period = wholePeriod(await paired(), clock.now())
      return await readVouchers(transport, company.name, period, [`$GUID = "${guid}"`])
    },
    async ours() {
      const period = lastMonths(await paired(), clock.now())
      const filters = [`$Narration CONTAINS "${markerStart}"`]
      return await readStanding(transport, company.name, period, filters)
    },
    async likely(voucher, ownKeys) {
      const filters = likelyFilters(voucher)
      if (filters === undefined) return []
      const period = financialYear(voucher.date)
      const entered = await readVouchers(transport, company.name, period, filters)
      return likelyAmong(voucher, ownKeys, entered)
    },
    createLedger: (ledger) => createLedger(transport, company, ledger),
    differences,
  }
}

async function* stockToday(transport: Transport, company: Company, clock: Clock) {
  await openPaired(transport, company)
  const period = { from: company.booksFrom, to: dayInIndia(clock.now()) }
  yield* readStock(transport, company.name, period)
}

function wrongIn(voucher: Voucher, { booksFrom }: Company, isEducational: boolean): Problem[] {
  const problems = unbalanced(voucher)
  if (voucher.date < booksFrom) {
    problems.push({
      code: 'date_out_of_period',
      field: 'date',
      message: `${voucher.date} is before the books begin, on ${booksFrom}.`,
    })
  }
  if (isEducational && !educationalDays.includes(voucher.date.slice(-2))) {
    problems.push({
      code: 'educational_date',
      field: 'date',
      message: `Tally runs in educational mode, which takes nothing dated ${voucher.date}: only the 1st, 2nd and 31st.`,
    })
  }
  return problems
}

/** The reserved name of Tally's own group for sellers. It stays when somebody renames the group. */
const sellers = 'Sundry Creditors'

/** Names, folded, of Tally's own group of sellers and all groups below it. Throws AppError `unavailable`. */
async function sellerGroups(
  transport: Pick<Transport, 'read'>,
  company: string,
): Promise<ReadonlySet<string>> {
  const fetch = ['NAME', 'PARENT', 'RESERVEDNAME']
  const answer = await transport.read(collectionRequest({ type: 'Group', company, fetch }))
  const groups = rowsOf(answer, 'GROUP').map((row) => {
    return {
      name: foldText(nameAt(row)),
      parent: foldText(textAt(row, 'PARENT')),
      reserved: textAt(row, '@RESERVEDNAME') || textAt(row, 'RESERVEDNAME'),
    }
  })
  const found = new Set(
    groups.filter(({ reserved }) => reserved === sellers).map(({ name }) => name),
  )
  if (found.size === 0) {
    throw new AppError('unavailable', 'Tally did not say which ledgers are sellers.')
  }
  // Each pass finds one more level. The loop ends when a pass finds nothing.
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const { name, parent } of groups) if (found.has(parent)) found.add(name)
  }
  return found
}

type Dated = Pick<OpenCompany, 'booksFrom' | 'lastVoucherDate'>

/** How far a person is likely to move a voucher's date. A short period keeps searches quick. */
const nearDays = 90

/** Bills are dated ahead by a year at most. */
const aheadDays = 366

function periodAround(date: string): Period {
  return { from: daysAfter(date, -nearDays), to: daysAfter(date, nearDays) }
}

/** What was entered lately usually has a recent date. */
function lastMonths(company: Dated, now: number): Period {
  return { from: daysAfter(day(now), -nearDays), to: wholePeriod(company, now).to }
}

/** All dates in the accounts. The clock alone is not enough, because it may be years behind. */
function wholePeriod(company: Dated, now: number, date = ''): Period {
  const { booksFrom, lastVoucherDate } = company
  const last = [day(now), lastVoucherDate, date].toSorted().at(-1) ?? ''
  return { from: booksFrom, to: daysAfter(last, aheadDays) }
}

/** The financial year of a date: from 1 April to 31 March. */
function financialYear(date: string): Period {
  const year = Number(date.slice(0, 4)) - (date.slice(5, 7) < '04' ? 1 : 0)
  return { from: `${year}-04-01`, to: `${year + 1}-03-31` }
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/**
 * Creates a ledger that somebody asked for. Tally would silently alter an existing ledger of that name, even its opening balance. So all
 * names are read just before, while the company is still open. Returns what went wrong; undefined when the ledger exists now. Throws
 * AppError `unavailable`.
 */
export async function createLedger(
  transport: Transport,
  company: Company,
  ledger: NewLedger,
): Promise<string | undefined> {
  if (await isThere(transport, company, ledger.name)) return undefined
  await openPaired(transport, company)
  const sent = await transport.write(renderLedger(ledger, company.name, company.booksFrom))
  if (await isThere(transport, company, ledger.name)) return undefined
  const answer = 'answer' in sent ? answerOf(sent.answer) : undefined
  return answer !== undefined && 'message' in answer && answer.message !== ''
    ? answer.message
    : 'Tally did not make it, and did not say why.'
}

async function isThere(transport: Transport, { name }: Company, ledger: string): Promise<boolean> {
  const request = collectionRequest({ type: 'Ledger', fetch: ['NAME'], company: name })
  const rows = rowsOf(await transport.read(request), 'LEDGER')
  const wanted = foldName(ledger)
  return rows.some((row) => foldName(nameAt(row)) === wanted)
}

/** Tally treats names as equal that differ only in case, outer spaces, or a hyphen or slash for a space (source: measured on 7.1). */
function foldName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-/\s]+/g, ' ')
    .trim()
}

type MasterType = Exclude<Collection['type'], 'Company' | 'Group' | 'Voucher'>

/** Remembers which master names exist, until Tally's master mark changes. */
type KnownNames = {
  /** The missing masters of a voucher, one problem for each name. Throws AppError `unavailable`. */
  missingOf(voucher: Voucher, masterMark: number): Promise<Problem[]>
}

const codes: Record<MasterType, { code: ImportCode; what: string }> = {
  Ledger: { code: 'ledger_missing', what: 'ledger' },
  StockItem: { code: 'item_missing', what: 'stock item' },
  Unit: { code: 'unit_missing', what: 'unit' },
  Godown: { code: 'godown_missing', what: 'godown' },
  VoucherType: { code: 'type_missing', what: 'voucher type' },
}

function knownNames(transport: Transport, company: string): KnownNames {
  const known = new Set<string>()
  let markThen = -1
  return {
    async missingOf(voucher, masterMark) {
      if (masterMark !== markThen) known.clear()
      markThen = masterMark
      const problems: Problem[] = []
      for (const [type, names] of namesOf(voucher)) {
        const asked = names.filter((name) => !known.has(`${type} ${foldText(name)}`))
        for (const name of await present(transport, company, type, asked)) {
          known.add(`${type} ${foldText(name)}`)
        }
        const missing = asked.filter((name) => !known.has(`${type} ${foldText(name)}`))
        problems.push(...missing.map((name) => problemOf(type, name)))
      }
      return problems
    },
  }
}

/** All names in a voucher, each once. */
function namesOf(voucher: Voucher): [MasterType, string[]][] {
  const { party, entries, items, voucherType } = voucher
  const ledgers = [
    party,
    ...entries.map(({ ledger }) => ledger),
    ...items.map(({ ledger }) => ledger),
  ]
  return [
    ['VoucherType', [voucherType]],
    ['Ledger', distinct(ledgers)],
    ['StockItem', distinct(items.map(({ item }) => item))],
    ['Unit', distinct(items.map(({ unit }) => unit))],
    ['Godown', distinct(items.map(({ godown }) => godown))],
  ]
}

/**
 * Which of some names exist. A name with a quotation mark cannot be queried and counts as present. Tally itself reports it when it is
 * missing.
 */
async function present(
  transport: Transport,
  company: string,
  type: MasterType,
  names: readonly string[],
): Promise<string[]> {
  const askable = names.filter(isQuotable)
  if (askable.length === 0) return [...names]
  const filters = [askable.map((name) => `$Name = "${name}"`).join(' OR ')]
  const answer = await transport.read(
    collectionRequest({ type, fetch: ['NAME'], company, filters }),
  )
  const found = rowsOf(answer, type.toUpperCase()).map(
    (row) => textOf(childOf(row, 'NAME')) || textOf(childOf(row, '@NAME')),
  )
  return [...names.filter((name) => !isQuotable(name)), ...found]
}

function problemOf(type: MasterType, name: string): Problem {
  const { code, what } = codes[type]
  return { code, field: `master:${name}`, message: `Tally has no ${what} "${name}".` }
}

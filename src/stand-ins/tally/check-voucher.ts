import {
  allocations,
  amountOf,
  inventoryLists,
  ledgerLists,
  quantityOf,
  findMaster,
  type Company,
  type MasterKind,
} from './books.ts'
import { childrenNamed, elementAt, textAt, type Element } from './xml.ts'

/** Why Tally refuses a voucher. Without a text Tally only counts the refusal, and shows the reason on its screen. */
export type Refusal = { counter: 'errors' | 'exceptions'; text: string }

/** The entries that Tally takes from the lists of a request. */
export type Entries = { ledgers: Element[]; items: Element[]; hasVanished: boolean }

/** Days of a month on which a Tally without a licence accepts vouchers. */
const educationalDays: ReadonlySet<string> = new Set(['01', '02', '31'])

/** In an invoice with items, Tally silently loses the entries of ALLLEDGERENTRIES. */
export function entriesOf(lists: readonly Element[]): Entries {
  const items = lists.filter(({ name }) => inventoryLists.has(name))
  const ledgers = lists.filter(({ name }) => ledgerLists.has(name))
  if (items.length === 0) return { ledgers, items, hasVanished: false }
  const kept = ledgers.filter(({ name }) => name === 'LEDGERENTRIES.LIST')
  return { ledgers: kept, items, hasVanished: kept.length < ledgers.length }
}

/** The first fault of a voucher. Undefined when Tally accepts it. */
export function refusalOf(
  company: Company,
  voucher: { type: string; header: Record<string, string>; lists: Element[] },
  isEducational: boolean,
): Refusal | undefined {
  const { header, lists } = voucher
  if (findMaster(company, 'VOUCHERTYPE', voucher.type) === undefined) {
    return refused(`Voucher Type '${voucher.type}' does not exist!`)
  }
  const entries = entriesOf(lists)
  return (
    wrongDate(company, header['DATE'] ?? '', isEducational) ??
    noEntries(entries, lists) ??
    missingLedger(company, header, entries) ??
    missingOfItems(company, entries) ??
    unbalanced(entries)
  )
}

function refused(text: string): Refusal {
  return { counter: 'exceptions', text }
}

function wrongDate(company: Company, date: string, isEducational: boolean): Refusal | undefined {
  // Tally's text is the same for a valid day that it does not accept.
  if (!isDate(date) || (isEducational && !educationalDays.has(date.slice(6)))) {
    return refused('Voucher date is missing')
  }
  return date < company.booksFrom || date > company.booksTo
    ? refused('Date is not within the financial period')
    : undefined
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(8, 10) === day
}

function noEntries({ ledgers, items }: Entries, lists: readonly Element[]): Refusal | undefined {
  const isEmpty = ledgers.length === 0 && items.length === 0 && lists.length === 0
  return isEmpty ? refused('No entries in Voucher!') : undefined
}

function missingLedger(
  company: Company,
  header: Record<string, string>,
  { ledgers, items }: Entries,
): Refusal | undefined {
  const party = header['PARTYLEDGERNAME'] ?? ''
  const named = [...ledgers, ...allocations(items)].map((entry) => textAt(entry, 'LEDGERNAME'))
  return missing(company, 'LEDGER', 'Ledger', party === '' ? named : [party, ...named])
}

function missingOfItems(company: Company, { items }: Entries): Refusal | undefined {
  const names = items.map((item) => textAt(item, 'STOCKITEMNAME'))
  const units = items.flatMap((item) => unitsOf(item))
  const godowns = items.map((item) => textAt(item, 'BATCHALLOCATIONS.LIST', 'GODOWNNAME'))
  return (
    missing(company, 'STOCKITEM', 'Stock Item', names) ??
    missing(company, 'UNIT', 'Unit', units) ??
    // A missing godown is only counted. Tally gives no text.
    (godowns.includes('') ? refused('') : missing(company, 'GODOWN', 'Godown', godowns))
  )
}

function missing(
  company: Company,
  kind: MasterKind,
  label: string,
  names: readonly string[],
): Refusal | undefined {
  const name = names.find((each) => findMaster(company, kind, each) === undefined)
  return name === undefined ? undefined : refused(`${label} '${name}' does not exist!`)
}

function unitsOf(item: Element): string[] {
  const quantities = ['ACTUALQTY', 'BILLEDQTY'].map((name) => quantityOf(textAt(item, name)))
  const [, per = ''] = textAt(item, 'RATE').split('/')
  return [...quantities.map((quantity) => quantity?.unit ?? ''), per].filter((unit) => unit !== '')
}

function unbalanced({ ledgers, items, hasVanished }: Entries): Refusal | undefined {
  // Tally does not miss the lost entries: it accepts the voucher with one side only.
  if (hasVanished) return undefined
  const goods = items.flatMap((item) => {
    const under = allocations([item])
    return under.length > 0 ? under : [item]
  })
  const sum = [...ledgers, ...goods].reduce((total, entry) => total + amountOf(entry), 0)
  return sum === 0 ? undefined : refused('Voucher Totals do not match!')
}

/** Whether the bills of each entry add up to its amount. Call it after Tally has dropped bills that it does not keep. */
export function wrongBills(entries: readonly Element[]): Refusal | undefined {
  const isWrong = entries.some((entry) => {
    const bills = childrenNamed(entry, 'BILLALLOCATIONS.LIST')
    if (bills.length === 0 || elementAt(entry, 'AMOUNT') === undefined) return false
    return bills.reduce((sum, bill) => sum + amountOf(bill), 0) !== amountOf(entry)
  })
  return isWrong ? refused('Bill - Allocation totals do not match!') : undefined
}

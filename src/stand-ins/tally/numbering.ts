import { findMaster, type Company, type Voucher, ledgerLists, fieldOf } from './books.ts'
import type { Refusal } from './check-voucher.ts'
import { elementAt, textAt, childrenNamed, element, type Element } from './xml.ts'

/** How a voucher type numbers. Its series decides; its own NUMBERINGMETHOD says `None`. */
type Numbering = { isManual: boolean; preventsDuplicates: boolean }

/** The number of a new voucher, or why it gets none. `before` is the voucher that it replaces. */
export function numberFor(
  company: Company,
  type: string,
  sent: string,
  before: Voucher | undefined,
): { number: string } | Refusal {
  const numbering = numberingOf(company, type)
  if (!numbering.isManual) return { number: automatic(company, type, before) }
  if (!numbering.preventsDuplicates) return { number: sent }
  if (sent === '' && before !== undefined) {
    return { counter: 'errors', text: 'Voucher Number cannot be left BLANK!' }
  }
  // Tally's screen shows the reason; its answer does not.
  const isTaken = [...company.vouchers.values()].some(
    ({ header, id }) =>
      header['VOUCHERTYPENAME'] === type && header['VOUCHERNUMBER'] === sent && id !== before?.id,
  )
  return sent === '' || isTaken ? { counter: 'exceptions', text: '' } : { number: sent }
}

/** The next number of a type. Ignores the number that was sent. An optional voucher gets a new number at each alteration. */
function automatic(company: Company, type: string, before: Voucher | undefined): string {
  const kept = before?.header['VOUCHERTYPENAME'] === type && before.header['ISOPTIONAL'] !== 'Yes'
  const number = before?.header['VOUCHERNUMBER']
  if (kept && number !== undefined) return number
  return String((company.numbers[type] ?? 0) + 1)
}

/** Remembers the number, so that the next one differs. */
export function noteNumber(company: Company, type: string, number: string): void {
  const given = Number(number)
  if (!Number.isInteger(given)) return
  company.numbers[type] = Math.max(company.numbers[type] ?? 0, given)
}

function numberingOf(company: Company, type: string): Numbering {
  const master = findMaster(company, 'VOUCHERTYPE', type)
  const series = master?.fields.find(({ name }) => name === 'VOUCHERNUMBERSERIES.LIST')
  return {
    isManual: textAt(series, 'NUMBERINGMETHOD') === 'Manual',
    preventsDuplicates: textAt(elementAt(series, 'PREVENTDUPLICATES')) === 'Yes',
  }
}

/**
 * Silent changes that Tally makes to an entry's bills. It drops bills of a ledger without bill-wise details, turns an advance on an
 * existing bill into `Agst Ref`, removes names On Account, and keeps a bill's first date for all later entries.
 */
export function rewriteBills(company: Company, lists: readonly Element[]): Element[] {
  return lists.map((list) => (ledgerLists.has(list.name) ? withBills(company, list) : list))
}

function withBills(company: Company, entry: Element): Element {
  const ledger = findMaster(company, 'LEDGER', textAt(entry, 'LEDGERNAME'))
  const keepsBills = ledger !== undefined && fieldOf(ledger, 'ISBILLWISEON') === 'Yes'
  const children = entry.children.flatMap((child) => {
    if (child.name !== billList) return [child]
    return keepsBills ? [rewritten(child, billsOf(company, ledger.name))] : []
  })
  return { ...entry, children }
}

const billList = 'BILLALLOCATIONS.LIST'

function rewritten(bill: Element, known: ReadonlyMap<string, string>): Element {
  const type = textAt(bill, 'BILLTYPE')
  if (type === 'On Account') return withField(bill, 'NAME', undefined)
  const firstDate = known.get(textAt(bill, 'NAME'))
  if (firstDate === undefined) return bill
  const dated = firstDate === '' ? bill : withField(bill, 'BILLDATE', firstDate)
  return type === 'Advance' ? withField(dated, 'BILLTYPE', 'Agst Ref') : dated
}

function withField(bill: Element, name: string, text: string | undefined): Element {
  const rest = bill.children.filter((child) => child.name !== name)
  return { ...bill, children: text === undefined ? rest : [...rest, element(name, text)] }
}

/** The bills of a ledger with each bill's first date, '' for none. */
function billsOf(company: Company, ledger: string): Map<string, string> {
  const known = new Map<string, string>()
  for (const { lists, isCancelled } of company.vouchers.values()) {
    if (isCancelled) continue
    const entries = lists.filter(
      (list) => ledgerLists.has(list.name) && textAt(list, 'LEDGERNAME') === ledger,
    )
    for (const bill of entries.flatMap((entry) => childrenNamed(entry, billList))) {
      const name = textAt(bill, 'NAME')
      if (name !== '' && !known.has(name)) known.set(name, textAt(bill, 'BILLDATE'))
    }
  }
  return known
}

import { ledgerLists } from './amounts.ts'
import { fieldOf, findMaster, type Company } from './books.ts'
import { childrenNamed, element, textAt, type Element } from './xml.ts'

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

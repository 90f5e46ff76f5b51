import type { Company, Master, Voucher } from './books.ts'
import type { Element } from './xml.ts'

const fields: Partial<Record<Master['kind'], string>> = {
  LEDGER: 'LEDGERNAME',
  STOCKITEM: 'STOCKITEMNAME',
  GODOWN: 'GODOWNNAME',
}

/** Vouchers follow a master that is called otherwise from now on; their own marks stay. Returns those that changed. */
export function renameIn(company: Company, { kind, name: from }: Master, to: string): Voucher[] {
  const field = fields[kind]
  if (field === undefined || from === to) return []
  const changed: Voucher[] = []
  for (const voucher of company.vouchers.values()) {
    const isParty = kind === 'LEDGER' && voucher.header['PARTYLEDGERNAME'] === from
    const lists = voucher.lists.map((list) => renamed(list, field, from, to))
    if (!isParty && lists.every((list, index) => list === voucher.lists[index])) continue
    voucher.lists = lists
    if (isParty) voucher.header['PARTYLEDGERNAME'] = to
    changed.push(voucher)
  }
  return changed
}

/** The same element where nothing in it has that name. */
function renamed(of: Element, field: string, from: string, to: string): Element {
  if (of.name === field && of.text === from) return { ...of, text: to }
  const children = of.children.map((child) => renamed(child, field, from, to))
  return children.every((child, index) => child === of.children[index]) ? of : { ...of, children }
}

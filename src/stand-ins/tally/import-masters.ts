import { noCounters, type Counters } from './answers.ts'
import {
  findMaster,
  foldName,
  guidOf,
  masterKinds,
  type Company,
  type Master,
  type MasterKind,
  type Voucher,
} from './books.ts'
import { masterKey, type Store } from './store.ts'
import { elementAt, textAt, type Element } from './xml.ts'

/**
 * Imports masters. Like Tally, it silently alters a master that exists, even its opening balance: `Create` does not test whether a name
 * is free.
 */
export function importMasters(
  store: Store,
  company: Company,
  messages: readonly Element[],
): Counters {
  const counters = noCounters()
  for (const sent of messages.flatMap(({ children }) => children)) {
    const refusal = importOne(store, company, sent, counters)
    if (refusal === undefined) continue
    counters.errors++
    counters.lineError = refusal
  }
  return counters
}

function importOne(
  store: Store,
  company: Company,
  sent: Element,
  counters: Counters,
): string | undefined {
  const kind = masterKinds.find((each) => each === sent.name)
  if (kind === undefined) return `${sent.name} cannot be imported!`
  const key = sent.attributes['NAME'] ?? innerName(sent)
  const known = findMaster(company, kind, key)
  if (sent.attributes['ACTION'] === 'Delete') {
    if (known === undefined) return 'Item does not exist!'
    removeMaster(store, company, known)
    counters.deleted++
    return undefined
  }
  const name = innerName(sent) || (sent.attributes['ACTION'] === 'Alter' ? key : '')
  if (name === '') return 'Name cannot be left BLANK!'
  const parent = missingParent(company, kind, textAt(sent, 'PARENT'))
  if (parent !== undefined) return parent
  putMaster(store, company, { kind, name, fields: sent.children.filter(isKept) }, known)
  if (known === undefined) counters.created++
  else counters.altered++
  return undefined
}

/** The object's own name counts. The attribute only finds an existing master. */
function innerName(sent: Element): string {
  return (
    textAt(sent, 'NAME') ||
    textAt(sent, 'LANGUAGENAME.LIST', 'NAME.LIST', 'NAME') ||
    textAt(sent, 'NAME.LIST', 'NAME')
  )
}

function missingParent(company: Company, kind: MasterKind, parent: string): string | undefined {
  const of = kind === 'LEDGER' ? 'GROUP' : kind
  const isAsked = parent !== '' && (of === 'GROUP' || of === 'VOUCHERTYPE')
  if (!isAsked || findMaster(company, of, parent) !== undefined) return undefined
  return `${of === 'GROUP' ? 'Group' : 'Voucher Type'} '${parent}' does not exist!`
}

/** Tally drops dated details that have no date. */
function isKept(field: Element): boolean {
  if (field.name === 'NAME') return false
  const isDated = field.name === 'LEDMAILINGDETAILS.LIST' || field.name === 'LEDGSTREGDETAILS.LIST'
  return !isDated || elementAt(field, 'APPLICABLEFROM') !== undefined
}

/** Writes a master with the next marks. Fields that were not sent stay. */
function putMaster(
  store: Store,
  company: Company,
  sent: { kind: MasterKind; name: string; fields: Element[] },
  before: Master | undefined,
): Master {
  const vouchers = before === undefined ? [] : renameIn(company, before, sent.name)
  const master = nextMaster(company, sent, before)
  store.commit(company, { masters: [master], vouchers })
  return master
}

/** Puts a master with the next marks in a company without storing it, for a new company. */
export function nextMaster(
  company: Company,
  sent: { kind: MasterKind; name: string; fields: Element[]; reservedName?: string },
  before?: Master,
): Master {
  const id = before?.id ?? company.lastMasterId + 1
  company.lastMasterId = Math.max(company.lastMasterId, id)
  company.altMstId++
  const given = new Set(sent.fields.map(({ name }) => name))
  const kept = before?.fields.filter(({ name }) => !given.has(name)) ?? []
  const master: Master = {
    kind: sent.kind,
    id,
    alterId: company.altMstId,
    guid: guidOf(company, id),
    name: sent.name,
    reservedName: before?.reservedName ?? sent.reservedName ?? '',
    fields: [...kept, ...sent.fields],
  }
  if (before !== undefined) company.masters[sent.kind].delete(foldName(before.name))
  company.masters[sent.kind].set(foldName(sent.name), master)
  return master
}

function removeMaster(store: Store, company: Company, master: Master): void {
  company.masters[master.kind].delete(foldName(master.name))
  store.commit(company, { gone: [masterKey(master)] })
}

const fields: Partial<Record<Master['kind'], string>> = {
  LEDGER: 'LEDGERNAME',
  STOCKITEM: 'STOCKITEMNAME',
  GODOWN: 'GODOWNNAME',
}

/** Renames a master in all vouchers. Their own marks stay. Returns the changed vouchers. */
function renameIn(company: Company, { kind, name: from }: Master, to: string): Voucher[] {
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

/** Returns the same element if the name does not occur in it. */
function renamed(of: Element, field: string, from: string, to: string): Element {
  if (of.name === field && of.text === from) return { ...of, text: to }
  const children = of.children.map((child) => renamed(child, field, from, to))
  return children.every((child, index) => child === of.children[index]) ? of : { ...of, children }
}

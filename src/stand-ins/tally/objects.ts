import {
  allocations,
  amountOf,
  amountText,
  inventoryLists,
  ledgerLists,
  quantityOf,
  fieldOf,
  findMaster,
  kindOfType,
  reservedGroup,
  type Company,
  type Master,
  type MasterKind,
  type Voucher,
} from './books.ts'
import { element, textAt, type Element } from './xml.ts'

/* Tally's objects with all their fields, from which a request chooses. A field without a value is absent. */

export function companyFields(company: Company): Record<string, string> {
  const dates = [...company.vouchers.values()].map(({ header }) => header['DATE'] ?? '')
  return {
    NAME: company.name,
    GUID: company.guid,
    COMPANYNUMBER: company.number,
    BOOKSFROM: company.booksFrom,
    STARTINGFROM: company.booksFrom,
    ENDINGAT: company.booksTo,
    LASTVOUCHERDATE: dates.toSorted().at(-1) ?? '',
    ALTVCHID: String(company.altVchId),
    ALTMSTID: String(company.altMstId),
    GSTREGISTRATIONNUMBER: company.gstin,
    STATENAME: company.state,
    PRODUCTNAME: 'TallyPrime',
  }
}

export function companyObject(company: Company): Element {
  const { name } = company
  const fields = plainFields(companyFields(company))
  return element('COMPANY', fields, { NAME: name, RESERVEDNAME: '' })
}

/** The plain fields of a master. */
export function masterFields(master: Master): Record<string, string> {
  const plain = master.fields.filter(({ children }) => children.length === 0)
  const own = plain.map(({ name, text }) => [name, text])
  const { name: NAME, guid: GUID } = master
  const ids = { NAME, GUID, MASTERID: String(master.id), ALTERID: String(master.alterId) }
  return { ...Object.fromEntries(own), ...ids }
}

export function masterObject(company: Company, master: Master, moved: Movements): Element {
  const { kind, name, reservedName } = master
  const names = element('LANGUAGENAME.LIST', [
    element('NAME.LIST', [element('NAME', name), ...aliasesOf(master)], { TYPE: 'String' }),
    element('LANGUAGEID', '1033'),
  ])
  const lists = master.fields.filter((field) => field.children.length > 0)
  const plain = plainFields(masterFields(master))
  return element(
    kind,
    [
      ...plain,
      ...lists.filter((field) => field.name !== 'LANGUAGENAME.LIST'),
      ...balances(master, moved),
      ...structure(company, master),
      names,
    ],
    { NAME: name, RESERVEDNAME: reservedName },
  )
}

function aliasesOf(master: Master): Element[] {
  const list = master.fields.find(({ name }) => name === 'LANGUAGENAME.LIST')
  const names = list?.children.find(({ name }) => name === 'NAME.LIST')?.children ?? []
  return names.filter(({ name, text }) => name === 'NAME' && text.trim() !== master.name)
}

/** The chain of groups above a group, separated by a character that XML forbids. */
function structure(company: Company, master: Master): Element[] {
  if (master.kind !== 'GROUP') return []
  const chain = [master.name]
  for (let name = fieldOf(master, 'PARENT'); name !== '' && !chain.includes(name);) {
    chain.push(name)
    const above = findMaster(company, 'GROUP', name)
    name = above === undefined ? '' : fieldOf(above, 'PARENT')
  }
  return [element('PARENTSTRUCTURE', chain.join('\u0003'))]
}

/** The sums of all vouchers: paise by ledger, and quantities by stock item. */
export type Movements = { ledgers: Map<string, number>; items: Map<string, number> }

export function movementsOf(company: Company): Movements {
  const ledgers = new Map<string, number>()
  const items = new Map<string, number>()
  for (const { header, isCancelled, lists } of company.vouchers.values()) {
    if (isCancelled || header['ISOPTIONAL'] === 'Yes') continue
    for (const entry of allLedgerEntries(lists))
      add(ledgers, textAt(entry, 'LEDGERNAME'), amountOf(entry))
    for (const item of lists.filter(({ name }) => inventoryLists.has(name))) {
      const number = quantityOf(textAt(item, 'ACTUALQTY'))?.number ?? 0
      const sign = textAt(item, 'ISDEEMEDPOSITIVE') === 'No' ? -1 : 1
      add(items, textAt(item, 'STOCKITEMNAME'), sign * number)
    }
  }
  return { ledgers, items }
}

function add(to: Map<string, number>, name: string, by: number): void {
  to.set(name, (to.get(name) ?? 0) + by)
}

/** Current balances. A balance is blank, not zero, where nothing moved. */
function balances(master: Master, { ledgers, items }: Movements): Element[] {
  if (master.kind === 'LEDGER') {
    const moved = ledgers.get(master.name) ?? 0
    return [element('CLOSINGBALANCE', moved === 0 ? '' : amountText(moved))]
  }
  if (master.kind !== 'STOCKITEM') return []
  const opening = quantityOf(fieldOf(master, 'OPENINGBALANCE'))?.number ?? 0
  const number = opening + (items.get(master.name) ?? 0)
  const paise = Math.round(Number(fieldOf(master, 'OPENINGRATE').split('/')[0]) * 100) || 0
  return [
    element('CLOSINGBALANCE', number === 0 ? '' : `${number} ${fieldOf(master, 'BASEUNITS')}`, {
      TYPE: 'Quantity',
    }),
    // Stock is a debit, so it is negative.
    element('CLOSINGVALUE', number === 0 ? '' : amountText(-Math.round(number * paise))),
  ]
}

/** Voucher types whose party Tally shows as the bank or cash ledger, whichever party was sent. */
const bankKinds: ReadonlySet<string> = new Set(['Payment', 'Receipt', 'Contra'])
const bankGroups: ReadonlySet<string> = new Set(['Bank Accounts', 'Cash-in-Hand', 'Bank OD A/c'])

/** The plain fields of a voucher. Filters read them of all vouchers. */
export function voucherFields(company: Company, voucher: Voucher): Record<string, string> {
  const { OBJVIEW: _view, ...fields } = voucher.header
  return {
    ISOPTIONAL: 'No',
    ...fields,
    PARTYLEDGERNAME: partyOf(company, voucher),
    GUID: voucher.guid,
    MASTERID: String(voucher.id),
    ALTERID: String(voucher.alterId),
    ISCANCELLED: voucher.isCancelled ? 'Yes' : 'No',
    CMPGSTIN: company.gstin,
    VCHGSTCLASS: '\u0004 Not Applicable',
  }
}

export function voucherObject(company: Company, voucher: Voucher): Element {
  const { header, guid } = voucher
  const fields = plainFields(voucherFields(company, voucher))
  return element('VOUCHER', [...fields, ...shownLists(voucher)], {
    // Tally exports its own id, although the client sent one.
    REMOTEID: guid,
    VCHKEY: `${guid}:00000008`,
    VCHTYPE: header['VOUCHERTYPENAME'] ?? '',
    OBJVIEW: header['OBJVIEW'] ?? 'Accounting Voucher View',
  })
}

function partyOf(company: Company, { header, lists }: Voucher): string {
  const sent = header['PARTYLEDGERNAME'] ?? ''
  const own = findMaster(company, 'LEDGER', sent)?.name ?? sent
  if (!bankKinds.has(kindOfType(company, header['VOUCHERTYPENAME'] ?? ''))) return own
  const names = lists.map((list) => textAt(list, 'LEDGERNAME'))
  return names.find((name) => isMoney(company, name)) ?? own
}

function isMoney(company: Company, ledger: string): boolean {
  const master = findMaster(company, 'LEDGER', ledger)
  return master !== undefined && bankGroups.has(reservedGroup(company, fieldOf(master, 'PARENT')))
}

/** Tally shows entries in both forms, and a reader takes one. A cancelled voucher has one empty form. */
function shownLists({ lists, isCancelled }: Voucher): Element[] {
  if (isCancelled) return [element('ALLLEDGERENTRIES.LIST')]
  const direct = lists.filter(({ name }) => ledgerLists.has(name))
  const items = lists.filter(({ name }) => inventoryLists.has(name))
  return [
    ...allLedgerEntries(lists).map((entry) => ({ ...entry, name: 'ALLLEDGERENTRIES.LIST' })),
    ...direct.map((entry) => ({ ...entry, name: 'LEDGERENTRIES.LIST' })),
    ...items.map((item) => ({ ...item, name: 'ALLINVENTORYENTRIES.LIST' })),
  ]
}

/** The ledger entries of a voucher, and those of its goods. */
function allLedgerEntries(lists: readonly Element[]): Element[] {
  return [...lists.filter(({ name }) => ledgerLists.has(name)), ...allocations(lists)]
}

function plainFields(fields: Record<string, string>): Element[] {
  return Object.entries(fields).flatMap(([name, text]) =>
    text === '' ? [] : [element(name, text)],
  )
}

/** The masters of one kind, in the order of creation. */
export function mastersOf(company: Company, kind: MasterKind): Master[] {
  return [...company.masters[kind].values()].toSorted((left, right) => left.id - right.id)
}

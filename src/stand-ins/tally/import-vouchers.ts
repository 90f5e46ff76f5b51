import { noCounters, type Counters } from './answers.ts'
import { entriesOf, refusalOf, wrongBills, type Refusal } from './check-voucher.ts'
import { rewriteBills, noteNumber, numberFor } from './numbering.ts'
import { findMaster, guidOf, type Company, type Voucher } from './books.ts'
import { heldKey, type Store, voucherKey } from './store.ts'
import { elementAt, textAt, type Element } from './xml.ts'

export type ImportRules = {
  isEducational: boolean
  /** Whether a known key alters an invoice with items too. Measured only for vouchers without items. */
  upsertsItemInvoices: boolean
}

/** Imports the vouchers of a request one by one and commits each. A refused voucher stops no other. */
export function importVouchers(
  store: Store,
  company: Company,
  vouchers: readonly Element[],
  rules: ImportRules,
): Counters {
  const counters = noCounters()
  for (const voucher of vouchers) {
    const refusal = importOne(store, company, voucher, rules, counters)
    if (refusal === undefined) continue
    counters[refusal.counter]++
    if (refusal.text !== '') counters.lineError = refusal.text
    if (refusal.counter === 'exceptions') hold(store, company, voucher, refusal.text)
  }
  return counters
}

function importOne(
  store: Store,
  company: Company,
  sent: Element,
  rules: ImportRules,
  counters: Counters,
): Refusal | undefined {
  const remoteId = sent.attributes['REMOTEID']
  const known = remoteId === undefined ? undefined : withRemoteId(company, remoteId)
  switch (sent.attributes['ACTION'] ?? 'Create') {
    case 'Delete':
      return remove(store, company, known, counters)
    case 'Cancel':
      if (known === undefined) return addCancelled(store, company, sent, rules, counters)
      cancel(store, company, known)
      counters.altered++
      counters.lastVoucherId = known.id
      return undefined
    case 'Alter':
      // Measured: an alteration does not find a voucher by the client's key, and creates a second one.
      return add(
        store,
        company,
        { ...sent, attributes: withoutKey(sent) },
        undefined,
        rules,
        counters,
      )
    default:
      return add(store, company, sent, mayAlter(sent, rules) ? known : undefined, rules, counters)
  }
}

/** Measured: cancelling a voucher that does not exist creates it as cancelled. */
function addCancelled(
  store: Store,
  company: Company,
  sent: Element,
  rules: ImportRules,
  counters: Counters,
): Refusal | undefined {
  const refusal = add(store, company, sent, undefined, rules, counters)
  const made = company.vouchers.get(counters.lastVoucherId)
  if (refusal === undefined && made !== undefined) cancel(store, company, made)
  return refusal
}

function mayAlter(sent: Element, rules: ImportRules): boolean {
  return rules.upsertsItemInvoices || entriesOf(sent.children).items.length === 0
}

function withoutKey({ attributes }: Element): Record<string, string> {
  const { REMOTEID: _remoteId, ...rest } = attributes
  return rest
}

function withRemoteId(company: Company, remoteId: string): Voucher | undefined {
  return [...company.vouchers.values()].findLast((voucher) => voucher.remoteId === remoteId)
}

/** A new voucher, or one that replaces `before`: all its entries, and the header fields that were sent. */
function add(
  store: Store,
  company: Company,
  sent: Element,
  before: Voucher | undefined,
  rules: ImportRules,
  counters: Counters,
): Refusal | undefined {
  const read = readVoucher(company, sent, before)
  const refusal = refusalOf(company, read, rules.isEducational)
  if (refusal !== undefined) return refusal
  const lists = rewriteBills(company, storedLists(company, read.lists))
  const bills = wrongBills(lists)
  if (bills !== undefined) return bills
  const numbered = numberFor(company, read.type, textAt(sent, 'VOUCHERNUMBER'), before)
  if ('counter' in numbered) return numbered
  const header = { ...read.header, VOUCHERNUMBER: numbered.number }
  noteNumber(company, read.type, numbered.number)
  const voucher = putVoucher(store, company, { header, lists, remoteId: read.remoteId }, before)
  if (before === undefined) counters.created++
  else counters.altered++
  counters.lastVoucherId = voucher.id
  return undefined
}

/** Writes a voucher with the next marks, also one that a person types. */
export function putVoucher(
  store: Store,
  company: Company,
  content: { header: Record<string, string>; lists: Element[]; remoteId?: string | undefined },
  before: Voucher | undefined,
): Voucher {
  const id = before?.id ?? company.lastVoucherId + 1
  company.lastVoucherId = Math.max(company.lastVoucherId, id)
  company.altVchId++
  const remoteId = content.remoteId ?? before?.remoteId
  const voucher: Voucher = {
    id,
    alterId: company.altVchId,
    guid: guidOf(company, id),
    ...(remoteId === undefined ? {} : { remoteId }),
    isCancelled: false,
    header: content.header,
    lists: content.lists,
  }
  company.vouchers.set(id, voucher)
  store.commit(company, { vouchers: [voucher] })
  return voucher
}

/** Cancelling removes the entries. The voucher and its number stay. */
export function cancel(store: Store, company: Company, voucher: Voucher): void {
  company.altVchId++
  voucher.alterId = company.altVchId
  voucher.isCancelled = true
  voucher.lists = []
  store.commit(company, { vouchers: [voucher] })
}

/** Marks do not change at a deletion. */
export function removeVoucher(store: Store, company: Company, voucher: Voucher): void {
  company.vouchers.delete(voucher.id)
  store.commit(company, { gone: [voucherKey(voucher.id)] })
}

function remove(
  store: Store,
  company: Company,
  known: Voucher | undefined,
  counters: Counters,
): Refusal | undefined {
  if (known === undefined) return { counter: 'errors', text: 'Item does not exist!' }
  removeVoucher(store, company, known)
  counters.deleted++
  return undefined
}

function hold(store: Store, company: Company, element: Element, reason: string): void {
  const id = Math.max(0, ...company.held.keys()) + 1
  const held = { id, reason, element }
  company.held.set(id, held)
  store.commit(company, { held: [held] })
}

export function release(store: Store, company: Company, id: number): void {
  company.held.delete(id)
  store.commit(company, { gone: [heldKey(id)] })
}

type Read = {
  type: string
  remoteId: string | undefined
  header: Record<string, string>
  lists: Element[]
}

function readVoucher(company: Company, sent: Element, before: Voucher | undefined): Read {
  const named = textAt(sent, 'VOUCHERTYPENAME') || (sent.attributes['VCHTYPE'] ?? '')
  const type = findMaster(company, 'VOUCHERTYPE', named)?.name ?? named
  const fields = sent.children.filter((child) => !isList(child) && !isForeign(child))
  const own = fields.map(({ name, text }): [string, string] => [name, plain(name, text)])
  const objectView = sent.attributes['OBJVIEW']
  return {
    type,
    remoteId: sent.attributes['REMOTEID'],
    header: {
      ...before?.header,
      ...Object.fromEntries(own),
      VOUCHERTYPENAME: type,
      ...(objectView === undefined ? {} : { OBJVIEW: objectView }),
      EFFECTIVEDATE: textAt(sent, 'EFFECTIVEDATE') || textAt(sent, 'DATE'),
    },
    lists: sent.children.filter((child) => isList(child) && !isForeign(child)),
  }
}

/** A narration keeps all its spaces. Other fields are trimmed. */
function plain(name: string, text: string): string {
  return name === 'NARRATION' ? text : text.trim()
}

function isList({ name }: Element): boolean {
  return name.endsWith('.LIST')
}

/** User-defined fields. This Tally does not know their definitions and drops them. */
function isForeign({ name }: Element): boolean {
  return name.startsWith('UDF:')
}

/** The lists to keep, with masters under their names in the accounts. */
function storedLists(company: Company, lists: readonly Element[]): Element[] {
  const { ledgers, items } = entriesOf(lists)
  return [...ledgers, ...items].map((list) => withOwnNames(company, list))
}

const nameFields = {
  LEDGERNAME: 'LEDGER',
  STOCKITEMNAME: 'STOCKITEM',
  GODOWNNAME: 'GODOWN',
} as const

function withOwnNames(company: Company, of: Element): Element {
  const children = of.children
    .filter((child) => !isForeign(child))
    .map((child) => {
      if (child.children.length > 0) return withOwnNames(company, child)
      const name = ownName(company, child)
      return { ...child, text: name ?? child.text }
    })
  return { ...of, children }
}

function ownName(company: Company, { name, text }: Element): string | undefined {
  const kinds = Object.entries(nameFields)
  const [, kind] = kinds.find(([field]) => field === name) ?? []
  return kind === undefined ? undefined : findMaster(company, kind, text)?.name
}

/** The vouchers in a request, in either envelope. */
export function vouchersIn(messages: readonly Element[]): Element[] {
  return messages.flatMap((message) => message.children.filter(({ name }) => name === 'VOUCHER'))
}

/** The messages in an import, in either envelope. */
export function messagesIn(request: Element): Element[] {
  const data =
    elementAt(request, 'BODY', 'IMPORTDATA', 'REQUESTDATA') ?? elementAt(request, 'BODY', 'DATA')
  return (data?.children ?? []).filter(({ name }) => name === 'TALLYMESSAGE')
}

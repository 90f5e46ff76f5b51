import { findMaster, type Company, type Voucher } from './books.ts'
import { amountText } from './amounts.ts'
import { cancel, importVouchers, putVoucher, release, removeVoucher } from './import-vouchers.ts'
import { noteNumber, numberFor } from './numbering.ts'
import type { Behaviours } from './requests.ts'
import type { Store } from './store.ts'
import { element, type Element } from './xml.ts'

/** A voucher that a person types. Amounts are in paise, debits positive. */
type Typed = {
  type: string
  date: string
  party: string
  reference?: string
  narration?: string
  entries: readonly { ledger: string; paise: number }[]
}

type Edit = Partial<Omit<Typed, 'type'>>

/** A person at Tally's keyboard, whose work a bridge must not undo. All methods act on the company that was loaded first. */
export type Person = {
  types(voucher: Typed): Voucher
  edits(id: number, edit: Edit): Voucher
  cancels(id: number): void
  deletes(id: number): void
  /** Finishes an import exception. `mend` makes the person's corrections. */
  finishesException(id: number, mend: (voucher: Element) => Element): Voucher
  opensDialog(): void
  closesDialog(): void
  loads(name: string): void
  unloads(name: string): void
}

export function personAt(
  books: () => Store,
  behaviours: Behaviours,
  dialog: { open(): void; close(): void },
): Person {
  const company = (): Company => books().companies.find(({ isLoaded }) => isLoaded) ?? none()
  const voucher = (id: number): Voucher => company().vouchers.get(id) ?? none()
  return {
    types: (typed) => type(books(), company(), typed),
    edits: (id, edit) => change(books(), company(), voucher(id), edit),
    cancels: (id) => cancel(books(), company(), voucher(id)),
    deletes: (id) => removeVoucher(books(), company(), voucher(id)),
    finishesException: (id, mend) => finish(books(), company(), id, mend, behaviours),
    opensDialog: dialog.open,
    closesDialog: dialog.close,
    loads: (name) => setLoaded(books(), name, true),
    unloads: (name) => setLoaded(books(), name, false),
  }
}

function none(): never {
  throw new RangeError('There is no such thing in the loaded company.')
}

function type(store: Store, company: Company, typed: Typed): Voucher {
  const name = findMaster(company, 'VOUCHERTYPE', typed.type)?.name ?? typed.type
  const numbered = numberFor(company, name, '', undefined)
  const number = 'number' in numbered ? numbered.number : ''
  noteNumber(company, name, number)
  const header = { VOUCHERTYPENAME: name, VOUCHERNUMBER: number, ...headerOf(typed) }
  return putVoucher(store, company, { header, lists: entryLists(typed.entries) }, undefined)
}

function change(store: Store, company: Company, before: Voucher, edit: Edit): Voucher {
  const lists = edit.entries === undefined ? before.lists : entryLists(edit.entries)
  const header = { ...before.header, ...headerOf(edit) }
  return putVoucher(store, company, { header, lists }, before)
}

function headerOf({ date, party, reference, narration }: Edit): Record<string, string> {
  return {
    ...(date === undefined ? {} : { DATE: date, EFFECTIVEDATE: date }),
    ...(party === undefined ? {} : { PARTYLEDGERNAME: party }),
    ...(reference === undefined ? {} : { REFERENCE: reference }),
    ...(narration === undefined ? {} : { NARRATION: narration }),
  }
}

function entryLists(entries: Typed['entries']): Element[] {
  return entries.map(({ ledger, paise }) =>
    element('ALLLEDGERENTRIES.LIST', [
      element('LEDGERNAME', ledger),
      element('ISDEEMEDPOSITIVE', paise > 0 ? 'Yes' : 'No'),
      element('AMOUNT', amountText(-paise)),
    ]),
  )
}

function finish(
  store: Store,
  company: Company,
  id: number,
  mend: (voucher: Element) => Element,
  behaviours: Behaviours,
): Voucher {
  const held = company.held.get(id) ?? none()
  const counters = importVouchers(store, company, [mend(held.element)], behaviours)
  if (counters.created + counters.altered !== 1) throw new RangeError(counters.lineError)
  release(store, company, id)
  return company.vouchers.get(counters.lastVoucherId) ?? none()
}

function setLoaded(store: Store, name: string, isLoaded: boolean): void {
  const company = store.companies.find((each) => each.name === name) ?? none()
  company.isLoaded = isLoaded
  store.commit(company, {})
}

import type { Server } from 'node:http'
import { type Company, type Voucher, findMaster, amountText } from './books.ts'
import { cancel, importVouchers, putVoucher, release, removeVoucher } from './import-vouchers.ts'
import { noteNumber, numberFor } from './numbering.ts'
import { usual, type Behaviours } from './requests.ts'
import { sampleCompanies } from './sample-company.ts'
import { openQueue, faults, listenOn, type Fault, type Machine } from './server.ts'
import { openStore, type Store } from './store.ts'
import { element, type Element } from './xml.ts'

/*
 * Plays TallyPrime, to try and to show a bridge without one. Its behaviours were measured on licensed TallyPrime 7.1 (Silver and Gold)
 * and on 7.0 in educational mode, and published by the ComplyEaze bridge project as its "Tally XML gateway protocol reference".
 * Behaviours that nobody has measured are switches in `Behaviours`.
 */

export type FakeTally = {
  url: string
  port: number
  person: Person
  /** Changes in place take effect from the next request on. */
  behaviours: Behaviours
  companies(): readonly Company[]
  /** The vouchers of the company that was loaded first, oldest first. */
  vouchers(): Voucher[]
  /** The texts of the last 10,000 imports, in order. */
  imports(): readonly string[]
  /** Faults for the next imports, one for each. */
  next(...faults: Fault[]): void
  /** Resolves when the next request has arrived completely. */
  nextRequest(): Promise<void>
  /** Resolves when a dialog is open. */
  dialog(): Promise<void>
  /** The total working time in milliseconds: how long a client waited for requests. */
  busyMs(): number
  snapshot(): Company[]
  restoreTo(companies: Company[]): void
  /** Ends the process at once. Commits are in the file. */
  crash(): void
  /** Starts again on the same port, from the commits. */
  startAgain(): Promise<void>
  close(): void
}

export type FakeTallyOptions = Partial<Behaviours> & {
  /** 0 takes a free port. */
  port?: number
  /** The file of commits. Default: in memory, where a crash loses nothing either. */
  file?: string
  companies?: Company[]
}

/** Starts a Tally stand-in on loopback, with the sample company unless the file has companies. */
export async function openFakeTally(options: FakeTallyOptions = {}): Promise<FakeTally> {
  const { port = 0, file = ':memory:', companies, ...chosen } = options
  const queue = openQueue()
  const waiting: (() => void)[] = []
  let server: Server | undefined
  const machine: Machine = {
    store: openStore(file, () => companies ?? sampleCompanies()),
    queue,
    behaviours: { ...usual, ...chosen },
    faults: [],
    imports: [],
    life: 1,
    received: () => waiting.splice(0).forEach((resolve) => resolve()),
    crash() {
      machine.life++
      queue.closeDialog()
      server?.closeAllConnections()
      server?.close()
      server = undefined
    },
  }
  server = await listenOn(machine, port)
  const listening = portOf(server)
  const dialog = { open: queue.openDialog, close: queue.closeDialog }
  return {
    url: `http://127.0.0.1:${listening}`,
    port: listening,
    behaviours: machine.behaviours,
    person: personAt(() => machine.store, machine.behaviours, dialog),
    companies: () => machine.store.companies,
    vouchers: () => loadedVouchers(machine.store.companies),
    imports: () => machine.imports,
    next: (...wrong) => void machine.faults.push(...wrong),
    nextRequest: () => new Promise((resolve) => waiting.push(resolve)),
    dialog: queue.untilOpen,
    busyMs: queue.busyMs,
    snapshot: () => structuredClone(machine.store.companies),
    restoreTo: (kept) => machine.store.replace(kept),
    crash: machine.crash,
    async startAgain() {
      if (file !== ':memory:') {
        machine.store.close()
        machine.store = openStore(file, sampleCompanies)
      }
      server = await listenOn(machine, listening)
    },
    close() {
      machine.crash()
      machine.store.close()
    },
  }
}

export function isFault(text: string): text is Fault {
  return faults.some((fault) => fault === text)
}

function loadedVouchers(companies: readonly Company[]): Voucher[] {
  const loaded = companies.find(({ isLoaded }) => isLoaded)
  return [...(loaded?.vouchers.values() ?? [])]
}

function portOf(server: Server): number {
  const address = server.address()
  return address === null || typeof address === 'string' ? 0 : address.port
}

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
type Person = {
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

function personAt(
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

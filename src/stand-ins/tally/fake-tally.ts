import { type Person, personAt } from './person.ts'
import type { Server } from 'node:http'
import { type Company, type Voucher } from './books.ts'
import { openQueue } from './queue.ts'
import { usual, type Behaviours } from './requests.ts'
import { sampleCompanies } from './sample-company.ts'
import { faults, listenOn, type Fault, type Machine } from './server.ts'
import { openStore } from './store.ts'

/*
 * A program that answers as TallyPrime does, so that a bridge can be tried, and shown, without one. Its behaviours are those
 * measured on licensed TallyPrime 7.1 (Silver and Gold) and on 7.0 in educational mode, and published by the ComplyEaze
 * bridge project as its "Tally XML gateway protocol reference"; what nobody has measured is a switch in `Behaviours`.
 */

export type FakeTally = {
  url: string
  port: number
  person: Person
  /** Changed in place, they count from the next request on. */
  behaviours: Behaviours
  companies(): readonly Company[]
  /** The vouchers of the company that is loaded first, oldest first. */
  vouchers(): Voucher[]
  /** The texts of the last 10,000 imports that came, in their order. */
  imports(): readonly string[]
  /** What goes wrong with the next import; several are taken one after the other. */
  next(...faults: Fault[]): void
  /** Resolves when the next request has come in whole. */
  nextRequest(): Promise<void>
  /** Resolves when a dialog is open, at once when one is. */
  dialog(): Promise<void>
  /** How long it was at work in all, in milliseconds: what a client waited for it, between requests aside. */
  busyMs(): number
  snapshot(): Company[]
  restoreTo(companies: Company[]): void
  /** The process ends where it is; what was committed is in the file. */
  crash(): void
  /** On the same port, from what was committed. */
  startAgain(): Promise<void>
  close(): void
}

export type FakeTallyOptions = Partial<Behaviours> & {
  /** 0 takes a free one. */
  port?: number
  /** Where commits are kept; in memory when left out, and then a crash loses nothing either. */
  file?: string
  companies?: Company[]
}

/** Starts one on loopback. Its books are those of the sample company, unless the file has some already. */
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

import { type Person, personAt } from './person.ts'
import type { Server } from 'node:http'
import { type Company, type Voucher } from './books.ts'
import { openQueue } from './queue.ts'
import { usual, type Behaviours } from './requests.ts'
import { sampleCompanies } from './sample-company.ts'
import { faults, listenOn, type Fault, type Machine } from './server.ts'
import { openStore } from './store.ts'

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

import type { Server } from 'node:http'
import { type Doc, docstatus } from './docs.ts'
import { type Behaviours, deleteDoc, insertDoc, type Site, updateDoc } from './documents.ts'
import { sampleCompany, sampleSite } from './sample-site.ts'
import { type Fault, faults, listenOn, type Machine } from './server.ts'
import { type Kept, openStore } from './store.ts'

/*
 * A program that answers as an ERPNext with India Compliance does, so that a bridge can be tried without one. Its
 * behaviours are read in the sources of frappe, erpnext and india-compliance; none was measured on a real site.
 */

export type FakeErpnext = {
  url: string
  port: number
  /** `KEY:SECRET` of a user who may all. */
  token: string
  /** Of one who may only read. */
  readerToken: string
  company: string
  person: Person
  /** Changed in place, they count from the next request on. */
  behaviours: Behaviours
  docs(doctype: string): Doc[]
  /** The bodies of all requests that wrote. */
  writes(): readonly string[]
  /** Resolves when the next request that writes has come in whole. */
  nextWrite(): Promise<void>
  /** What goes wrong with the next request that writes; several are taken one after the other. */
  next(...faults: Fault[]): void
  snapshot(): Kept[]
  restoreTo(kept: Kept[]): void
  /** The process ends where it is; what was committed is in the file. */
  crash(): void
  /** On the same port, from what was committed. */
  startAgain(): Promise<void>
  close(): void
}

export type FakeErpnextOptions = Partial<Behaviours> & {
  /** 0 takes a free one. */
  port?: number
  /** Where commits are kept; in memory when left out, and then a crash loses nothing either. */
  file?: string
}

/** What somebody does in the pages of the site. Each throws Refusal as they would be told. */
type Person = {
  types(doctype: string, doc: Doc): Doc
  edits(doctype: string, name: string, changes: Doc): Doc
  submits(doctype: string, name: string): Doc
  cancels(doctype: string, name: string): Doc
  deletes(doctype: string, name: string): void
  /** A new document in the place of a cancelled one, with its own name. */
  amends(doctype: string, name: string, changes: Doc): Doc
}

const token = 'a1b2c3d4e5f6a7b:0f1e2d3c4b5a697'
const readerToken = 'b2c3d4e5f6a7b8c:1f2e3d4c5b6a798'

const usual: Behaviours = {
  takesNames: true,
  hasDaybookField: false,
  hasIndiaCompliance: true,
  hidden: [],
  checksBillNumbers: false,
}

/** Starts one on loopback. */
export async function openFakeErpnext(options: FakeErpnextOptions = {}): Promise<FakeErpnext> {
  const { port = 0, file = ':memory:', ...chosen } = options
  const waiting: (() => void)[] = []
  let server: Server | undefined
  const machine: Machine = {
    store: openStore(file, sampleSite),
    behaviours: { ...usual, ...chosen },
    tokens: new Map([
      [token, { mayWrite: true }],
      [readerToken, { mayWrite: false }],
    ]),
    faults: [],
    writes: [],
    received: () => waiting.splice(0).forEach((resolve) => resolve()),
    life: 1,
    crash() {
      machine.life++
      server?.closeAllConnections()
      server?.close()
      server = undefined
    },
  }
  server = await listenOn(machine, port)
  const listening = portOf(server)
  return {
    url: `http://127.0.0.1:${listening}`,
    port: listening,
    token,
    readerToken,
    company: sampleCompany,
    person: personAt(machine),
    behaviours: machine.behaviours,
    docs: (doctype) => machine.store.all(doctype),
    writes: () => machine.writes,
    nextWrite: () => new Promise((resolve) => waiting.push(resolve)),
    next: (...wrong) => void machine.faults.push(...wrong),
    snapshot: () => machine.store.snapshot(),
    restoreTo: (kept) => machine.store.replace(kept),
    crash: machine.crash,
    async startAgain() {
      if (file !== ':memory:') {
        machine.store.close()
        machine.store = openStore(file, sampleSite)
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

function personAt(site: Site): Person {
  const change = (doctype: string, name: string, changes: Doc) =>
    updateDoc(site, doctype, name, changes)
  return {
    types: (doctype, doc) => insertDoc(site, doctype, doc, false),
    edits: change,
    submits: (doctype, name) => change(doctype, name, { docstatus: docstatus.submitted }),
    cancels: (doctype, name) => change(doctype, name, { docstatus: docstatus.cancelled }),
    deletes: (doctype, name) => deleteDoc(site, doctype, name),
    amends(doctype, name, changes) {
      const {
        daybook_id: _id,
        transaction_id: _transaction,
        ...before
      } = site.store.find(doctype, name) ?? {}
      const doc = { ...before, ...changes, amended_from: name, name: `${name}-1` }
      return insertDoc(site, doctype, doc, true)
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  return address === null || typeof address === 'string' ? 0 : address.port
}

import { newId } from '../../../platform/ids.ts'
import type { JsonObject } from '../../../platform/json/json.ts'

/** What waits to be booked, whatever it says. */
export type Document = { id: string }

/** A document that waits, or waited. */
export type Held<D extends Document> = {
  document: D
  /** How often it was in an answer that was sent. */
  given: number
  isMarked: boolean
  /** Of the lease under which it was last given; 0: of none. */
  fence: number
  /** Until when nobody else is given it, in milliseconds since the epoch. */
  leasedUntil: number
}

/** One acknowledgement of one document, as it was judged. */
export type Acknowledged = {
  id: string
  by: 'ids' | 'invoice_nos' | 'items' | 'orders'
  revision?: string | number
  fence?: number
  status: 'marked' | 'already' | 'late' | 'stale' | 'unknown'
}

/** What the client said became of a part of a document. */
export type Told = { id: string; part: number; outcome: string; voucher: string }

/** What the scripted server holds during one scenario. */
export type Desk<D extends Document> = {
  held: Held<D>[]
  /** How often the list was asked for, refused or not. */
  asked: number
  /** In the order in which they came. */
  acknowledged: Acknowledged[]
  told: Told[]
  /** Items of one answer; the rest follows by `next`. */
  pageMax: number
  /** Puts what is listed together in another way, for a scenario. */
  arrange(page: Held<D>[]): Held<D>[]
  /** Whether others were given what is leased: what is acknowledged then comes late. */
  isOvertaken: boolean
  lastFence: number
  leases: Map<string, number>
}

/** Leases are no longer than this, in milliseconds: nobody waits five minutes for what a killed client held. */
const leaseMsMax = 10_000

const pageUsual = 1000

export function openDesk<D extends Document>(): Desk<D> {
  return {
    held: [],
    asked: 0,
    acknowledged: [],
    told: [],
    pageMax: pageUsual,
    arrange: (page) => page,
    isOvertaken: false,
    lastFence: 0,
    leases: new Map(),
  }
}

/** Lets documents wait, as if they came in. */
export function putIn<D extends Document>(desk: Desk<D>, documents: readonly D[]): Held<D>[] {
  const added = documents.map((document) => ({
    document,
    given: 0,
    isMarked: false,
    fence: 0,
    leasedUntil: 0,
  }))
  desk.held.push(...added)
  return added
}

/** What the leases hold comes back, as when their time is over. */
export function endLeases(desk: Desk<Document>): void {
  for (const held of desk.held) held.leasedUntil = 0
}

export function idsOf(held: readonly Held<Document>[]): string[] {
  return held.map(({ document }) => document.id)
}

export function isGiven(held: readonly Held<Document>[]): boolean {
  return held.some(({ given }) => given > 0)
}

type Asked<D> = {
  limit: number
  after: string
  lease: number
  /** That the lease shall have; '' for any. */
  leaseId: string
  now: number
  isWanted(document: D): boolean
}

/** A page of what waits, oldest first, as the contract has it; `leased` are the fields of its lease. Else why it is refused. */
export function listWaiting<D extends Document>(
  desk: Desk<D>,
  { limit, after, lease, leaseId, now, isWanted }: Asked<D>,
) {
  const all = desk.held.filter(({ document, isMarked }) => !isMarked && isWanted(document))
  const waiting = all.filter(({ leasedUntil }) => leasedUntil <= now)
  const before = all.length - waiting.length
  const behind = desk.held.findIndex(({ document }) => document.id === after)
  const rest = waiting.filter((held) => desk.held.indexOf(held) > behind)
  const page = rest.slice(0, Math.min(limit, desk.pageMax))
  if (lease > 0 && page.length > 0 && desk.leases.has(leaseId)) {
    return `lease_id must be a new one: ${leaseId} was given already.`
  }
  const taking = { seconds: lease, id: leaseId || newId(now), now }
  const leased = lease > 0 ? { ...takeLease(desk, page, taking), leased: before } : {}
  const items = desk.arrange(page)
  for (const held of items) held.given += 1
  return {
    documents: items.map(({ document }) => document),
    waiting: waiting.length,
    next: rest.length > page.length ? (page.at(-1)?.document.id ?? null) : null,
    leased,
  }
}

function takeLease(
  desk: Desk<Document>,
  page: readonly Held<Document>[],
  { seconds, id, now }: { seconds: number; id: string; now: number },
): JsonObject {
  if (page.length === 0) return { lease_id: null, fence: null, until: null }
  const until = now + Math.min(seconds * 1000, leaseMsMax)
  desk.lastFence += 1
  for (const held of page) {
    held.fence = desk.lastFence
    held.leasedUntil = until
  }
  desk.leases.set(id, desk.lastFence)
  return { lease_id: id, fence: desk.lastFence, until: new Date(until).toISOString() }
}

/** Makes a lease longer, or gives back what it holds. Undefined for one that was never given. */
export function renewLease(
  desk: Desk<Document>,
  id: string,
  seconds: number,
  now: number,
): JsonObject | undefined {
  const fence = desk.leases.get(id)
  if (fence === undefined) return undefined
  const until = now + Math.min(seconds * 1000, leaseMsMax)
  for (const held of desk.held) if (held.fence === fence) held.leasedUntil = until
  return { lease_id: id, fence, until: new Date(until).toISOString() }
}

/** What one row of an acknowledgement says. */
export type Row = Omit<Acknowledged, 'status'>

type Marking<D> = {
  revisionOf(document: D): string | number
  /** Marks what the row names; answers whether nothing of the document waits any more. */
  mark(document: D): boolean
}

/** Acknowledges one document. Answers what became of it, and the revision of now where it is stale. */
export function acknowledge<D extends Document>(
  desk: Desk<D>,
  row: Row,
  { revisionOf, mark }: Marking<D>,
) {
  const held = heldOf(desk, row.id)
  const revision = held === undefined ? null : revisionOf(held.document)
  const status = statusOf(desk, held, row, revision)
  desk.acknowledged.push({ ...row, status })
  if (held !== undefined && status !== 'stale') held.isMarked = mark(held.document)
  return { status, revision: status === 'stale' ? revision : null }
}

export function heldOf<D extends Document>(desk: Desk<D>, id: string): Held<D> | undefined {
  return desk.held.find(({ document }) => document.id === id.toLowerCase())
}

function statusOf(
  desk: Desk<Document>,
  held: Held<Document> | undefined,
  row: Row,
  revision: string | number | null,
): Acknowledged['status'] {
  if (held === undefined) return 'unknown'
  const isStale = row.revision !== undefined && row.revision !== '' && row.revision !== revision
  if (!held.isMarked && isStale) return 'stale'
  if (row.fence !== undefined && desk.isOvertaken) return 'late'
  return held.isMarked ? 'already' : 'marked'
}

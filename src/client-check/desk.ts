import { newId } from '../platform/ids.ts'
import type { JsonObject } from '../platform/json/json.ts'
import type { Bill } from './documents.ts'

/** A document that waits, or waited. */
export type Held = {
  bill: Bill
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
  by: 'ids' | 'invoice_nos' | 'items'
  revision?: string
  fence?: number
  status: 'marked' | 'already' | 'late' | 'stale' | 'unknown'
}

/** What the client said became of a part of a document. */
export type Told = { id: string; part: number; outcome: string; voucher: string }

/** What the scripted server holds during one scenario. */
export type Desk = {
  held: Held[]
  /** How often the list was asked for, refused or not. */
  asked: number
  /** In the order in which they came. */
  acknowledged: Acknowledged[]
  told: Told[]
  /** Items of one answer; the rest follows by `next`. */
  pageMax: number
  /** Puts what is listed together in another way, for a scenario. */
  arrange: (page: Held[]) => Held[]
  /** Whether others were given what is leased: what is acknowledged then comes late. */
  isOvertaken: boolean
  lastFence: number
  leases: Map<string, number>
}

/** Leases are no longer than this, in milliseconds: nobody waits five minutes for what a killed client held. */
const leaseMsMax = 10_000

const pageUsual = 1000

export function openDesk(): Desk {
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
export function putIn(desk: Desk, bills: readonly Bill[]): Held[] {
  const added = bills.map((bill) => ({
    bill,
    given: 0,
    isMarked: false,
    fence: 0,
    leasedUntil: 0,
  }))
  desk.held.push(...added)
  return added
}

/** Changes with what is delivered, and only then. */
function revisionOf({ data }: Bill): string {
  return Bun.SHA256.hash(JSON.stringify(data), 'hex').slice(0, 16)
}

/** What the leases hold comes back, as when their time is over. */
export function endLeases(desk: Desk): void {
  for (const held of desk.held) held.leasedUntil = 0
}

export type Asked = { limit: number; category: string; after: string; lease: number; now: number }

/** A page of what waits, oldest first, as the contract has it. Throws nothing: what is asked was checked. */
export function listWaiting(desk: Desk, { limit, category, after, lease, now }: Asked): JsonObject {
  const waiting = desk.held.filter(
    ({ bill, isMarked, leasedUntil }) =>
      !isMarked && leasedUntil <= now && (category === '' || bill.category === category),
  )
  const behind = desk.held.findIndex(({ bill }) => bill.id === after)
  const rest = waiting.filter((held) => desk.held.indexOf(held) > behind)
  const page = rest.slice(0, Math.min(limit, desk.pageMax))
  const leased = lease > 0 ? takeLease(desk, page, lease, now) : {}
  const items = desk.arrange(page)
  for (const held of items) held.given += 1
  return {
    count: items.length,
    items: items.map(({ bill }) => ({ ...bill, revision: revisionOf(bill) })),
    waiting: waiting.length,
    next: rest.length > page.length ? (page.at(-1)?.bill.id ?? null) : null,
    ...leased,
  }
}

function takeLease(desk: Desk, page: Held[], seconds: number, now: number): JsonObject {
  if (page.length === 0) return { lease_id: null, fence: null, until: null }
  const until = now + Math.min(seconds * 1000, leaseMsMax)
  desk.lastFence += 1
  for (const held of page) {
    held.fence = desk.lastFence
    held.leasedUntil = until
  }
  const id = newId(now)
  desk.leases.set(id, desk.lastFence)
  return { lease_id: id, fence: desk.lastFence, until: new Date(until).toISOString() }
}

/** Makes a lease longer, or gives back what it holds. Undefined for one that was never given. */
export function renewLease(
  desk: Desk,
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
export type Row = Pick<Acknowledged, 'id' | 'by' | 'revision' | 'fence'>

/** Acknowledges one document. Answers its result row; `revision` is the one of now where it waits on. */
export function acknowledge(desk: Desk, row: Row) {
  const held = desk.held.find(({ bill }) => bill.id === row.id.toLowerCase())
  const revision = held === undefined ? null : revisionOf(held.bill)
  const status = statusOf(desk, held, row, revision)
  desk.acknowledged.push({ ...row, status })
  if (held !== undefined && status !== 'stale') held.isMarked = true
  return { id: row.id, status, revision: status === 'stale' ? revision : null }
}

function statusOf(
  desk: Desk,
  held: Held | undefined,
  row: Row,
  revision: string | null,
): Acknowledged['status'] {
  if (held === undefined) return 'unknown'
  const isStale = row.revision !== undefined && row.revision !== '' && row.revision !== revision
  if (!held.isMarked && isStale) return 'stale'
  if (row.fence !== undefined && desk.isOvertaken) return 'late'
  return held.isMarked ? 'already' : 'marked'
}

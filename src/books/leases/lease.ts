import type { Caller } from '../../accounts/keys/guard.ts'
import { findKeyWithUser } from '../../accounts/keys/queries.ts'
import {
  deleteLeasesBefore,
  findLease,
  findLeased,
  insertLease,
  isLasting,
  leaseLifeSecondsMax,
  setLeased,
  setLeasedUntil,
  setLeaseUntil,
  type LeasedKind,
  type LeaseRow,
  listLeasedUnder,
  listLive,
} from './queries.ts'
import { recordHistory } from '../results/store-result.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'

/** How long a lease is remembered after its end, in milliseconds. */
const keptMs = 24 * 60 * 60 * 1000

/** What a program learns of its lease. `until` is in milliseconds since the epoch. */
type Lease = { id: string; fence: number; until: number }

/** Who takes a lease, for how long, and under which id, if given. */
type Taking = { keyId: string; seconds: number; id: string | undefined; now: number }

/**
 * Leases those of some documents or orders that nobody else holds, in the caller's transaction. Returns the lease with their ids.
 * Undefined when all are held. Throws AppError `invalid_request` for an id that is in use.
 */
export function takeLease(
  conn: Conn,
  kind: LeasedKind,
  ids: readonly string[],
  { keyId, seconds, id: asked, now }: Taking,
): (Lease & { ids: ReadonlySet<string> }) | undefined {
  const free = ids.filter((subjectId) => !isHeld(conn, kind, subjectId, now))
  if (free.length === 0) return undefined
  deleteLeasesBefore(conn).run({ before: now - keptMs })
  if (asked !== undefined && findLease(conn).get({ id: asked }) !== undefined) {
    throw new AppError('invalid_request', `lease_id must be a new one: ${asked} was given already.`)
  }
  const [id, until] = [asked ?? newId(now), now + seconds * 1000]
  const fence = giveFence(conn, { id, kind, keyId, until, takenAt: now })
  for (const subjectId of free) setLeased(conn).run({ kind, subjectId, fence, until })
  return { id, fence, until, ids: new Set(free) }
}

/** Stores a lease and returns its fence, which is above all earlier ones. */
function giveFence(conn: Conn, lease: Omit<LeaseRow, 'fence'>): number {
  // At least the current second: after a restore of an older book, new fences are still above those given since then.
  insertLease(conn).run({ ...lease, floor: Math.floor(lease.takenAt / 1000) })
  return requireLease(conn, lease.kind, lease.id, lease.keyId).fence
}

function isHeld(conn: Conn, kind: LeasedKind, subjectId: string, now: number): boolean {
  const held = findLeased(conn).get({ kind, subjectId })
  return held !== undefined && isLasting(held.until, now)
}

/**
 * Extends a lease to so many seconds from now; 0 gives back what it holds. Throws AppError `not_found`, and `conflict` for a lease that
 * is over, because others may hold its documents, or that would last too long in total. That lease keeps its end.
 */
export function renewLease(
  conn: Conn,
  kind: LeasedKind,
  id: string,
  { caller, seconds, now }: { caller: Caller; seconds: number; now: number },
): Lease {
  const { fence, until: before, takenAt } = requireLease(conn, kind, id, caller.keyId)
  const until = now + seconds * 1000
  if (!isLasting(before, now)) {
    if (seconds === 0) return { id, fence, until: before }
    throw new AppError('conflict', 'This lease is over: fetch again to take another one.')
  }
  if (seconds > 0 && until > takenAt + leaseLifeSecondsMax * 1000) throw tooLong(before)
  setLeaseUntil(conn).run({ fence, until })
  setLeasedUntil(conn).run({ fence, until })
  return { id, fence, until }
}

function tooLong(until: number): AppError {
  const end = new Date(until).toISOString()
  return new AppError(
    'conflict',
    `A lease lasts at most ${leaseLifeSecondsMax} seconds in all: this one ends at ${end}. Give it back, and fetch again.`,
  )
}

function requireLease(conn: Conn, kind: LeasedKind, id: string, keyId: string) {
  const lease = findLease(conn).get({ id })
  if (lease !== undefined && lease.kind === kind && lease.keyId === keyId) return lease
  throw new AppError('not_found', 'This key has no such lease.')
}

/** Whether another program has leased the document or order since this fence was given. */
export function isOldFence(
  conn: Conn,
  kind: LeasedKind,
  subjectId: string,
  fence: number,
): boolean {
  return (findLeased(conn).get({ kind, subjectId })?.fence ?? 0) > fence
}

/** Whether a document or order still waits. Nobody holds one that was acknowledged. */
export type Waits = Record<LeasedKind, (conn: Conn, id: string) => boolean>

/** A lease, and how many documents or orders it still holds. */
export type Holding = LeaseRow & { count: number; keyName: string }

/** Leases younger than this are not shown, in milliseconds: a bridge leases and gives back all day. */
const newsMs = 60_000

/** The owner of the fence that `takeBack` gives: no key. */
const nobody = ''

/** Leases older than a minute that still hold something, oldest first. */
export function listHoldings(conn: Conn, waits: Waits, now: number): Holding[] {
  const all = listLive(conn)
    .all({ now })
    .filter(({ takenAt }) => takenAt <= now - newsMs)
  const counted = all.map((lease) => ({
    ...lease,
    count: heldBy(conn, waits, lease).length,
    keyName: keyNameOf(conn, lease.keyId),
  }))
  return counted.filter(({ count }) => count > 0)
}

/**
 * Takes back what a lease holds, for a person. The next caller gets it. It gets a higher fence, so that a late acknowledgement by the
 * former holder counts and is flagged: somebody else may have entered the document too. Returns how many documents were held. Throws
 * AppError `not_found`, and `conflict` for a lease that is over.
 */
export function takeBack(
  conn: Conn,
  waits: Waits,
  id: string,
  { userId, now }: { userId: string; now: number },
): number {
  const lease = findLease(conn).get({ id })
  if (lease === undefined) throw new AppError('not_found', 'There is no such lease.')
  if (!isLasting(lease.until, now)) {
    throw new AppError('conflict', 'This lease is over already: what it held waits for everybody.')
  }
  const { kind, keyId } = lease
  const held = heldBy(conn, waits, lease)
  const above = { id: newId(now), kind, keyId: nobody, until: now, takenAt: now }
  const fence = giveFence(conn, above)
  for (const subjectId of held) setLeased(conn).run({ kind, subjectId, fence, until: now })
  setLeaseUntil(conn).run({ fence: lease.fence, until: now })
  const key = keyNameOf(conn, keyId)
  const details = { of: kind, count: held.length, key }
  recordHistory(conn, now, { action: 'lease taken back', userId, details })
  return held.length
}

function keyNameOf(conn: Conn, id: string): string {
  return findKeyWithUser(conn).get({ id })?.key.name ?? ''
}

function heldBy(conn: Conn, waits: Waits, { kind, fence }: LeaseRow): string[] {
  const ids = listLeasedUnder(conn).all({ fence })
  return ids.map(({ subjectId }) => subjectId).filter((id) => waits[kind](conn, id))
}

/**
 * A list's answer as JSON, with its lease, or nulls where there was nothing to lease, and the number of documents or orders that others
 * have leased.
 */
export function leaseText(list: string, lease: Lease | undefined, leased: number): string {
  const told = JSON.stringify({ ...leaseJson(lease), leased })
  return `${list.slice(0, -1)},${told.slice(1)}`
}

/** A lease in the API's form. */
export function leaseJson(lease: Lease | undefined) {
  if (lease === undefined) return { lease_id: null, fence: null, until: null }
  const { id, fence, until } = lease
  return { lease_id: id, fence, until: new Date(until).toISOString() }
}

import type { Caller } from '../../accounts/keys/guard.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
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
} from './queries.ts'

/** How long a lease is remembered after its end, in milliseconds. */
const keptMs = 24 * 60 * 60 * 1000

/** What a program learns of its lease. `until` is in milliseconds since the epoch. */
export type Lease = { id: string; fence: number; until: number }

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
export function giveFence(conn: Conn, lease: Omit<LeaseRow, 'fence'>): number {
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

import { findKeyWithUser } from '../../accounts/keys/queries.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordHistory } from '../results/take-results.ts'
import { giveFence } from './lease.ts'
import {
  findLease,
  isLasting,
  listLeasedUnder,
  listLive,
  setLeased,
  setLeaseUntil,
  type LeasedKind,
  type LeaseRow,
} from './queries.ts'

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

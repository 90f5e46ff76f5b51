import type { Caller } from '../../../../accounts/keys/guard.ts'
import { isOldFence } from '../../../../books/leases/lease.ts'
import {
  flagLateAcknowledgement,
  withdrawFlags,
} from '../../../../books/leases/late-acknowledgement.ts'
import { closeResults } from '../../../../books/results/queries.ts'
import { nothingSaid, readExternal, type External } from '../../../../books/results/read-result.ts'
import { fenceField, resultFields } from '../../../../books/results/record.ts'
import { storeResult } from '../../../../books/results/store-result.ts'
import type { Conn } from '../../../../platform/db/connection.ts'
import type { AppError } from '../../../../platform/errors.ts'
import type { JsonObject } from '../../../../platform/json/json.ts'
import { Reading, refused } from '../../../../platform/record/read.ts'

/** The revision of an order that was entered ('' if not given), its place in the accounts, and its fence (0 for none). */
export type Booked = { revision: string; external: External | undefined; fence: number }

type BookedRow = { orderId: string; booked: Booked }

type Call = { caller: Pick<Caller, 'keyId' | 'userId'>; now: number }

/** Reads an unchecked row. */
export function readBooked(row: JsonObject): { booked: Booked; problems: AppError[] } {
  const reading = new Reading()
  const revision = resultFields.revision.read(row['revision'] ?? '', 'revision', reading) ?? ''
  const external = readExternal(row['external'], 'external', reading)
  const fence = fenceField.read(row['fence'] ?? 0, 'fence', reading) ?? 0
  return {
    booked: { revision, external, fence },
    problems: reading.faults.map((fault) => refused(fault)),
  }
}

/** Whether the order has changed since it was fetched and still has waiting lines. */
export function isStale(
  { booked }: BookedRow,
  order: { revision: number; waitingItems: number },
): boolean {
  const isOther = booked.revision !== '' && booked.revision !== String(order.revision)
  return isOther && order.waitingItems > 0
}

export function staleSentence({ booked }: BookedRow, revision: number): string {
  return `The order has changed since revision ${booked.revision}: it has revision ${revision} now, and waits on. Fetch it again.`
}

/** Stores where the order was entered, or flags a late acknowledgement. Returns whether it was flagged. */
export function keepSaid(conn: Conn, call: Call, row: BookedRow, how: 'booked' | 'stale'): boolean {
  const isLate = flagLate(conn, call, row)
  if (!isLate) keepBooked(conn, call, row, how)
  return isLate
}

/** Stores the order's place in the accounts. A person must look at an order that was entered before it changed. */
function keepBooked(
  conn: Conn,
  { caller, now }: Call,
  { orderId: id, booked: { revision, external } }: BookedRow,
  how: 'booked' | 'stale',
): void {
  if (external === undefined) return
  const outcome =
    how === 'stale'
      ? ({ outcome: 'parked', code: 'changed_since' } as const)
      : ({ outcome: 'imported' } as const)
  const given = { ...nothingSaid, ...outcome, id, revision, external }
  storeResult(conn, 'order', caller.keyId, given, now)
  if (how === 'booked') withdrawFlags(conn, 'order', id, external)
}

/** Flags a late acknowledgement. Returns whether it was late. */
function flagLate(conn: Conn, { caller, now }: Call, { orderId, booked }: BookedRow): boolean {
  const { fence, revision, external } = booked
  if (fence === 0 || !isOldFence(conn, 'order', orderId, fence)) return false
  const { keyId, userId } = caller
  return flagLateAcknowledgement(conn, 'order', {
    subjectId: orderId,
    revision,
    fence,
    external,
    keyId,
    userId,
    now,
  })
}

/** Nothing of the order waits any more, so its open import results are settled. */
export function closeImports(conn: Conn, subjectId: string, now: number): void {
  closeResults(conn).run({ kind: 'order', subjectId, closedAs: 'delivered', closedBy: null, now })
}

import { and, asc, eq, lt, sql, type SQL } from 'drizzle-orm'
import { query, type Params } from '../../platform/db/connection.ts'
import { deleteIn, findIn, pickIn, storeIn, updateIn } from '../../platform/db/statements.ts'
import { leased, leases } from '../tables.ts'

export type LeasedKind = (typeof leased.$inferSelect)['kind']

/** The longest lease in seconds: an hour. Even a slow program enters a thousand documents in that time. */
export const leaseSecondsMax = 3_600

/** The longest total time of a lease with renewals, in seconds: four hours. */
export const leaseLifeSecondsMax = 14_400

/** Whether a lease is in force. A lease that ends later than allowed came from a wrong clock and holds nothing. */
export function isLasting(until: number, now: number): boolean {
  return until > now && until <= now + leaseSecondsMax * 1000
}

/** `isLasting` as an SQL condition. */
function lasts(now: unknown, { until }: typeof leased | typeof leases = leased): SQL {
  return sql`${until} > ${now} AND ${until} <= ${now} + ${sql.raw(String(leaseSecondsMax * 1000))}`
}

/** Whether anything of a kind is leased now. A shop without leases needs no other query. */
export const findLive = query((conn, { kind, now }: Params<{ kind: LeasedKind; now: number }>) =>
  conn
    .select({ one: sql<number>`1` })
    .from(leased)
    .where(and(eq(leased.kind, kind), lasts(now)))
    .limit(1),
)

/** An SQL condition: the document or order with this id is leased now. */
export function isLeased(kind: LeasedKind, id: unknown, now: unknown): SQL {
  return sql`EXISTS (SELECT 1 FROM ${leased} WHERE ${leased.kind} = ${sql.raw(`'${kind}'`)}
    AND ${leased.subjectId} = ${id} AND ${lasts(now)})`
}

/** The ids of everything that is leased now, for `IN`. They are few, however much waits. */
export function leasedIds(kind: LeasedKind, now: unknown): SQL {
  return sql`(SELECT ${leased.subjectId} FROM ${leased} WHERE ${leased.kind} = ${sql.raw(`'${kind}'`)}
    AND ${lasts(now)})`
}

export const findLeased = pickIn(leased, ['kind', 'subjectId'], ['fence', 'until'])

export type LeaseRow = typeof leases.$inferSelect

type NewLease = Omit<LeaseRow, 'fence'>

/** The new fence is above all earlier ones, and not below `floor`. */
export const insertLease = query((conn, p: Params<NewLease & { floor: number }>) =>
  conn.insert(leases).values({
    fence: sql`max(${p.floor}, 1 + coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'leases'), 0))`,
    id: p.id,
    kind: p.kind,
    keyId: p.keyId,
    until: p.until,
    takenAt: p.takenAt,
  }),
)

export const findLease = findIn(leases, 'id')

/** The leases in force, oldest first. */
export const listLive = query((conn, { now }: Params<{ now: number }>) =>
  conn.select().from(leases).where(lasts(now, leases)).orderBy(asc(leases.fence)),
)

/** The documents or orders whose latest fence is this one. */
export const listLeasedUnder = pickIn(leased, ['fence'], ['subjectId'])

/** Whether a key received a lease with this fence. Old leases are forgotten. */
export const findGiven = pickIn(leases, ['fence', 'kind', 'keyId'], ['fence'])

/** Deletes leases that ended before a time. */
export const deleteLeasesBefore = query((conn, { before }: Params<{ before: number }>) =>
  conn.delete(leases).where(lt(leases.until, before)),
)

export const setLeased = storeIn(leased, ['kind', 'subjectId'])

export const setLeaseUntil = updateIn(leases, 'fence', ['until'])

export const setLeasedUntil = updateIn(leased, 'fence', ['until'])

/** Called when the document or order is deleted. */
export const forgetLeased = deleteIn(leased, 'kind', 'subjectId')

import { and, asc, eq, lt, sql, type SQL } from 'drizzle-orm'
import { query, type Params } from '../../platform/db/connection.ts'
import { leased, leases } from './tables.ts'

export type LeasedKind = (typeof leased.$inferSelect)['kind']

/** How long a lease may last, in seconds: an hour, in which even a slow program has entered a thousand documents. */
export const leaseSecondsMax = 3_600

/** How long one may last in all, however often it is made longer, in seconds: four hours. */
export const leaseLifeSecondsMax = 14_400

/** Whether a lease lasts at a time: one that ends later than any may was given by a clock that was wrong, and holds nothing. */
export function isLasting(until: number, now: number): boolean {
  return until > now && until <= now + leaseSecondsMax * 1000
}

/** Likewise in a statement. */
function lasts(now: unknown, { until }: typeof leased | typeof leases = leased): SQL {
  return sql`${until} > ${now} AND ${until} <= ${now} + ${sql.raw(String(leaseSecondsMax * 1000))}`
}

type Subject = { kind: LeasedKind; subjectId: string }

/** Whether anything of a kind is leased at a time: lists of a shop without leases ask no more than this. */
export const findLive = query((conn, { kind, now }: Params<{ kind: LeasedKind; now: number }>) =>
  conn
    .select({ one: sql<number>`1` })
    .from(leased)
    .where(and(eq(leased.kind, kind), lasts(now)))
    .limit(1),
)

/** Whether the one that a column names is leased at a time. */
export function isLeased(kind: LeasedKind, id: unknown, now: unknown): SQL {
  return sql`EXISTS (SELECT 1 FROM ${leased} WHERE ${leased.kind} = ${sql.raw(`'${kind}'`)}
    AND ${leased.subjectId} = ${id} AND ${lasts(now)})`
}

/** The ids of all that are leased at a time, for `IN`: a few, however much waits. */
export function leasedIds(kind: LeasedKind, now: unknown): SQL {
  return sql`(SELECT ${leased.subjectId} FROM ${leased} WHERE ${leased.kind} = ${sql.raw(`'${kind}'`)}
    AND ${lasts(now)})`
}

export const findLeased = query((conn, { kind, subjectId }: Params<Subject>) =>
  conn
    .select({ fence: leased.fence, until: leased.until })
    .from(leased)
    .where(and(eq(leased.kind, kind), eq(leased.subjectId, subjectId))),
)

export type LeaseRow = typeof leases.$inferSelect

type NewLease = Omit<LeaseRow, 'fence'>

/** Its fence is above all before, and no lower than `floor`. */
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

export const findLease = query((conn, { id }: Params<{ id: string }>) =>
  conn.select().from(leases).where(eq(leases.id, id)),
)

/** Those that last at a time, the oldest first. */
export const listLive = query((conn, { now }: Params<{ now: number }>) =>
  conn.select().from(leases).where(lasts(now, leases)).orderBy(asc(leases.fence)),
)

/** What was leased with a fence, and with no later one. */
export const listLeasedUnder = query((conn, { fence }: Params<{ fence: number }>) =>
  conn.select({ subjectId: leased.subjectId }).from(leased).where(eq(leased.fence, fence)),
)

type Given = { kind: LeasedKind; keyId: string; fence: number }

/** Whether a key was given a lease with this fence, as long as leases are known. */
export const findGiven = query((conn, p: Params<Given>) =>
  conn
    .select({ one: sql<number>`1` })
    .from(leases)
    .where(and(eq(leases.fence, p.fence), eq(leases.kind, p.kind), eq(leases.keyId, p.keyId))),
)

/** Those that ended so long ago that nobody asks for them any more. */
export const deleteLeasesBefore = query((conn, { before }: Params<{ before: number }>) =>
  conn.delete(leases).where(lt(leases.until, before)),
)

export const setLeased = query((conn, p: Params<Subject & { fence: number; until: number }>) =>
  conn
    .insert(leased)
    .values({ kind: p.kind, subjectId: p.subjectId, fence: p.fence, until: p.until })
    .onConflictDoUpdate({
      target: [leased.kind, leased.subjectId],
      set: { fence: sql`excluded.fence`, until: sql`excluded.until` },
    }),
)

type Until = { fence: number; until: number }

export const setLeaseUntil = query((conn, { fence, until }: Params<Until>) =>
  conn
    .update(leases)
    .set({ until: sql`${until}` })
    .where(eq(leases.fence, fence)),
)

export const setLeasedUntil = query((conn, { fence, until }: Params<Until>) =>
  conn
    .update(leased)
    .set({ until: sql`${until}` })
    .where(eq(leased.fence, fence)),
)

/** It is deleted. */
export const forgetLeased = query((conn, { kind, subjectId }: Params<Subject>) =>
  conn.delete(leased).where(and(eq(leased.kind, kind), eq(leased.subjectId, subjectId))),
)

import { and, asc, desc, eq, gt, isNull, ne, or, lte, sql } from 'drizzle-orm'
import { query, type Params } from '../../platform/db/connection.ts'
import { insertInto } from '../../platform/db/statements.ts'
import { sessions, users } from '../tables.ts'

/** A session that still counts, with its user. */
export type SessionRow = NonNullable<ReturnType<ReturnType<typeof findSessionByHash>['get']>>

/** The session of a token that still counts at `now`, of a user who may still sign in. */
export const findSessionByHash = query(
  (conn, { hash, now }: Params<{ hash: string; now: number }>) =>
    conn
      .select({
        id: sessions.id,
        userId: sessions.userId,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        name: users.name,
        email: users.email,
        role: users.role,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          eq(sessions.hash, hash),
          isNull(users.deactivatedAt),
          isNull(sessions.revokedAt),
          gt(sessions.expiresAt, now),
        ),
      ),
)

export const findSession = query((conn, { id }: Params<{ id: string }>) =>
  conn.select().from(sessions).where(eq(sessions.id, id)),
)

/** A user's sessions that still count, the one seen last first. */
export const listSessions = query(
  (conn, { userId, now }: Params<{ userId: string; now: number }>) =>
    conn
      .select()
      .from(sessions)
      .where(
        and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)),
      )
      .orderBy(desc(sessions.lastSeenAt), asc(sessions.id)),
)

/** Ends a user's sessions, all but `exceptId`, also those that have expired: a clock that is put back would bring them to life. */
export const revokeSessionsOf = query(
  (conn, p: Params<{ now: number; userId: string; exceptId: string }>) =>
    conn
      .update(sessions)
      .set({ revokedAt: sql`${p.now}` })
      .where(
        and(eq(sessions.userId, p.userId), isNull(sessions.revokedAt), ne(sessions.id, p.exceptId)),
      )
      .returning({ expiresAt: sessions.expiresAt }),
)

export const revokeSessionById = query((conn, { now, id }: Params<{ now: number; id: string }>) =>
  conn
    .update(sessions)
    .set({ revokedAt: sql`${now}` })
    .where(eq(sessions.id, id)),
)

export const insertSession = insertInto(sessions)

export const updateLastSeen = query(
  (conn, p: Params<{ now: number; expiresAt: number; address: string; id: string }>) =>
    conn
      .update(sessions)
      .set({
        lastSeenAt: sql`${p.now}`,
        expiresAt: sql`${p.expiresAt}`,
        address: sql`${p.address}`,
      })
      .where(and(eq(sessions.id, p.id), isNull(sessions.revokedAt))),
)

/** Removes what ended before a time. */
export const deleteEndedSessions = query((conn, { before }: Params<{ before: number }>) =>
  conn.delete(sessions).where(or(lte(sessions.expiresAt, before), lte(sessions.revokedAt, before))),
)

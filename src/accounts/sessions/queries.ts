import { and, asc, desc, eq, gt, isNull, ne, or, lte, sql } from 'drizzle-orm'
import { query } from '../../platform/db/connection.ts'
import { sessions, users } from '../tables.ts'

/** A session that still counts, with its user. */
export type SessionRow = NonNullable<ReturnType<ReturnType<typeof findSessionByHash>['get']>>

/** The session of a token that still counts at `now`, of a user who may still sign in. */
export const findSessionByHash = query((conn) =>
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
        eq(sessions.hash, sql.placeholder('hash')),
        isNull(users.deactivatedAt),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare(),
)

export const findSession = query((conn) =>
  conn
    .select()
    .from(sessions)
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare(),
)

/** A user's sessions that still count, the one seen last first. */
export const listSessions = query((conn) =>
  conn
    .select()
    .from(sessions)
    .where(countsStill())
    .orderBy(desc(sessions.lastSeenAt), asc(sessions.id))
    .prepare(),
)

/** Ends a user's sessions, all but `exceptId`, also those that have expired: a clock that is put back would bring them to life. */
export const revokeSessionsOf = query((conn) =>
  conn
    .update(sessions)
    .set({ revokedAt: sql`${sql.placeholder('now')}` })
    .where(
      and(
        eq(sessions.userId, sql.placeholder('userId')),
        isNull(sessions.revokedAt),
        ne(sessions.id, sql.placeholder('exceptId')),
      ),
    )
    .returning({ expiresAt: sessions.expiresAt })
    .prepare(),
)

export const revokeSessionById = query((conn) =>
  conn
    .update(sessions)
    .set({ revokedAt: sql`${sql.placeholder('now')}` })
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare(),
)

export const insertSession = query((conn) =>
  conn
    .insert(sessions)
    .values({
      id: sql.placeholder('id'),
      hash: sql.placeholder('hash'),
      userId: sql.placeholder('userId'),
      createdAt: sql.placeholder('now'),
      lastSeenAt: sql.placeholder('now'),
      expiresAt: sql.placeholder('expiresAt'),
      address: sql.placeholder('address'),
      userAgent: sql.placeholder('userAgent'),
    })
    .prepare(),
)

export const updateLastSeen = query((conn) =>
  conn
    .update(sessions)
    .set({
      lastSeenAt: sql`${sql.placeholder('now')}`,
      expiresAt: sql`${sql.placeholder('expiresAt')}`,
      address: sql`${sql.placeholder('address')}`,
    })
    .where(and(eq(sessions.id, sql.placeholder('id')), isNull(sessions.revokedAt)))
    .prepare(),
)

/** Removes what ended before a time. */
export const deleteEndedSessions = query((conn) =>
  conn
    .delete(sessions)
    .where(
      or(
        lte(sessions.expiresAt, sql.placeholder('before')),
        lte(sessions.revokedAt, sql.placeholder('before')),
      ),
    )
    .prepare(),
)

function countsStill() {
  return and(
    eq(sessions.userId, sql.placeholder('userId')),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, sql.placeholder('now')),
  )
}

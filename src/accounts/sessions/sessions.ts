import { and, asc, desc, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../../platform/db/connection.ts'
import { insertInto, findIn, updateIn } from '../../platform/db/statements.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { judgeClock } from '../../platform/upkeep/clock-guard.ts'
import { recordHistory } from '../history.ts'
import { findUser } from '../queries.ts'
import { sessions, users } from '../tables.ts'
import { rememberedDevice } from './guessing.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A session ends 30 days after its last use, and in any case 90 days after signing in. */
const idleMs = 30 * dayMs
export const sessionMs = 90 * dayMs

/** The precision of a session's last use: the database is updated no more often. */
const lastSeenStepMs = minuteMs

/** How long an ended session is kept. */
const endedKeptMs = 30 * dayMs

/** The most sessions of one user. One more ends the session that was used longest ago. */
const sessionsMax = 50

/** How many characters of the browser's User-Agent are kept. */
const userAgentMax = 300

const tokenBytes = 32

/** Where a session is used from, by the request. */
export type Visitor = {
  address: string
  userAgent: string
  /** The cookie of a device that has signed in before. */
  device?: string | undefined
  /** The cookie of a device that skips the second step for a while. */
  trusted?: string | undefined
}

/** A valid session, with its user. */
export type SessionRow = NonNullable<ReturnType<ReturnType<typeof findSessionByHash>['get']>>

/** A new session's id, and the token and device, which go into cookies and nowhere else. */
export type StartedSession = { id: string; token: string; device: string | undefined }

/** A token of 32 random bytes. */
export function newToken(): string {
  return crypto.getRandomValues(new Uint8Array(tokenBytes)).toBase64({
    alphabet: 'base64url',
    omitPadding: true,
  })
}

/** The stored hash of a token: its SHA-256, hex. 256 random bits need no slow hash. */
export function hashToken(token: string): string {
  return Bun.SHA256.hash(token, 'hex')
}

/** Signs a user in. The caller has checked the user's identity. */
export function startSession(
  conn: Conn,
  { userId, token, visitor }: { userId: string; token: string; visitor: Visitor },
  now: number,
): StartedSession {
  // By a wrong clock this would delete sessions that are still valid.
  if (judgeClock(conn, now, 0) === undefined) {
    deleteEndedSessions(conn).run({ before: now - endedKeptMs })
  }
  for (const { id } of listSessions(conn)
    .all({ userId, now })
    .slice(sessionsMax - 1)) {
    revokeSessionById(conn).run({ id, revokedAt: now })
  }
  const id = newId(now)
  insertSession(conn).run({
    id,
    userId,
    hash: hashToken(token),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: expiryOf(now, now),
    address: visitor.address,
    userAgent: visitor.userAgent.slice(0, userAgentMax),
    revokedAt: null,
  })
  recordHistory(conn, now, { action: 'signed in', userId, details: { address: visitor.address } })
  const hash = findUser(conn).get({ id: userId })?.passwordHash
  return { id, token, device: hash ? rememberedDevice(visitor.device, hash) : visitor.device }
}

/** Whether it is time to record the use of a session. A clock that was set back counts as time. */
export function isSeenAnew(lastSeenAt: number, now: number): boolean {
  return Math.abs(now - lastSeenAt) >= lastSeenStepMs
}

/** Records the use of a session. */
export function touchSession(
  conn: Conn,
  session: { id: string; createdAt: number; address: string },
  now: number,
): void {
  const { id, createdAt, address } = session
  updateLastSeen(conn).run({ id, now, address, expiresAt: expiryOf(createdAt, now) })
}

/** Signs the session out. Repeating it changes nothing. */
export function signOut(conn: Conn, session: { id: string; userId: string }, now: number): void {
  const found = findSession(conn).get({ id: session.id })
  if (found === undefined || found.revokedAt !== null) return
  revokeSessionById(conn).run({ id: session.id, revokedAt: now })
  recordHistory(conn, now, { action: 'signed out', userId: session.userId, details: {} })
}

/** Ends one of a user's sessions. Repeating it changes nothing. Throws AppError `not_found` for somebody else's. */
export function revokeSession(
  conn: Conn,
  session: { id: string; userId: string },
  now: number,
): void {
  const found = findSession(conn).get({ id: session.id })
  if (found === undefined || found.userId !== session.userId) {
    throw new AppError('not_found', 'You have no such session.')
  }
  if (found.revokedAt !== null) return
  revokeSessionById(conn).run({ id: session.id, revokedAt: now })
  recordHistory(conn, now, {
    action: 'session revoked',
    userId: session.userId,
    details: { sessions: 1 },
  })
}

/** Ends a user's sessions, all but `exceptId` if given. Returns how many of them were valid. */
export function revokeSessions(
  conn: Conn,
  { userId, exceptId = '', by }: { userId: string; exceptId?: string; by?: string | undefined },
  now: number,
): number {
  const revoked = revokeSessionsOf(conn).all({ userId, exceptId, now })
  const ended = revoked.filter(({ expiresAt }) => expiresAt > now).length
  if (ended > 0) {
    recordHistory(conn, now, {
      action: 'session revoked',
      userId: by,
      details: { sessions: ended, of: userId },
    })
  }
  return ended
}

function expiryOf(createdAt: number, now: number): number {
  return Math.min(now + idleMs, createdAt + sessionMs)
}

/** The session of a token that is valid at `now`, of a user who may still sign in. */
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
        isClerk: users.isClerk,
        isCounter: users.isCounter,
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

const findSession = findIn(sessions, 'id')

/** A user's valid sessions, the most recently used first. */
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

/** Ends a user's sessions, all but `exceptId`, and also expired ones: a clock that is set back would revive them. */
const revokeSessionsOf = query(
  (conn, p: Params<{ now: number; userId: string; exceptId: string }>) =>
    conn
      .update(sessions)
      .set({ revokedAt: sql`${p.now}` })
      .where(
        and(eq(sessions.userId, p.userId), isNull(sessions.revokedAt), ne(sessions.id, p.exceptId)),
      )
      .returning({ expiresAt: sessions.expiresAt }),
)

const revokeSessionById = updateIn(sessions, 'id', ['revokedAt'])

const insertSession = insertInto(sessions)

const updateLastSeen = query(
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

/** Deletes sessions that ended before a time. */
const deleteEndedSessions = query((conn, { before }: Params<{ before: number }>) =>
  conn.delete(sessions).where(or(lte(sessions.expiresAt, before), lte(sessions.revokedAt, before))),
)

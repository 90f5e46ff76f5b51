import { eq } from 'drizzle-orm'
import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { requireActingOwner } from './acting-user.ts'
import { recordHistory } from './history.ts'
import { endPasswordLinks } from './password-link-queries.ts'
import { countActiveOwners, findUser, findUserByEmail, type User } from './queries.ts'
import { checkedEmail, checkedName } from './rules.ts'
import type { Role } from './scopes.ts'
import { revokeSessions } from './sessions.ts'
import { users } from './tables.ts'

export type NewUser = { email: string; name: string; role: Role; passwordHash: string | null }

/** Adds a user and returns its id. Throws AppError `conflict` when the e-mail is taken. */
export function addUser(conn: Conn, user: NewUser, now: number, by?: string): string {
  const email = checkedEmail(user.email)
  if (findUserByEmail(conn).get({ email }) !== undefined) {
    throw new AppError('conflict', `There is a user ${email} already.`, { field: 'email' })
  }
  const id = newId(now)
  conn
    .insert(users)
    .values({
      id,
      email,
      name: checkedName('The name', user.name),
      role: user.role,
      passwordHash: user.passwordHash,
      createdAt: now,
    })
    .run()
  recordHistory(conn, now, {
    action: 'user added',
    userId: by,
    details: { email, role: user.role },
  })
  return id
}

/**
 * Ends a user's keys and sign-in at once; its scans stay.
 * Throws AppError `not_found`, `conflict` for the last owner, and like `requireActingOwner`.
 */
export function deactivateUser(conn: Conn, email: string, now: number, by?: string): void {
  requireActingOwner(conn, by)
  const user = requireUser(conn, email)
  if (user.deactivatedAt !== null) return
  requireAnotherOwner(conn, user)
  conn.update(users).set({ deactivatedAt: now }).where(eq(users.id, user.id)).run()
  endPasswordLinks(conn).run({ userId: user.id, now })
  revokeSessions(conn, { userId: user.id, by }, now)
  recordHistory(conn, now, {
    action: 'user deactivated',
    userId: by,
    details: { email: user.email },
  })
}

/**
 * Whoever knew the old password is signed out: every session of the user ends, except that of `by.sessionId`.
 * Returns how many ended. Throws AppError `not_found`.
 */
export function changePassword(
  conn: Conn,
  email: string,
  passwordHash: string,
  now: number,
  by?: { userId: string; sessionId?: string },
): number {
  const user = requireUser(conn, email)
  conn.update(users).set({ passwordHash }).where(eq(users.id, user.id)).run()
  // Whoever has a link must not be able to change it back.
  endPasswordLinks(conn).run({ userId: user.id, now })
  recordHistory(conn, now, {
    action: 'password changed',
    userId: by?.userId,
    details: { email: user.email },
  })
  const { userId, sessionId = '' } = by ?? {}
  return revokeSessions(conn, { userId: user.id, exceptId: sessionId, by: userId }, now)
}

/** Throws AppError `conflict` when there would be no owner left who can sign in. */
export function requireAnotherOwner(conn: Conn, user: User): void {
  if (user.role !== 'owner' || user.passwordHash === null || user.deactivatedAt !== null) return
  if (countActiveOwners(conn) > 1) return
  throw new AppError('conflict', `${user.email} is the only owner: make another one first.`)
}

/** Throws AppError `not_found`. */
export function requireUserById(conn: Conn, id: string): User {
  const user = findUser(conn).get({ id })
  if (user === undefined) throw new AppError('not_found', `There is no user with the id ${id}.`)
  return user
}

/** Throws AppError `not_found`. */
export function requireUser(conn: Conn, email: string): User {
  const user = findUserByEmail(conn).get({ email: checkedEmail(email) })
  if (user === undefined) throw new AppError('not_found', `There is no user ${email}.`)
  return user
}

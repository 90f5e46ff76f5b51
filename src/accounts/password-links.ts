import { eq } from 'drizzle-orm'
import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { requireActingOwner } from './acting-user.ts'
import { recordHistory } from './history.ts'
import { hashOfSecret, type LinkSecrets } from './one-time-code.ts'
import {
  endPasswordLinks,
  findUsablePasswordLink,
  insertPasswordLink,
} from './password-link-queries.ts'
import { findUser, type User } from './queries.ts'
import type { Role } from './scopes.ts'
import { hashToken, revokeSessions } from './sessions.ts'
import { users } from './tables.ts'
import { addUser, requireAnotherOwner, requireUserById } from './users.ts'

/** A link, and its code, work for 7 days: a new clerk may come next week. */
const linkMs = 7 * 24 * 60 * 60 * 1000

export type Invitation = { email: string; name: string; role: Role }

export type StoredLink = { userId: string; expiresAt: number }

/** Adds a user without a password, and the link to choose one. Throws AppError like `addUser` and `requireActingOwner`. */
export function inviteUser(
  conn: Conn,
  invitation: Invitation,
  secrets: LinkSecrets,
  now: number,
  by: string,
): StoredLink {
  requireActingOwner(conn, by)
  const userId = addUser(conn, { ...invitation, passwordHash: null }, now, by)
  return storeLink(conn, { userId, by }, secrets, now)
}

/**
 * Ends a user's password and sign-ins at once, and makes a link to choose a new password; its keys go on.
 * Throws AppError `not_found`, `conflict` for oneself, for a user that is deactivated and for the last owner who can
 * sign in, and like `requireActingOwner`.
 */
export function resetPassword(
  conn: Conn,
  userId: string,
  secrets: LinkSecrets,
  now: number,
  by: string,
): StoredLink {
  requireActingOwner(conn, by)
  const user = requireUserById(conn, userId)
  if (user.id === by) {
    throw new AppError(
      'conflict',
      'You cannot reset your own password: change it under "Password and sign-ins".',
    )
  }
  if (user.deactivatedAt !== null) {
    throw new AppError('conflict', `${user.email} is deactivated: reactivate this user instead.`)
  }
  requireAnotherOwner(conn, user)
  conn.update(users).set({ passwordHash: null }).where(eq(users.id, userId)).run()
  revokeSessions(conn, { userId, by }, now)
  return storeLink(conn, { userId, by }, secrets, now)
}

/** Stores a link and ends the ones before it. */
export function storeLink(
  conn: Conn,
  { userId, by }: { userId: string; by: string },
  secrets: LinkSecrets,
  now: number,
): StoredLink {
  endPasswordLinks(conn).run({ userId, now })
  const expiresAt = now + linkMs
  insertPasswordLink(conn).run({
    id: newId(now),
    userId,
    tokenHash: hashToken(secrets.token),
    codeHash: hashToken(secrets.code),
    now,
    expiresAt,
  })
  recordHistory(conn, now, {
    action: 'password link made',
    userId: by,
    details: { for: requireUserById(conn, userId).email },
  })
  return { userId, expiresAt }
}

/** The address of a link: the token stands behind `#`, which browsers do not send, so that it is in no log. */
export function passwordLinkUrl(base: string, token: string): string {
  return `${base}/choose-password#${token}`
}

/** Whom a token, or a code, belongs to. Throws AppError `forbidden` when there is none that works. */
export function requirePasswordLink(
  conn: Conn,
  secret: string,
  now: number,
): { id: string; expiresAt: number; user: User } {
  const link = findUsablePasswordLink(conn).get({ hash: hashOfSecret(secret), now })
  const user = link === undefined ? undefined : findUser(conn).get({ id: link.userId })
  if (link !== undefined && user?.deactivatedAt === null) {
    return { id: link.id, expiresAt: link.expiresAt, user }
  }
  throw new AppError(
    'forbidden',
    'This link or code is wrong, was used, or is older than 7 days. Ask an owner for a new one.',
    { field: 'code' },
  )
}

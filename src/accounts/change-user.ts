import { and, eq, isNull, or } from 'drizzle-orm'
import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { requireActingOwner } from './acting-user.ts'
import { recordHistory } from './history.ts'
import type { LinkSecrets } from './one-time-code.ts'
import { storeLink, type StoredLink } from './password-links.ts'
import type { Role } from './scopes.ts'
import { apiKeys, users } from './tables.ts'
import { requireAnotherOwner, requireUserById } from './users.ts'

/**
 * Makes an owner of a member, or a member of an owner. An owner's keys that no member may have end with the role: those
 * of the storefront, and those for the scans of all users. Returns how many ended.
 * Throws AppError `not_found`, `conflict` for the last owner, and like `requireActingOwner`.
 */
export function changeRole(
  conn: Conn,
  { userId, role, by }: { userId: string; role: Role; by: string },
  now: number,
): number {
  requireActingOwner(conn, by)
  const user = requireUserById(conn, userId)
  if (user.role === role) return 0
  if (role === 'member') requireAnotherOwner(conn, user)
  conn.update(users).set({ role }).where(eq(users.id, userId)).run()
  const keysEnded = role === 'member' ? endOwnersKeys(conn, userId, now) : 0
  recordHistory(conn, now, {
    action: 'role changed',
    userId: by,
    details: { email: user.email, role, keysEnded },
  })
  return keysEnded
}

/**
 * Lets a deactivated user in again, by a link to choose a password. The keys that ended with it stay ended.
 * Throws AppError `not_found`, `conflict` for a user that is not deactivated, and like `requireActingOwner`.
 */
export function reactivateUser(
  conn: Conn,
  userId: string,
  secrets: LinkSecrets,
  now: number,
  by: string,
): StoredLink {
  requireActingOwner(conn, by)
  const user = requireUserById(conn, userId)
  if (user.deactivatedAt === null) {
    throw new AppError('conflict', `${user.email} is not deactivated.`)
  }
  const { deactivatedAt } = user
  conn
    .update(apiKeys)
    .set({ revokedAt: deactivatedAt })
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    .run()
  conn
    .update(users)
    .set({ deactivatedAt: null, passwordHash: null })
    .where(eq(users.id, userId))
    .run()
  recordHistory(conn, now, {
    action: 'user reactivated',
    userId: by,
    details: { email: user.email },
  })
  return storeLink(conn, { userId, by }, secrets, now)
}

function endOwnersKeys(conn: Conn, userId: string, now: number): number {
  return conn
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(
      and(
        eq(apiKeys.userId, userId),
        isNull(apiKeys.revokedAt),
        or(eq(apiKeys.service, 'storefront'), eq(apiKeys.allUsers, true)),
      ),
    )
    .returning({ id: apiKeys.id })
    .all().length
}

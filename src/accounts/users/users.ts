import { and, eq, isNull } from 'drizzle-orm'
import type { Conn } from '../../platform/db/connection.ts'
import { AppError, checkAll } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordHistory } from '../history.ts'
import { deletePasskeysOf } from '../passkeys/passkeys.ts'
import { findUserByEmail, isOwnersOnly } from '../queries.ts'
import {
  requireActingOwner,
  requireAnotherOwner,
  requireUser,
  requireUserById,
} from '../require-user.ts'
import {
  checkedDuties,
  checkedEmail,
  checkedName,
  dutiesOf,
  type Duty,
  type Role,
  type Standing,
} from '../rules.ts'
import { revokeSessions } from '../sessions/sessions.ts'
import { deleteTrustedDevices } from '../two-factor/queries.ts'
import { apiKeys, users } from '../tables.ts'
import { endLinks, type LinkSecrets, type StoredLink, storePasswordLink } from './links.ts'

// Users: adding, changing and deactivating them. passwords.ts has their passwords, links.ts the links to choose one.

/** A member without named duties is a clerk. */
type Invitation = { email: string; name: string; role: Role; duties?: readonly Duty[] | undefined }
type NewUser = Invitation & { passwordHash: string | null }

/** Adds a user and returns its id. Throws AppError `invalid_request`, `conflict` when the e-mail is taken. */
export function addUser(conn: Conn, user: NewUser, now: number, by?: string): string {
  const { email, name, duties } = checkAll({
    email: () => requireFreeEmail(conn, user.email),
    name: () => checkedName('The name', user.name),
    duties: () => checkedDuties(user.role, user.duties),
  })
  const id = newId(now)
  const { role, passwordHash } = user
  const standing = { role, ...duties }
  conn
    .insert(users)
    .values({ id, email, name, ...standing, passwordHash, createdAt: now })
    .run()
  recordHistory(conn, now, {
    action: 'user added',
    userId: by,
    details: { email, role, duties: dutyNames(standing) },
  })
  return id
}

/** Throws AppError `invalid_request`, `conflict`. */
function requireFreeEmail(conn: Conn, text: string): string {
  const email = checkedEmail(text)
  if (findUserByEmail(conn).get({ email }) === undefined) return email
  throw new AppError('conflict', `There is a user ${email} already.`, { field: 'email' })
}

/** Adds a user without a password, and a link to choose one. Throws AppError like `addUser` and `requireActingOwner`. */
export function inviteUser(
  conn: Conn,
  invitation: Invitation,
  secrets: LinkSecrets,
  now: number,
  by: string,
): StoredLink {
  requireActingOwner(conn, by)
  const userId = addUser(conn, { ...invitation, passwordHash: null }, now, by)
  return storePasswordLink(conn, { userId, by }, secrets, now)
}

/**
 * Ends a user's password and sessions at once, and makes a link to choose a new password. The user's keys continue to work. Throws AppError
 * `not_found`, `conflict` for oneself, for a deactivated user and for the last owner who can sign in, and like `requireActingOwner`.
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
  endOtherWaysIn(conn, userId)
  revokeSessions(conn, { userId, by }, now)
  return storePasswordLink(conn, { userId, by }, secrets, now)
}

type RoleChange = { userId: string; role: Role; duties?: readonly Duty[] | undefined; by: string }

/**
 * Makes a member an owner, or an owner a member, or changes a member's duties (default: unchanged). Keys that the user could no longer make
 * end at once: a member loses keys of the storefront, of bridges and for the scans of all users, and a member without documents also loses
 * scan-export keys. Returns how many ended. Throws AppError `invalid_request`, `not_found`, `conflict` for the last owner, and like
 * `requireActingOwner`.
 */
export function changeRole(
  conn: Conn,
  { userId, role, duties, by }: RoleChange,
  now: number,
): number {
  requireActingOwner(conn, by)
  const user = requireUserById(conn, userId)
  const before = dutiesOf({ ...user, role: 'member' })
  const standing = { role, ...checkedDuties(role, duties ?? before) }
  if (isSameStanding(user, standing)) return 0
  if (role === 'member') requireAnotherOwner(conn, user)
  conn.update(users).set(standing).where(eq(users.id, userId)).run()
  const keysEnded = endKeys(conn, userId, standing, now)
  const details = { email: user.email, role, duties: dutyNames(standing), keysEnded }
  recordHistory(conn, now, { action: 'role changed', userId: by, details })
  return keysEnded
}

/** Ends whatever opens Daybook without the password: it may belong to the person who is to be kept out. */
function endOtherWaysIn(conn: Conn, userId: string): void {
  deletePasskeysOf(conn).run({ userId })
  deleteTrustedDevices(conn).run({ userId })
}

/** For account history: "clerk and counter". */
function dutyNames(standing: Standing): string {
  return dutiesOf(standing).join(' and ')
}

function isSameStanding(before: Standing, after: Standing): boolean {
  return (
    before.role === after.role &&
    before.isClerk === after.isClerk &&
    before.isCounter === after.isCounter
  )
}

function endKeys(conn: Conn, userId: string, standing: Standing, now: number): number {
  if (standing.role === 'owner') return 0
  const ending = dutiesOf(standing).includes('clerk') ? isOwnersOnly : undefined
  return conn
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt), ending))
    .returning({ id: apiKeys.id })
    .all().length
}

/**
 * Ends a user's keys and sessions at once. The user's scans stay. Returns the user's id. Throws AppError `not_found`, `conflict` for the
 * last owner, and like `requireActingOwner`.
 */
export function deactivateUser(conn: Conn, email: string, now: number, by?: string): string {
  requireActingOwner(conn, by)
  const user = requireUser(conn, email)
  if (user.deactivatedAt !== null) return user.id
  requireAnotherOwner(conn, user)
  conn.update(users).set({ deactivatedAt: now }).where(eq(users.id, user.id)).run()
  endLinks(conn).run({ userId: user.id, now })
  endOtherWaysIn(conn, user.id)
  revokeSessions(conn, { userId: user.id, by }, now)
  recordHistory(conn, now, {
    action: 'user deactivated',
    userId: by,
    details: { email: user.email },
  })
  return user.id
}

/**
 * Lets a deactivated user in again, by a link to choose a password. The keys that ended stay ended. Throws AppError `not_found`, `conflict`
 * for a user that is not deactivated, and like `requireActingOwner`.
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
  return storePasswordLink(conn, { userId, by }, secrets, now)
}

import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { countActiveOwners, findUser, findUserByEmail, type User } from './queries.ts'
import { checkedEmail } from './rules.ts'

/**
 * The acting user, as stored in this transaction: the right that let the request in may be gone. Throws AppError `unauthorized` for a user
 * who may no longer sign in.
 */
export function requireActingUser(conn: Conn, id: string): User {
  const user = findUser(conn).get({ id })
  if (user?.deactivatedAt === null) return user
  throw new AppError('unauthorized', 'Sign in first.')
}

/**
 * Requires that the acting user is an owner. Undefined stands for the command line, which may do everything. Throws AppError `unauthorized`
 * or `forbidden`.
 */
export function requireActingOwner(conn: Conn, id: string | undefined): void {
  if (id === undefined || requireActingUser(conn, id).role === 'owner') return
  throw new AppError('forbidden', 'Only an owner may do this.')
}

/** Throws AppError `conflict` when no owner would be left who can sign in. */
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

import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { findUser, type User } from './queries.ts'

/**
 * Who acts, as things are in this transaction: what the request was allowed by may be over.
 * Throws AppError `unauthorized` for a user who may sign in no more.
 */
export function requireActingUser(conn: Conn, id: string): User {
  const user = findUser(conn).get({ id })
  if (user?.deactivatedAt === null) return user
  throw new AppError('unauthorized', 'Sign in first.')
}

/** The same for what only owners may; undefined is the command line, which may all. Throws AppError `forbidden` as well. */
export function requireActingOwner(conn: Conn, id: string | undefined): void {
  if (id === undefined || requireActingUser(conn, id).role === 'owner') return
  throw new AppError('forbidden', 'Only an owner may do this.')
}

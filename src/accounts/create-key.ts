import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { requireActingUser } from './acting-user.ts'
import { recordHistory } from './history.ts'
import { hashKey, makeKey, shownPart } from './keys.ts'
import { findUserByEmail, type User } from './queries.ts'
import { checkedEmail, checkedName } from './rules.ts'
import type { Scope, Service } from './scopes.ts'
import { apiKeys } from './tables.ts'

export type KeyWish = {
  email: string
  service: Service
  scopes: readonly Scope[]
  allUsers: boolean
  name: string
  /** Calls a minute, when the key is to be limited. */
  ratePerMinute?: number | undefined
  /** When the key ends, in milliseconds since the epoch. */
  expiresAt?: number | undefined
  createdBy?: string | undefined
}

export type CreatedKey = { id: string; key: string; userId: string }

/**
 * Makes a key for a user. The whole key is in the answer and nowhere else afterwards. `random` is 32 random bytes.
 * Throws AppError `not_found` for an unknown user, `invalid_request` for a wish that cannot be, `forbidden` for one that
 * only an owner may have, `unauthorized` when who asks may sign in no more.
 */
export function createKey(conn: Conn, wish: KeyWish, now: number, random: Uint8Array): CreatedKey {
  const user = findUserByEmail(conn).get({ email: checkedEmail(wish.email) })
  if (user === undefined) throw new AppError('not_found', `There is no user ${wish.email}.`)
  checkWish(wish, user, now)
  if (wish.createdBy !== undefined) requireActingUser(conn, wish.createdBy)
  const key = makeKey(random)
  const id = newId(now)
  conn
    .insert(apiKeys)
    .values({
      id,
      userId: user.id,
      service: wish.service,
      scopes: JSON.stringify([...new Set(wish.scopes)]),
      allUsers: wish.allUsers,
      ratePerMinute: wish.ratePerMinute ?? null,
      name: checkedName('The name of the key', wish.name),
      prefix: shownPart(key),
      hash: hashKey(key),
      createdBy: wish.createdBy ?? null,
      createdAt: now,
      expiresAt: wish.expiresAt ?? null,
    })
    .run()
  recordHistory(conn, now, {
    action: 'key created',
    userId: wish.createdBy,
    keyId: id,
    details: {
      for: user.email,
      service: wish.service,
      scopes: wish.scopes,
      allUsers: wish.allUsers,
    },
  })
  return { id, key, userId: user.id }
}

function checkWish(wish: KeyWish, user: User, now: number): void {
  if (user.deactivatedAt !== null) {
    throw new AppError('invalid_request', `${user.email} is deactivated and cannot have a key.`)
  }
  if (wish.service === 'storefront') checkStorefrontWish(wish, user)
  else if (wish.scopes.length > 0) {
    throw new AppError('invalid_request', 'A scan-export key has no scopes: it acts as its user.', {
      field: 'scopes',
    })
  }
  if (wish.allUsers && (user.role !== 'owner' || wish.service !== 'scan-export')) {
    throw new AppError(
      'invalid_request',
      "Only an owner's scan-export key can cover the scans of all users.",
      { field: 'allUsers' },
    )
  }
  if (wish.expiresAt !== undefined && wish.expiresAt <= now) {
    throw new AppError(
      'invalid_request',
      'The key would have expired already: choose a later date.',
      { field: 'expiresAt' },
    )
  }
}

function checkStorefrontWish(wish: KeyWish, user: User): void {
  if (user.role !== 'owner') {
    throw new AppError('forbidden', 'Only an owner can have a storefront key.', {
      field: 'service',
    })
  }
  if (wish.scopes.length === 0) {
    throw new AppError('invalid_request', 'A storefront key needs at least one scope.', {
      field: 'scopes',
    })
  }
}

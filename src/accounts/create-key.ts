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

export type KeyInput = {
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
 * Throws AppError `not_found` for an unknown user, `invalid_request` for a input that cannot be, `forbidden` for one that
 * only an owner may have, `unauthorized` when who asks may sign in no more.
 */
export function createKey(
  conn: Conn,
  input: KeyInput,
  now: number,
  random: Uint8Array,
): CreatedKey {
  const user = findUserByEmail(conn).get({ email: checkedEmail(input.email) })
  if (user === undefined) throw new AppError('not_found', `There is no user ${input.email}.`)
  checkInput(input, user, now)
  if (input.createdBy !== undefined) requireActingUser(conn, input.createdBy)
  const key = makeKey(random)
  const id = newId(now)
  conn
    .insert(apiKeys)
    .values({
      id,
      userId: user.id,
      service: input.service,
      scopes: JSON.stringify([...new Set(input.scopes)]),
      allUsers: input.allUsers,
      ratePerMinute: input.ratePerMinute ?? null,
      name: checkedName('The name of the key', input.name),
      prefix: shownPart(key),
      hash: hashKey(key),
      createdBy: input.createdBy ?? null,
      createdAt: now,
      expiresAt: input.expiresAt ?? null,
    })
    .run()
  recordHistory(conn, now, {
    action: 'key created',
    userId: input.createdBy,
    keyId: id,
    details: {
      for: user.email,
      service: input.service,
      scopes: input.scopes,
      allUsers: input.allUsers,
    },
  })
  return { id, key, userId: user.id }
}

function checkInput(input: KeyInput, user: User, now: number): void {
  if (user.deactivatedAt !== null) {
    throw new AppError('invalid_request', `${user.email} is deactivated and cannot have a key.`)
  }
  if (input.service === 'storefront') checkStorefrontInput(input, user)
  else if (input.scopes.length > 0) {
    throw new AppError('invalid_request', 'A scan-export key has no scopes: it acts as its user.', {
      field: 'scopes',
    })
  }
  if (input.allUsers && (user.role !== 'owner' || input.service !== 'scan-export')) {
    throw new AppError(
      'invalid_request',
      "Only an owner's scan-export key can cover the scans of all users.",
      { field: 'allUsers' },
    )
  }
  if (input.expiresAt !== undefined && input.expiresAt <= now) {
    throw new AppError(
      'invalid_request',
      'The key would have expired already: choose a later date.',
      { field: 'expiresAt' },
    )
  }
}

function checkStorefrontInput(input: KeyInput, user: User): void {
  if (user.role !== 'owner') {
    throw new AppError('forbidden', 'Only an owner can have a storefront key.', {
      field: 'service',
    })
  }
  if (input.scopes.length === 0) {
    throw new AppError('invalid_request', 'A storefront key needs at least one scope.', {
      field: 'scopes',
    })
  }
}

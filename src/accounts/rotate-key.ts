import { eq } from 'drizzle-orm'
import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { requireActingUser } from './acting-user.ts'
import { createKey, type CreatedKey } from './create-key.ts'
import { recordHistory } from './history.ts'
import { findKeyWithUser } from './key-queries.ts'
import { keyState } from './key-state.ts'
import { readScopes, type Role, type Service } from './scopes.ts'
import { apiKeys } from './tables.ts'

export type Rotation = {
  id: string
  /** Who rotates it. */
  by: string
  /** When the old key ends, in milliseconds since the epoch; sooner if it would have ended sooner. */
  oldEndsAt: number
  /** When the new key ends; left out, it lives as long as the old one was meant to. */
  expiresAt?: number | undefined
}

/** A key is its user's to renew, and the storefront's are every owner's: whoever gets it can act as its user. */
export function mayRotate(
  key: { userId: string; service: Service },
  by: { userId: string; role: Role },
): boolean {
  return key.userId === by.userId || (by.role === 'owner' && key.service === 'storefront')
}

/**
 * Makes a key like another one, which goes on working until it ends. `random` is 32 random bytes.
 * Throws AppError `not_found`, `forbidden` for the key of somebody else, `conflict` for one that works no more.
 */
export function rotateKey(
  conn: Conn,
  rotation: Rotation,
  now: number,
  random: Uint8Array,
): CreatedKey {
  const { id, oldEndsAt } = rotation
  const { role, id: userId } = requireActingUser(conn, rotation.by)
  const by = { userId, role }
  const found = findKeyWithUser(conn).get({ id })
  if (found === undefined || (by.role === 'member' && found.key.userId !== by.userId)) {
    throw new AppError('not_found', `There is no key with the id ${id}.`)
  }
  const { key, user } = found
  if (!mayRotate(key, by)) {
    throw new AppError(
      'forbidden',
      `This is ${user.name}'s key: only ${user.name} can rotate it. You can revoke it.`,
    )
  }
  if (keyState({ ...key, deactivatedAt: found.deactivatedAt }, now) !== 'active') {
    throw new AppError('conflict', 'This key works no more: create a new one instead.')
  }
  const created = createKey(conn, { ...sameAs(key, rotation, now), email: user.email }, now, random)
  const endsAt = Math.min(oldEndsAt, key.expiresAt ?? oldEndsAt)
  conn.update(apiKeys).set({ expiresAt: endsAt }).where(eq(apiKeys.id, id)).run()
  recordHistory(conn, now, {
    action: 'key rotated',
    userId,
    keyId: id,
    details: { name: key.name, newKeyId: created.id, endsAt: new Date(endsAt).toISOString() },
  })
  return created
}

function sameAs(key: typeof apiKeys.$inferSelect, rotation: Rotation, now: number) {
  const lifeMs = key.expiresAt === null ? undefined : key.expiresAt - key.createdAt
  const sameLife = lifeMs === undefined ? undefined : now + lifeMs
  return {
    service: key.service,
    scopes: readScopes(key.scopes),
    allUsers: key.allUsers,
    ratePerMinute: key.ratePerMinute ?? undefined,
    name: key.name,
    expiresAt: rotation.expiresAt ?? sameLife,
    createdBy: rotation.by,
  }
}

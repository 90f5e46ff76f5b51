import { eq } from 'drizzle-orm'
import type { Conn } from '../../platform/db/connection.ts'
import { AppError, checkAll } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordHistory } from '../history.ts'
import type { User } from '../queries.ts'
import { requireActingUser, requireUser } from '../require-user.ts'
import { checkedName, dutiesOf, type Role } from '../rules.ts'
import { apiKeys } from '../tables.ts'
import { findKey, findKeyWithUser } from './queries.ts'
import {
  hashKey,
  isScopeOf,
  keyState,
  makeKey,
  readScopes,
  type Scope,
  type Service,
  shownPart,
  type Side,
  sideOf,
} from './rules.ts'

// API keys: creating, replacing and ending them. rules.ts has their format and rights, guard.ts checks calls.

export type KeyInput = {
  email: string
  service: Service
  scopes: readonly Scope[]
  allUsers: boolean
  name: string
  /** Default: the book. */
  side?: Side
  /** Calls a minute, for a limited key. */
  ratePerMinute?: number | undefined
  /** When the key ends, in milliseconds since the epoch. */
  expiresAt?: number | undefined
  createdBy?: string | undefined
}

type CreatedKey = { id: string; key: string; userId: string }

/**
 * Makes a key for a user. The result is the only place with the whole key. `random` is 32 random bytes. Throws AppError `not_found` for an
 * unknown user, `invalid_request` for invalid input, `forbidden` for a key that only an owner may have, `unauthorized` when the caller may
 * no longer sign in.
 */
export function createKey(
  conn: Conn,
  input: KeyInput,
  now: number,
  random: Uint8Array,
): CreatedKey {
  const user = requireUser(conn, input.email)
  const { name } = checkKeyInput(input, user, now)
  if (input.createdBy !== undefined) requireActingUser(conn, input.createdBy)
  const { side = 'book' } = input
  const key = makeKey(random, side)
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
      name,
      prefix: shownPart(key),
      hash: hashKey(key),
      createdBy: input.createdBy ?? null,
      createdAt: now,
      expiresAt: input.expiresAt ?? null,
    })
    .run()
  const { service, scopes, allUsers, createdBy: userId } = input
  const details = { for: user.email, service, scopes, allUsers, ...testNote(side) }
  recordHistory(conn, now, { action: 'key created', userId, keyId: id, details })
  return { id, key, userId: user.id }
}

function testNote(side: Side): { test?: true } {
  return side === 'test' ? { test: true } : {}
}

/** Throws AppError `invalid_request` or `forbidden`, naming everything that is wrong. */
function checkKeyInput(input: KeyInput, user: User, now: number): { name: string } {
  if (user.deactivatedAt !== null) {
    throw new AppError('invalid_request', `${user.email} is deactivated and cannot have a key.`)
  }
  return checkAll({
    name: () => checkedName('The name of the key', input.name),
    service: () => checkService(input, user),
    allUsers: () => checkAllUsers(input, user),
    scopes: () => checkBridge(input, user),
    expiresAt: () => checkExpiry(input, now),
  })
}

function checkService(input: KeyInput, user: User): void {
  if (input.service === 'storefront') checkStorefrontInput(input, user)
  else if (!dutiesOf(user).includes('clerk')) {
    throw new AppError(
      'invalid_request',
      `${user.email} has nothing to do with documents: a scan-export key belongs to a clerk or an owner.`,
      { field: 'service' },
    )
  }
  const foreign = input.scopes.find((scope) => !isScopeOf(input.service, scope))
  if (foreign === undefined) return
  const message = `A ${input.service} key cannot have the scope ${foreign}.`
  throw new AppError('invalid_request', message, { field: 'scopes' })
}

function checkAllUsers({ allUsers, service }: KeyInput, { role }: User): void {
  if (!allUsers || (role === 'owner' && service === 'scan-export')) return
  const message = "Only an owner's scan-export key can cover the documents of all users."
  throw new AppError('invalid_request', message, { field: 'allUsers' })
}

/** The accounts contain everybody's data, and an owner is responsible for entries there. */
function checkBridge({ scopes }: KeyInput, { role }: User): void {
  if (!scopes.includes('scans:import') || role === 'owner') return
  const message = "Only an owner's key can have the scope scans:import."
  throw new AppError('invalid_request', message, { field: 'scopes' })
}

function checkExpiry({ expiresAt }: KeyInput, now: number): void {
  if (expiresAt === undefined || expiresAt > now) return
  const message = 'The key would have expired already: choose a later date.'
  throw new AppError('invalid_request', message, { field: 'expiresAt' })
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

export type Rotation = {
  id: string
  /** The user who rotates the key. */
  by: string
  /** When the old key ends, in milliseconds since the epoch. If it would have ended sooner, that time stays. */
  oldEndsAt: number
  /** When the new key ends. Default: the new key lasts as long as the old key was meant to last. */
  expiresAt?: number | undefined
}

/** Only the key's own user may rotate it, because the new key acts as that user. Any owner may rotate storefront keys. */
export function mayRotate(
  key: { userId: string; service: Service },
  by: { userId: string; role: Role },
): boolean {
  return key.userId === by.userId || (by.role === 'owner' && key.service === 'storefront')
}

/**
 * Makes a copy of a key with the same rights. The old key works until it ends. `random` is 32 random bytes. Throws AppError `not_found`,
 * `forbidden` for somebody else's key, `conflict` for a key that no longer works.
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
    side: sideOf(key.prefix),
    ratePerMinute: key.ratePerMinute ?? undefined,
    name: key.name,
    expiresAt: rotation.expiresAt ?? sameLife,
    createdBy: rotation.by,
  }
}

/** Ends a key at once, in every process. Revoking it again changes nothing. Throws AppError `not_found`. */
export function revokeKey(conn: Conn, id: string, now: number, by?: string): void {
  const key = findKey(conn).get({ id })
  if (key === undefined) throw new AppError('not_found', `There is no key with the id ${id}.`)
  if (key.revokedAt !== null) return
  conn.update(apiKeys).set({ revokedAt: now }).where(eq(apiKeys.id, id)).run()
  const details = { name: key.name }
  recordHistory(conn, now, { action: 'key revoked', userId: by, keyId: id, details })
}

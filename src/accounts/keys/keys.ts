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

/*
 * API keys: how they are made, replaced and ended. What one looks like and may do is in rules.ts, who calls with one in
 * guard.ts.
 */

export type KeyInput = {
  email: string
  service: Service
  scopes: readonly Scope[]
  allUsers: boolean
  name: string
  /** Left out: the book. */
  side?: Side
  /** Calls a minute, when the key is to be limited. */
  ratePerMinute?: number | undefined
  /** When the key ends, in milliseconds since the epoch. */
  expiresAt?: number | undefined
  createdBy?: string | undefined
}

type CreatedKey = { id: string; key: string; userId: string }

/**
 * Makes a key for a user. The whole key is in the answer and nowhere else afterwards. `random` is 32 random bytes.
 * Throws AppError `not_found` for an unknown user, `invalid_request` for an input that cannot be, `forbidden` for one that
 * only an owner may have, `unauthorized` when who asks may sign in no more.
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

/** Throws AppError `invalid_request`, `forbidden`, with everything that is wrong. */
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

/** What the books hold is everybody's, and what is entered there the owner's to answer for. */
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

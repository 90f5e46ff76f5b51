import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { type Conn, type Params, query } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Clock } from '../../platform/time.ts'
import { recordHistory } from '../history.ts'
import { requireUserById } from '../require-user.ts'
import { checkedName } from '../rules.ts'
import {
  newToken,
  signOut,
  startSession,
  type StartedSession,
  type Visitor,
} from '../sessions/sessions.ts'
import type { Challenges } from './challenges.ts'
import { asc, eq } from 'drizzle-orm'
import { insertInto, findIn, deleteIn, updateIn } from '../../platform/db/statements.ts'
import { passkeys } from '../tables.ts'

/** The most passkeys of one user: each device has one. */
const passkeysMax = 20

export type PasskeyDeps = { database: Database; clock: Clock; challenges: Challenges }

/** The browser's address: `host` is the name in `origin`. A passkey works only for that name. */
export type Place = { origin: string; host: string }

/** Loaded on demand, because loading takes a while. */
async function library() {
  // The library needs this to connect its parts. In the executable it must be loaded first.
  await import('reflect-metadata')
  return await import('@simplewebauthn/server')
}

/** Throws AppError `conflict` when a user has too many passkeys, or where browsers make none. */
export function requirePasskeyPossible(
  conn: Conn,
  { userId, place }: { userId: string; place: Place },
): void {
  requireNamed(place)
  if (listPasskeys(conn).all({ userId }).length < passkeysMax) return
  throw new AppError('conflict', `You have ${passkeysMax} passkeys: remove one first.`)
}

type Beginning = { userId: string; sessionId: string; place: Place; address: string }

/** The options for a browser that makes a passkey. Throws AppError like `requirePasskeyPossible`. */
export async function beginPasskey(
  { database, clock, challenges }: PasskeyDeps,
  { userId, sessionId, place, address }: Beginning,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  requirePasskeyPossible(database.read, { userId, place })
  const { email, name } = requireUserById(database.read, userId)
  const known = listPasskeys(database.read).all({ userId })
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Daybook',
    rpID: place.host,
    userID: new TextEncoder().encode(userId),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ id }) => ({ id })),
  })
  challenges.note({ by: sessionId, address }, options.challenge, clock.now())
  return options
}

type NewPasskey = {
  userId: string
  sessionId: string
  place: Place
  name: string
  response: RegistrationResponseJSON
}

/** Stores a passkey that a browser made. Throws AppError `forbidden` when it does not fit the challenge, `invalid_request`. */
export async function addPasskey(
  { database, clock, challenges }: PasskeyDeps,
  { userId, sessionId, place, name: typed, response }: NewPasskey,
): Promise<{ id: string }> {
  const name = checkedName('The name', typed)
  const expectedChallenge = challenges.take(sessionId, clock.now())
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await orRefused(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: place.origin,
      expectedRPID: place.host,
      requireUserVerification: true,
    }),
  )
  if (registrationInfo === undefined) throw wrongPasskey()
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return await database.write((conn) => {
    const now = clock.now()
    if (findPasskey(conn).get({ id }) !== undefined) {
      throw new AppError('conflict', 'This passkey is known already.')
    }
    insertPasskey(conn).run({
      id,
      userId,
      host: place.host,
      name,
      publicKey: publicKey.toBase64({ alphabet: 'base64url', omitPadding: true }),
      counter,
      transports: JSON.stringify(transports),
      createdAt: now,
      usedAt: null,
    })
    recordHistory(conn, now, { action: 'passkey added', userId, details: { name } })
    return { id }
  })
}

/** The options for a browser to sign in with any passkey for this name. The browser returns `ticket` with its answer. */
export async function askForPasskey(
  { clock, challenges }: PasskeyDeps,
  { place, address }: { place: Place; address: string },
): Promise<{ ticket: string; options: PublicKeyCredentialRequestOptionsJSON }> {
  requireNamed(place)
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: place.host,
    userVerification: 'required',
  })
  const ticket = newToken()
  challenges.note({ by: ticket, address }, options.challenge, clock.now())
  return { ticket, options }
}

type PasskeySignIn = {
  ticket: string
  response: AuthenticationResponseJSON
  place: Place
  visitor: Visitor
  replaces?: { id: string; userId: string } | undefined
}

/**
 * Signs in with a passkey. That counts as both steps, because the device checked its user. Throws the same AppError `forbidden` for an
 * unknown passkey, for one of a user who may not sign in, and for one that does not fit.
 */
export async function signInWithPasskey(
  { database, clock, challenges }: PasskeyDeps,
  { ticket, response, place, visitor, replaces }: PasskeySignIn,
): Promise<StartedSession> {
  const expectedChallenge = challenges.take(ticket, clock.now())
  const known = findPasskey(database.read).get({ id: response.id })
  if (known === undefined) throw wrongPasskey()
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await orRefused(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: place.origin,
      expectedRPID: known.host,
      credential: {
        id: known.id,
        publicKey: Uint8Array.fromBase64(known.publicKey, { alphabet: 'base64url' }),
        counter: known.counter,
      },
      requireUserVerification: true,
    }),
  )
  if (!verified) throw wrongPasskey()
  const token = newToken()
  return await database.write((conn) => {
    const now = clock.now()
    if (findPasskey(conn).get({ id: known.id }) === undefined) throw wrongPasskey()
    const { id: userId, deactivatedAt, passwordHash } = requireUserById(conn, known.userId)
    // A user who has to choose a password must do that first.
    if (deactivatedAt !== null || passwordHash === null) throw wrongPasskey()
    notePasskeyUse(conn).run({ id: known.id, counter: authenticationInfo.newCounter, usedAt: now })
    if (replaces !== undefined) signOut(conn, replaces, now)
    return startSession(conn, { userId, token, visitor }, now)
  })
}

type OwnPasskey = { id: string; userId: string }

/** Throws AppError `not_found` for somebody else's passkey, `invalid_request` for an invalid name. */
export function renamePasskey(conn: Conn, { id, userId }: OwnPasskey, typed: string): void {
  requireOwn(conn, { id, userId })
  renamePasskeyById(conn).run({ id, name: checkedName('The name', typed) })
}

/** Throws AppError `not_found` for somebody else's passkey, and for a removed one. */
export function removePasskey(conn: Conn, { id, userId }: OwnPasskey, now: number): void {
  const { name } = requireOwn(conn, { id, userId })
  deletePasskey(conn).run({ id })
  recordHistory(conn, now, { action: 'passkey removed', userId, details: { name } })
}

function requireOwn(conn: Conn, { id, userId }: OwnPasskey) {
  const found = findPasskey(conn).get({ id })
  if (found?.userId === userId) return found
  throw new AppError('not_found', 'You have no such passkey.')
}

/**
 * Whether browsers make passkeys for a place: only for host names, and only where nobody can listen (source: Web Authentication, 5.1.2).
 */
export function canHavePasskeys({ origin, host }: Place): boolean {
  if (host === 'localhost') return true
  return origin.startsWith('https:') && !/^[\d.]+$|^\[/.test(host)
}

function requireNamed(place: Place): void {
  if (canHavePasskeys(place)) return
  throw new AppError(
    'conflict',
    'Browsers keep passkeys for names alone, and only by HTTPS: open Daybook by its name, not by its number.',
  )
}

/** The library throws when something does not fit. */
async function orRefused<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch {
    throw wrongPasskey()
  }
}

function wrongPasskey(): AppError {
  return new AppError('forbidden', 'This passkey does not open Daybook here. Use your password.')
}

export const listPasskeys = query((conn, { userId }: Params<{ userId: string }>) =>
  conn
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id)),
)

const findPasskey = findIn(passkeys, 'id')

export const insertPasskey = insertInto(passkeys)

const notePasskeyUse = updateIn(passkeys, 'id', ['counter', 'usedAt'])

const renamePasskeyById = updateIn(passkeys, 'id', ['name'])

const deletePasskey = deleteIn(passkeys, 'id')

export const deletePasskeysOf = deleteIn(passkeys, 'userId')

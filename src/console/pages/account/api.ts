import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { listSessions, revokeSession, revokeSessions } from '../../../accounts/sessions/sessions.ts'
import { changeOwnPassword, requireOwnPassword } from '../../../accounts/users/passwords.ts'
import {
  deviceCookie,
  endedCookie,
  visitorOf,
  signedInCookies,
  forMembers,
  requireConfirmed,
  sessionOf,
  findSessionOf,
  forEverybody,
} from '../../api/guard.ts'
import type { ConsoleDeps } from '../../api/deps.ts'
import { idParameter, secretOf, textOf } from '../../api/fields.ts'
import {
  beginTwoFactor,
  confirmTwoFactorOf,
  forgetTrustedDevices,
  renewRecoveryCodes,
  shownTwoFactor,
  switchTwoFactorOff,
} from '../../../accounts/two-factor/two-factor.ts'
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  canHavePasskeys,
  type Place,
  removePasskey,
  requirePasskeyPossible,
  renamePasskey,
  signInWithPasskey,
} from '../../../accounts/passkeys/passkeys.ts'
import { listPasskeys } from '../../../accounts/passkeys/passkeys.ts'
import { hasSecondStep, passSecondStep } from '../../../accounts/two-factor/second-step.ts'
import { contextOf } from '../../../platform/http/request.ts'
import { isoTime } from '../../api/reply.ts'

/** A user's own sessions and password. */
export function sessionRoutes(deps: ConsoleDeps) {
  const { database, clock, confirmed } = deps
  return new Elysia()
    .get('/api/sessions', ({ request }) => ({ items: shownSessions(deps, request) }), forMembers)
    .post(
      '/api/sessions/:id/revoke',
      async ({ request, params: { id }, set }) => {
        const { userId, id: own } = sessionOf(request)
        await database.write((conn) => revokeSession(conn, { id, userId }, clock.now()))
        if (id === own) set.headers['set-cookie'] = endedCookie(request)
        return { id }
      },
      { ...idParameter, ...forMembers },
    )
    .post(
      '/api/sessions/revoke-others',
      async ({ request }) => {
        const { userId, id: exceptId } = sessionOf(request)
        const input = { userId, exceptId, by: userId }
        return { revoked: await database.write((conn) => revokeSessions(conn, input, clock.now())) }
      },
      forMembers,
    )
    .post(
      '/api/password',
      async ({ request, body, set }) => {
        const { userId, id: sessionId } = sessionOf(request)
        const visitor = visitorOf(request)
        const { currentPassword: current, newPassword: next } = body
        const change = { userId, sessionId, visitor, current, next }
        const { device, ...changed } = await changeOwnPassword(deps, change)
        set.headers['set-cookie'] = deviceCookie(request, device)
        return changed
      },
      { body: passwordBody, ...forMembers },
    )
    .get(
      '/api/confirmation',
      ({ request }) => {
        requireConfirmed(deps, request)
        return { ok: true }
      },
      forMembers,
    )
    .post(
      '/api/confirmation',
      async ({ request, body: { password } }) => {
        const { userId, id: sessionId } = sessionOf(request)
        await requireOwnPassword(deps, { userId, sessionId, password, field: 'password' })
        confirmed.note(sessionId, clock.now())
        return { ok: true }
      },
      { body: confirmationBody, ...forMembers },
    )
}

function shownSessions({ database, clock }: ConsoleDeps, request: Request) {
  const { userId, id: own } = sessionOf(request)
  return listSessions(database.read)
    .all({ userId, now: clock.now() })
    .map(({ id, createdAt, lastSeenAt, expiresAt, address, userAgent }) => ({
      id,
      isThis: id === own,
      createdAt: new Date(createdAt).toISOString(),
      lastSeenAt: new Date(lastSeenAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      address,
      userAgent,
    }))
}

const confirmationBody = Type.Object({ password: secretOf('a text') })

const passwordBody = Type.Object({
  currentPassword: secretOf('a text'),
  newPassword: secretOf('a text'),
})

/** A user's own second step of signing in: a code from an app on the phone. */
export function secondStepRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia()
    .get(
      '/api/second-step',
      ({ request }) => shownTwoFactor(database.read, sessionOf(request).userId, clock.now()),
      forMembers,
    )
    .post(
      '/api/second-step/begin',
      async ({ request }) => {
        requireConfirmed(deps, request)
        return await beginTwoFactor(deps, sessionOf(request).userId)
      },
      forMembers,
    )
    .post(
      '/api/second-step/confirm',
      async ({ request, body: { code } }) => ({
        recoveryCodes: await confirmTwoFactorOf(deps, sessionOf(request), code),
      }),
      { body: codeBody, ...forMembers },
    )
    .post(
      '/api/second-step/recovery-codes',
      async ({ request, body: { code } }) => {
        requireConfirmed(deps, request)
        const { userId } = sessionOf(request)
        return { recoveryCodes: await renewRecoveryCodes(deps, userId, code) }
      },
      { body: codeBody, ...forMembers },
    )
    .post(
      '/api/second-step/off',
      async ({ request, body: { code } }) => {
        requireConfirmed(deps, request)
        await switchTwoFactorOff(deps, sessionOf(request).userId, code)
        return { ok: true }
      },
      { body: codeBody, ...forMembers },
    )
    .post(
      '/api/second-step/forget-devices',
      async ({ request }) => {
        const { userId } = sessionOf(request)
        const forget = () =>
          database.write((conn) => forgetTrustedDevices(conn, userId, clock.now()))
        return { forgotten: await forget() }
      },
      forMembers,
    )
}

const codeBody = Type.Object({ code: secretOf('a code') })

/** A user's own passkeys, and signing in with one. */
export function passkeyRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia()
    .use(passkeySignInRoutes(deps))
    .get('/api/passkeys', ({ request }) => shownPasskeys(deps, request), forMembers)
    .post(
      '/api/passkeys/begin',
      async ({ request, body: { code } }) => {
        requireConfirmed(deps, request)
        const { userId, id: sessionId } = sessionOf(request)
        const place = placeOf(request)
        // Checked first, because a code works once and must not be wasted.
        requirePasskeyPossible(database.read, { userId, place })
        // A passkey replaces both steps.
        await passSecondStep(deps, { userId, code })
        const { address } = contextOf(request)
        return await beginPasskey(deps, { userId, sessionId, place, address })
      },
      { body: beginBody, ...forMembers },
    )
    .post(
      '/api/passkeys',
      async ({ request, body: { name, response } }) => {
        const { userId, id: sessionId } = sessionOf(request)
        return await addPasskey(deps, {
          userId,
          sessionId,
          place: placeOf(request),
          name,
          response,
        })
      },
      { body: addBody, ...forMembers },
    )
    .post(
      '/api/passkeys/:id/rename',
      async ({ request, params: { id }, body: { name } }) => {
        const { userId } = sessionOf(request)
        await database.write((conn) => renamePasskey(conn, { id, userId }, name))
        return { id }
      },
      { body: nameBody, ...idParameter, ...forMembers },
    )
    .post(
      '/api/passkeys/:id/remove',
      async ({ request, params: { id } }) => {
        const { userId } = sessionOf(request)
        await database.write((conn) => removePasskey(conn, { id, userId }, clock.now()))
        return { id }
      },
      { ...idParameter, ...forMembers },
    )
}

function passkeySignInRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .post(
      '/api/sign-in/passkey/begin',
      ({ request }) => {
        const { address } = contextOf(request)
        return askForPasskey(deps, { place: placeOf(request), address })
      },
      forEverybody,
    )
    .post(
      '/api/sign-in/passkey',
      async ({ request, body, set }) => {
        const started = await signInWithPasskey(deps, {
          ...body,
          place: placeOf(request),
          visitor: visitorOf(request),
          replaces: findSessionOf(request),
        })
        set.headers['set-cookie'] = signedInCookies(request, started)
        return { sessionId: started.id }
      },
      { body: signInBody, ...forEverybody },
    )
}

/**
 * `needsCode`: adding a passkey requires the second step. `named`: an address at which passkeys work, if they do not
 * work at the open one. Null without one.
 */
function shownPasskeys({ database, network }: ConsoleDeps, request: Request) {
  const place = placeOf(request)
  const isPossible = canHavePasskeys(place)
  const named = network.addresses().find((address) => canHavePasskeys(placeAt(address)))
  const { userId } = sessionOf(request)
  const items = listPasskeys(database.read)
    .all({ userId })
    .map(({ id, name, host, createdAt, usedAt }) => ({
      id,
      name,
      host,
      createdAt: new Date(createdAt).toISOString(),
      usedAt: isoTime(usedAt),
    }))
  const needsCode = hasSecondStep(database.read, userId)
  return { items, isPossible, needsCode, named: isPossible ? null : (named ?? null) }
}

/** The place of the browser. Requests that change something send their origin, which the guard has checked. */
function placeOf(request: Request): Place {
  return placeAt(request.headers.get('origin') ?? contextOf(request).origin)
}

function placeAt(origin: string): Place {
  return { origin, host: new URL(origin).hostname }
}

/** The longest value of a passkey from a browser, in characters. Keys that resist quantum computers have some thousand. */
const credentialMax = 20_000

const base64url = Type.String({
  maxLength: credentialMax,
  pattern: '^[A-Za-z0-9_-]*$',
  expected: `what a browser made of a passkey, of at most ${credentialMax} characters`,
  secret: true,
})

const credential = {
  id: base64url,
  rawId: base64url,
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}, { additionalProperties: true }),
}

/** `code`: of the second step, if the user has one. */
const beginBody = Type.Object({ code: Type.Optional(secretOf('a code')) })

const addBody = Type.Object({
  name: textOf('a text'),
  response: Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: Type.Optional(Type.Array(Type.String())),
    }),
  }),
})

const nameBody = Type.Object({ name: textOf('a text') })

const signInBody = Type.Object({
  ticket: secretOf('a text'),
  response: Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: Type.Optional(base64url),
    }),
  }),
})

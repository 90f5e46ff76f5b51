import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
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
} from '../../../../accounts/passkeys/passkeys.ts'
import { listPasskeys } from '../../../../accounts/passkeys/queries.ts'
import { hasSecondStep, passSecondStep } from '../../../../accounts/two-factor/second-step.ts'
import { contextOf } from '../../../../platform/http/request.ts'
import { signedInCookies, visitorOf } from '../../../api/cookies.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { idParameter, secretOf, textOf } from '../../../api/fields.ts'
import {
  findSessionOf,
  forEverybody,
  forMembers,
  requireConfirmed,
  sessionOf,
} from '../../../api/guard.ts'
import { isoTime } from '../../../api/reply.ts'

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

import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { findFirstUse } from '../../../accounts/credits.ts'
import { findOrganisation, findUser } from '../../../accounts/queries.ts'
import { dutiesOf } from '../../../accounts/rules.ts'
import { signOut } from '../../../accounts/sessions/sessions.ts'
import { signIn } from '../../../accounts/entry/sign-in.ts'
import { requireSetupLink } from '../../../accounts/users/links.ts'
import { setUpFirstOwner } from '../../../accounts/users/set-up.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { version } from '../../../platform/embedded.ts'
import { AppError } from '../../../platform/errors.ts'
import { absentOr } from '../../../platform/http/fields.ts'
import type { NetworkAccess } from '../../../platform/http/listening/addresses.ts'
import {
  endedCookie,
  signedInCookies,
  visitorOf,
  findSessionOf,
  forEverybody,
  forMembers,
  sessionOf,
} from '../../api/guard.ts'
import type { ConsoleDeps } from '../../api/deps.ts'
import { secretOf, textOf } from '../../api/fields.ts'
import { changeNetwork, networkChoice, shownNetwork } from '../settings/api/network.ts'
import { isoTime } from '../../api/reply.ts'

/** The token of a set-up link, or the short code. */
const codeField = secretOf('a set-up link or code')

const checkBody = Type.Object({ code: codeField })

const setUpBody = Type.Object({
  code: codeField,
  organisation: textOf('a text'),
  gstin: absentOr(textOf('a text'), 'a text'),
  name: textOf('a text'),
  email: secretOf('an e-mail address'),
  password: secretOf('a text'),
  network: networkChoice,
})

const signInBody = Type.Object({
  email: secretOf('an e-mail address'),
  password: secretOf('a text'),
  code: absentOr(secretOf('a text'), 'a text'),
  trustsDevice: absentOr(Type.Boolean(), 'true or false'),
})

/** The way in: the first state for the pages, signing in and signing out. */
export function entryRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia()
    .get(
      '/api/state',
      ({ request }) => {
        const session = findSessionOf(request)
        return {
          isSetUp: findOrganisation(database.read).get() !== undefined,
          signedIn: session === undefined ? null : signedInUser(database.read, session.userId),
          version,
          demo: deps.demo,
        }
      },
      forEverybody,
    )
    .post(
      '/api/set-up/check',
      ({ body: { code } }) => ({
        expiresAt: isoTime(requireSetupLink(database.read, code, clock.now()).expiresAt),
      }),
      { body: checkBody, ...forEverybody },
    )
    .post(
      '/api/set-up',
      async ({ request, body, set }) => {
        const { network: access, gstin, ...input } = body
        const visitor = visitorOf(request)
        const owner = { ...input, gstin: gstin ?? undefined, visitor }
        const started = await setUpFirstOwner(deps, owner)
        set.headers['set-cookie'] = signedInCookies(request, started)
        const problem = await tryNetwork(deps, access, started.userId)
        return { sessionId: started.id, network: { ...(await shownNetwork(deps)), problem } }
      },
      { body: setUpBody, ...forEverybody },
    )
    .post(
      '/api/sign-in',
      async ({ request, body, set }) => {
        const { email, password, code, trustsDevice } = body
        const started = await signIn(deps, {
          email,
          password,
          code: code ?? undefined,
          trustsDevice: trustsDevice === true,
          visitor: visitorOf(request),
          replaces: findSessionOf(request),
        })
        set.headers['set-cookie'] = signedInCookies(request, started)
        return { sessionId: started.id }
      },
      { body: signInBody, ...forEverybody },
    )
    .post(
      '/api/sign-out',
      async ({ request, set }) => {
        const session = sessionOf(request)
        await database.write((conn) => signOut(conn, session, clock.now()))
        set.headers['set-cookie'] = endedCookie(request)
        return { ok: true }
      },
      forMembers,
    )
}

/** Everything is already set up, so a network that cannot be opened is reported, not refused. Null if it worked. */
async function tryNetwork(
  deps: ConsoleDeps,
  access: NetworkAccess,
  userId: string,
): Promise<string | null> {
  try {
    await changeNetwork(deps, access, userId)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** The signed-in user for the pages. Null if the user or the organisation is missing. */
function signedInUser(conn: Conn, userId: string) {
  const user = findUser(conn).get({ id: userId })
  const organisation = findOrganisation(conn).get()
  if (user === undefined || organisation === undefined) return null
  const { id, name, email, role } = user
  return {
    user: { id, name, email, role, duties: dutiesOf(user) },
    organisation: { name: organisation.name, gstin: organisation.gstin },
    usesCredits: findFirstUse(conn).get() !== undefined,
  }
}

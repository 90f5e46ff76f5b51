import { shownCode } from '../../../accounts/codes.ts'
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  countUsers,
  findOrganisation,
  type ListedUser,
  listUsersPage,
  userSorts,
} from '../../../accounts/queries.ts'
import { requireUserById } from '../../../accounts/require-user.ts'
import { dutiesOf, duties as everyDuty, roles } from '../../../accounts/rules.ts'
import {
  type LinkSecrets,
  linkUrl,
  newSecrets,
  requirePasswordLink,
  type StoredLink,
} from '../../../accounts/users/links.ts'
import { choosePassword } from '../../../accounts/users/passwords.ts'
import {
  changeRole,
  deactivateUser,
  inviteUser,
  reactivateUser,
  resetPassword,
} from '../../../accounts/users/users.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { absentOr, choiceField, queryOf } from '../../../platform/http/fields.ts'
import { contextOf } from '../../../platform/http/request.ts'
import { forgetKeptOf } from '../../../services/scan-export/reading/passwords/file-passwords.ts'
import {
  signedInCookies,
  visitorOf,
  forEverybody,
  forOwners,
  requireConfirmed,
  sessionOf,
} from '../../api/guard.ts'
import type { ConsoleDeps } from '../../api/deps.ts'
import {
  choiceOf,
  idParameter,
  listQueryOf,
  pageBy,
  readSort,
  secretOf,
  sortFieldOf,
  textOf,
} from '../../api/fields.ts'
import { addressElsewhere, isLoopback } from '../settings/api/network.ts'
import { isoTime } from '../../api/reply.ts'

/** Users: owners invite and change them, and the receiver of a link chooses a password. */
export function userRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia()
    .get('/api/users', ({ request }) => listUsers(deps, request), {
      query: listQuery,
      ...forOwners,
    })
    .post(
      '/api/users',
      ({ request, body }) => {
        const { userId: by } = sessionOf(request)
        return makeLink(deps, request, (conn, secrets, now) =>
          inviteUser(conn, { ...body, duties: body.duties ?? undefined }, secrets, now, by),
        )
      },
      { body: inviteBody, ...forOwners },
    )
    .post(
      '/api/users/:id/reset',
      ({ request, params: { id } }) => {
        const { userId: by } = sessionOf(request)
        return makeLink(deps, request, (conn, secrets, now) =>
          resetPassword(conn, id, secrets, now, by),
        )
      },
      { ...idParameter, ...forOwners },
    )
    .post(
      '/api/users/:id/reactivate',
      ({ request, params: { id } }) => {
        const { userId: by } = sessionOf(request)
        return makeLink(deps, request, (conn, secrets, now) =>
          reactivateUser(conn, id, secrets, now, by),
        )
      },
      { ...idParameter, ...forOwners },
    )
    .post(
      '/api/users/:id/deactivate',
      async ({ request, params: { id } }) => {
        const { userId: by } = sessionOf(request)
        await database.write((conn) => {
          const userId = deactivateUser(conn, requireUserById(conn, id).email, clock.now(), by)
          forgetKeptOf(conn, userId, clock.now(), by)
        })
        return { id }
      },
      { ...idParameter, ...forOwners },
    )
    .post(
      '/api/users/:id/role',
      async ({ request, params: { id }, body }) => {
        requireConfirmed(deps, request)
        const change = {
          userId: id,
          role: body.role,
          duties: body.duties ?? undefined,
          by: sessionOf(request).userId,
        }
        return {
          id,
          keysEnded: await database.write((conn) => changeRole(conn, change, clock.now())),
        }
      },
      { ...idParameter, body: roleBody, ...forOwners },
    )
    .use(passwordLinkRoutes(deps))
}

/** For users with a link or code, who have no session yet. */
function passwordLinkRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia()
    .post(
      '/api/choose-password/check',
      ({ body: { code } }) => {
        const { user, expiresAt } = requirePasswordLink(database.read, code, clock.now())
        return {
          name: user.name,
          email: user.email,
          organisation: findOrganisation(database.read).get()?.name ?? '',
          expiresAt: new Date(expiresAt).toISOString(),
        }
      },
      { body: checkLinkBody, ...forEverybody },
    )
    .post(
      '/api/choose-password',
      async ({ request, body, set }) => {
        const started = await choosePassword(deps, { ...body, visitor: visitorOf(request) })
        if (started !== undefined) set.headers['set-cookie'] = signedInCookies(request, started)
        return { sessionId: started?.id ?? null }
      },
      { body: choosePasswordBody, ...forEverybody },
    )
}

function listUsers({ database, clock }: ConsoleDeps, request: Request) {
  const { userId } = sessionOf(request)
  const query = queryOf(request)
  const state = stateField.read(query) ?? null
  const now = clock.now()
  const sort = readSort(query, sortField, { by: 'name', isDescending: false })
  return pageBy(
    query,
    (part) =>
      listUsersPage(sort)(database.read)
        .all({ state, now, ...part })
        .map((row) => shownUser(row, userId, now)),
    () => countUsers(database.read).get({ state })?.n ?? 0,
  )
}

type LinkDeps = Pick<ConsoleDeps, 'database' | 'clock' | 'confirmed' | 'network' | 'publicUrl'>

/**
 * Stores a link with `store` and returns it. Only this answer contains the link, because only hashes are stored. The
 * receiver may sign in, so this throws AppError like `requireConfirmed`.
 */
async function makeLink(
  deps: LinkDeps,
  request: Request,
  store: (conn: Conn, secrets: LinkSecrets, now: number) => StoredLink,
) {
  requireConfirmed(deps, request)
  const secrets = newSecrets()
  const stored = await deps.database.write((conn) => store(conn, secrets, deps.clock.now()))
  const { origin } = contextOf(request)
  // The receiver of the link usually uses another computer.
  const base = addressElsewhere(deps.network, origin) ?? origin
  return {
    userId: stored.userId,
    url: linkUrl(base, 'choose-password', secrets),
    /** The page for the code. */
    page: `${base}/choose-password`,
    code: shownCode(secrets.code),
    expiresAt: new Date(stored.expiresAt).toISOString(),
    /** Whether the address works only on this computer. */
    onlyHere: isLoopback(base),
  }
}

/** Whether a user may sign in, and if not, why. `link expired`: the user was invited or reset and nobody used the link. */
type UserState = 'active' | 'invited' | 'link expired' | 'deactivated'

/** A user in the list. */
function shownUser(user: ListedUser, viewerId: string, now: number) {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    duties: dutiesOf(user),
    state: stateOf(user, now),
    isYou: user.id === viewerId,
    createdAt: new Date(user.createdAt).toISOString(),
    deactivatedAt: isoTime(user.deactivatedAt),
    lastSeenAt: isoTime(user.lastSeenAt),
    linkExpiresAt: isoTime(user.linkExpiresAt),
    /** Keys that work, or would work if the user were active. */
    keys: user.keys,
    /** The number of these keys that only an owner may have. */
    ownersKeys: user.ownersKeys,
  }
}

function stateOf(
  { deactivatedAt, hasPassword, linkExpiresAt }: ListedUser,
  now: number,
): UserState {
  if (deactivatedAt !== null) return 'deactivated'
  if (hasPassword === 1) return 'active'
  return linkExpiresAt !== null && linkExpiresAt > now ? 'invited' : 'link expired'
}

const role = choiceOf(roles)

/** The duties of a member. An owner has all. */
const duties = absentOr(
  Type.Array(choiceOf(everyDuty), { maxItems: everyDuty.length }),
  'a list of "clerk" and "counter"',
)

const sortField = sortFieldOf(userSorts)

const stateField = choiceField('state', {
  choices: ['active', 'ended'],
  description: 'Only users who may sign in, or only those who were deactivated.',
})

const listQuery = listQueryOf([stateField], sortField)

const inviteBody = Type.Object({
  name: textOf('a text'),
  email: secretOf('an e-mail address'),
  role,
  duties,
})

const roleBody = Type.Object({ role, duties })

/** The token of a link, or the short code. */
const code = secretOf('a link or code')

const checkLinkBody = Type.Object({ code })

const choosePasswordBody = Type.Object({ code, password: secretOf('a text') })

import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { changeRole, reactivateUser } from '../../../accounts/change-user.ts'
import { choosePassword } from '../../../accounts/choose-password.ts'
import { inviteUser, requirePasswordLink, resetPassword } from '../../../accounts/password-links.ts'
import { findOrganisation } from '../../../accounts/queries.ts'
import { countUsers, listUsersPage } from '../../../accounts/user-queries.ts'
import { deactivateUser, requireUserById } from '../../../accounts/users.ts'
import { queryOf } from '../../../platform/http/fields.ts'
import { forEverybody, forOwners } from '../describe.ts'
import { requireConfirmed, sessionOf } from '../guard.ts'
import { idParameter } from '../id-parameter.ts'
import { pageField, readPage, sizeField } from '../paging.ts'
import type { ConsoleDeps } from '../parts.ts'
import { signedInCookies } from '../cookies.ts'
import { visitorOf } from '../visitor.ts'
import { makeLink } from './make-link.ts'
import { checkLinkBody, choosePasswordBody, inviteBody, roleBody, stateField } from './schemas.ts'
import { shownUser } from './shown-user.ts'

const listQuery = Type.Partial(
  Type.Object({ page: pageField.schema, size: sizeField.schema, state: stateField.schema }),
)

/** Users: owners invite and change them; whoever has a link chooses a password. */
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
          inviteUser(conn, body, secrets, now, by),
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
        await database.write((conn) =>
          deactivateUser(conn, requireUserById(conn, id).email, clock.now(), by),
        )
        return { id }
      },
      { ...idParameter, ...forOwners },
    )
    .post(
      '/api/users/:id/role',
      async ({ request, params: { id }, body: { role } }) => {
        requireConfirmed(deps, request)
        const change = { userId: id, role, by: sessionOf(request).userId }
        return {
          id,
          keysEnded: await database.write((conn) => changeRole(conn, change, clock.now())),
        }
      },
      { ...idParameter, body: roleBody, ...forOwners },
    )
    .use(passwordLinkRoutes(deps))
}

/** For whoever has a link or code, and so no session yet. */
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
        set.headers['set-cookie'] = signedInCookies(request, started)
        return { sessionId: started.id }
      },
      { body: choosePasswordBody, ...forEverybody },
    )
}

function listUsers({ database, clock }: ConsoleDeps, request: Request) {
  const { userId } = sessionOf(request)
  const query = queryOf(request)
  const { page, size } = readPage(query)
  const state = stateField.read(query) ?? null
  const now = clock.now()
  const rows = listUsersPage(database.read).all({
    state,
    now,
    limit: size,
    offset: (page - 1) * size,
  })
  return {
    items: rows.map((row) => shownUser(row, userId, now)),
    total: countUsers(database.read).get({ state })?.n ?? 0,
    page,
    size,
  }
}

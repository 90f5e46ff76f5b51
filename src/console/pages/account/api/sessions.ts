import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  listSessions,
  revokeSession,
  revokeSessions,
} from '../../../../accounts/sessions/sessions.ts'
import { changeOwnPassword, requireOwnPassword } from '../../../../accounts/users/passwords.ts'
import { deviceCookie, endedCookie, visitorOf } from '../../../api/cookies.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { idParameter, secretOf } from '../../../api/fields.ts'
import { forMembers, requireConfirmed, sessionOf } from '../../../api/guard.ts'

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

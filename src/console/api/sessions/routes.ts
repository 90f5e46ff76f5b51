import { Elysia } from 'elysia'
import { changeOwnPassword } from '../../../accounts/change-own-password.ts'
import { requireOwnPassword } from '../../../accounts/confirm-password.ts'
import { listSessions } from '../../../accounts/session-queries.ts'
import { revokeSession, revokeSessions } from '../../../accounts/sessions.ts'
import { forMembers } from '../describe.ts'
import { requireConfirmed, sessionOf } from '../guard.ts'
import { idParameter } from '../id-parameter.ts'
import type { ConsoleParts } from '../parts.ts'
import { deviceCookie, endedCookie } from '../cookies.ts'
import { visitorOf } from '../visitor.ts'
import { confirmationBody, passwordBody } from './schemas.ts'

/** Everybody's own sign-in: where one is signed in, and the password. */
export function sessionRoutes(parts: ConsoleParts) {
  const { book, clock, confirmed } = parts
  return new Elysia()
    .get('/api/sessions', ({ request }) => ({ items: shownSessions(parts, request) }), forMembers)
    .post(
      '/api/sessions/:id/revoke',
      async ({ request, params: { id }, set }) => {
        const { userId, id: own } = sessionOf(request)
        await book.write((conn) => revokeSession(conn, { id, userId }, clock.now()))
        if (id === own) set.headers['set-cookie'] = endedCookie(request)
        return { id }
      },
      { ...idParameter, ...forMembers },
    )
    .post(
      '/api/sessions/revoke-others',
      async ({ request }) => {
        const { userId, id: exceptId } = sessionOf(request)
        const wish = { userId, exceptId, by: userId }
        return { revoked: await book.write((conn) => revokeSessions(conn, wish, clock.now())) }
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
        const { sessionsEnded, device } = await changeOwnPassword(parts, change)
        set.headers['set-cookie'] = deviceCookie(request, device)
        return { sessionsEnded }
      },
      { body: passwordBody, ...forMembers },
    )
    .get(
      '/api/confirmation',
      ({ request }) => {
        requireConfirmed(parts, request)
        return { ok: true }
      },
      forMembers,
    )
    .post(
      '/api/confirmation',
      async ({ request, body: { password } }) => {
        const { userId, id: sessionId } = sessionOf(request)
        await requireOwnPassword(parts, { userId, sessionId, password, field: 'password' })
        confirmed.note(sessionId, clock.now())
        return { ok: true }
      },
      { body: confirmationBody, ...forMembers },
    )
}

function shownSessions({ book, clock }: ConsoleParts, request: Request) {
  const { userId, id: own } = sessionOf(request)
  return listSessions(book.read)
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

import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  beginTwoFactor,
  confirmTwoFactorOf,
  forgetTrustedDevices,
  renewRecoveryCodes,
  shownTwoFactor,
  switchTwoFactorOff,
} from '../../../../accounts/two-factor/two-factor.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { secretOf } from '../../../api/fields.ts'
import { forMembers, requireConfirmed, sessionOf } from '../../../api/guard.ts'

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

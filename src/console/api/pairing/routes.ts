import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { contextOf } from '../../../platform/http/request.ts'
import type { ConsoleDeps } from '../deps.ts'
import { choiceOf, secretOf } from '../fields.ts'
import { forEverybody, forOwners, requireConfirmed, sessionOf } from '../guard.ts'
import { addressElsewhere } from '../network/routes.ts'
import { beginPairing, bridgedSystems, exchangeCode } from './pair.ts'

/** A bridge on another computer: an owner is shown a code, and the bridge gets its keys for it. */
export function pairingRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .post(
      '/api/books/pair',
      ({ request }) => {
        requireConfirmed(deps, request)
        const { origin } = contextOf(request)
        const address = addressElsewhere(deps.network, origin) ?? origin
        return beginPairing(deps, sessionOf(request), address)
      },
      forOwners,
    )
    .post(
      '/api/books/pair/keys',
      ({ request, body }) => {
        const { address } = contextOf(request)
        return exchangeCode(deps, { ...body, address })
      },
      { body: exchangeBody, ...forEverybody },
    )
}

const exchangeBody = Type.Object({
  code: secretOf('the code that the console shows'),
  system: choiceOf(bridgedSystems),
})

import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { contextOf } from '../../../../platform/http/request.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { choiceOf, secretOf } from '../../../api/fields.ts'
import {
  forEverybody,
  forOwners,
  requireConfirmed,
  sessionOf,
  type Session,
} from '../../../api/guard.ts'
import { addressElsewhere } from '../../settings/api/network.ts'
import { createKey } from '../../../../accounts/keys/keys.ts'
import type { Scope, Service } from '../../../../accounts/keys/rules.ts'
import { requireUserById } from '../../../../accounts/require-user.ts'

const keyRandomBytes = 32

/** The accounting programs of bridges, and the names of their keys. */
const bridgedSystems = ['tally', 'erpnext', 'folder'] as const

const keyNames: Readonly<Record<BridgedSystem, string>> = {
  tally: 'Bridge to Tally',
  erpnext: 'Bridge to ERPNext',
  folder: 'Bridge to files',
}

/** The storefront scopes of a bridge: it fetches and acknowledges orders, and sends stock and prices. */
const ordersScopes = ['orders:read', 'orders:write', 'products:write'] as const

/** Pairs a bridge on another computer. An owner gets a code, and the bridge exchanges the code for its keys. */
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

type BridgedSystem = (typeof bridgedSystems)[number]

/** The commands that pair and start a bridge, and the code for the first of them. `address` is Daybook's address for the bridge. */
function beginPairing(
  { pairing, clock }: Pick<ConsoleDeps, 'pairing' | 'clock'>,
  { userId }: Session,
  address: string,
) {
  const { code, expiresAt } = pairing.make(userId, clock.now())
  return {
    address,
    code,
    expiresAt: new Date(expiresAt).toISOString(),
    pair: `daybook bridge pair tally --daybook ${address}`,
    run: 'daybook bridge run',
    service: 'daybook bridge service install',
  }
}

/**
 * Exchanges a code for the bridge's two keys, in the name of the owner who made the code. Only this answer contains
 * the keys. Throws AppError `forbidden`, `rate_limited`, and `unauthorized` if the owner may no longer sign in.
 */
async function exchangeCode(
  { database, clock, pairing }: Pick<ConsoleDeps, 'database' | 'clock' | 'pairing'>,
  { code, system, address }: { code: string; system: BridgedSystem; address: string },
): Promise<{ key: string; ordersKey: string }> {
  const userId = pairing.take(code, address, clock.now())
  const random = [randomBytes(), randomBytes()] as const
  return await database.write((conn) => {
    const { email } = requireUserById(conn, userId)
    const make = (service: Service, scopes: readonly Scope[], bytes: Uint8Array) => {
      const allUsers = service === 'scan-export'
      const common = { email, createdBy: userId, name: keyNames[system] }
      return createKey(conn, { ...common, service, scopes, allUsers }, clock.now(), bytes).key
    }
    return {
      key: make('scan-export', ['scans:import'], random[0]),
      ordersKey: make('storefront', ordersScopes, random[1]),
    }
  })
}

function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(keyRandomBytes))
}

import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  type Network,
  type NetworkAccess,
  networkAccess,
  networkSetting,
} from '../../../platform/http/listening/addresses.ts'
import { readSetting, writeSetting } from '../../../platform/settings.ts'
import type { ConsoleDeps } from '../deps.ts'
import { choiceOf } from '../fields.ts'
import { forOwners, sessionOf } from '../guard.ts'
import { recordHistory } from '../history.ts'

/** Whether other computers may reach Daybook, and at which addresses. */
export function networkRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/network', () => shownNetwork(deps), forOwners)
    .post(
      '/api/network',
      async ({ request, body }) => {
        await changeNetwork(deps, body.access, sessionOf(request).userId)
        return shownNetwork(deps)
      },
      { body: networkBody, ...forOwners },
    )
}

/** Where other computers find what this one calls `address`: null where that leads there too, or nothing does. */
export function addressElsewhere(network: Network, address: string): string | null {
  return isLoopback(address) ? (network.addresses()[0] ?? null) : null
}

/** Whether an address is one that this computer has for itself alone: elsewhere it leads nowhere. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

type NetworkDeps = Pick<ConsoleDeps, 'database' | 'clock' | 'network'>

/** What an owner decided, and how things are. `access` is null until somebody decided. */
export function shownNetwork({ database, network }: NetworkDeps) {
  return {
    access: readSetting(database.read, networkSetting),
    isOpen: network.access() === 'network',
    isFixed: network.isFixed,
    thisComputer: network.url(),
    addresses: network.addresses(),
  }
}

/**
 * Opens Daybook to the network or closes it, at once and for every later start.
 * Throws AppError `conflict` when the listeners cannot change, and then nothing is decided.
 */
export async function changeNetwork(
  { database, clock, network }: NetworkDeps,
  access: NetworkAccess,
  by: string,
): Promise<void> {
  const before = network.access()
  // What is so already may be decided too: a later start goes by it.
  if (access !== before) await network.change(access)
  try {
    await database.write((conn) => {
      if (readSetting(conn, networkSetting) === access) return
      writeSetting(conn, networkSetting, access)
      const details = { access }
      recordHistory(conn, clock.now(), { action: 'network changed', userId: by, details })
    })
  } catch (error) {
    if (access !== before) await network.change(before)
    throw error
  }
}

/** Which computers may reach Daybook. */
export const networkChoice = choiceOf(networkAccess)

const networkBody = Type.Object({ access: networkChoice })

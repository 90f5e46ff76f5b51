import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  httpsSetting,
  type Network,
  type NetworkAccess,
  networkAccess,
  networkSetting,
  type ShopNetwork,
} from '../../../platform/http/listening/addresses.ts'
import { readSetting, writeSetting } from '../../../platform/settings.ts'
import type { ConsoleDeps } from '../deps.ts'
import { choiceOf } from '../fields.ts'
import { forOwners, sessionOf } from '../guard.ts'
import { recordHistory } from '../history.ts'
import { isoTime } from '../reply.ts'

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
    .post(
      '/api/network/https',
      async ({ request, body }) => {
        await changeHttps(deps, body.isOn, sessionOf(request).userId)
        return await shownNetwork(deps)
      },
      { body: httpsBody, ...forOwners },
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
export async function shownNetwork({ database, network }: NetworkDeps) {
  return {
    access: readSetting(database.read, networkSetting),
    isOpen: network.access() === 'network',
    isFixed: network.isFixed,
    thisComputer: network.url(),
    addresses: network.addresses(),
    https: await shownHttps(network),
  }
}

/** `root` is what devices have to trust, and `rootPages` are where they get it; both only while HTTPS is on. */
async function shownHttps({ https }: ShopNetwork) {
  const state = https.state()
  if (state !== 'on') return { state, root: null, rootPages: [] }
  const { name, fingerprint, period } = await https.root()
  const root = { name, fingerprint, until: isoTime(period.until) }
  return { state, root, rootPages: https.plainAddresses().map((address) => `${address}/trust`) }
}

/** Switches HTTPS on or off, at once and for every later start. Throws AppError `conflict` as `changeNetwork` does. */
async function changeHttps(
  { database, clock, network: { https } }: NetworkDeps,
  isOn: boolean,
  by: string,
): Promise<void> {
  const before = https.state() === 'on'
  await https.change(isOn)
  try {
    await database.write((conn) => {
      if (readSetting(conn, httpsSetting) === isOn) return
      writeSetting(conn, httpsSetting, isOn)
      const details = { to: isOn ? 'on' : 'off' }
      recordHistory(conn, clock.now(), { action: 'https changed', userId: by, details })
    })
  } catch (error) {
    await https.change(before)
    throw error
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

const httpsBody = Type.Object({ isOn: Type.Boolean({ expected: 'true or false' }) })

const networkBody = Type.Object({ access: networkChoice })

import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  type Network,
  networkAccess,
  networkSetting,
  type ShopNetwork,
  httpsSetting,
  type NetworkAccess,
} from '../../../../platform/http/listening/addresses.ts'
import { readSetting, writeSetting } from '../../../../platform/settings.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { choiceOf } from '../../../api/fields.ts'
import { forOwners, requireConfirmed, sessionOf } from '../../../api/guard.ts'
import { isoTime } from '../../../api/reply.ts'
import { recordHistory } from '../../../api/history.ts'

/**
 * Whether other computers can reach Daybook, and at which addresses. Opening lets others in, closing locks them out,
 * and without HTTPS passwords can be read on the way. So the password is required.
 */
export function networkRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/network', () => shownNetwork(deps), forOwners)
    .post(
      '/api/network',
      async ({ request, body }) => {
        requireConfirmed(deps, request)
        await changeNetwork(deps, body.access, sessionOf(request).userId)
        return shownNetwork(deps)
      },
      { body: networkBody, ...forOwners },
    )
    .post(
      '/api/network/https',
      async ({ request, body }) => {
        if (!body.isOn) requireConfirmed(deps, request)
        await changeHttps(deps, body.isOn, sessionOf(request).userId)
        return await shownNetwork(deps)
      },
      { body: httpsBody, ...forOwners },
    )
}

/**
 * The network address for an `address` that works only on this computer. Null if `address` works elsewhere too, or if
 * there is no network address.
 */
export function addressElsewhere(network: Network, address: string): string | null {
  return isLoopback(address) ? (network.addresses()[0] ?? null) : null
}

/** Whether an address works only on this computer. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

/** The owner's decision and the present state. `access` is null before a decision. */
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

/** `root` is the certificate that devices must trust. `rootPages` are the pages with the certificate. Both only while HTTPS is on. */
async function shownHttps({ https }: ShopNetwork) {
  const state = https.state()
  if (state !== 'on') return { state, root: null, rootPages: [] }
  const { name, fingerprint, period } = await https.root()
  const root = { name, fingerprint, until: isoTime(period.until) }
  return { state, root, rootPages: https.plainAddresses().map((address) => `${address}/trust`) }
}

/** Which computers can reach Daybook. */
export const networkChoice = choiceOf(networkAccess)

const httpsBody = Type.Object({ isOn: Type.Boolean({ expected: 'true or false' }) })

const networkBody = Type.Object({ access: networkChoice })

type NetworkDeps = Pick<ConsoleDeps, 'database' | 'clock' | 'network'>

/** Switches HTTPS on or off, now and for later starts. Throws AppError `conflict` like `changeNetwork`. */
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
 * Opens Daybook to the network or closes it, now and for later starts. Throws AppError `conflict` if the listeners
 * cannot change, and then changes nothing.
 */
export async function changeNetwork(
  { database, clock, network }: NetworkDeps,
  access: NetworkAccess,
  by: string,
): Promise<void> {
  const before = network.access()
  // The present state can also be chosen: later starts follow the setting.
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

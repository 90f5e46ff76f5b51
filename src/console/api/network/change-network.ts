import { recordHistory } from '../../../accounts/history.ts'
import { networkSetting, type NetworkAccess } from '../../../platform/http/network.ts'
import { readSetting, writeSetting } from '../../../platform/settings.ts'
import type { ConsoleDeps } from '../parts.ts'

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
      recordHistory(conn, clock.now(), {
        action: 'network changed',
        userId: by,
        details: { access },
      })
    })
  } catch (error) {
    if (access !== before) await network.change(before)
    throw error
  }
}

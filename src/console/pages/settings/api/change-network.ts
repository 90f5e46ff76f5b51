import {
  httpsSetting,
  type NetworkAccess,
  networkSetting,
} from '../../../../platform/http/listening/addresses.ts'
import { readSetting, writeSetting } from '../../../../platform/settings.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { recordHistory } from '../../../api/history.ts'

export type NetworkDeps = Pick<ConsoleDeps, 'database' | 'clock' | 'network'>

/** Switches HTTPS on or off, now and for later starts. Throws AppError `conflict` like `changeNetwork`. */
export async function changeHttps(
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

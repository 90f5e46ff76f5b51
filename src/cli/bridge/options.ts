import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { command, type CommonOptions, dataDirOf } from '../command.ts'
import { type OpenBridge, openBridge } from '../../bridge/open.ts'
import { readPairing } from '../../bridge/pairing.ts'
import { databaseExists } from '../../platform/db/database.ts'
import { silentLog } from '../../platform/log.ts'
import { systemClock } from '../../platform/time.ts'

export type BridgeOptions = CommonOptions & { bridgeData?: string }

export function bridgeSubcommand(name: string, summary: string, example: string): Command {
  return command(name, summary, example).option(
    '--bridge-data <dir>',
    "the bridge's own folder (default: bridge in the data directory; without one a folder of its own)",
  )
}

/** The folder of the bridge's pairing and journal. The bridge's computer may have no data directory. */
export function bridgeFolder(options: BridgeOptions): string {
  if (options.bridgeData !== undefined) return resolve(options.bridgeData)
  const dir = dataDirOf(options)
  return databaseExists(dir) ? join(dir.root, 'bridge') : `${dir.root}-bridge`
}

/** The bridge of the paired accounts, for a look or a word beside a running one. Dispose of it at the end. */
export async function openPaired(options: BridgeOptions): Promise<OpenBridge> {
  const folder = bridgeFolder(options)
  const pairing = await readPairing(folder)
  return openBridge(folder, pairing, { clock: systemClock, log: silentLog })
}

/** Tally's default address. */
export const tallyUrl = 'http://127.0.0.1:9000'

/** Reads an address and removes slashes at its end. */
export function urlOf(text: string): string {
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '')
  throw new InvalidArgumentError('It is an address that begins with http:// or https://.')
}

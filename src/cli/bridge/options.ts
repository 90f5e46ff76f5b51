import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { command, type CommonOptions, dataDirOf } from '../command.ts'
import { databaseExists } from '../../platform/db/database.ts'

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

/** Tally's default address. */
export const tallyUrl = 'http://127.0.0.1:9000'

/** Reads an address and removes slashes at its end. */
export function urlOf(text: string): string {
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '')
  throw new InvalidArgumentError('It is an address that begins with http:// or https://.')
}

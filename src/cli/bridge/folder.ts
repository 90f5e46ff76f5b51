import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { databaseExists } from '../../platform/db/database.ts'
import { command, type CommonOptions, dataDirOf } from '../command.ts'

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

import type { Command } from 'commander'
import { version } from '../platform/version.ts'
import { command, printResult, type CommonOptions } from './command.ts'

export function versionCommand(): Command {
  return command('version', 'show the version', 'daybook version').action(
    (options: CommonOptions) => {
      printResult(options, { version, bun: Bun.version }, [
        `Daybook ${version} (Bun ${Bun.version})`,
      ])
    },
  )
}

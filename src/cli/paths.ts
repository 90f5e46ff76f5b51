import type { Command } from 'commander'
import { command, dataDirOf, printResult, type CommonOptions } from './command.ts'

export function pathsCommand(): Command {
  return command('paths', 'show where the data is', 'daybook paths').action(
    (options: CommonOptions) => {
      const dir = dataDirOf(options)
      const { root: data, database, calls, logs, images, documents, backups, config } = dir
      const shown = { data, database, calls, logs, images, documents, backups, config }
      const lines = Object.entries(shown).map(([name, path]) => `${name.padEnd(10)} ${path}`)
      printResult(options, shown, lines)
    },
  )
}

import type { Command } from 'commander'
import { command } from './command.ts'

export function importCommand(): Command {
  return command('import', 'import', 'daybook import')
}

import type { Command } from 'commander'
import { command } from './command.ts'

export function restoreCommand(): Command {
  return command('restore', 'restore', 'daybook restore')
}

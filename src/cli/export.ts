import type { Command } from 'commander'
import { command } from './command.ts'

export function exportCommand(): Command {
  return command('export', 'export', 'daybook export')
}

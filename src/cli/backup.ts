import type { Command } from 'commander'
import { command } from './command.ts'

export function backupCommand(): Command {
  return command('backup', 'backup', 'daybook backup')
}

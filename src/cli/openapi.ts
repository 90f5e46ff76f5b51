import type { Command } from 'commander'
import { command } from './command.ts'

export function openapiCommand(): Command {
  return command('openapi', 'openapi', 'daybook openapi')
}

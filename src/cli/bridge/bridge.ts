import { selftestCommand } from './selftest.ts'
import { statusCommand } from './status.ts'
import { Command } from 'commander'
import { confirmCommand } from './files.ts'
import { pairCommand } from './pair.ts'
import { runCommand } from './run.ts'
import { retryCommand, settleCommand } from './say.ts'
import { bridgeServiceCommand } from './service.ts'

export function bridgeCommand(): Command {
  return new Command('bridge')
    .description(
      'enter documents and orders into Tally or ERPNext or write them to files, each once, and say what keeps the others',
    )
    .addCommand(pairCommand())
    .addCommand(runCommand())
    .addCommand(statusCommand())
    .addCommand(bridgeServiceCommand())
    .addCommand(retryCommand())
    .addCommand(settleCommand())
    .addCommand(confirmCommand())
    .addCommand(selftestCommand())
}

import { statSync } from 'node:fs'
import { Command } from 'commander'
import { areFilesPaired, readFilesPairing } from '../../bridge/files/folder.ts'
import { areHeld } from '../../bridge/journal/journal.ts'
import { booksFolder, findPairedCompany, readPairing } from '../../bridge/pairing.ts'
import { confirmCommand } from './files.ts'
import { type BridgeOptions, bridgeFolder, bridgeSubcommand } from './options.ts'
import { pairCommand } from './pair.ts'
import { runCommand } from './run.ts'
import { retryCommand, settleCommand } from './say.ts'
import { selftestCommand } from './selftest.ts'
import { statusCommand } from './status.ts'
import { addServiceCommands, type ServiceKind } from '../service/service.ts'
import type { Managed } from '../service/managed.ts'
import { runTool } from '../service/definition.ts'
import { AppError } from '../../platform/errors.ts'

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

const bridgeService: ServiceKind<BridgeOptions> = {
  command: 'daybook bridge service',
  defaultName: 'daybook-bridge',
  add: bridgeSubcommand,
  managedOf: (options) => bridgeOf(bridgeFolder(options)),
  requireNamed({ data, bridgeData }) {
    if (data !== undefined || bridgeData !== undefined) return
    throw new AppError(
      'invalid_request',
      'Say which bridge it shall be, with --bridge-data DIR, such as /var/lib/daybook-bridge.',
    )
  },
  async prepare({ folder }, user) {
    // Without a pairing the service would crash again and again, unnoticed.
    if ((await readFilesPairing(folder)) === undefined) await readPairing(folder)
    // A service that does not run as root cannot read files that root created.
    const isRoots = process.getuid?.() === 0 && statSync(folder).uid === 0
    if (isRoots && user !== undefined) await runTool(['chown', '-R', user, folder])
  },
  url: () => null,
  left: 'what it knows stays',
}

function bridgeServiceCommand(): Command {
  return addServiceCommands(
    new Command('service').description(
      'have the system start the bridge with the computer, and again when it fell',
    ),
    bridgeService,
  )
}

function bridgeOf(folder: string): Managed {
  return {
    runs: 'bridge',
    folder,
    isRunning: () => areHeld(heldBy(folder)),
    does: `runs the bridge of ${folder}`,
    byHand: 'daybook bridge run',
  }
}

/** The folder that the running bridge holds: of its files, or of its accounts. */
function heldBy(folder: string): string {
  const company = areFilesPaired(folder) ? undefined : findPairedCompany(folder)
  return company === undefined ? folder : booksFolder(folder, company)
}

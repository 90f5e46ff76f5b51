import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { findRunningServer } from '../../accounts/call-log/read-calls.ts'
import { servingWord } from '../../platform/db/database.ts'
import { isHeldFor } from '../../platform/db/instance-lock.ts'
import { dataDir, type DataDir, makeDataDir } from '../../platform/disk/data-dir.ts'
import { AppError } from '../../platform/errors.ts'
import { command, type CommonOptions, dataDirOf } from '../command.ts'
import { addServiceCommands, type ServiceKind } from './commands.ts'
import { controlOf, type Managed, managerHere, type ServiceControl } from './managed.ts'
import { runTool } from './tool.ts'

const serverService: ServiceKind<CommonOptions> = {
  command: 'daybook service',
  defaultName: 'daybook',
  add: command,
  managedOf: (options) => serverOf(dataDirOf(options)),
  /** Root must name a data directory: no service may read root's home. */
  requireNamed({ data }) {
    if (data !== undefined) return
    throw new AppError(
      'invalid_request',
      'Say which data it shall serve, with --data DIR, such as /var/lib/daybook.',
    )
  },
  /** Created here so that its owner may write to it. */
  async prepare({ folder }, user) {
    if (user === undefined) return makeDataDir(dataDir(folder))
    if (!existsSync(folder)) await runTool(['install', '-d', '-m', '700', '-o', user, folder])
  },
  url: ({ folder }) => findRunningServer(dataDir(folder))?.url ?? null,
  left: 'the data stay',
}

export function serviceCommand(): Command {
  return addServiceCommands(
    new Command('service').description(
      'have the system start Daybook with the computer, and again when it fell',
    ),
    serverService,
  )
}

/** The service of a data directory. Undefined when none is installed. */
export async function installedService(
  dir: DataDir,
  manager = managerHere(),
): Promise<ServiceControl | undefined> {
  return await controlOf(serverOf(dir), manager)
}

function serverOf({ root, lock }: DataDir): Managed {
  return {
    runs: 'server',
    folder: root,
    isRunning: () => existsSync(root) && isHeldFor(lock, servingWord),
    does: `serves ${root}`,
    byHand: 'daybook serve',
  }
}

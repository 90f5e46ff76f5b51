import { Command, CommanderError } from 'commander'
import { diskSentence } from '../platform/db/sqlite-errors.ts'
import { version } from '../platform/embedded.ts'
import { licensesCommand, openapiCommand, pathsCommand, versionCommand } from './about.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { bridgeCommand } from './bridge/bridge.ts'
import { completeCommand, completionsCommand, manualCommand } from './completions.ts'
import { demoCommand } from './demo/demo.ts'
import { doctorCommand, reportCommand } from './doctor.ts'
import { exportCommand } from './export/export.ts'
import { fleetCommand } from './fleet/fleet.ts'
import { imagesCommand } from './images.ts'
import { importCommand } from './import/import.ts'
import { keyCommand } from './key.ts'
import { offsiteCommand } from './offsite.ts'
import { openCommand } from './open.ts'
import { pictureCommand } from './picture.ts'
import { promoteCommand } from './promote.ts'
import { readCommand } from './read.ts'
import { replicateCommand } from './replicate.ts'
import { retentionCommand } from './retention.ts'
import { scanCommand } from './scan/scan.ts'
import { serveCommand } from './serve/serve.ts'
import { serviceCommand } from './service/service.ts'
import { setupCommand, setupLinkCommand } from './setup.ts'
import { updateCommand } from './update/update.ts'
import { userCommand } from './user.ts'
import { verifyClientCommand } from './verify-client.ts'

const ok = 0
const failed = 1
const wrongUsage = 2

/** Runs one command. Returns the exit code: 0, 1 (it failed, one sentence on stderr) or 2 (wrong usage). */
export async function runCli(argv: readonly string[]): Promise<number> {
  try {
    await program().parseAsync([...argv], { from: 'user' })
    return ok
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ok : wrongUsage
    // What is left is a bug: whoever reports it needs all of it.
    console.error(diskSentence(error) ?? error)
    return failed
  }
}

/** All commands, as the command line knows them. */
export function program(): Command {
  const daybook = commandTree()
  for (const made of [completionsCommand(commandTree), manualCommand(commandTree)]) {
    inheritExitOverride(made)
    daybook.addCommand(made)
  }
  daybook.addCommand(completeCommand(commandTree), { hidden: true })
  return daybook
}

function commandTree(): Command {
  const daybook = new Command('daybook')
    .description('The back office of a small shop: scan export and storefront, on its own machine.')
    .version(version)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
  const commands = [
    serveCommand(),
    demoCommand(),
    setupCommand(),
    setupLinkCommand(),
    serviceCommand(),
    openCommand(),
    userCommand(),
    keyCommand(),
    bridgeCommand(),
    verifyClientCommand(),
    importCommand(),
    exportCommand(),
    scanCommand(),
    backupCommand(),
    restoreCommand(),
    offsiteCommand(),
    replicateCommand(),
    promoteCommand(),
    imagesCommand(),
    updateCommand(),
    retentionCommand(),
    fleetCommand(),
    doctorCommand(),
    reportCommand(),
    openapiCommand(),
    pathsCommand(),
    versionCommand(),
    licensesCommand(),
  ]
  for (const command of commands) {
    inheritExitOverride(command)
    daybook.addCommand(command, { isDefault: command.name() === 'serve' })
  }
  daybook.addCommand(pictureCommand(), { hidden: true })
  daybook.addCommand(readCommand(), { hidden: true })
  return daybook
}

/** Commands that are added ready-made do not inherit it: without this they would end the process themselves. */
function inheritExitOverride(command: Command): void {
  command.exitOverride()
  for (const sub of command.commands) inheritExitOverride(sub)
}

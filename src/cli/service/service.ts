import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { findRunningServer } from '../../accounts/call-log/read-calls.ts'
import { command, type CommonOptions, dataDirOf, printResult } from '../command.ts'
import {
  runTool,
  type InstalledService,
  type ServiceDefinition,
  type ServiceManager,
} from './definition.ts'
import {
  controlOf,
  type Managed,
  managerHere,
  type ServiceControl,
  findInstalled,
  untilStarted,
} from './managed.ts'
import { servingWord } from '../../platform/db/database.ts'
import { isHeldFor } from '../../platform/db/instance-lock.ts'
import { dataDir, type DataDir, makeDataDir } from '../../platform/disk/data-dir.ts'
import { AppError } from '../../platform/errors.ts'
import { ownProgram } from '../../platform/own-program.ts'
import { printError } from '../../platform/print.ts'

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

type InstallOptions<Options> = Options & { name: string; user?: string; print?: boolean }

/** The differences between the kinds of services. */
export type ServiceKind<Options extends CommonOptions> = {
  /** For example `daybook service`. */
  command: string
  defaultName: string
  /** A command with the options that select the service. */
  add(name: string, summary: string, example: string): Command
  managedOf(options: Options): Managed
  /** Throws AppError `invalid_request` where root must name more. */
  requireNamed(options: Options): void
  /** Prepares what the service needs, before its installation. */
  prepare(managed: Managed, user: string | undefined): Promise<void>
  /** The service's address. */
  url(managed: Managed): string | null
  /** What stays after the service is removed, as in "… in /srv/shop". */
  left: string
}

/** Adds the commands to install, show, restart and remove a service. */
export function addServiceCommands<Options extends CommonOptions>(
  parent: Command,
  kind: ServiceKind<Options>,
): Command {
  return parent
    .addCommand(installCommand(kind))
    .addCommand(removeCommand(kind))
    .addCommand(
      kind
        .add('status', 'say whether it is installed and runs', `${kind.command} status`)
        .action((options: Options) => printState(options, kind)),
    )
    .addCommand(restartCommand(kind))
}

function installCommand<Options extends CommonOptions>(kind: ServiceKind<Options>): Command {
  return kind
    .add('install', 'install the service and start it', `${kind.command} install`)
    .option('--name <name>', 'what the system calls it', nameText, kind.defaultName)
    .option('--user <name>', 'whose rights it has, where the computer starts it (Linux, macOS)')
    .option('--print', 'only print what would be written, and where')
    .action(async (options: InstallOptions<Options>) => {
      if (process.getuid?.() === 0) kind.requireNamed(options)
      const managed = kind.managedOf(options)
      const manager = managerHere()
      const definition = definitionOf(managed, options)
      if (options.print === true) {
        const { path, content } = manager.fileOf(definition)
        printResult(options, { path, content }, [`# ${path}`, content.trimEnd()])
        return
      }
      await requireFree(manager, managed)
      await kind.prepare(managed, definition.user)
      const notes = await manager.install(definition)
      await untilStarted(manager, managed, definition.name)
      for (const note of notes) printError(note)
      await printState(options, kind)
    })
}

function removeCommand<Options extends CommonOptions>(kind: ServiceKind<Options>): Command {
  return kind
    .add('remove', 'stop the service and remove it', `${kind.command} remove`)
    .action(async (options: Options) => {
      const managed = kind.managedOf(options)
      const manager = managerHere()
      const { name } = await requireInstalled(manager, managed)
      await manager.remove(name)
      printResult(options, { removed: name }, [
        `The service ${name} is removed; ${kind.left} in ${managed.folder}.`,
      ])
    })
}

function restartCommand<Options extends CommonOptions>(kind: ServiceKind<Options>): Command {
  return kind
    .add('restart', 'stop it and start it again', `${kind.command} restart`)
    .action(async (options: Options) => {
      const managed = kind.managedOf(options)
      const service = await controlOf(managed)
      if (service === undefined) throw notInstalled(managed)
      await service.stop()
      await service.start()
      await printState(options, kind)
    })
}

function definitionOf(
  { runs, folder }: Managed,
  { name, user }: InstallOptions<CommonOptions>,
): ServiceDefinition {
  const data = resolve(folder)
  return { name, program: ownProgram(), runs, data, user: user ?? ownerOf(data) }
}

/** For root, the owner of the folder or the caller of sudo. Everybody else installs for themselves. */
function ownerOf(folder: string): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid ?? 0
  const caller = process.env['SUDO_UID']
  return owner === 0 || String(owner) === caller ? process.env['SUDO_USER'] : undefined
}

async function requireFree(manager: ServiceManager, managed: Managed): Promise<void> {
  const installed = await findInstalled(manager, managed)
  if (installed !== undefined || !managed.isRunning()) return
  throw new AppError(
    'conflict',
    `Another Daybook ${managed.does} already: stop it first, then install the service.`,
  )
}

async function requireInstalled(
  manager: ServiceManager,
  managed: Managed,
): Promise<InstalledService> {
  const found = await findInstalled(manager, managed)
  if (found === undefined) throw notInstalled(managed)
  return found
}

function notInstalled({ does }: Managed): AppError {
  return new AppError('not_found', `No service of this user ${does}.`)
}

async function printState<Options extends CommonOptions>(
  options: Options,
  kind: ServiceKind<Options>,
): Promise<void> {
  const managed = kind.managedOf(options)
  const manager = managerHere()
  const found = await findInstalled(manager, managed)
  const isRunning = managed.isRunning()
  const url = isRunning ? kind.url(managed) : null
  const name = found?.name ?? null
  const logs = found === undefined ? null : manager.logs(found)
  printResult(options, { name, isInstalled: found !== undefined, isRunning, url, logs }, [
    found === undefined
      ? `No service is installed for ${managed.folder}.`
      : `The service ${found.name} ${managed.does}; it starts with the computer.`,
    isRunning ? `It runs${url === null ? '' : ` at ${url}`}.` : 'It does not run.',
    ...(logs === null ? [] : [`Its log: ${logs}`]),
  ])
}

function nameText(text: string): string {
  if (/^daybook[a-z\d-]*$/.test(text)) return text
  throw new InvalidArgumentError(
    'It begins with daybook and has small letters, digits and hyphens.',
  )
}

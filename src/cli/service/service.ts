import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { findRunningServer } from '../../accounts/call-log/read-calls.ts'
import { servingWord } from '../../platform/db/database.ts'
import { isHeldFor } from '../../platform/db/instance-lock.ts'
import { type DataDir, makeDataDir } from '../../platform/disk/data-dir.ts'
import { AppError } from '../../platform/errors.ts'
import { ownProgram } from '../../platform/own-program.ts'
import { command, type CommonOptions, dataDirOf, printResult } from '../command.ts'
import type { InstalledService, ServiceDefinition, ServiceManager } from './definition.ts'
import { launchdManager } from './launchd.ts'
import { systemdManager } from './systemd.ts'
import { taskManager } from './task-scheduler.ts'
import { runTool } from './tool.ts'

/** How long a server may take to begin or to end, and how often it is looked at, in milliseconds. */
const patienceMs = 40_000
const lookEveryMs = 100

const defaultName = 'daybook'

type InstallOptions = CommonOptions & { name: string; user?: string; print?: boolean }

export function serviceCommand(): Command {
  return new Command('service')
    .description('have the system start Daybook with the computer, and again when it fell')
    .addCommand(installCommand())
    .addCommand(removeCommand())
    .addCommand(statusCommand())
    .addCommand(restartCommand())
}

function installCommand(): Command {
  return command('install', 'install the service and start it', 'daybook service install')
    .option('--name <name>', 'what the system calls it', nameText, defaultName)
    .option('--user <name>', 'whose rights it has, where the computer starts it (Linux, macOS)')
    .option('--print', 'only print what would be written, and where')
    .action(async (options: InstallOptions) => {
      const dir = installedDataOf(options)
      const manager = managerHere()
      const definition = definitionOf(dir, options)
      if (options.print === true) {
        const { path, content } = manager.fileOf(definition)
        printResult(options, { path, content }, [`# ${path}`, content.trimEnd()])
        return
      }
      await requireFree(manager, dir)
      await makeDataOf(dir, definition)
      const notes = await manager.install(definition)
      await until(() => isServed(dir), notStarted(manager, definition))
      for (const note of notes) console.error(note)
      await printState(options, manager, dir)
    })
}

function removeCommand(): Command {
  return command('remove', 'stop the service and remove it', 'daybook service remove').action(
    async (options: CommonOptions) => {
      const dir = dataDirOf(options)
      const manager = managerHere()
      const { name } = await requireInstalled(manager, dir)
      await manager.remove(name)
      printResult(options, { removed: name }, [
        `The service ${name} is removed; the data stay in ${dir.root}.`,
      ])
    },
  )
}

function statusCommand(): Command {
  return command('status', 'say whether it is installed and runs', 'daybook service status').action(
    (options: CommonOptions) => printState(options, managerHere(), dataDirOf(options)),
  )
}

function restartCommand(): Command {
  return command('restart', 'stop it and start it again', 'daybook service restart').action(
    async (options: CommonOptions) => {
      const dir = dataDirOf(options)
      const service = await installedService(dir)
      if (service === undefined) throw notInstalled(dir)
      await service.stop()
      await service.start()
      await printState(options, managerHere(), dir)
    },
  )
}

/** What is told of a service to whoever updates Daybook. */
export type ServiceControl = {
  name: string
  /** The program that the service starts. */
  executable: string
  /** Returns when the server has ended, and the data are free. Throws AppError `unavailable` when it does not. */
  stop(): Promise<void>
  /** Returns when the server has the data. Throws AppError `unavailable` when it does not. */
  start(): Promise<void>
}

/** The service that serves a data directory; undefined when none is installed. */
export async function installedService(
  dir: DataDir,
  manager = managerHere(),
): Promise<ServiceControl | undefined> {
  const found = await findInstalled(manager, dir)
  if (found === undefined) return undefined
  const { name, program: executable } = found
  return {
    name,
    executable,
    async stop() {
      await manager.stop(name)
      await until(() => !isServed(dir), `The service ${name} does not end.`)
    },
    async start() {
      await manager.start(name)
      await until(() => isServed(dir), notStarted(manager, { name, data: dir.root }))
    },
  }
}

/** Throws AppError `not_found` on a system whose services Daybook does not know. */
function managerHere(): ServiceManager {
  switch (process.platform) {
    case 'win32':
      return taskManager()
    case 'darwin':
      return launchdManager()
    case 'linux':
      return systemdManager()
    default:
      throw new AppError(
        'not_found',
        `Daybook cannot install itself as a service on ${process.platform}.`,
      )
  }
}

/** Made here, so that it lies where its owner may write. */
async function makeDataOf(dir: DataDir, { user }: ServiceDefinition): Promise<void> {
  if (user === undefined) return makeDataDir(dir)
  if (!existsSync(dir.root)) await runTool(['install', '-d', '-m', '700', '-o', user, dir.root])
}

function definitionOf(dir: DataDir, { name, user }: InstallOptions): ServiceDefinition {
  return { name, program: ownProgram(), data: resolve(dir.root), user: user ?? ownerOf(dir) }
}

/** Root has a home of its own, where no service may look. */
function installedDataOf(options: InstallOptions): DataDir {
  if (process.getuid?.() !== 0 || options.data !== undefined) return dataDirOf(options)
  throw new AppError(
    'invalid_request',
    'Say which data it shall serve, with --data DIR, such as /var/lib/daybook.',
  )
}

/** For root the owner of the data, or who called sudo; everybody else installs for itself. */
function ownerOf({ root }: DataDir): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(root, { throwIfNoEntry: false })?.uid ?? 0
  const caller = process.env['SUDO_UID']
  return owner === 0 || String(owner) === caller ? process.env['SUDO_USER'] : undefined
}

async function requireFree(manager: ServiceManager, dir: DataDir): Promise<void> {
  const installed = await findInstalled(manager, dir)
  if (installed !== undefined || !isServed(dir)) return
  throw new AppError(
    'conflict',
    `A Daybook server runs on ${dir.root} already: stop it first, then install the service.`,
  )
}

async function findInstalled(
  manager: ServiceManager,
  dir: DataDir,
): Promise<InstalledService | undefined> {
  const root = resolve(dir.root)
  return (await manager.list()).find(({ data }) => resolve(data) === root)
}

async function requireInstalled(manager: ServiceManager, dir: DataDir): Promise<InstalledService> {
  const found = await findInstalled(manager, dir)
  if (found === undefined) throw notInstalled(dir)
  return found
}

function notInstalled(dir: DataDir): AppError {
  return new AppError('not_found', `No service of this user serves ${dir.root}.`)
}

async function printState(
  options: CommonOptions,
  manager: ServiceManager,
  dir: DataDir,
): Promise<void> {
  const found = await findInstalled(manager, dir)
  const isRunning = isServed(dir)
  const url = isRunning ? (findRunningServer(dir)?.url ?? null) : null
  const name = found?.name ?? null
  const logs = found === undefined ? null : manager.logs(found)
  printResult(options, { name, isInstalled: found !== undefined, isRunning, url, logs }, [
    found === undefined
      ? `No service is installed for ${dir.root}.`
      : `The service ${found.name} serves ${dir.root}; it starts with the computer.`,
    isRunning ? `It runs${url === null ? '' : ` at ${url}`}.` : 'It does not run.',
    ...(logs === null ? [] : [`Its log: ${logs}`]),
  ])
}

function isServed(dir: DataDir): boolean {
  return isHeldFor(dir.lock, servingWord)
}

function notStarted(manager: ServiceManager, service: { name: string; data: string }): string {
  return `The service ${service.name} does not start: "daybook serve" in a terminal says why, or its log: ${manager.logs(service)}.`
}

async function until(isSo: () => boolean, sentence: string): Promise<void> {
  const end = performance.now() + patienceMs
  while (!isSo()) {
    if (performance.now() >= end) throw new AppError('unavailable', sentence)
    await Bun.sleep(lookEveryMs)
  }
}

function nameText(text: string): string {
  if (/^daybook[a-z\d-]*$/.test(text)) return text
  throw new InvalidArgumentError(
    'It begins with daybook and has small letters, digits and hyphens.',
  )
}

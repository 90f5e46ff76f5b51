import { resolve } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import type { InstalledService, ServiceManager, ServiceWork } from './definition.ts'
import { launchdManager } from './launchd.ts'
import { systemdManager } from './systemd.ts'
import { taskManager } from './task-scheduler.ts'

/** How long what a service starts may take to begin or to end, and how often it is looked at, in milliseconds. */
const patienceMs = 40_000
const lookEveryMs = 100

/** What a service is, or is to be, for. */
export type Managed = {
  runs: ServiceWork
  folder: string
  isRunning(): boolean
  /** For people, as in "The service daybook …": "serves /srv/shop". */
  does: string
  /** What starts the same in a terminal. */
  byHand: string
}

/** What is told of a service to whoever stops it for a while. */
export type ServiceControl = {
  name: string
  /** The program that the service starts. */
  executable: string
  /** Returns when it has ended, and its folder is free. Throws AppError `unavailable` when it does not. */
  stop(): Promise<void>
  /** Returns when it runs. Throws AppError `unavailable` when it does not. */
  start(): Promise<void>
}

/** Undefined when none is installed. */
export async function controlOf(
  managed: Managed,
  manager = managerHere(),
): Promise<ServiceControl | undefined> {
  const found = await findInstalled(manager, managed)
  if (found === undefined) return undefined
  const { name, program: executable } = found
  return {
    name,
    executable,
    async stop() {
      await manager.stop(name)
      await until(() => !managed.isRunning(), `The service ${name} does not end.`)
    },
    async start() {
      await manager.start(name)
      await untilStarted(manager, managed, name)
    },
  }
}

/** Throws AppError `not_found` on a system whose services Daybook does not know. */
export function managerHere(): ServiceManager {
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

export async function findInstalled(
  manager: ServiceManager,
  { runs, folder }: Pick<Managed, 'runs' | 'folder'>,
): Promise<InstalledService | undefined> {
  const own = resolve(folder)
  return (await manager.list()).find((each) => each.runs === runs && resolve(each.data) === own)
}

/** Throws AppError `unavailable`. */
export async function untilStarted(
  manager: ServiceManager,
  { folder: data, isRunning, byHand }: Managed,
  name: string,
): Promise<void> {
  const log = manager.logs({ name, data })
  const sentence = `The service ${name} does not start: "${byHand}" in a terminal says why, or its log: ${log}.`
  await until(isRunning, sentence)
}

async function until(isSo: () => boolean, sentence: string): Promise<void> {
  const end = performance.now() + patienceMs
  while (!isSo()) {
    if (performance.now() >= end) throw new AppError('unavailable', sentence)
    await Bun.sleep(lookEveryMs)
  }
}

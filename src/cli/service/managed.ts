import { resolve } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import type { InstalledService, ServiceManager, ServiceWork } from './definition.ts'
import { launchdManager } from './launchd.ts'
import { systemdManager } from './systemd.ts'
import { taskManager } from './task-scheduler.ts'

/** How long a service may take to start or stop, and how often to check, in milliseconds. */
const patienceMs = 40_000
const lookEveryMs = 100

/** What a service runs. */
export type Managed = {
  runs: ServiceWork
  folder: string
  isRunning(): boolean
  /** For people, as in "The service daybook …": "serves /srv/shop". */
  does: string
  /** The command that runs the same in a terminal. */
  byHand: string
}

/** Controls a service for whoever needs to stop it for a while. */
export type ServiceControl = {
  name: string
  /** The program that the service starts. */
  executable: string
  /** Returns when the service has ended and its folder is free. Throws AppError `unavailable` otherwise. */
  stop(): Promise<void>
  /** Returns when the service runs. Throws AppError `unavailable` otherwise. */
  start(): Promise<void>
}

/** Undefined without an installed service. */
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

/** Throws AppError `not_found` on systems whose services Daybook does not know. */
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

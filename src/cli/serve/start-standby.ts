import { openCallLog } from '../../accounts/call-log/call-log.ts'
import { createApp } from '../../app.ts'
import type { Config } from '../../platform/config.ts'
import { servingWord } from '../../platform/db/database.ts'
import { holdersOf, takeLock } from '../../platform/db/instance-lock.ts'
import { type DataDir, makeDataDir } from '../../platform/disk/data-dir.ts'
import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import { openStandby, type StandbyEnd } from '../../platform/replica/standby.ts'
import type { Clock } from '../../platform/time.ts'
import { startLoadingSearch } from '../../services/storefront/service.ts'
import { networkOf } from './network.ts'
import { openPorts } from './ports.ts'
import { orClosed, type RunningDaybook } from './start-server.ts'

export type RunningStandby = RunningDaybook & { ended: Promise<StandbyEnd> }

/** Follows another Daybook, and serves what it has for reading. Nothing of the day's and night's work runs here. */
export async function startStandby(
  dir: DataDir,
  config: Config,
  clock: Clock,
): Promise<RunningStandby> {
  return await orClosed((opened) => openAll(dir, config, { clock, opened }))
}

type Opening = { clock: Clock; opened: AsyncDisposableStack }

async function openAll(
  dir: DataDir,
  config: Config,
  { clock, opened }: Opening,
): Promise<RunningStandby> {
  makeDataDir(dir)
  const lock = takeLock(dir.lock, 'exclusive', servingWord)
  if (lock === undefined) {
    throw new AppError('conflict', `The data in ${dir.root} is in use by ${holdersOf(dir.lock)}.`)
  }
  opened.defer(() => lock.release())
  const { log, close } = await openLog(dir.logs)
  opened.defer(close)
  const { litestream: program, lagLimitSeconds: lagMaxSeconds } = config
  const standby = await openStandby({ dir, clock, log, program, lagMaxSeconds })
  opened.defer(() => standby.stop())
  const { database } = standby
  const calls = openCallLog(dir, log, clock.now())
  opened.defer(() => calls.close())
  const { listeners, network } = networkOf({ dir, config, database, clock, log })
  const app = createApp({
    database,
    dir,
    clock,
    log,
    calls,
    network,
    standby,
    isFollower: true,
    ...config,
  })
  opened.defer(() => app.stopWork())
  opened.defer(() => network.stop())
  const ports = await openPorts(listeners, app.dispatcher, config)
  calls.announce({ pid: process.pid, url: ports.url }, clock.now())
  const loading = startLoadingSearch(app.catalogue, app.storefront, log)
  opened.defer(() => loading.stop())
  log.info(`Daybook follows as a standby, and listens at ${ports.url}.`)
  return {
    ...ports,
    access: network.access(),
    addresses: network.addresses(),
    setUp: undefined,
    ended: standby.ended,
    async stop() {
      await network.stop()
      await opened.disposeAsync()
    },
  }
}

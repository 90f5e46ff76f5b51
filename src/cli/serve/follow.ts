import { existsSync } from 'node:fs'
import type { Config } from '../../platform/config.ts'
import { servingWord } from '../../platform/db/database.ts'
import { holdersOf, type InstanceLock, takeLock } from '../../platform/db/instance-lock.ts'
import { type DataDir, makeDataDir } from '../../platform/disk/data-dir.ts'
import { AppError } from '../../platform/errors.ts'
import { printError } from '../../platform/print.ts'
import { findLitestream } from '../../platform/replica/litestream.ts'
import { becomeStandby, finishPromotion } from '../../platform/replica/roles.ts'
import { readReplica, type Replica } from '../../platform/replica/replica-file.ts'
import { takeNext } from '../../platform/replica/bring-book.ts'
import { systemClock } from '../../platform/time.ts'
import { givenPlace, type S3Options } from '../offsite.ts'
import { type RunningDaybook, orClosed } from './start-server.ts'
import { openCallLog } from '../../accounts/call-log/call-log.ts'
import { createApp } from '../../app.ts'
import { openLog } from '../../platform/log.ts'
import { openStandby, type StandbyEnd } from '../../platform/replica/standby.ts'
import { startLoadingSearch } from '../../services/storefront/catalogue/catalogue.ts'
import { networkOf, openPorts } from './network.ts'

/** Wait after a failed promotion, in milliseconds. */
const promoteAgainMs = 5_000

export type FollowOptions = S3Options & { follow?: string }

type Following = {
  dir: DataDir
  config: Config
  options: FollowOptions
  /** Resolves when the process is asked to stop. */
  stopped: Promise<void>
  announce(daybook: RunningDaybook): void
}

/**
 * Serves as a standby while the data directory is one. Returns true when it was asked to stop, false when the directory belongs to a
 * first Daybook, from the start or after a promotion.
 */
export async function followUntilFirst(following: Following): Promise<boolean> {
  const { dir, config, options, stopped, announce } = following
  await requireRole(dir, config, options)
  for (;;) {
    if (!(await settleRole(dir, config, stopped))) return true
    if (roleOf(dir) !== 'standby') return false
    const standby = await orClosed((opened) => openStandbyOf(dir, config, opened))
    announce(standby)
    const why = await Promise.race([stopped, standby.ended])
    await standby.stop()
    if (why === undefined) return true
    // Another Daybook became first, or the place of copies lacks changes that this one needs. The next book has been checked.
    if (why !== 'promoted') await alone(dir, () => takeNext(dir, why))
  }
}

/** A promoted standby stays first, even where its service still says to follow. */
async function requireRole(dir: DataDir, config: Config, options: FollowOptions): Promise<void> {
  const role = roleOf(dir)
  if (options.follow === undefined || role === 'promoting') return
  if (role === 'first') {
    printError(`${dir.root} was promoted: it is the first Daybook, and follows nobody.`)
    return
  }
  makeDataDir(dir)
  const { place, secret } = givenPlace(options.follow, options)
  findLitestream(config.litestream)
  await alone(dir, () => becomeStandby(dir, place, secret))
}

/** Finishes a promotion that was begun, however often the place of copies fails. Returns false when asked to stop before. */
async function settleRole(dir: DataDir, config: Config, stopped: Promise<void>): Promise<boolean> {
  while (roleOf(dir) === 'promoting') {
    try {
      await alone(dir, () => finishPromotion(dir, findLitestream(config.litestream)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      printError(`The promotion is tried again in some seconds: ${error.message}`)
      const paused = Bun.sleep(promoteAgainMs).then(() => true)
      if (!(await Promise.race([stopped.then(() => false), paused]))) return false
    }
  }
  return true
}

async function alone(dir: DataDir, work: () => Promise<void>): Promise<void> {
  using _ = requireAlone(dir)
  await work()
}

/** Throws AppError `conflict` while others use the data. */
function requireAlone(dir: DataDir): InstanceLock {
  const lock = takeLock(dir.lock, 'exclusive', servingWord)
  if (lock !== undefined) return lock
  throw new AppError('conflict', `The data in ${dir.root} is in use by ${holdersOf(dir.lock)}.`)
}

function roleOf(dir: DataDir): Replica['role'] | undefined {
  return existsSync(dir.root) ? readReplica(dir)?.role : undefined
}

type RunningStandby = RunningDaybook & { ended: Promise<StandbyEnd> }

/** Follows another Daybook and serves its copy for reading. Runs no daily or nightly work. */
async function openStandbyOf(
  dir: DataDir,
  config: Config,
  opened: AsyncDisposableStack,
): Promise<RunningStandby> {
  const clock = systemClock
  makeDataDir(dir)
  const lock = requireAlone(dir)
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

import { existsSync, fstatSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { endSignIns, noteRestored, type SetupLink } from '../../accounts/users/links.ts'
import { command, type CommonOptions, dataDirOf, openRestored } from '../command.ts'
import { givenPlace, type S3Options, withS3Options } from '../offsite.ts'
import { stopSignal } from '../terminal.ts'
import type { Restored } from '../../platform/backup/restore-backup.ts'
import { type Restore, RestoreDesk } from '../../platform/backup/restore-desk.ts'
import { undoRestore } from '../../platform/backup/restore-journal.ts'
import { type Config, type Flags, isPort, loopback, readConfig } from '../../platform/config.ts'
import { diskSentence } from '../../platform/db/connection.ts'
import { type DataDir, isOpenToOthers, makeDataDir } from '../../platform/disk/data-dir.ts'
import { version } from '../../platform/embedded.ts'
import { PortTaken } from '../../platform/http/listening/listeners.ts'
import { print, printError } from '../../platform/print.ts'
import { type Clock, systemClock } from '../../platform/time.ts'
import { settleUpdate } from '../../platform/update/trial.ts'
import { servingWord } from '../../platform/db/database.ts'
import { holdersOf, type InstanceLock, takeLock } from '../../platform/db/instance-lock.ts'
import { AppError } from '../../platform/errors.ts'
import { findLitestream } from '../../platform/replica/litestream.ts'
import { readReplica, type Replica } from '../../platform/replica/replica-file.ts'
import { openCallLog } from '../../accounts/call-log/call-log.ts'
import { createApp } from '../../app.ts'
import { openLog } from '../../platform/log.ts'
import type { StandbyEnd } from '../../platform/replica/standby.ts'
import { openInBrowser, openWithSecret, tellAddress } from './open-browser.ts'
import {
  AlreadyRunning,
  openApp,
  orClosed,
  type RunningDaybook,
  startServer,
} from './start-server.ts'
import { networkOf, openPorts } from './network.ts'

type ServeOptions = CommonOptions & Flags & FollowOptions & { trial?: boolean }

export function serveCommand(): Command {
  const serving = command(
    'serve',
    'serve the data directory (what "daybook" alone does)',
    'daybook serve --lan',
  )
  return withS3Options(serving)
    .option('--host <address>', 'listen on this address (default: 127.0.0.1, this computer only)')
    .option('--lan', 'let other computers on the network in')
    .option('--port <number>', 'listen on this port; 0 takes a free one (default: 3292)', portText)
    .option(
      '--local-name <name>',
      'what this computer is called in the network; "none": nothing (default: daybook)',
    )
    .option('--https-port <number>', 'the port of HTTPS, once it is on (default: 3443)', portText)
    .option('--scan-export-port <number>', 'serve scan export at / of this port as well', portText)
    .option('--storefront-port <number>', 'likewise for the storefront', portText)
    .option('--public-url <url>', 'the address that links in answers begin with')
    .option('--image-base-url <url>', 'the address that those of images begin with instead')
    .option('--tls-cert <file>', 'serve HTTPS with this certificate (PEM)')
    .option('--tls-key <file>', 'and this key (PEM)')
    .option(
      '--follow <place>',
      'as a standby: follow what another Daybook replicates to a folder or s3://bucket/prefix',
    )
    .addOption(new Option('--trial', 'only show that it can').hideHelp())
    .action((options: ServeOptions) =>
      options.trial === true ? serveTrial(options) : serve(options),
    )
}

/** Checked here so that a wrong port counts as wrong usage. */
export function portText(text: string): string {
  if (isPort(text)) return text
  throw new InvalidArgumentError('It is a whole number from 0 to 65535.')
}

async function serve(options: ServeOptions): Promise<void> {
  // Listen from the beginning, so that a server that is stopped while it starts also ends in good order.
  const stopped = stopSignal()
  const dir = dataDirOf(options)
  const config = readConfig(options, process.env, dir.config)
  try {
    const restores = new RestoreDesk(dir, (error) => printError(diskSentence(error) ?? error))
    const announce = (served: RunningDaybook) => {
      tellAddress(served.url, process.env)
      printAddresses(options, dir.root, served)
    }
    if (await followUntilFirst({ dir, config, options, stopped, announce })) return
    const extras = { restores, onLocalName: options.json === true ? silent : printName }
    const daybook = await openRestored(dir, () => startServer(dir, config, systemClock, extras))
    await settleUpdate(dir, version).catch(tellUnsettled)
    announce(daybook)
    const close = startedByHand(options) ? openConsole(daybook) : undefined
    void stopped.then(close)
    // Keep a free port that was found once.
    const port = config.port === 0 ? Number(new URL(daybook.url).port) : config.port
    const start = () => startServer(dir, { ...config, port }, systemClock, extras)
    await serveOn({ dir, clock: systemClock, restores, daybook, start, stopped })
  } catch (error) {
    if (!(error instanceof AlreadyRunning) || error.url === undefined || !startedByHand(options)) {
      throw error
    }
    printError(error.message)
    openInBrowser(error.url)
  }
}

/** Serves a copy of the data for an update that tests this program: see `tryOnCopy`. */
async function serveTrial(options: ServeOptions): Promise<void> {
  const stopped = stopSignal()
  const dir = dataDirOf(options)
  const daybook = await startTrial(dir, readConfig({}, process.env, dir.config), systemClock)
  print(JSON.stringify({ url: daybook.url }))
  await Promise.race([stopped, inputEnds()])
  process.stdin.destroy()
  await daybook.stop()
}

/** Resolves when the update that started the trial is gone: it holds this process's input. Never resolves without such an input. */
function inputEnds(): Promise<void> {
  return new Promise((resolve) => {
    if (fstatSync(0).isCharacterDevice()) return
    process.stdin.once('end', resolve).once('error', resolve).resume()
  })
}

/** A shop must not stay closed for this. The next start can tidy up. */
function tellUnsettled(error: unknown): void {
  printError('What the last update left could not be tidied up:', error)
}

/** Opens the console, or the set-up page. Returns a clean-up function. */
function openConsole({ url, setUp }: RunningDaybook): (() => void) | undefined {
  if (setUp !== undefined) return openWithSecret(setUp.url)
  openInBrowser(url)
  return undefined
}

/** Whether a person started `daybook` by a double click, without a command. */
function startedByHand(options: ServeOptions): boolean {
  return options.json !== true && process.argv.slice(2).every((word) => word !== 'serve')
}

function printAddresses(options: ServeOptions, root: string, daybook: RunningDaybook): void {
  const { url, scanExport, storefront, setUp } = daybook
  if (isOpenToOthers(dataDirOf(options))) {
    printError(
      `${root} is outside your own folder: others who use this computer may be able to read it. ${url}/docs/data-and-backup says how to keep them out.`,
    )
  }
  if (options.json === true) {
    const link = setUp && { setUp: { url: setUp.url, code: setUp.code } }
    print(JSON.stringify({ url, scanExport, storefront, ...link }))
    return
  }
  print(`Daybook serves ${root}`)
  print(`  on this computer       ${url}`)
  for (const address of daybook.addresses) print(`  from other computers   ${address}`)
  if (daybook.access === 'this computer') {
    print('  other computers cannot reach it: start it with --lan to let them in')
  }
  print(`  scan export            ${scanExport}   (docs: ${scanExport}/docs)`)
  print(`  storefront             ${storefront}   (docs: ${storefront}/docs)`)
  if (setUp !== undefined) print(setupLines(setUp).join('\n'))
}

/** Printed later than the rest, because Daybook first asks the network whether the name is free. */
function printName(name: string): void {
  print(`In the network this computer is called ${name}, too.`)
}

function silent(): void {}

/** Set-up instructions for people. */
function setupLines({ url, code }: SetupLink): string[] {
  return [
    'Daybook is not set up yet. Open this address within 30 minutes; it works once:',
    `  ${url}`,
    `  or open the page set-up of any address above and type the code ${code}`,
    '"daybook setup-link" prints a new one, "daybook setup" sets up without the browser.',
  ]
}

/**
 * Serves a data directory on a free port of this computer without automatic work: no timers, no reading, no watched folders, no other
 * ports. Throws like `startServer`.
 */
async function startTrial(
  dir: DataDir,
  config: Config,
  clock: Clock,
): Promise<Pick<RunningDaybook, 'url' | 'stop'>> {
  return await orClosed(async (opened) => {
    const closed = { ...config, host: loopback, tls: undefined }
    const { app, listeners } = await openApp(dir, closed, clock, opened)
    return {
      url: await listeners.open(app.dispatcher, undefined, 0),
      stop: () => opened.disposeAsync(),
    }
  })
}

/**
 * How long the server's own port may stay taken after a stop, and how often to try it, in milliseconds. Windows frees a port only with
 * its last connection.
 */
const heldMs = 30_000
const tryEveryMs = 250

type Serving = {
  dir: DataDir
  clock: Clock
  restores: RestoreDesk
  /** The running server. */
  daybook: RunningDaybook
  /** Starts the server again at the same address. */
  start(): Promise<RunningDaybook>
  /** Resolves when the server is asked to stop. */
  stopped: Promise<void>
}

/** Serves until it is asked to stop. When a backup is to replace the data, it stops, and starts again with the restored data. */
export async function serveOn(serving: Serving): Promise<void> {
  const { restores, stopped } = serving
  let { daybook } = serving
  for (;;) {
    const restore = await Promise.race([stopped, restores.asked()])
    await daybook.stop()
    if (restore === undefined) return
    daybook = await restoreAndStart(serving, restore)
  }
}

async function restoreAndStart(serving: Serving, restore: Restore): Promise<RunningDaybook> {
  const { dir, restores } = serving
  try {
    const restored = await takeOver(serving, restore)
    const daybook = await startPatiently(serving)
    restores.end(restore, { restored })
    return daybook
  } catch (error) {
    // The earlier data are complete. A shop must not stay closed because a backup cannot be served.
    await undoRestore(dir)
    restores.end(restore, { error })
    return await startPatiently(serving)
  }
}

async function takeOver({ dir, clock }: Serving, restore: Restore): Promise<Restored> {
  const { manifest, asker, revive } = restore
  if (manifest === null) throw new Error('A restore is put in place before it was read.')
  const { keepEnded } = await import('../../accounts/revival.ts')
  const { restoreUnpacked } = await import('../../platform/backup/restore-backup.ts')
  const now = clock.now()
  const by = 'owner' in asker ? asker.owner : undefined
  return await restoreUnpacked({
    dir,
    now,
    manifest,
    prepareDatabase(file) {
      endSignIns(file, now)
      keepEnded({ before: dir.database, restored: file }, { revive: new Set(revive) })
      noteRestored(file, manifest, { now, by })
    },
  })
}

async function startPatiently({ start }: Serving): Promise<RunningDaybook> {
  const giveUpAt = performance.now() + heldMs
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (!(error instanceof PortTaken) || performance.now() > giveUpAt) throw error
      await Bun.sleep(tryEveryMs)
    }
  }
}

/** Wait after a failed promotion, in milliseconds. */
const promoteAgainMs = 5_000

type FollowOptions = S3Options & { follow?: string }

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
async function followUntilFirst(following: Following): Promise<boolean> {
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
    if (why === 'promoted') continue
    const { takeNext } = await import('../../platform/replica/bring-book.ts')
    await whileAlone(dir, () => takeNext(dir, why))
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
  const { becomeStandby } = await import('../../platform/replica/roles.ts')
  const { place, secret } = givenPlace(options.follow, options)
  findLitestream(config.litestream)
  await whileAlone(dir, () => becomeStandby(dir, place, secret))
}

/** Finishes a promotion that was begun, however often the place of copies fails. Returns false when asked to stop before. */
async function settleRole(dir: DataDir, config: Config, stopped: Promise<void>): Promise<boolean> {
  while (roleOf(dir) === 'promoting') {
    const { finishPromotion } = await import('../../platform/replica/roles.ts')
    try {
      await whileAlone(dir, () => finishPromotion(dir, findLitestream(config.litestream)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      printError(`The promotion is tried again in some seconds: ${error.message}`)
      const paused = Bun.sleep(promoteAgainMs).then(() => true)
      if (!(await Promise.race([stopped.then(() => false), paused]))) return false
    }
  }
  return true
}

async function whileAlone(dir: DataDir, work: () => Promise<void>): Promise<void> {
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
  const { openStandby } = await import('../../platform/replica/standby.ts')
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

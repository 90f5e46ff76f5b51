import { openCallLog, type CallLog } from '../accounts/call-log/call-log.ts'
import { createApp } from '../app.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { startDailyTimer } from '../platform/daily.ts'
import { makeDataDir, type DataDir } from '../platform/data-dir.ts'
import { openServedBook } from '../platform/db/book.ts'
import { takeInstanceLock } from '../platform/db/instance-lock.ts'
import { AppError } from '../platform/errors.ts'
import { listen, type Listening } from '../platform/http/listen.ts'
import { openLog, type Log } from '../platform/log.ts'
import { runRetention } from '../platform/retention.ts'

export type RunningDaybook = {
  url: string
  scanExport: string
  storefront: string
  host: string
  port: number
  /** Finishes what is under way, brings everything to the disk, closes. */
  stop(): Promise<void>
}

/** Thrown when another server holds the data directory; `url` is where it answers, if known. */
export class AlreadyRunning extends AppError {
  readonly url: string | undefined

  constructor(dir: DataDir, url: string | undefined) {
    const where = url === undefined ? '' : ` at ${url}`
    super('conflict', `A Daybook server runs on ${dir.root} already${where}.`)
    this.url = url
  }
}

/** Opens a data directory and serves it. Throws AlreadyRunning, AppError `conflict` for a taken port. */
export async function startServer(
  dir: DataDir,
  config: Config,
  clock: Clock,
): Promise<RunningDaybook> {
  makeDataDir(dir)
  const { log, close: closeLog } = await openLog(dir.logs)
  const calls = openCallLog(dir, (error) => log.warn('The call log was not written.', { error }))
  const lock = takeInstanceLock(dir.lock)
  if (lock === undefined) throw new AlreadyRunning(dir, calls.announced()?.url)
  const book = openServedBook(dir, clock.now())
  const { front, retention } = createApp({ book, dir, clock, log, calls, ...config })
  const open = (listener: string | undefined, port: number) =>
    listen(front, { host: config.host, port, tls: config.tls, listener: { service: listener } })
  const main = open(undefined, config.port)
  const scanExport = ownListener(open, 'scan-export', config.scanExportPort)
  const storefront = ownListener(open, 'storefront', config.storefrontPort)
  announce(calls, main, clock)
  const timer = startDailyTimer({
    book,
    clock,
    log,
    jobs: [{ name: 'retention', run: async (now) => void (await runRetention(retention, now)) }],
  })
  logStart(log, dir, main)
  return {
    url: main.url,
    scanExport: scanExport?.url ?? `${main.url}/scan-export`,
    storefront: storefront?.url ?? `${main.url}/storefront`,
    host: config.host,
    port: main.port,
    async stop() {
      await Promise.all([main, scanExport, storefront].map((listening) => listening?.stop()))
      await timer.stop()
      await book.close()
      calls.close()
      log.info('Stopped.')
      await closeLog()
      lock.release()
    },
  }
}

function ownListener(
  open: (listener: string, port: number) => Listening,
  service: string,
  port: number | undefined,
): Listening | undefined {
  return port === undefined ? undefined : open(service, port)
}

function announce(calls: CallLog, main: Listening, clock: Clock): void {
  calls.announce({ pid: process.pid, url: main.url }, clock.now())
}

function logStart(log: Log, dir: DataDir, main: Listening): void {
  log.info(`Daybook listens at ${main.url}; its data is in ${dir.root}.`)
}

import { type Config, loopback } from '../../platform/config.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import type { Clock } from '../../platform/time.ts'
import { openApp, orClosed, type RunningDaybook } from './start-server.ts'

/**
 * Opens a data directory and serves it on a free port of this computer, with nothing that works by itself: no timers, no
 * reading, no watched folders, no other ports. Throws like `startServer`.
 */
export async function startTrial(
  dir: DataDir,
  config: Config,
  clock: Clock,
): Promise<Pick<RunningDaybook, 'url' | 'stop'>> {
  return await orClosed(async (opened) => {
    const alone = { ...config, host: loopback, tls: undefined }
    const { app, listeners } = await openApp(dir, alone, clock, opened)
    return {
      url: await listeners.open(app.dispatcher, undefined, 0),
      stop: () => opened.disposeAsync(),
    }
  })
}

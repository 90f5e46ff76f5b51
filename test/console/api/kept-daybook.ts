import { serveOn } from '../../../src/cli/serve/serve.ts'
import { startServer, type RunningDaybook } from '../../../src/cli/serve/start-server.ts'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import { RestoreDesk } from '../../../src/platform/backup/restore-desk.ts'
import { readConfig } from '../../../src/platform/config.ts'
import type { DataDir } from '../../../src/platform/disk/data-dir.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import { setClock, temporaryDir, type SetClock } from '../../support/temporary-database.ts'
import { browserAt, type Browser } from './browser.ts'

/** A Daybook that `serve` keeps open: it stops for a restore, and comes back. */
export type Kept = {
  dir: DataDir
  url: string
  setUp: { code: string } | undefined
  browser: Browser
  clock: SetClock
  restores: RestoreDesk
  /** What the next start fails with, once it has opened the book and served it. */
  failNext(error: Error): void
} & AsyncDisposable

export async function keepServing(): Promise<Kept> {
  const { dir, [Symbol.dispose]: remove } = temporaryDir()
  const clock = setClock(Date.now())
  const restores = new RestoreDesk(dir, () => undefined)
  const stop = Promise.withResolvers<void>()
  let failure: Error | undefined
  const start = async (port: string): Promise<RunningDaybook> => {
    const desk = failure === undefined ? restores : failingDesk(dir, failure)
    failure = undefined
    const config = readConfig({ port, httpsPort: '0' }, {}, dir.config)
    return await startServer(dir, config, clock, { restores: desk })
  }
  const daybook = await start('0')
  const served = serveOn({
    dir,
    clock,
    restores,
    daybook,
    start: () => start(new URL(daybook.url).port),
    stopped: stop.promise,
  })
  return {
    dir,
    url: daybook.url,
    setUp: daybook.setUp,
    browser: browserAt(daybook.url),
    clock,
    restores,
    failNext: (error) => void (failure = error),
    async [Symbol.asyncDispose]() {
      stop.resolve()
      await served
      remove()
    },
  }
}

/** Backs up what a Daybook has now. */
export function backUp(
  { dir }: Pick<Kept, 'dir'>,
  organisation = 'Acme',
): Promise<{ name: string; file: string }> {
  return createBackup({ dir, organisation, madeBy: 'command', now: Date.now() })
}

/** A restore at one of some steps. Asked again and again, also while the server is away. */
export async function stepOf(
  { browser }: Kept,
  id: string,
  ends: readonly string[],
): Promise<JsonObject> {
  for (;;) {
    const answer = await browser.get(`/restores/${id}`).catch(() => undefined)
    if (answer !== undefined && ends.includes(String(answer.json['step']))) return answer.json
  }
}

/** What a start fails with when its book is open and its ports are. */
function failingDesk(dir: DataDir, error: Error): RestoreDesk {
  const desk = new RestoreDesk(dir, () => undefined)
  desk.clear = () => Promise.reject(error)
  return desk
}

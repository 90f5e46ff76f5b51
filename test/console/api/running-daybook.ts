import { startServer, type RunningDaybook } from '../../../src/cli/serve/start-server.ts'
import { readConfig, type Flags } from '../../../src/platform/config.ts'
import type { DataDir } from '../../../src/platform/disk/data-dir.ts'
import { setClock, temporaryDir, type SetClock } from '../../support/temporary-database.ts'

/** A server as `daybook serve` starts it, on a free port, with a clock that the test sets. */
export type Served = {
  dir: DataDir
  clock: SetClock
  daybook: RunningDaybook
  /** Stops it and starts it again on the same data. */
  restart(flags?: Flags): Promise<RunningDaybook>
} & AsyncDisposable

export async function serveEmptyData(flags: Flags = {}): Promise<Served> {
  const { dir, [Symbol.dispose]: remove } = temporaryDir()
  const clock = setClock(Date.now())
  const start = (input: Flags) =>
    startServer(dir, readConfig({ port: '0', httpsPort: '0', ...input }, {}, dir.config), clock)
  const served = {
    dir,
    clock,
    daybook: await start(flags),
    async restart(input: Flags = {}) {
      await served.daybook.stop()
      served.daybook = await start(input)
      return served.daybook
    },
    async [Symbol.asyncDispose]() {
      await served.daybook.stop()
      remove()
    },
  }
  return served
}

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

/** What a proxy adds to a request that came from an address; what stands before it may be made up. */
export function from(address: string) {
  return { 'x-forwarded-for': `6.6.6.6, ${address}` }
}

/** What calls with an unknown key answer, one more of them than an address may try in a minute. */
export async function wrongKeysFrom(url: string, address: string, count = 21): Promise<number[]> {
  const headers = { authorization: 'Bearer unknown', ...from(address) }
  const statuses: number[] = []
  for (let n = 0; n < count; n++) {
    statuses.push((await fetch(`${url}/scan-export/api/public/v1/whoami`, { headers })).status)
  }
  return statuses
}

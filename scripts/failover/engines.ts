import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What the drill needs beside Daybook, as Go has it: Litestream, and a gateway that speaks S3 for a folder. */
const engines = {
  litestream: 'github.com/benbjohnson/litestream/cmd/litestream@v0.5.18',
  versitygw: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
}

const folder = join(import.meta.dir, '../../dist/engines')

/** Building both takes five minutes on two cores; a network that hangs must not hold the checks up. */
const buildLimitMs = 12 * 60_000

export type Engines = Record<keyof typeof engines, string>

/** Where they are, built into dist/ when they are not there yet; a sentence where they cannot be had. */
export async function findEngines(): Promise<Engines | string> {
  const files = { litestream: join(folder, 'litestream'), versitygw: join(folder, 'versitygw') }
  if (existsSync(files.litestream) && existsSync(files.versitygw)) return files
  if (Bun.which('go') === null) return 'not tried: Go is not installed, which builds Litestream'
  if (!(await isBuilt(engines.litestream))) return 'not tried: Litestream could not be built'
  if (!(await isBuilt(engines.versitygw))) return 'not tried: versitygw could not be built'
  return files
}

async function isBuilt(name: string): Promise<boolean> {
  const child = Bun.spawn(['nice', 'go', 'install', name], {
    env: { ...process.env, GOBIN: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: buildLimitMs,
  })
  return (await child.exited) === 0
}

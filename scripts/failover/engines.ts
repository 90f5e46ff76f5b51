import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

/** What the drill needs beside Daybook, as Go has it: Litestream, and a gateway that speaks S3 for a folder. */
const engines = {
  litestream: 'github.com/benbjohnson/litestream/cmd/litestream@v0.5.18',
  versitygw: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
}

const folder = join(import.meta.dir, '../../dist/engines')

/** Building both takes five minutes on two cores; a network that hangs must not hold the checks up. */
const buildLimitMs = 10 * 60_000

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

/** One whose building was cut short is not taken for one that is there. */
async function isBuilt(name: string): Promise<boolean> {
  const unfinished = `${folder}.unfinished`
  const child = Bun.spawn(['nice', 'go', 'install', name], {
    env: { ...process.env, GOBIN: unfinished },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: buildLimitMs,
  })
  if ((await child.exited) !== 0) return false
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(unfinished)) {
    renameSync(join(unfinished, file), join(folder, file))
  }
  return true
}

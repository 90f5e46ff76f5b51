import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '../../src/accounts/keys/keys.ts'
import { addUser } from '../../src/accounts/users/users.ts'
import { openDatabaseForCommand } from '../../src/platform/db/database.ts'
import { version } from '../../src/platform/embedded.ts'
import { systemClock } from '../../src/platform/time.ts'
import { firstLine } from '../../src/platform/own-program.ts'
import { temporaryDir } from '../support/temporary-database.ts'

/*
 * What a start loads, whatever the machine: the files of Daybook and of packages, and their text in thousands of bytes, rounded up to a
 * hundred. Each budget is what was reached. A change may lower it, and raises it only with its reason beside it: what few starts need is
 * loaded on demand (`await import`), or made at its first use (`once`).
 */

setDefaultTimeout(120_000)

const main = join(import.meta.dir, '../../src/main.ts')
const teller = join(import.meta.dir, 'loaded-modules.child.ts')

type Loaded = { modules: number; kilobytes: number }

/** Runs Daybook from its sources to its end. `act` gets the first line that it prints, and a function that asks it to stop. */
async function loadedBy(
  args: readonly string[],
  act: (line: string, stop: () => void) => Promise<void> | void,
): Promise<Loaded> {
  using folder = temporaryDir()
  const told = join(folder.dir.root, 'loaded.json')
  const child = Bun.spawn([process.execPath, '--preload', teller, main, ...args], {
    env: { ...process.env, DAYBOOK_LOADED: told },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  await act(await firstLine(child.stdout), () => child.kill())
  await child.exited
  const files = [...JSON.parse(readFileSync(told, 'utf8'))]
    .map(String)
    .filter((file) => file !== teller)
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  return { modules: files.length, kilobytes: Math.round(bytes / 1000) }
}

test('a server has loaded no more than its budget when it has answered the first list', async () => {
  using folder = temporaryDir()
  const { dir } = folder
  const now = systemClock.now()
  const database = openDatabaseForCommand(dir, now, undefined)
  const email = 'owner@example.com'
  const { key } = await database.write((conn) => {
    addUser(conn, { email, name: 'Owner', role: 'owner', passwordHash: null }, now)
    const input = {
      email,
      name: 'ERP',
      service: 'scan-export',
      scopes: [],
      allUsers: true,
    } as const
    return createKey(conn, input, now, new Uint8Array(32))
  })
  await database.close()
  const serve = ['serve', '--json', '--port', '0', '--data', dir.root]
  const { modules, kilobytes } = await loadedBy(serve, async (line, stop) => {
    const { scanExport } = JSON.parse(line)
    const headers = { authorization: `Bearer ${key}` }
    const list = await fetch(`${scanExport}/api/public/v1/scans/unsynced`, { headers })
    expect(list.status).toBe(200)
    stop()
  })
  // One module more: how sure the reader must be (`sureness.ts`), which the setting of reading names.
  expect(modules).toBeLessThanOrEqual(797)
  expect(kilobytes).toBeLessThanOrEqual(3900)
})

test('the version is told without any command', async () => {
  const { modules } = await loadedBy(['--version'], (line) => {
    expect(line).toBe(version)
  })
  expect(modules).toBeLessThanOrEqual(4)
})

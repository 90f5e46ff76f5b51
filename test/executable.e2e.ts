import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json'
import {
  folderElsewhere,
  runExecutable,
  startExecutable,
  startLimitMs,
  type Server,
} from './support/executable.ts'

// Run by `bun run check` after the build. `bun test` alone leaves this file out by its name, since it needs that build.

let elsewhere: ReturnType<typeof folderElsewhere>

beforeAll(() => {
  elsewhere = folderElsewhere()
})

afterAll(() => elsewhere[Symbol.dispose]())

describe('the commands', () => {
  test('version says which Daybook it is', async () => {
    const { code, stdout } = await daybook('version')
    expect(code).toBe(0)
    expect(stdout).toContain(manifest.version)
  })

  test('licenses names the runtime, the database and every production dependency', async () => {
    const { code, stdout } = await daybook('licenses')
    expect(code).toBe(0)
    for (const name of ['Bun', 'SQLite', ...Object.keys(manifest.dependencies)]) {
      expect(stdout).toMatch(new RegExp(`^${RegExp.escape(name)} .*\\(.+\\)$`, 'm'))
    }
  })

  test('a .env file in the current folder is none of its business', async () => {
    writeFileSync(join(elsewhere.path, '.env'), 'DAYBOOK_DATA=/taken-from-dot-env\n')
    const { code, stdout } = await daybook('paths')
    expect(code).toBe(0)
    expect(stdout).not.toBe('')
    expect(stdout).not.toContain('taken-from-dot-env')
  })

  test('an unknown command is wrong usage', async () => {
    const { code, stdout } = await daybook('frobnicate')
    expect(code).toBe(2)
    expect(stdout).toBe('')
  })

  test.each([
    ['an unknown flag', ['serve', '--frobnicate']],
    ['a port that cannot be', ['serve', '--port', '65536']],
    ['a day that no calendar has', ['key', 'create', '--expires', '2027-02-30']],
    ['a day written another way', ['key', 'create', '--expires', '05/11/2027']],
  ])('%s is wrong usage, said on stderr', async (_, args) => {
    const { code, stdout, stderr } = await daybook(...args)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toStartWith('error: ')
  })
})

describe('the demo', () => {
  let server: Server
  let keys: string[]

  beforeAll(async () => {
    server = await startExecutable(['demo', '--port', '0'], elsewhere.path)
    keys = server.text.match(/dbk_\w+/g) ?? []
  }, startLimitMs)

  afterAll(() => server.end())

  test('is healthy, and says which version it is', async () => {
    const response = await fetch(`${server.url}/health`)
    expect(await response.json()).toMatchObject({ status: 'ok', version: manifest.version })
  })

  test('answers scan export with each of its keys', async () => {
    const answers = await statuses(`${server.scanExport}/api/public/v1/scans/unsynced`)
    expect(answers).toEqual([200, 200, 200])
  })

  // Elysia loses its range checks when its identifiers are minified (scripts/build.ts), and nothing else shows it.
  test('still checks ranges', async () => {
    for (const path of ['scans/unsynced?limit=0', 'scans/unsynced?limit=1001']) {
      const answers = await statuses(`${server.scanExport}/api/public/v1/${path}`)
      expect(answers).toContain(400)
      expect(answers).not.toContain(200)
    }
  })

  test('refuses a call without a key', async () => {
    const response = await fetch(`${server.scanExport}/api/public/v1/scans/unsynced`)
    expect(response.status).toBe(401)
  })

  test('serves its API document and its pages without a network', async () => {
    const document = await fetch(`${server.scanExport}/openapi.json`)
    expect(await document.json()).toHaveProperty('openapi')
    for (const page of [`${server.scanExport}/docs`, `${server.url}/docs`]) {
      const response = await fetch(page)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toStartWith('text/html')
    }
  })

  /** What the address answers to each of the demo's keys. */
  async function statuses(url: string): Promise<number[]> {
    const responses = keys.map((key) => fetch(url, { headers: { authorization: `Bearer ${key}` } }))
    return (await Promise.all(responses)).map((response) => response.status)
  }
})

function daybook(...args: string[]) {
  return runExecutable(args, elsewhere.path)
}

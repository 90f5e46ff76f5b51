import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../package.json'

// Run by `bun run check` after the build. `bun test` alone leaves this file out by its name, since it needs that build.
const executable = process.env['DAYBOOK_EXECUTABLE'] ?? join(import.meta.dir, '../dist/daybook')

const startLimitMs = 20_000

/** A folder with nothing of the project in it: what the executable reads, it carries. */
let elsewhere: string

beforeAll(() => {
  elsewhere = mkdtempSync(join(tmpdir(), 'daybook-executable-'))
})

afterAll(() => {
  rmSync(elsewhere, { recursive: true, force: true })
})

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
    writeFileSync(join(elsewhere, '.env'), 'DAYBOOK_DATA=/taken-from-dot-env\n')
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
})

describe('the demo', () => {
  let server: Bun.Subprocess<'ignore', 'pipe', 'ignore'>
  let line: { url: string; scanExport: string; storefront: string }
  let keys: string[]

  beforeAll(async () => {
    server = Bun.spawn([executable, 'demo', '--json', '--port', '0'], {
      cwd: elsewhere,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const text = await firstLine(server.stdout)
    line = JSON.parse(text)
    keys = text.match(/dbk_\w+/g) ?? []
  }, startLimitMs)

  afterAll(async () => {
    server.kill()
    await server.exited
  })

  test('is healthy, and says which version it is', async () => {
    const response = await fetch(`${line.url.replace(/\/$/, '')}/health`)
    expect(await response.json()).toMatchObject({ status: 'ok', version: manifest.version })
  })

  test('answers both services with its keys', async () => {
    expect(await statuses(`${line.scanExport}/api/public/v1/scans/unsynced`)).toContain(200)
    expect(await statuses(`${line.storefront}/api/public/v1/categories`)).toContain(200)
  })

  // Elysia loses its range checks when its identifiers are minified (scripts/build.ts), and nothing else shows it.
  test('still checks ranges', async () => {
    for (const path of ['scans/unsynced?limit=0', 'scans/unsynced?limit=1001']) {
      const answers = await statuses(`${line.scanExport}/api/public/v1/${path}`)
      expect(answers).toContain(400)
      expect(answers).not.toContain(200)
    }
  })

  test('refuses a call without a key', async () => {
    const response = await fetch(`${line.scanExport}/api/public/v1/scans/unsynced`)
    expect(response.status).toBe(401)
  })

  test('serves its documents without a network', async () => {
    for (const base of [line.scanExport, line.storefront]) {
      const response = await fetch(`${base}/openapi.json`)
      expect(await response.json()).toHaveProperty('openapi')
    }
  })

  /** What the address answers to each of the demo's keys. */
  async function statuses(url: string): Promise<number[]> {
    const responses = keys.map((key) => fetch(url, { headers: { authorization: `Bearer ${key}` } }))
    return (await Promise.all(responses)).map((response) => response.status)
  }
})

async function daybook(...args: string[]): Promise<{ code: number; stdout: string }> {
  const child = Bun.spawn([executable, ...args], {
    cwd: elsewhere,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const stdout = await child.stdout.text()
  return { code: await child.exited, stdout }
}

/** Throws when the output ends before its first line does. */
async function firstLine(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of output) {
    text += decoder.decode(chunk, { stream: true })
    const end = text.indexOf('\n')
    if (end >= 0) return text.slice(0, end)
  }
  throw new Error(`The executable ended without saying where it listens: "${text}"`)
}

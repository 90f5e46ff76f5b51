import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json'
import {
  folderElsewhere,
  runExecutable,
  startExecutable,
  type Server,
} from './support/executable.ts'
import { untilEnd } from './support/until-end.ts'

// Run by `bun run check` after the build. `bun test` alone leaves this file out by its name, since it needs that build.

const elsewhere = untilEnd(folderElsewhere())

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
  let keyring: { scanExport: string[]; storefront: string[] }

  beforeAll(async () => {
    server = await startExecutable(['demo', '--port', '0'], elsewhere.path)
    const shown: { keys: Record<string, string> } = JSON.parse(server.text)
    const { storefront = '', erp = '', 'test-storefront': tester = '', ...others } = shown.keys
    keyring = { scanExport: Object.values(others), storefront: [storefront, erp, tester] }
  })

  afterAll(() => server.end())

  test('is healthy, and says which version it is', async () => {
    const response = await fetch(`${server.url}/health`)
    expect(await response.json()).toMatchObject({ status: 'ok', version: manifest.version })
  })

  test('tells who opens its console how to sign in, and that is so', async () => {
    const state = await fetch(`${server.url}/console/api/state`)
    const { demo }: { demo: { email: string; password: string } } = JSON.parse(await state.text())
    const answer = await fetch(`${server.url}/console/api/sign-in`, {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/json' },
      body: JSON.stringify(demo),
    })
    expect(answer.status).toBe(200)
  })

  test('answers scan export with each of its keys', async () => {
    const url = `${server.scanExport}/api/public/v1/scans/unsynced`
    expect(await statuses(url, keyring.scanExport)).toEqual([200, 200, 200, 200])
    expect(await statuses(url, keyring.storefront)).toEqual([401, 401, 401])
  })

  test('answers the storefront with each of its keys', async () => {
    const url = `${server.storefront}/api/public/v1/orders/unsynced`
    expect(await statuses(url, keyring.storefront)).toEqual([200, 200, 200])
    expect(await statuses(url, keyring.scanExport)).toEqual([403, 403, 403, 403])
  })

  test('has a catalogue whose images are there for whoever asks', async () => {
    const headers = { authorization: `Bearer ${keyring.storefront[0] ?? ''}` }
    const list = await fetch(`${server.storefront}/api/public/v1/products?limit=100`, { headers })
    const { data }: { data: { image_url: string }[] } = JSON.parse(await list.text())
    expect(data).toHaveLength(100)
    for (const { image_url: image } of data.slice(0, 5)) {
      const answer = await fetch(image)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(answer.headers.get('cache-control')).toContain('immutable')
    }
    const placeholder = await fetch(`${server.storefront}/images/placeholder.png`)
    expect([placeholder.status, placeholder.headers.get('content-type')]).toEqual([
      200,
      'image/png',
    ])
  })

  // Elysia loses its range checks when its identifiers are minified (scripts/build.ts), and nothing else shows it.
  test('still checks ranges', async () => {
    for (const limit of [0, 1001]) {
      const scans = `${server.scanExport}/api/public/v1/scans/unsynced?limit=${limit}`
      expect(await statuses(scans, keyring.scanExport)).toEqual([400, 400, 400, 400])
      const products = `${server.storefront}/api/public/v1/products?limit=${limit}`
      expect(await statuses(products, keyring.storefront.slice(0, 1))).toEqual([400])
    }
  })

  test('refuses a call without a key', async () => {
    for (const list of [
      `${server.scanExport}/api/public/v1/vendors`,
      `${server.storefront}/api/public/v1/products`,
    ]) {
      expect((await fetch(list)).status).toBe(401)
    }
  })

  test('serves its API document and its pages without a network', async () => {
    for (const service of [server.scanExport, server.storefront]) {
      const document = await fetch(`${service}/openapi.json`)
      expect(await document.json()).toHaveProperty('openapi')
    }
    for (const page of [
      `${server.scanExport}/docs`,
      `${server.storefront}/docs`,
      `${server.url}/docs`,
    ]) {
      const response = await fetch(page)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toStartWith('text/html')
    }
  })
})

function daybook(...args: string[]) {
  return runExecutable(args, elsewhere.path)
}

/** What the address answers to each of the keys. */
async function statuses(url: string, keys: readonly string[]): Promise<number[]> {
  const responses = keys.map((key) => fetch(url, { headers: { authorization: `Bearer ${key}` } }))
  return (await Promise.all(responses)).map((response) => response.status)
}

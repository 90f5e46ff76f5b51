import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json'
import { makeCertificate } from './support/certificate.ts'
import {
  folderElsewhere,
  runExecutable,
  shownPath,
  startExecutable,
  type Ran,
  type Server,
} from './support/executable.ts'
import { addressBesideLoopback } from './support/other-address.ts'
import { untilEnd } from './support/until-end.ts'

// Run by `bun run check` after the build, like executable.e2e.ts.

let servers: Server[]

const elsewhere = untilEnd(folderElsewhere())
const data = join(elsewhere.path, 'data')
const inData = ['--data', data]
const setup = ['setup', '--organisation', 'Test Stores', '--owner', 'owner@example.com']
await succeed([...setup, '--password-stdin', '--data', data], 'a long password\n')
const newKey = ['key', 'create', '--user', 'owner@example.com', '--service', 'scan-export']
const key = (await succeed([...newKey, '--name', 'Tally', '--data', data])).stdout.trim()

beforeEach(() => {
  servers = []
})

afterEach(async () => void (await Promise.all(servers.map((server) => server.end()))))

describe('serve', () => {
  test('comes up again after a kill -9, and the key still works', async () => {
    const killed = await serve()
    expect(await unsyncedStatus(killed.scanExport)).toBe(200)
    await killed.end('SIGKILL')
    expect(await unsyncedStatus((await serve()).scanExport)).toBe(200)
  })

  test('refuses a second server on the same data, saying where the first one is', async () => {
    const { url } = await serve()
    const second = await run(['serve', '--data', data, '--port', '0', '--json'])
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toContain(`runs on ${shownPath(data)} already at ${url}.`)
  })

  test('says in one sentence that its port is taken', async () => {
    using taken = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('') })
    const refused = await run(['serve', '--data', data, '--port', `${taken.port}`, '--json'])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain(`${taken.port}`)
    expect(refused.stderr.trim().split('\n')).toHaveLength(1)
  })

  test('names the environment when a port there cannot be', async () => {
    const env = { ...process.env, DAYBOOK_PORT: '70000' }
    const refused = await runExecutable(['serve', '--data', data], elsewhere.path, { env })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toStartWith('DAYBOOK_PORT must be a whole number from 0 to 65535')
  })

  test('with --lan answers other computers too', async () => {
    const { port } = new URL((await serve('--lan')).url)
    const response = await fetch(`http://${addressBesideLoopback()}:${port}/health`)
    expect(await response.json()).toMatchObject({ status: 'ok' })
  })

  test('has scan export at the root of a port of its own', async () => {
    const { url, scanExport } = await serve('--scan-export-port', '0')
    expect(new URL(scanExport).port).not.toBe(new URL(url).port)
    expect(await unsyncedStatus(scanExport)).toBe(200)
    expect(await unsyncedStatus(`${url}/scan-export`)).toBe(200)
    expect((await fetch(`${scanExport}/docs`)).headers.get('content-type')).toStartWith('text/html')
    expect(await (await fetch(`${scanExport}/openapi.json`)).json()).toHaveProperty('openapi')
    expect(await (await fetch(`${scanExport}/health`)).json()).toMatchObject({
      status: 'ok',
      version: manifest.version,
    })
  })

  test('has the storefront at the root of a port of its own', async () => {
    const { url, storefront } = await serve('--storefront-port', '0')
    expect(new URL(storefront).port).not.toBe(new URL(url).port)
    const input = ['--user', 'owner@example.com', '--service', 'storefront']
    const scopes = ['--scope', 'storefront:read', '--scope', 'products:write']
    const made = await succeed(['key', 'create', ...input, ...scopes, '--name', 'Shop', ...inData])
    const headers = { authorization: `Bearer ${made.stdout.trim()}` }
    const body = JSON.stringify({ products: [{ sku: 'RICE', name: 'Rice', sale_price: 99.5 }] })
    for (const base of [storefront, `${url}/storefront`, url]) {
      const bulk = `${base}/api/public/v1/products/bulk`
      const sent = await fetch(bulk, { method: 'POST', headers, body })
      expect(await sent.json()).toMatchObject({ summary: { total: 1, errors: 0 } })
      const listed = await fetch(`${base}/api/public/v1/products`, { headers })
      expect(await listed.json()).toMatchObject({ data: [{ slug: 'rice', sale_price: 99.5 }] })
      const image = await fetch(`${base}/images/placeholder.png`)
      expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
    }
    // Neither service answers at the other's root.
    expect((await fetch(`${storefront}/api/public/v1/vendors`, { headers })).status).toBe(404)
    expect((await fetch(`${storefront}/docs`)).headers.get('content-type')).toStartWith('text/html')
    expect(await (await fetch(`${storefront}/openapi.json`)).json()).toHaveProperty('openapi')
    expect(await (await fetch(`${storefront}/health`)).json()).toMatchObject({ status: 'ok' })
  })

  test('speaks HTTPS with a certificate and its key', async () => {
    const { cert, files } = makeCertificate(elsewhere.path)
    const { url, scanExport } = await serve('--tls-cert', files.cert, '--tls-key', files.key)
    expect(url).toStartWith('https://')
    expect(await unsyncedStatus(scanExport, cert)).toBe(200)
    const refused = await fetch(`${scanExport}/api/public/v1/vendors`, { tls: { ca: cert } })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('strict-transport-security')).toBe('max-age=15552000')
  })
})

describe('the demo', () => {
  test('that keeps its data serves them again, with the same keys', async () => {
    const kept = join(elsewhere.path, 'kept')
    mkdirSync(kept)
    const keysOf = async () => {
      const server = await startExecutable(['demo', '--port', '0', '--keep', kept], kept)
      servers.push(server)
      const keys = server.text.match(/dbk_\w+/g) ?? []
      expect(await unsyncedStatus(server.scanExport, undefined, keys[0])).toBe(200)
      await server.end()
      return keys
    }
    const keys = await keysOf()
    expect(keys).toHaveLength(5)
    expect(await keysOf()).toEqual(keys)
  })

  test('does not touch data of somebody else', async () => {
    const refused = await run(['demo', '--port', '0', '--keep', data])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain("does not hold the demo's data")
  })
})

function run(args: readonly string[], stdin = ''): Promise<Ran> {
  return runExecutable(args, elsewhere.path, { stdin })
}

async function succeed(args: readonly string[], stdin = ''): Promise<Ran> {
  const ran = await run(args, stdin)
  if (ran.code !== 0) throw new Error(`${args.join(' ')} failed: ${ran.stderr}`)
  return ran
}

/** Starts a server on the test's data; it ends with the test. */
async function serve(...flags: string[]): Promise<Server> {
  const args = ['serve', '--data', data, '--port', '0', ...flags]
  const server = await startExecutable(args, elsewhere.path)
  servers.push(server)
  return server
}

async function unsyncedStatus(base: string, ca?: string, sent = key): Promise<number> {
  const response = await fetch(`${base}/api/public/v1/scans/unsynced`, {
    headers: { authorization: `Bearer ${sent}` },
    ...(ca === undefined ? {} : { tls: { ca } }),
  })
  return response.status
}

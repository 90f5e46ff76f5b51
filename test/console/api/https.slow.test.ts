import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { isJsonObject, type JsonObject } from '../../../src/platform/json/json.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { addressBesideLoopback } from '../../support/other-address.ts'
import { browserAt, setUpShop, type Browser } from './browser.ts'
import { serveEmptyData, type Served } from './running-daybook.ts'

let served: Served
let owner: Browser

beforeEach(async () => {
  served = await serveEmptyData()
  owner = browserAt(served.daybook.url)
  await setUpShop(owner, served.daybook.setUp, { network: 'network' })
})

afterEach(() => served[Symbol.asyncDispose]())

/** What an owner sees of HTTPS once it is on. */
async function switchOn() {
  const { status, json } = await owner.post('/network/https', { isOn: true })
  expect([status, stateOf(json)]).toEqual([200, 'on'])
  const [address = ''] = textsOf(json['addresses'])
  const root = join(served.dir.root, 'root.crt')
  await Bun.write(root, await (await fetch(`${served.daybook.url}/trust/daybook-root.crt`)).bytes())
  return { port: Number(new URL(address).port), addresses: textsOf(json['addresses']), root }
}

function stateOf({ https }: JsonObject): unknown {
  return isJsonObject(https) ? https['state'] : undefined
}

function textsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : []
}

/** The plain address as another computer has it: this one is told by the address that it comes from. */
function fromElsewhere(path: string): string {
  return `http://${addressBesideLoopback()}:${new URL(served.daybook.url).port}${path}`
}

/** A client that knows nothing of Daybook; its exit code, and what it printed. */
async function curl(...words: string[]): Promise<{ code: number; text: string }> {
  const client = Bun.spawn(['curl', '-sS', ...words], { stdout: 'pipe', stderr: 'pipe' })
  const text = await new Response(client.stdout).text()
  return { code: await client.exited, text }
}

/** What curl exits with when it does not trust the certificate. */
const untrusted = 60

describe('HTTPS, switched on', () => {
  test('answers a client that trusts the root, and no other', async () => {
    const { port, root } = await switchOn()
    const url = `https://127.0.0.1:${port}/health`
    expect(await curl('--cacert', root, url)).toMatchObject({ code: 0 })
    expect(await curl(url)).toMatchObject({ code: untrusted, text: '' })
  })

  test('serves the console and the APIs, by the computer’s name too', async () => {
    const { addresses, root } = await switchOn()
    const [address = ''] = addresses
    const { hostname, port } = new URL(address)
    const known = ['--cacert', root, '--resolve', `${hostname}:${port}:127.0.0.1`]
    const state = await curl(...known, `${address}/console/api/state`)
    expect(JSON.parse(state.text)).toMatchObject({ isSetUp: true, signedIn: null })
    const refused = await curl(...known, `${address}/storefront/api/public/v1/products`)
    expect(refused.text).toContain('key')
  })

  test('gives cookies that go by HTTPS alone, and never tells browsers to forget HTTP', async () => {
    const { port, root } = await switchOn()
    const url = `https://localhost:${port}`
    const headers = ['-H', `Origin: ${url}`, '-H', 'Content-Type: application/json']
    const body = JSON.stringify({ email: 'om@example.com', password: 'violet kettle 9' })
    const sent = ['--cacert', root, '-i', ...headers, '-d', body]
    const { text } = await curl(...sent, `${url}/console/api/sign-in`)
    expect(text).toMatch(/set-cookie: __Host-daybook_session_\d+=[^\r]*; Secure\r/i)
    expect(text.toLowerCase()).not.toContain('strict-transport-security')
  })

  test('is on again at the next start, with the same root', async () => {
    const before = await owner.get('/network')
    expect(stateOf(before.json)).toBe('off')
    const { root } = await switchOn()
    const again = await served.restart()
    const [address = ''] = again.addresses
    const { port } = new URL(address)
    expect(await curl('--cacert', root, `https://127.0.0.1:${port}/health`)).toMatchObject({
      code: 0,
    })
  })

  test('can be said twice, and switched off again', async () => {
    const { port, root } = await switchOn()
    await switchOn()
    const off = await owner.post('/network/https', { isOn: false })
    expect([off.status, stateOf(off.json)]).toEqual([200, 'off'])
    expect(textsOf(off.json['addresses'])[0]).toStartWith('http://')
    expect((await curl('--cacert', root, `https://127.0.0.1:${port}/health`)).code).not.toBe(0)
    expect((await fetch(fromElsewhere('/'))).status).toBe(200)
  })

  test('closes with the network, and opens with it', async () => {
    const { port } = await switchOn()
    const url = `https://${addressBesideLoopback()}:${port}/health`
    await owner.post('/network', { access: 'this computer' })
    expect((await curl('-k', url)).code).not.toBe(0)
    await owner.post('/network', { access: 'network' })
    expect((await curl('-k', url)).code).toBe(0)
  })
})

describe('without encryption, from another computer', () => {
  test('a key is refused, with the address to use, in the service’s own words', async () => {
    await switchOn()
    for (const path of ['/scan-export/api/public/v1/scans/unsynced', '/api/public/v1/products']) {
      const answer = await fetch(fromElsewhere(path), {
        headers: { authorization: 'Bearer dbk_x' },
      })
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain('https://')
    }
    expect((await fetch(fromElsewhere('/console/api/state'))).status).toBe(403)
  })

  test('somebody who opens a page is led to the one that helps the device, and then to that page', async () => {
    await switchOn()
    const headers = { accept: 'text/html' }
    const led = await fetch(fromElsewhere('/orders?page=2'), { headers, redirect: 'manual' })
    expect([led.status, led.headers.get('location')]).toEqual([
      307,
      '/trust?to=%2Forders%3Fpage%3D2',
    ])
    const page = await fetch(fromElsewhere('/trust'), { headers })
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/connect-src 'self' https:\/\/[^ ;]+:\d+;/)
    const text = await page.text()
    expect(text).toContain('daybook-root.crt')
    const [, style = ''] = /href="(docs\/[^"]+\.css)"/.exec(text) ?? []
    const [, script = ''] = /src="(docs\/[^"]+\.js)"/.exec(text) ?? []
    for (const file of [style, script]) {
      expect((await fetch(fromElsewhere(`/${file}`), { redirect: 'manual' })).status).toBe(200)
    }
    for (const system of ['Windows', 'Android', 'iPhone and iPad', 'macOS', 'Linux', 'Firefox']) {
      expect(text).toContain(`<summary>${system}</summary>`)
    }
  })

  test('what no person asked for is led to the same place by HTTPS', async () => {
    await switchOn()
    const led = await fetch(fromElsewhere('/images/a.png'), { redirect: 'manual' })
    expect(led.status).toBe(307)
    expect(led.headers.get('location')).toMatch(/^https:\/\/.+\/images\/a\.png$/)
  })

  test('health and the root are answered', async () => {
    await switchOn()
    expect((await fetch(fromElsewhere('/health'))).status).toBe(200)
    const root = await fetch(fromElsewhere('/trust/daybook-root.crt'))
    expect(root.headers.get('content-type')).toBe('application/x-x509-ca-cert')
    expect(await root.text()).toStartWith('-----BEGIN CERTIFICATE-----')
  })
})

describe('switching HTTPS', () => {
  test.each([{}, { isOn: 'yes' }, { isOn: null }])('takes no %o', async (body) => {
    const { status, field } = await owner.post('/network/https', body)
    expect([status, field]).toEqual([400, 'isOn'])
  })

  test('is refused, and changes nothing, while another program has its port', async () => {
    using blocker = Bun.serve({ port: 0, hostname: '0.0.0.0', fetch: () => new Response() })
    await served.restart({ httpsPort: String(blocker.port) })
    const again = browserAt(served.daybook.url)
    await again.post('/sign-in', { email: 'om@example.com', password: 'violet kettle 9' })
    const refused = await again.post('/network/https', { isOn: true })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain(`Port ${blocker.port} is taken`)
    expect(stateOf((await again.get('/network')).json)).toBe('off')
  })

  test('is refused where the server has certificate files', async () => {
    const { files } = makeCertificate(served.dir.root)
    await served.restart({ tlsCert: files.cert, tlsKey: files.key })
    const body = JSON.stringify({ email: 'om@example.com', password: 'violet kettle 9' })
    const { url } = served.daybook
    const cookies = join(served.dir.root, 'cookies')
    const json = ['-k', '-b', cookies, '-c', cookies, '-H', `Origin: ${url}`]
    await curl(...json, '--json', body, `${url}/console/api/sign-in`)
    const refused = await curl(
      ...json,
      '--json',
      '{"isOn":true}',
      `${url}/console/api/network/https`,
    )
    expect(refused.text).toContain('serves HTTPS already')
  })

  test('keeps nothing of what was before: no page of the root while it is off', async () => {
    expect((await fetch(`${served.daybook.url}/trust/daybook-root.crt`)).status).toBe(404)
  })
})

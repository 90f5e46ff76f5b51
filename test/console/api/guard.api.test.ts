import { beforeAll, describe, expect, test } from 'bun:test'
import { hostname } from 'node:os'
import { sessionCookieName } from '../../../src/console/api/guard.ts'
import { duties } from '../../../src/accounts/rules.ts'
import { changeRole, deactivateUser } from '../../../src/accounts/users/users.ts'
import { sendRaw } from '../../support/raw-request.ts'
import { meena, openShop } from '../../support/shop.ts'
import { browserAt, signedIn, type Browser, type ConsoleAnswer } from './browser.ts'
import { endpoints, noId, type Endpoint } from './endpoints.ts'
import { untilEnd } from '../../support/until-end.ts'

const shop = untilEnd(await openShop())
const stranger = browserAt(shop.url)
const member = await signedIn(shop, shop.users.ravi)
const owner = await signedIn(shop, shop.users.owner)

function ask(
  browser: Browser,
  endpoint: Endpoint,
  headers: Record<string, string> = {},
): Promise<ConsoleAnswer> {
  const path = endpoint.path.replace('ID', noId)
  if (endpoint.method === 'GET') return browser.get(path, headers)
  return browser.post(path, endpoint.body, headers)
}

const protectedOnes = endpoints.filter(({ audience }) => audience !== 'none')
const changing = endpoints.filter(({ method }) => method === 'POST')
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const named = (some: readonly Endpoint[]) =>
  some.map((endpoint) => [nameOf(endpoint), endpoint] as const)

describe('without signing in', () => {
  test.each(named(protectedOnes))('%s is 401', async (_, endpoint) => {
    const answer = await ask(stranger, endpoint)
    expect(answer.status).toBe(401)
    expect(answer.json).toEqual({
      error: { message: 'Sign in first.', code: 'unauthorized', field: null },
    })
    // No header would sign in here.
    expect(answer.headers.get('www-authenticate')).toBeNull()
  })

  test('a body is not looked at', async () => {
    const headers = { origin: shop.url, 'content-type': 'application/json' }
    const url = `${shop.url}/console/api/keys`
    const response = await fetch(url, { method: 'POST', headers, body: '{ no JSON' })
    expect(response.status).toBe(401)
  })

  test.each([
    ['an unknown token', `COOKIE=${'x'.repeat(43)}`],
    ['an empty one', 'COOKIE='],
    ['one that is too long', `COOKIE=${'x'.repeat(5000)}`],
    ['something that no cookie is', ';;=%E0%A4%A;COOKIE'],
  ])('a cookie with %s opens nothing', async (_, text) => {
    const cookie = text.replace('COOKIE', sessionCookieName(shop.url, { isSecure: false }))
    expect((await stranger.get('/sessions', { cookie })).status).toBe(401)
    const { json } = await stranger.get('/state', { cookie })
    expect(json['signedIn']).toBeNull()
    // Only the demo tells how to sign in.
    expect(json['demo']).toBeNull()
  })

  test('an API key opens nothing', async () => {
    const headers = { authorization: `Bearer ${shop.keys.owner}` }
    expect((await stranger.get('/keys', headers)).status).toBe(401)
  })
})

const closedTo = {
  clerk: endpoints.filter(({ audience }) => ['owner', 'counter'].includes(audience)),
  counter: endpoints.filter(({ audience }) => ['owner', 'clerk'].includes(audience)),
  'clerk and counter': endpoints.filter(({ audience }) => audience === 'owner'),
}

describe.each(Object.entries(closedTo))('a member who is %s', (theirs, closed) => {
  beforeAll(() => giveDuties(theirs))

  test.each(named(closed))('is refused %s, with the reason', async (_, endpoint) => {
    const answer = await ask(member, endpoint)
    expect(answer.status).toBe(403)
    expect(answer.json).toEqual({
      error: { message: reasons[endpoint.audience], code: 'forbidden', field: null },
    })
  })

  test('is let in everywhere else', async () => {
    const open = protectedOnes.filter(
      ({ method, audience }) =>
        method === 'GET' && !closed.some((one) => one.audience === audience),
    )
    const statuses = await Promise.all(open.map(async (one) => (await ask(member, one)).status))
    expect(statuses).not.toContain(403)
    expect(statuses).toContain(200)
  })
})

const reasons: Record<Endpoint['audience'], string> = {
  none: '',
  member: '',
  owner: 'Only an owner may do this.',
  clerk: 'This is for clerks: an owner of this shop can give you the role.',
  counter: 'This is for the counter: an owner of this shop can give you the role.',
}

function giveDuties(text: string) {
  const change = { userId: shop.users.ravi, role: 'member' as const, by: shop.users.owner }
  const given = duties.filter((duty) => text.includes(duty))
  return shop.database.write((conn) => changeRole(conn, { ...change, duties: given }, Date.now()))
}

describe('an Origin', () => {
  test.each(named(changing))('of another site is refused by %s', async (_, endpoint) => {
    const { port } = new URL(shop.url)
    for (const origin of [
      'https://evil.example.com',
      'null',
      `http://localhost:${port}`,
      `http://127.0.0.1:${Number(port) - 1}`,
      `https://127.0.0.1:${port}`,
      `${shop.url}/`,
      '',
    ]) {
      const answer = await ask(owner, endpoint, { origin })
      expect([origin, answer.status]).toEqual([origin, 403])
      expect(answer.text).toContain('Origin')
    }
    expect((await owner.get('/sessions')).status).toBe(200)
  })

  test.each(named(changing))('that is missing is refused by %s', async (_, endpoint) => {
    const path = endpoint.path.replace('ID', noId)
    const response = await fetch(`${shop.url}/console/api${path}`, {
      method: 'POST',
      headers: { cookie: owner.cookie(), 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(403)
  })

  test('that is listed for the API is none of the console', async () => {
    const headers = { origin: 'https://shop.example.com' }
    expect((await owner.post('/sign-out', undefined, headers)).status).toBe(403)
    const answer = await owner.get('/state', headers)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })
})

describe('a Host', () => {
  test.each(named(endpoints))('of another name is refused by %s', async (_, endpoint) => {
    for (const host of [
      'evil.example.com',
      '127.0.0.1.evil.example.com',
      '192.0.2.77',
      'localhost.',
      '[::ffff:192.0.2.77]',
      '0.0.0.0',
    ]) {
      const answer = await askRaw(endpoint, host)
      expect([host, answer.split('\r\n', 1)[0]]).toEqual([host, 'HTTP/1.1 403 Forbidden'])
    }
  })

  test.each([
    'localhost',
    'LOCALHOST',
    '127.0.0.1',
    '[::1]',
    hostname(),
    `${hostname().split('.')[0]}.local`,
  ])('%s is this computer', async (host) => {
    const { port } = new URL(shop.url)
    for (const sent of [host, `${host}:${port}`]) {
      const [status] = (await askRaw({ method: 'GET', path: '/state' }, sent)).split('\r\n')
      expect(status).toBe('HTTP/1.1 200 OK')
    }
  })
})

/** All that a stranger may send, with fields of so many bytes. */
function longForm(bytes: number) {
  const long = 'x'.repeat(bytes)
  return { email: long, password: 'x', code: long }
}

describe('a body', () => {
  test.each(['/sign-in', '/set-up/check', '/choose-password/check'])(
    'of a stranger is read up to 64 KiB at %s',
    async (path) => {
      expect((await stranger.post(path, longForm(20_000))).status).toBe(400)
      const answer = await stranger.post(path, longForm(40_000))
      expect(answer.status).toBe(413)
      expect(answer.text).toContain('64 KiB')
      const headers = { origin: shop.url, 'content-type': 'application/json' }
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(1000))),
      })
      const streamed = fetch(`${shop.url}/console/api${path}`, {
        method: 'POST',
        headers,
        body: endless,
      })
      expect((await streamed).status).toBe(413)
    },
  )

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'sent as %s is refused',
    async (type) => {
      const answer = await owner.post('/keys', {}, { 'content-type': type })
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('application/json')
    },
  )

  test.each(named(changing.filter(({ body }) => body !== undefined)))(
    'that is empty, no object or of wrong types is refused by %s',
    async (_, { path }) => {
      for (const body of ['', '[]', '{ no', '{}', '{"code":7,"email":[],"name":null}']) {
        const response = await fetch(`${shop.url}/console/api${path.replace('ID', noId)}`, {
          method: 'POST',
          headers: { cookie: owner.cookie(), origin: shop.url, 'content-type': 'application/json' },
          body,
        })
        expect([body, response.status]).toEqual([body, 400])
        expect(await response.json()).toMatchObject({ error: { code: 'invalid_request' } })
      }
    },
  )
})

describe('the console API', () => {
  test('stands below its prefix only', async () => {
    for (const base of ['', '/scan-export', '/storefront']) {
      const response = await fetch(`${shop.url}${base}/api/state`)
      expect(response.status).toBe(404)
    }
    expect((await fetch(`${shop.url}/scan-export/console/api/state`)).status).toBe(404)
  })

  test('answers other methods with 405 to whoever may come in', async () => {
    const response = await fetch(`${shop.url}/console/api/state`, {
      method: 'DELETE',
      headers: { origin: shop.url },
    })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  test('ends the session of a user who is deactivated at once', async () => {
    const browser = await signedIn(shop, shop.users.meena)
    expect((await browser.get('/sessions')).status).toBe(200)
    await shop.database.write((conn) => deactivateUser(conn, meena, Date.now()))
    expect((await browser.get('/sessions')).status).toBe(401)
  })
})

function askRaw({ method, path }: { method: string; path: string }, host: string) {
  const head = [
    `${method} /console/api${path.replace('ID', noId)} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: http://${host}`,
    `Cookie: ${owner.cookie()}`,
    'Content-Type: application/json',
    'Content-Length: 2',
  ]
  return sendRaw(shop.url, `${head.join('\r\n')}\r\n\r\n{}`)
}

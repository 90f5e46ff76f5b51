import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sendRaw } from '../../support/raw-request.ts'
import { until } from '../../support/temporary-database.ts'
import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import { browserAt, listed, setUpShop } from './browser.ts'
import { from, serveEmptyData, wrongKeysFrom, type Served } from './running-daybook.ts'

const publicUrl = 'https://books.example.com'

let served: Served

beforeEach(async () => {
  served = await serveEmptyData({ publicUrl })
})

afterEach(() => served[Symbol.asyncDispose]())

function setUp(headers: Record<string, string>): Promise<string> {
  const body = JSON.stringify({
    code: served.daybook.setUp?.code ?? '',
    organisation: 'Acme',
    name: 'Om',
    email: 'om@example.com',
    password: 'violet kettle 9',
    network: 'this computer',
  })
  const all = { ...headers, 'Content-Type': 'application/json', 'Content-Length': `${body.length}` }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const head = ['POST /console/api/set-up HTTP/1.1', ...lines].join('\r\n')
  return sendRaw(served.daybook.url, `${head}\r\n\r\n${body}`)
}

/** What the pages learn first. */
function stateFor(host: string, cookie: string): Promise<string> {
  const head = `GET /console/api/state HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}`
  return sendRaw(served.daybook.url, `${head}\r\n\r\n`)
}

function cookieOf(answer: string): string {
  return /set-cookie: ([^;]+)/i.exec(answer)?.[1] ?? ''
}

describe('behind a proxy that speaks HTTPS', () => {
  test.each(['books.example.com', 'BOOKS.example.com:443', '127.0.0.1:3292'])(
    'pages of the public address may change something, sent on to %s',
    async (host) => {
      const answer = await setUp({ Host: host, Origin: publicUrl })
      expect(answer).toStartWith('HTTP/1.1 200 OK')
      expect(answer).toMatch(
        /set-cookie: __Host-daybook_session(_\d+)?=[^\r]*; Path=\/;[^\r]*; SameSite=Strict; Secure\r/i,
      )
      expect(await stateFor(host, cookieOf(answer))).toContain('om@example.com')
    },
  )

  test('every answer has browsers come by HTTPS alone from then on', async () => {
    for (const path of ['/health', '/', '/nothing', '/storefront/api/public/v1/products']) {
      const { headers } = await fetch(`${served.daybook.url}${path}`)
      expect(headers.get('strict-transport-security')).toBe('max-age=15552000')
    }
  })

  test('a cookie that came without HTTPS opens nothing at the public address', async () => {
    const cookie = cookieOf(await setUp({ Host: 'books.example.com', Origin: publicUrl }))
    const plain = cookie.replace('__Host-', '')
    expect(await stateFor('books.example.com', plain)).not.toContain('om@example.com')
  })

  test.each([
    ['http://books.example.com', 'books.example.com:443'],
    ['https://books.example.com.evil.example', 'books.example.com'],
    ['https://evil.example', '127.0.0.1'],
    [publicUrl, 'evil.example'],
  ])('pages of %s sent on to %s may not', async (origin, host) => {
    expect(await setUp({ Host: host, Origin: origin })).toStartWith('HTTP/1.1 403 ')
  })

  test('pages of this computer may, and their cookie works without HTTPS', async () => {
    const { host } = new URL(served.daybook.url)
    const answer = await setUp({ Host: host, Origin: served.daybook.url })
    expect(answer).toStartWith('HTTP/1.1 200 OK')
    expect(answer).not.toContain('Secure')
  })
})

describe('behind a proxy on this computer', () => {
  test('each computer waits for its own wrong tries alone', async () => {
    const statuses = await wrongKeysFrom(served.daybook.url, '192.168.1.9')
    expect(new Set(statuses.slice(0, 20))).toEqual(new Set([401]))
    expect(statuses[20]).toBe(429)
    expect(await wrongKeysFrom(served.daybook.url, '192.168.1.8', 1)).toEqual([401])
  })

  test('a session shows where it is used from', async () => {
    const browser = browserAt(served.daybook.url)
    await setUpShop(browser, served.daybook.setUp, {}, from('192.168.1.9'))
    expect(listed(await browser.get('/sessions'))).toMatchObject([{ address: '192.168.1.9' }])
  })
})

describe('using the console', () => {
  test('is noted once a minute, and reading writes nothing else into the book', async () => {
    const browser = browserAt(served.daybook.url)
    await setUpShop(browser, served.daybook.setUp)
    const database = openDatabaseForCommand(served.dir, served.clock.now())
    const before = database.changeToken()
    served.clock.pass(59_999)
    for (let n = 0; n < 5; n++) await browser.get('/sessions')
    expect(database.changeToken()).toBe(before)
    served.clock.pass(1)
    await Promise.all(Array.from({ length: 5 }, () => browser.get('/keys')))
    await until(() => database.changeToken() !== before)
    await database.close()
    const [session] = listed(await browser.get('/sessions'))
    expect(new Date(String(session?.['lastSeenAt'])).getTime()).toBe(served.clock.now())
  })
})

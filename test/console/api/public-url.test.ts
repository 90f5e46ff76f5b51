import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sendRaw } from '../../support/raw-request.ts'
import { until } from '../../support/temporary-book.ts'
import { openBookForCommand } from '../../../src/platform/db/book.ts'
import { browserAt, listed } from './browser.ts'
import { serveEmptyData, type Served } from './running-daybook.ts'

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

describe('behind a proxy that speaks HTTPS', () => {
  test.each(['books.example.com', 'BOOKS.example.com:443', '127.0.0.1:3292'])(
    'pages of the public address may change something, sent on to %s',
    async (host) => {
      const answer = await setUp({ Host: host, Origin: publicUrl })
      expect(answer).toStartWith('HTTP/1.1 200 OK')
      expect(answer).toMatch(/set-cookie: daybook_session=[^\r]*; SameSite=Strict; Secure\r/i)
    },
  )

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

describe('using the console', () => {
  test('is noted once a minute, and reading writes nothing else into the book', async () => {
    const browser = browserAt(served.daybook.url)
    const code = served.daybook.setUp?.code
    const owner = {
      organisation: 'A',
      name: 'Om',
      email: 'om@example.com',
      password: 'violet kettle 9',
    }
    await browser.post('/set-up', { ...owner, code, network: 'this computer' })
    const book = openBookForCommand(served.dir, served.clock.now())
    const before = book.generation()
    served.clock.pass(59_999)
    for (let n = 0; n < 5; n++) await browser.get('/sessions')
    expect(book.generation()).toBe(before)
    served.clock.pass(1)
    await Promise.all(Array.from({ length: 5 }, () => browser.get('/keys')))
    await until(() => book.generation() !== before)
    await book.close()
    const [session] = listed(await browser.get('/sessions'))
    expect(new Date(String(session?.['lastSeenAt'])).getTime()).toBe(served.clock.now())
  })
})

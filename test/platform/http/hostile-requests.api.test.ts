import { afterEach, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { api } from '../../support/member.ts'
import { requestHead, sendRaw } from '../../support/raw-request.ts'
import { rowCounts } from '../../support/row-counts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { untilEnd } from '../../support/until-end.ts'

const unsynced = `/scan-export${api}/scans/unsynced`
const mib = 1024 * 1024
const markSynced = `/scan-export${api}/scans/mark-synced`

const shop = untilEnd(await openShop())
const rows = rowCounts(shop)

const send = (method: string, path: string, headers: Record<string, string>, body = '') =>
  sendRaw(shop.url, requestHead(method, path, headers) + body)

const withKey = () => ({ authorization: `Bearer ${shop.keys.ravi}` })

/** With a body of 900 KiB and the lines that say how long it is. */
const sendLengths = (path: string, headers: Record<string, string>, lengths: string) => {
  const body = JSON.stringify({ email: 'x@example.com', password: 'x'.repeat(900 * 1024) })
  const head = requestHead('POST', path, headers).slice(0, -2)
  return sendRaw(shop.url, `${head}${lengths.replaceAll('N', `${body.length}`)}\r\n${body}`)
}

describe('a request that no client sends', () => {
  afterEach(async () => {
    const answer = await shop.call('GET', `${api}/scans/unsynced`, { key: shop.keys.ravi })
    expect(answer.status).toBe(200)
    expect(rowCounts(shop)).toEqual(rows)
  })

  test('with a header of 100 kB is refused, and the server goes on', async () => {
    const answer = await send('GET', unsynced, { ...withKey(), 'x-large': 'x'.repeat(100_000) })
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  })

  test('with a key of 100 kB is refused, and the server goes on', async () => {
    const answer = await send('GET', unsynced, { authorization: `Bearer ${'x'.repeat(100_000)}` })
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  })

  test.each([
    ['NUL', 'dbk_\0'],
    ['a control character', 'dbk_\x01'],
    ['a bare carriage return', 'dbk_\rx'],
    ['bytes beyond ASCII', 'dbk_\xe9\xff'],
  ])('with %s in its key is refused, and the server goes on', async (_what, key) => {
    for (const headers of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }]) {
      expect(await send('GET', unsynced, headers)).toMatch(/^HTTP\/1\.1 40[01] /)
    }
  })

  test('that is no HTTP is refused, and the server goes on', async () => {
    for (const text of ['\0\0\0\0\r\n\r\n', 'HELO localhost\r\n\r\n', '{"ids":["x"]}\r\n\r\n']) {
      expect(await sendRaw(shop.url, text)).toMatch(/^(HTTP\/1\.1 400 |$)/)
    }
  })

  test('with two lengths, or a length and chunks, is refused: nobody smuggles a second one', async () => {
    const both = { ...withKey(), 'content-length': '5', 'transfer-encoding': 'chunked' }
    const body = '0\r\n\r\nGET / HTTP/1.1\r\n\r\n'
    expect(await send('POST', markSynced, both, body)).toStartWith('HTTP/1.1 400 ')
    const two = { ...withKey(), 'content-length': '5', 'Content-Length': '50' }
    expect(await send('POST', markSynced, two, 'hello')).toStartWith('HTTP/1.1 400 ')
    const negative = { ...withKey(), 'content-length': '-1' }
    expect(await send('POST', markSynced, negative)).toStartWith('HTTP/1.1 400 ')
  })

  const ownPage = { origin: 'http://localhost' }

  test.each([
    ['a list of lengths', 'Content-Length: N, N\r\n'],
    ['a plus sign', 'Content-Length: +N\r\n'],
    ['a minus sign', 'Content-Length: -N\r\n'],
    ['a hexadecimal length', 'Content-Length: 0xN\r\n'],
    ['a length in two parts', 'Content-Length: N N\r\n'],
    ['a power of ten', 'Content-Length: Ne0\r\n'],
    ['a length and an empty one', 'Content-Length: N\r\nContent-Length: \r\n'],
    ['chunks before a length', 'Transfer-Encoding: chunked\r\nContent-Length: N\r\n'],
    ['an encoding that is none', 'Transfer-Encoding: identity\r\nContent-Length: N\r\n'],
  ])('with %s is refused before a service sees it', async (_what, lengths) => {
    const answer = await sendLengths('/console/api/sign-in', ownPage, lengths)
    expect(answer).toStartWith('HTTP/1.1 400 ')
    expect(answer).not.toContain('x-request-id')
  })

  test('with two equal lengths passes no limit: it is refused unread, and told why', async () => {
    const shopKey = { authorization: `Bearer ${shop.keys.storefront}` }
    for (const [path, headers] of [
      ['/console/api/sign-in', ownPage],
      ['/storefront/api/public/v1/products/bulk', shopKey],
    ] as const) {
      const answer = await sendLengths(path, headers, 'Content-Length: N\r\n'.repeat(2))
      expect(answer).toStartWith('HTTP/1.1 400 ')
      expect(answer).toContain('Content-Length is not one whole number of bytes')
    }
  })

  test('of 1 GiB is told the limit, and a longer one is cut off', async () => {
    const gib = 1024 * mib
    const told = await send('POST', markSynced, { ...withKey(), 'content-length': `${gib}` })
    expect(told).toMatch(/^HTTP\/1\.1 413 .*larger than 33554432 bytes/s)
    const cutOff = await send('POST', markSynced, { ...withKey(), 'content-length': `${gib + 1}` })
    expect(cutOff).toMatch(/^HTTP\/1\.1 413 .*^Connection: close/ims)
  })

  test.each([
    ['CONNECT without a path', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'],
    ['an empty Host', 'GET /health HTTP/1.1\r\nHost: \r\n\r\n'],
    ['a Host with a space', 'GET /health HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['a Host with a port that there is not', 'GET /health HTTP/1.1\r\nHost: a:99999\r\n\r\n'],
    ['no Host, as old clients have it', 'GET /health HTTP/1.0\r\n\r\n'],
  ])('with %s is refused as a request that has no address', async (_what, request) => {
    const answer = await sendRaw(shop.url, request)
    expect(answer).toStartWith('HTTP/1.1 400 ')
    expect(answer).toMatch(/^x-request-id: \S+/im)
    expect(answer).toContain('{"error":"The request does not say which address it is for')
    const head = await sendRaw(shop.url, 'HEAD /health HTTP/1.0\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 .*^x-request-id: \S+/ims)
  })

  test('for a path full of dots, NULs and percent signs finds nothing', async () => {
    const odd = ['../../etc/passwd', '%2e%2e/%2e%2e/etc/passwd', '%', '%zz', '%00', '\\..\\x', '?']
    for (const path of odd) {
      const answer = await send('GET', `/scan-export${api}/${path}`, withKey())
      expect([path, answer.split(' ')[1]]).toEqual([path, '404'])
    }
  })

  test('with another one right behind it is answered, or cut off before anything of it is done', async () => {
    const scan = { category: 'vendor_invoice', filename: 'a.pdf', raw: {} }
    const body = JSON.stringify(scan)
    const head = requestHead('POST', `/scan-export${api}/scans`, {
      ...withKey(),
      'content-length': String(body.length),
    })
    const behind = requestHead('GET', unsynced, withKey())
    expect(await sendRaw(shop.url, head + body + behind)).toBe('')
  })

  test('that breaks off in the middle of its body changes nothing', async () => {
    const head = requestHead('POST', markSynced, { ...withKey(), 'content-length': '100' })
    const { hostname, port } = new URL(shop.url)
    const socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: { data: () => undefined },
    })
    socket.write(`${head}{"ids":["`)
    socket.flush()
    socket.terminate()
  })

  test('with a name of 200 kB in its query is refused or ignored, and the server goes on', async () => {
    const answer = await send('GET', `${unsynced}?${'x'.repeat(200_000)}=1`, withKey())
    expect(answer).toMatch(/^HTTP\/1\.1 (200|4\d\d) /)
  })

  test('of 256 MiB is refused with 413, and the server does not hold it in memory', async () => {
    const before = peakMemory(shop)
    const chunk = new Uint8Array(mib).fill(0x20)
    let sent = 0
    const inChunks = new ReadableStream({
      pull(controller) {
        if (sent++ < 256) controller.enqueue(chunk)
        else controller.close()
      },
    })
    for (const raw of [new Uint8Array(256 * mib).fill(0x20), inChunks]) {
      const answer = await shop.call('POST', `${api}/scans`, { key: shop.keys.ravi, raw })
      expect(answer.status).toBe(413)
    }
    expect(peakMemory(shop) - before).toBeLessThan(128 * mib)
  })
})

/** The most memory that the server ever had, in bytes. 0 where it cannot be told: in this process, or not on Linux. */
function peakMemory({ pid }: Shop): number {
  if (pid === undefined || process.platform !== 'linux') return 0
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

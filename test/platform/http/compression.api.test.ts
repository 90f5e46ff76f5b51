import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'bun:test'
import { encodingFor } from '../../../src/platform/http/reply.ts'
import { addMember, api } from '../../support/member.ts'
import { openShop } from '../../support/shop.ts'
import { untilEnd } from '../../support/until-end.ts'

const shop = untilEnd(await openShop())
const member = await addMember(shop)
const lines = Array.from({ length: 200 }, (_, at) => ({ description: `Rice ${at}`, qty: at }))
await member.addScan({ metadata: { invoice_no: '₹-1' }, lines })
const products = Array.from({ length: 20 }, (_, at) => ({
  sku: `S${at}`,
  name: `Shirt ${at}`,
  description: 'Cotton. '.repeat(20),
  mrp: 10,
}))
await shop.store('POST', `${api}/products/bulk`, { body: { products } })

/** The answer as it comes over the wire. */
async function get(path: string, key: string, headers: Record<string, string>, method = 'GET') {
  const answer = await fetch(`${shop.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
    decompress: false,
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { status } = answer
  const tag = answer.headers.get('etag') ?? ''
  return { status, tag, headers: answer.headers, bytes, text: textOf(answer.headers, bytes) }
}

function textOf(headers: Headers, bytes: Buffer): string {
  if (bytes.length === 0) return ''
  const encoding = headers.get('content-encoding')
  if (encoding === 'zstd') return zstdDecompressSync(bytes).toString()
  if (encoding === 'gzip') return gunzipSync(bytes).toString()
  return bytes.toString()
}

const lists = [
  ['the documents that wait', `/scan-export${api}/scans/unsynced`, () => member.key],
  [
    'the products, also when they are kept',
    `/storefront${api}/products`,
    () => shop.keys.storefront,
  ],
] as const

describe.each(lists)('a list: %s', (_what, path, key) => {
  const ask = (headers: Record<string, string>, method?: string) =>
    get(path, key(), headers, method)

  test('comes in the encoding that the client takes, and is the same text', async () => {
    const plain = await ask({ 'accept-encoding': 'identity' })
    expect(plain.headers.has('content-encoding')).toBe(false)
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['zstd', 'zstd'],
      ['gzip, deflate, br, zstd', 'zstd'],
      ['zstd;q=0.5, gzip', 'gzip'],
      ['zstd;q=0, GZIP;q=0.1', 'gzip'],
    ] as const) {
      for (const answer of [
        await ask({ 'accept-encoding': accepted }),
        await ask({ 'accept-encoding': accepted }),
      ]) {
        expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, encoding])
        expect(answer.text).toBe(plain.text)
        expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 3)
        expect(answer.headers.get('vary')).toContain('Accept-Encoding')
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
        expect(answer.headers.get('x-request-id')).not.toBeNull()
      }
    }
  })

  test('comes as it is to whoever takes nothing else', async () => {
    for (const accepted of ['identity', 'br', 'gzip;q=0', '']) {
      const answer = await ask({ 'accept-encoding': accepted })
      expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, null])
    }
  })

  test('has a strong ETag in each form, and is 304 to whoever has any of them', async () => {
    const forms = await Promise.all(
      ['identity', 'gzip', 'zstd'].map((accepted) => ask({ 'accept-encoding': accepted })),
    )
    const tags = forms.map(({ tag }) => tag)
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) {
      expect(tag).toMatch(/^"[!#-~]+"$/)
      const again = await ask({ 'accept-encoding': 'zstd', 'if-none-match': tag })
      expect([tag, again.status, again.tag, again.text]).toEqual([tag, 304, tag, ''])
    }
    const other = await ask({ 'accept-encoding': 'zstd', 'if-none-match': '"other-zstd"' })
    expect(other.status).toBe(200)
  })

  test('has the same head for HEAD', async () => {
    const whole = await ask({ 'accept-encoding': 'zstd' })
    const head = await ask({ 'accept-encoding': 'zstd' }, 'HEAD')
    expect([head.status, head.bytes.length, head.tag]).toEqual([200, 0, whole.tag])
    expect(head.headers.get('content-encoding')).toBe('zstd')
    expect(head.headers.get('content-length')).toBe(String(whole.bytes.length))
  })
})

test('a short answer comes as it is', async () => {
  const answer = await get(`/scan-export${api}/vendors`, member.key, { 'accept-encoding': 'zstd' })
  expect(answer.headers.has('content-encoding')).toBe(false)
  expect(answer.tag).not.toContain('zstd')
})

test.each([
  [null, undefined],
  ['', undefined],
  ['*', undefined],
  ['gzip;q=', undefined],
  ['gzip;q=x', undefined],
  ['gzip ; q=0.3', 'gzip'],
  ['zstd,gzip;q=1.0', 'zstd'],
  ['gzip;q=0.2,zstd;q=0.1', 'gzip'],
] as const)('Accept-Encoding %p chooses %p', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})

/** Brings a document in; its body is `raw`. */
function post(raw: Uint8Array<ArrayBuffer>, encoding = 'gzip') {
  const headers = { 'content-encoding': encoding }
  return shop.call('POST', `${api}/scans`, { key: member.key, raw, headers })
}

test('a body comes as gzip, within the same limits', async () => {
  const scan = { category: 'vendor_invoice', filename: 'a.pdf', raw: { line_items: [] } }
  expect((await post(Bun.gzipSync(JSON.stringify(scan)))).status).toBe(201)
  expect((await post(Bun.gzipSync(new Uint8Array(33 * 1024 * 1024)))).status).toBe(413)
  expect((await post(new TextEncoder().encode('{}'))).status).toBe(400)
  const other = await post(new TextEncoder().encode('{}'), 'zstd')
  expect([other.status, other.headers.get('accept-encoding')]).toEqual([415, 'gzip'])
})

describe('a path with letters written in percent', () => {
  test.each(['/%73cans/unsynced', '/scans/%75%6esynced', '/s%63ans/unsynced?limit=1'])(
    '%s is the same',
    async (path) => {
      const answer = await shop.call('GET', `${api}${path}`, { key: member.key })
      expect(answer.status).toBe(200)
      expect(answer.json).toHaveProperty('items')
    },
  )

  test('takes its body and its key along', async () => {
    const body = { ids: ['unknown'] }
    const answer = await shop.call('POST', `${api}/%73cans/mark-synced`, { key: member.key, body })
    expect([answer.status, answer.json['updated']]).toEqual([200, 0])
    expect((await shop.call('POST', `${api}/%73cans/mark-synced`, { body })).status).toBe(401)
    expect((await shop.call('HEAD', `${api}/%73cans/unsynced`, { key: member.key })).status).toBe(
      200,
    )
  })

  test('leads nowhere else: a slash stays what it is', async () => {
    for (const path of ['/scans%2Funsynced', '/scans/unsynced%00', '/scans/unsynced%2e']) {
      const answer = await shop.call('GET', `${api}${path}`, { key: member.key })
      expect([path, answer.status]).toEqual([path, 404])
    }
  })
})

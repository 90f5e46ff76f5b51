import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { gif, jpeg, png, webp, type Picture } from '../../support/pictures.ts'
import { requestHead, sendRaw } from '../../support/raw-request.ts'
import { openShop } from '../../support/shop.ts'
import { untilEnd } from '../../support/until-end.ts'

const images = [
  ['png', 'image/png', png(90, 70, 1)],
  ['jpg', 'image/jpeg', jpeg(90, 70, 1)],
  ['webp', 'image/webp', webp(90, 70, 1)],
  ['gif', 'image/gif', gif(90, 70, 1)],
] as const

const photo = jpeg(800, 600, 2)
const size = photo.length

const shop = untilEnd(await openShop())
const path = await store(photo, 'jpg')

async function store(bytes: Picture, extension: string): Promise<string> {
  const { hash } = await shop.storefront.store.put('images', bytes)
  return `/images/${hash}.${extension}`
}

/** Without a key. */
const get = (at: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${shop.url}${at}`, { method, headers })

describe('a stored image', () => {
  test.each(images)('is served byte for byte: %s', async (extension, contentType, bytes) => {
    const answer = await get(await store(bytes, extension))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(contentType)
    expect(await answer.bytes()).toEqual(bytes)
  })

  test('may be kept for good, and is shown and nothing else', async () => {
    const { headers } = await get(path)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(headers.get('x-request-id')).not.toBeNull()
  })

  test('has a strong ETag, and 304 for whoever has it', async () => {
    const etag = (await get(path)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(path, { 'if-none-match': sent })
      expect([sent, answer.status, await answer.text()]).toEqual([sent, 304, ''])
      expect(answer.headers.get('etag')).toBe(etag)
      expect(answer.headers.get('cache-control')).toContain('immutable')
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    const both = { 'if-none-match': etag, range: 'bytes=0-1' }
    expect((await get(path, both)).status).toBe(304)
  })

  test('answers HEAD like GET without a body', async () => {
    const [whole, head] = [await get(path), await get(path, { range: 'bytes=0-1' }, 'HEAD')]
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(head.headers.get('content-length')).toBe(String(size))
    for (const name of ['content-type', 'etag', 'cache-control', 'accept-ranges']) {
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)])
    }
  })

  test('is there under the base address of each service, and for nothing but GET', async () => {
    for (const base of ['', '/scan-export', '/storefront']) {
      expect((await get(`${base}${path}`)).status).toBe(200)
      const refused = await get(`${base}${path}`, {}, 'DELETE')
      expect([base, refused.status]).toEqual([base, 405])
      expect(refused.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    }
  })

  test('is gone with its file', async () => {
    const gone = await store(png(5, 5, 9), 'png')
    expect((await get(gone)).status).toBe(200)
    rmSync(shop.storefront.store.path('images', gone.slice('/images/'.length, -'.png'.length)))
    for (const base of ['', '/storefront']) {
      const answer = await get(`${base}${gone}`)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toStartWith('application/json')
      expect(await answer.text()).toContain(gone)
    }
  })
})

describe('a range of a stored image', () => {
  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 20],
    [`bytes=${size - 1}-`, size - 1, size],
    ['bytes=100-', 100, size],
    ['bytes=-5', size - 5, size],
    ['bytes=0-999999', 0, size],
    ['bytes=-999999', 0, size],
  ])('%s is cut out exactly', async (range, start, end) => {
    const answer = await get(path, { range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${size}`)
    expect(answer.headers.get('content-length')).toBe(String(end - start))
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.bytes()).toEqual(photo.slice(start, end))
  })

  test.each([`bytes=${size}-`, 'bytes=999999-1000000', 'bytes=-0'])(
    '%s is outside: 416 with the size',
    async (range) => {
      const answer = await get(path, { range })
      expect(answer.status).toBe(416)
      expect(answer.headers.get('content-range')).toBe(`bytes */${size}`)
      expect(await answer.text()).toBe('')
    },
  )

  test.each([
    'bytes=0-1,5-6',
    'bytes=9-5',
    'bytes=a-b',
    'bytes=',
    'bytes=-',
    'items=0-1',
    'bytes=0x1-5',
    'bytes=1e1-20',
  ])('%s is none that is served: the whole image comes', async (range) => {
    const answer = await get(path, { range })
    expect(answer.status).toBe(200)
    expect((await answer.bytes()).length).toBe(size)
  })

  test('If-Range asks for the whole when the image is another one', async () => {
    const etag = (await get(path)).headers.get('etag') ?? ''
    const statusOf = async (ifRange: string) =>
      (await get(path, { range: 'bytes=0-1', 'if-range': ifRange })).status
    expect(await statusOf(etag)).toBe(206)
    expect(await statusOf('"other"')).toBe(200)
    expect(await statusOf(`W/${etag}`)).toBe(200)
    expect(await statusOf(new Date().toUTCString())).toBe(200)
  })

  test('is announced', async () => {
    expect((await get(path)).headers.get('accept-ranges')).toBe('bytes')
  })
})

describe('the placeholder', () => {
  test('is a picture that the executable carries, kept and shown like any other', async () => {
    const answer = await get('/images/placeholder.png')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'")
    const { width, height } = await new Bun.Image(await answer.bytes()).metadata()
    expect([width, height]).toEqual([400, 400])
    const etag = answer.headers.get('etag') ?? ''
    expect((await get('/images/placeholder.png', { 'if-none-match': etag })).status).toBe(304)
  })

  test('keeps its bytes: caches do not ask for it again', async () => {
    const bytes = await (await get('/images/placeholder.png')).bytes()
    expect(Bun.SHA256.hash(bytes, 'hex')).toBe(
      '75638a07485f537fd5f98933659e025ff38e161914380d46c2c6ae225d2b212b',
    )
  })
})

describe('a name that is no image', () => {
  test('is 404: unknown, of another kind, malformed', async () => {
    const hash = path.slice('/images/'.length, -'.jpg'.length)
    for (const name of [
      '',
      hash,
      `${hash}.`,
      `${hash}.png`,
      `${hash}.jpeg`,
      `${hash}.JPG`,
      `${hash.toUpperCase()}.jpg`,
      `${hash.slice(1)}.jpg`,
      `${'0'.repeat(64)}.jpg`,
      `${hash}.jpg/`,
      `${hash}.jpg%00`,
      `${hash}.constructor`,
      'placeholder.jpg',
    ]) {
      const answer = await get(`/images/${name}`)
      expect([name, answer.status]).toEqual([name, 404])
      expect(answer.headers.get('content-type')).toStartWith('application/json')
    }
  })

  test.each([
    '/images/../daybook.db',
    '/images/..%2fdaybook.db',
    '/images/%2e%2e/daybook.db',
    '/images/%2e%2e%2fdaybook.db',
    '/images/..%5cdaybook.db',
    '/images/..\\daybook.db',
    '/images//etc/passwd',
    '/images/%00',
    '/images/%c0%ae%c0%ae/daybook.db',
    '/storefront/images/..%2f..%2fdaybook.db',
  ])('is 404 when it climbs out: %s', async (at) => {
    const answer = await sendRaw(shop.url, requestHead('GET', at, {}))
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /)
    expect(answer).not.toContain('SQLite')
  })
})

import { describe, expect, test } from 'bun:test'
import { addMember, api } from '../../support/member.ts'
import { requestHead, sendRaw } from '../../support/raw-request.ts'
import { idsOf, openShop } from '../../support/shop.ts'
import { untilEnd } from '../../support/until-end.ts'

const listed = 'https://shop.example.com'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

const shop = untilEnd(await openShop())

describe('OPTIONS', () => {
  test('is answered before authentication, with what the path answers to', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
      const answer = await shop.call('OPTIONS', `${api}/vendors`, { headers })
      expect(answer.status).toBe(204)
      expect(answer.text).toBe('')
      expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST')
    }
  })

  test('of nothing is 404', async () => {
    expect((await shop.call('OPTIONS', `${api}/nothing`)).status).toBe(404)
  })

  test('has CORS headers for an origin that the owner listed', async () => {
    const headers = { origin: listed, 'access-control-request-method': 'POST' }
    const answer = await shop.call('OPTIONS', `${api}/scans/mark-synced`, { headers })
    expect(answer.headers.get('access-control-allow-origin')).toBe(listed)
    expect(answer.headers.get('access-control-allow-methods')).toBe('OPTIONS, POST')
    const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase() ?? ''
    for (const name of ['authorization', 'x-api-key', 'content-type', 'idempotency-key']) {
      expect(allowed).toContain(name)
    }
    expect(answer.headers.get('vary')).toBe('Origin')
  })

  test('allows each method that the path answers to', async () => {
    const report = `${api}/bridge/report`
    const answer = await shop.call('OPTIONS', report, { headers: { origin: listed } })
    expect(answer.headers.get('access-control-allow-methods')).toContain('PUT')
  })

  test('of the console has no CORS headers: it answers its own pages alone', async () => {
    for (const path of [`${shop.url}/console/api/session`, `${shop.url}/console/api/nothing`]) {
      for (const method of ['OPTIONS', 'GET']) {
        const answer = await shop.call(method, path, { headers: { origin: listed } })
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      }
    }
  })

  test.each([
    'https://evil.example.com',
    'https://shop.example.com.evil.example.com',
    'http://shop.example.com',
    'https://shop.example.com:8443',
    'null',
    '*',
  ])('has no CORS headers for an origin that is not listed: %s', async (origin) => {
    const answer = await shop.call('OPTIONS', `${api}/vendors`, { headers: { origin } })
    const names = [...answer.headers.keys()]
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('CORS', () => {
  test('lets a listed origin read answers and refusals', async () => {
    const headers = { origin: listed }
    const key = shop.keys.ravi
    for (const answer of [
      await shop.call('GET', `${api}/vendors`, { key, headers }),
      await shop.call('GET', `${api}/vendors`, { headers }),
      await shop.call('GET', `${api}/nothing`, { headers }),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(listed)
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id')
    }
  })

  test('lets no other origin read answers', async () => {
    const headers = { origin: 'https://evil.example.com' }
    const answer = await shop.call('GET', `${api}/vendors`, { key: shop.keys.ravi, headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })
})

describe('every response carries an X-Request-Id of its own', () => {
  test('answers, refusals, OPTIONS, HEAD, 304, and what needs no key', async () => {
    const key = shop.keys.ravi
    const answers = [
      await shop.call('GET', `${api}/vendors`, { key }),
      await shop.call('HEAD', `${api}/vendors`, { key }),
      await shop.call('GET', `${api}/vendors`, { key, headers: { 'if-none-match': '*' } }),
      await shop.call('OPTIONS', `${api}/vendors`),
      await shop.call('GET', `${api}/vendors`),
      await shop.call('GET', `${api}/nothing`),
      await shop.call('PUT', `${api}/vendors`, { key }),
      await shop.call('POST', `${api}/vendors`, { key }),
      await shop.call('POST', `${api}/scans/mark-synced`, { key, raw: '{' }),
      await shop.call('GET', `${shop.url}/health`),
      await shop.call('GET', `${shop.url}/nothing`),
    ]
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '')
    for (const id of ids) expect(id).toMatch(uuid)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('whatever the client says its id is', async () => {
    const headers = { 'x-request-id': 'mine' }
    const answer = await shop.call('GET', `${shop.url}/health`, { headers })
    expect(answer.headers.get('x-request-id')).toMatch(uuid)
  })
})

describe('the bare address', () => {
  test('works too: the path decides the service', async () => {
    const member = await addMember(shop)
    const id = await member.addScan()
    const path = `${shop.url}${api}/scans`
    const { key } = member
    expect(idsOf(await shop.call('GET', `${path}/unsynced`, { key }))).toEqual([id])
    const body = { ids: [id] }
    const marked = await shop.call('POST', `${path}/mark-synced`, { key, body })
    expect(marked.json).toMatchObject({ updated: 1 })
    const vendor = { key: shop.keys.owner, body: { name: 'Bare Traders' } }
    const added = await shop.call('POST', `${shop.url}${api}/vendors`, vendor)
    expect(added.json).toMatchObject({ created: true })
  })

  test('answers GET products by the service of the key', async () => {
    const scanExport = await shop.call('GET', products(), { key: shop.keys.ravi })
    expect(scanExport.status).toBe(200)
    expect(scanExport.json).toHaveProperty('items')
    const storefront = await shop.call('GET', products(), { key: shop.keys.storefront })
    expect(storefront.status).toBe(200)
    expect(Object.keys(storefront.json)).toEqual(['data', 'pagination'])
  })

  test('answers HEAD products by the service of the key', async () => {
    for (const key of [shop.keys.ravi, shop.keys.storefront]) {
      const asked = await shop.call('GET', products(), { key })
      const head = await shop.call('HEAD', products(), { key })
      expect([head.status, head.text]).toEqual([200, ''])
      expect(head.headers.get('etag')).toBe(asked.headers.get('etag'))
    }
  })

  test('takes the key of GET products from x-api-key too, which only scan export honours', async () => {
    const ofRavi = { headers: { 'x-api-key': shop.keys.ravi } }
    const scanExport = await shop.call('GET', products(), ofRavi)
    expect(scanExport.status).toBe(200)
    expect(scanExport.json).toHaveProperty('items')
    const ofShop = { headers: { 'x-api-key': shop.keys.storefront } }
    expect((await shop.call('GET', products(), ofShop)).status).toBe(401)
  })

  test('answers GET products without a usable key in scan export’s shape when x-api-key was sent', async () => {
    const headers = { 'x-api-key': 'wrong' }
    const answer = await shop.call('GET', products(), { headers })
    expect(answer.status).toBe(401)
    expect(answer.json).toEqual({ error: expect.stringMatching(/^The API key is unknown/) })
  })

  test.each([{}, { authorization: 'Bearer wrong' }, { authorization: 'Basic eDp5' }])(
    'answers GET products without a usable key in the storefront’s shape else: %j',
    async (headers) => {
      const answer = await shop.call('GET', products(), { headers })
      expect(answer.status).toBe(401)
      expect(answer.json).toEqual({
        error: { message: expect.stringMatching(/\.$/), code: 'unauthorized' },
        status: 401,
      })
    },
  )

  test('knows by the method that POST products is scan export’s', async () => {
    const body = { name: 'Basmati Rice' }
    const added = await shop.call('POST', products(), { key: shop.keys.owner, body })
    expect(added.json).toMatchObject({ created: true })
    const refused = await shop.call('POST', products(), { key: shop.keys.storefront, body })
    expect(refused.status).toBe(401)
    expect(refused.json).toEqual({ error: expect.stringContaining('scan export') })
  })

  test.each(['products/bulk', 'products/stock', 'orders/sync'])(
    'knows by the path that POST %s is the storefront’s',
    async (path) => {
      const url = `${shop.url}${api}/${path}`
      const body = { products: [], updates: [], orders: [] }
      const done = await shop.call('POST', url, { key: shop.keys.storefront, body })
      expect([done.status, done.json['results']]).toEqual([200, []])
      const refused = await shop.call('POST', url, { key: shop.keys.owner, body })
      expect(refused.status).toBe(403)
      expect(refused.json).toMatchObject({ error: { code: 'forbidden' }, status: 403 })
    },
  )

  test('knows by the path whose list is asked for', async () => {
    const key = shop.keys.storefront
    for (const path of ['categories', 'offers', 'orders/unsynced']) {
      expect((await shop.call('GET', `${shop.url}${api}/${path}`, { key })).json).toHaveProperty(
        'data',
      )
    }
  })

  test('answers OPTIONS before authentication, also where both services are', async () => {
    for (const path of ['products', 'products/bulk', 'categories', 'vendors']) {
      const answer = await shop.call('OPTIONS', `${shop.url}${api}/${path}`)
      expect([answer.status, answer.text]).toEqual([204, ''])
      expect(answer.headers.get('allow')).toContain('OPTIONS')
    }
  })

  test.each(['x', 'a.b', 'shop', '127.0.0.1:3292', 'daybook.example.com'])(
    'works whatever the host is called: %s',
    async (host) => {
      for (const path of [`${api}/vendors`, `/scan-export${api}/vendors`]) {
        const headers = { authorization: `Bearer ${shop.keys.ravi}` }
        const head = requestHead('GET', path, headers).replace('Host: localhost', `Host: ${host}`)
        expect(await sendRaw(shop.url, head)).toStartWith('HTTP/1.1 200 ')
      }
    },
  )
})

describe('nothing under /api answers with HTML', () => {
  test.each([
    '/api',
    '/api/',
    '/api/index.html',
    '/api/public/v1',
    '/api/public/v2/scans/unsynced',
    '/api/public/v1/scans/unsynced/',
    '/api/public/v1/scans/unsynced/x',
    '/api/public/v1//vendors',
    '/api/public/v1/Vendors',
    '/api/public/v1/%76endors',
    '/api/public/v1/vendors%00',
    '/api/public/v1/vendors;x=1',
    '/api/docs',
    '/api/openapi.json',
  ])('%s', async (path) => {
    for (const base of ['', '/scan-export', '/storefront']) {
      const url = `${shop.url}${base}${path}`
      const headers = { accept: 'text/html' }
      const answer = await shop.call('GET', url, { headers })
      expect([401, 404]).toContain(answer.status)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.json).toHaveProperty('error')
    }
  })
})

describe('GET /health', () => {
  test('needs no key and says the version', async () => {
    const answer = await shop.call('GET', `${shop.url}/health`)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
    expect(answer.headers.get('etag')).not.toBeNull()
  })

  test('is there on the base address of each service as well', async () => {
    expect((await shop.call('GET', '/health')).json).toMatchObject({ status: 'ok' })
    expect((await shop.store('GET', '/health')).json).toMatchObject({ status: 'ok' })
  })
})

describe('what needs no key', () => {
  test.each(['/docs', '/openapi.json', '/images/placeholder.png'])(
    '%s is there on the base address of each service',
    async (path) => {
      for (const base of ['/scan-export', '/storefront']) {
        expect((await shop.call('GET', `${shop.url}${base}${path}`)).status).toBe(200)
      }
    },
  )

  test('images are there on the bare address too', async () => {
    const answer = await shop.call('GET', `${shop.url}/images/placeholder.png`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  })
})

/** What both services have, under the bare address. */
function products(): string {
  return `${shop.url}${api}/products`
}

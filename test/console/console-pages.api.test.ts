import { describe, expect, test } from 'bun:test'
import { openShop } from '../support/shop.ts'
import { untilEnd } from '../support/until-end.ts'

const shop = untilEnd(await openShop())

const pages = [
  '/',
  '/sign-in',
  '/set-up',
  '/keys',
  '/account',
  '/documents',
  '/documents/0193-a',
  '/integrations/0193-a',
  '/orders/new',
  '/orders/x/invoice',
  '/orders/x/packing-slip',
  '/customers',
  '/catalogue/labels',
]

describe('the console’s pages', () => {
  test.each(pages)(
    '%s is the page that shows them all, asked for again each time',
    async (path) => {
      const page = await get(path)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('cache-control')).toBe('private, no-cache')
      expect(page.text).toContain('<div id="root"')
    },
  )

  test('run no script that stands in the page, and reach no other address', async () => {
    const { headers, text } = await get('/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(text).not.toMatch(/<script(?![^>]* src="\/console\/assets\/)|<style|\sstyle=|\son\w+=/)
    expect(text).not.toMatch(/(?:src|href)="(?!\/console\/assets\/)/)
  })

  test('leave WebAssembly to the worker that reads barcodes', async () => {
    const name = /name="barcode-worker" content="([^"]+)"/.exec((await get('/')).text)?.[1] ?? ''
    const { status, headers } = await get(name)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    )
  })

  test('have a nonce that no other answer has, and so no ETag', async () => {
    const [first, second] = [await get('/'), await get('/')]
    expect(nonceOf(first.text)).toMatch(/^[\w+/]{22}==$/)
    expect(nonceOf(second.text)).not.toBe(nonceOf(first.text))
    expect(first.headers.get('content-security-policy')).toContain(`'nonce-${nonceOf(first.text)}'`)
    expect(first.headers.has('etag')).toBe(false)
  })

  test('may only be read', async () => {
    const head = await shop.call('HEAD', `${shop.url}/keys`)
    expect([head.status, head.text]).toEqual([200, ''])
    const post = await shop.call('POST', `${shop.url}/keys`)
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test.each([
    '/keys/7',
    '/documents/1/2',
    '/documents/',
    '/Keys',
    '/console',
    '/console/keys',
    '/scan-export/keys',
  ])('%s is none of them', async (path) => expect((await get(path)).status).toBe(404))
})

describe('what the pages load', () => {
  test('has a type, is compressed, and is kept for good', async () => {
    const assets = await assetsOfPage()
    expect(assets.length).toBeGreaterThanOrEqual(4)
    for (const path of assets) {
      const file = await get(path, { 'accept-encoding': 'gzip' })
      expect(file.status).toBe(200)
      expect(file.headers.get('content-type')).toMatch(
        /^(text\/(css|javascript); charset=utf-8|image\/svg\+xml)$/,
      )
      expect(file.headers.get('content-encoding')).toBe('gzip')
      expect(file.headers.get('vary')).toContain('Accept-Encoding')
      expect(file.headers.get('x-content-type-options')).toBe('nosniff')
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const headers = { 'accept-encoding': 'gzip', 'if-none-match': file.headers.get('etag') ?? '' }
      expect((await get(path, headers)).status).toBe(304)
    }
  })

  test('comes as it is to whoever takes no compression', async () => {
    const [path = ''] = (await assetsOfPage()).filter((asset) => asset.endsWith('.css'))
    const file = await get(path, { 'accept-encoding': 'identity' })
    expect(file.headers.get('content-encoding')).toBeNull()
    expect(file.text).toContain('--mantine-')
  })

  test.each(['main-0.js', 'index.html', '..%2findex.html', '', 'main.tsx'])(
    'is not there under another name: %s',
    async (name) => {
      const answer = await get(`/console/assets/${name}`)
      expect(answer.status).toBe(404)
      expect(answer.json['error']).toBeDefined()
    },
  )

  test('is React for production, once, and no development code', async () => {
    const [main = ''] = (await assetsOfPage()).filter((asset) => asset.includes('/main-'))
    const { text } = await get(main)
    expect(text).not.toContain('jsxDEV')
    expect(text).not.toContain('react-dom-client.development')
  })
})

function nonceOf(text: string): string {
  return /data-style-nonce="([^"]+)"/.exec(text)?.[1] ?? ''
}

async function assetsOfPage(): Promise<string[]> {
  const { text } = await get('/')
  return [...text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].flatMap(
    ([, path]) => path ?? [],
  )
}

function get(path: string, headers: Record<string, string> = {}) {
  return shop.call('GET', `${shop.url}${path}`, { headers })
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, type Running } from '../bench/processes.ts'
import { copyData } from '../bench/scan-export/prepare.ts'
import { skuOf, slugOf } from '../bench/storefront/products.ts'
import { prepareShop } from '../bench/storefront/prepare.ts'
import { daybookCommand } from '../crash-loop/processes.ts'
import { startReads } from './nginx.ts'

const products = '/storefront/api/public/v1/products'
const shopSize = { products: 50, orders: 0, waiting: 0 }
const copiesCount = 2
const sku = skuOf(1)

/** nginx renews the catalogue that it keeps within this time, even on a busy machine. Milliseconds. */
const renewedMs = 30_000

/** What is kept for a second is asked for so often at once: a busy machine may take longer between two of them. */
const keptTries = 10

/** The public address of the published images. These checks send no request to it. */
const publishedAt = 'https://images.example.com'

/** A PNG of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

type Check = (isRight: boolean, problem: string) => void

type Site = {
  url: string
  key: string
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Sets the stock of a product. Returns the answer. */
  setStock(quantity: number): Promise<Response>
}

/**
 * Puts nginx before a Daybook and two copies of its book, which stay behind from the first change on, and asks as clients
 * do. Returns what is not as it should be.
 */
export async function playReads(): Promise<string[]> {
  const work = mkdtempSync(join(tmpdir(), 'daybook-reads-'))
  const problems: string[] = []
  const check: Check = (isRight, problem) => {
    if (!isRight) problems.push(`nginx: ${problem}`)
  }
  try {
    await play(work, check)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return problems
}

async function play(work: string, check: Check): Promise<void> {
  const prepared = await prepareShop(join(work, 'first'), shopSize)
  const serve = ['serve', '--json', '--port', '0', '--data', prepared.dir.root]
  await using first = await startServer([...daybookCommand(false), ...serve])
  await using copies = new AsyncDisposableStack()
  const reading: Running[] = []
  for (let at = 0; at < copiesCount; at++) {
    const { dir } = copyData(prepared, join(work, `copy-${at}`))
    const program = join(import.meta.dir, 'copy.ts')
    reading.push(copies.use(await startServer([process.execPath, program, dir.root])))
  }
  const { key } = prepared
  await using nginx = await startReads({
    first: first.url,
    reads: reading.map(({ url }) => url),
    key,
  })
  const site = siteAt(nginx.url, key)
  await playKeyed(site, check)
  await playVersions(site, check)
  await playShop(site, check)
  await copies.disposeAsync()
  const { status } = await site.get(products, keyed(site))
  check(status === 200, `the catalogue answers ${status} where no copy runs`)
  const image = await playImages(site, () => first.stop(), check)
  await playPublished({ work, dir: prepared.dir.root, image, key }, check)
}

function siteAt(url: string, key: string): Site {
  const site = {
    url,
    key,
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(`${url}${path}`, { headers }),
    setStock: (quantity: number) =>
      fetch(`${url}${products}/stock`, {
        method: 'POST',
        headers: { ...keyed({ key }), 'content-type': 'application/json' },
        body: JSON.stringify({ updates: [{ sku, stock_quantity: quantity }] }),
      }),
  }
  return site
}

function keyed({ key }: Pick<Site, 'key'>): Record<string, string> {
  return { authorization: `Bearer ${key}` }
}

function versionOf(answer: Response): number {
  return Number(answer.headers.get('daybook-version') ?? Number.NaN)
}

/** What needs a key is asked of Daybook each time. */
async function playKeyed(site: Site, check: Check): Promise<void> {
  const answer = await site.get(products, keyed(site))
  check(answer.status === 200, `the catalogue answers ${answer.status}`)
  check(answer.headers.get('cache-control') === 'private, no-cache', 'the catalogue may be kept')
  check(!answer.headers.has('x-cache'), 'the catalogue came from the cache')
  const { status } = await site.get(products)
  check(status === 401, `the catalogue answers ${status} without a key`)
  const etag = answer.headers.get('etag') ?? ''
  const same = await site.get(products, { ...keyed(site), 'if-none-match': etag })
  check(same.status === 304, `the same catalogue answers ${same.status} to its ETag`)
}

/** A client that has seen a change never sees the catalogue from before the change. */
async function playVersions(site: Site, check: Check): Promise<void> {
  const before = versionOf(await site.get(products, keyed(site)))
  const changed = await site.setStock(7)
  check(changed.status === 200, `a change answers ${changed.status}`)
  const after = versionOf(changed)
  check(after > before, `a change did not raise the version: ${before}, ${after}`)
  const other = versionOf(await site.get(products, keyed(site)))
  check(other === before, 'a read did not come from a copy')
  const headers = { ...keyed(site), 'daybook-version': String(after) }
  for (let n = 0; n < 2 * copiesCount; n++) {
    const answer = await site.get(products, headers)
    check(answer.status === 200, `whoever has seen a change is answered ${answer.status}`)
    check(versionOf(answer) >= after, 'whoever has seen a change is shown what was before')
  }
}

/** The catalogue without a key, from the cache, and renewed. */
async function playShop(site: Site, check: Check): Promise<void> {
  const asked = async () => await site.get('/shop/products?limit=1&sort=newest')
  const answer = await asked()
  const cacheControl = answer.headers.get('cache-control') ?? ''
  check(answer.status === 200, `the shop answers ${answer.status} without a key`)
  check(cacheControl.startsWith('public, max-age='), `the shop says ${cacheControl}`)
  const comesFromCache = async () => (await asked()).headers.get('x-cache') === 'HIT'
  let isKept = false
  for (let tries = 0; tries < keptTries && !isKept; tries++) isKept = await comesFromCache()
  check(isKept, 'the shop is not kept')
  const etag = answer.headers.get('etag') ?? ''
  const same = await site.get('/shop/products?limit=1&sort=newest', { 'if-none-match': etag })
  check(same.status === 304, `the shop answers ${same.status} to its ETag`)
  const sent = await fetch(`${site.url}/shop/products`, { method: 'POST', body: '{}' })
  check(sent.status === 403, `the shop answers ${sent.status} to a change`)
  const one = async () => await (await site.get(`/shop/products/${slugOf(1)}`)).text()
  const before = await one()
  await site.setStock(8)
  const deadline = performance.now() + renewedMs
  while ((await one()) === before && performance.now() < deadline) await Bun.sleep(100)
  check((await one()).includes('"stock_quantity":8'), 'the shop is not renewed')
}

/** An image is fetched once, and shown when Daybook is not there any more. Returns its path. */
async function playImages(
  site: Site,
  stopFirst: () => Promise<void>,
  check: Check,
): Promise<string> {
  const body = JSON.stringify({
    products: [{ sku, name: 'Asafoetida', image_base64: pixel, image_content_type: 'image/png' }],
  })
  const headers = { ...keyed(site), 'content-type': 'application/json' }
  await fetch(`${site.url}${products}/bulk`, { method: 'POST', headers, body })
  const text = await (await site.get(`${products}?search=Asafoetida`, keyed(site))).text()
  const path = /\/images\/[0-9a-f]{64}\.png/.exec(text)?.[0] ?? ''
  const fetched = await site.get(path)
  const bytes = await fetched.bytes()
  check(fetched.status === 200, `an image answers ${fetched.status}`)
  check(fetched.headers.get('x-cache') === 'MISS', 'an image was kept before it was fetched')
  const etag = fetched.headers.get('etag') ?? ''
  const same = await site.get(path, { 'if-none-match': etag })
  check(same.status === 304, `an image answers ${same.status} to its ETag`)
  const part = await site.get(path, { range: 'bytes=0-3' })
  check(part.status === 206, `a part of an image answers ${part.status}`)
  await stopFirst()
  const kept = await site.get(path)
  check(kept.headers.get('x-cache') === 'HIT', 'an image is not kept')
  check(Buffer.from(bytes).equals(await kept.bytes()), 'an image is another one from the cache')
  const { status } = await site.get(products, keyed(site))
  check(status === 502, `the catalogue answers ${status} where no Daybook runs`)
  return path
}

type Published = { work: string; dir: string; image: string; key: string }

/** Web shops are led to the place where images are published, the console is shown them from here. */
async function playPublished({ work, dir, image, key }: Published, check: Check): Promise<void> {
  const place = join(work, 'published')
  mkdirSync(place)
  const daybook = daybookCommand(false)
  const publish = ['images', 'set', place, '--public-url', publishedAt, '--data', dir]
  const { success, stderr } = Bun.spawnSync([...daybook, ...publish])
  check(success, `images are not published: ${stderr.toString()}`)
  const serve = ['serve', '--json', '--port', '0', '--data', dir]
  await using first = await startServer([...daybook, ...serve])
  const deadline = performance.now() + renewedMs
  const asked = async (url: string, headers = {}) =>
    await fetch(`${url}${image}`, { headers, redirect: 'manual' })
  while ((await asked(first.url)).status !== 302 && performance.now() < deadline)
    await Bun.sleep(50)
  await using nginx = await startReads({ first: first.url, reads: [first.url], key })
  const led = await asked(nginx.url)
  const location = led.headers.get('location') ?? ''
  check(location === `${publishedAt}${image}`, `a web shop is led to "${location}" (${led.status})`)
  const { status } = await asked(nginx.url, { cookie: 'daybook=console' })
  check(status === 200, `the console is answered ${status} for an image that is published`)
}

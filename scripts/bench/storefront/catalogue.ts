import type { DataDir } from '../../../src/platform/disk/data-dir.ts'
import { rounded } from '../figures.ts'
import { program, serveCommand, startServer, type Running } from '../processes.ts'
import { load, type Part, type Workshop } from '../workshop.ts'
import { farPaths, pagePaths, productPaths } from './product-paths.ts'
import { compareInTurns, turnMs } from '../turns.ts'

const connections = 16

export const smallShop = { products: 10_000, orders: 0, waiting: 0 }
const largeShop = { products: 200_000, orders: 0, waiting: 0 }

/** The number of consecutive pages in the middle of the list. */
const farPages = 500

export const apiPath = '/storefront/api/public/v1'

/** `GET products` of the same page again and again, compared with the same bytes from memory. */
export const measureKeptList: Part = async (shop) => {
  const { dir, key } = await shop.shop(smallShop)
  await using ours = await startServer(serveCommand(shop.executable, dir.root))
  const url = `${productsOf(ours)}?limit=20`
  const answer = shop.path('answer.json')
  await Bun.write(answer, await answered(url, key))
  await using bare = await startBare(dir, answer)
  const input = { key, connections, forMs: turnMs }
  const compared = await compareInTurns(
    { server: ours, input: () => ({ ...input, url }) },
    { server: bare, input: () => ({ ...input, url: `${bare.url}/kept` }) },
  )
  const ceiling = await load({ ...input, url: `${bare.url}/nothing` })
  shop.resident.push(ours.residentMb())
  return [
    {
      name: 'product list that is kept, ratio to Bun.serve with the same bytes',
      value: compared.ratio,
      unit: 'x',
      target: { atLeast: 0.65 },
      detail: `${compared.detail}; the generator reaches ${rounded(ceiling.perSecond)} where nothing is done`,
    },
  ]
}

/** A different page, category or sort in every request, compared with the same reads and `Response.json`. */
export const measureUnkeptLists: Part = async (shop) =>
  await againstBare(shop, '/products', pagePaths(), {
    name: 'product list, always another one, ratio to a bare program',
    target: { atLeast: 0.7 },
  })

/** `GET products/{slug}`, a different product each time. */
export const measureProduct: Part = async (shop) =>
  await againstBare(shop, '/products', productPaths(smallShop.products), {
    name: 'product by its slug, always another one, ratio to a bare program',
    target: { atLeast: 0.65 },
  })

/** Compares the lists of 200,000 products with the lists of 10,000, and a page in the middle. */
export const measureLargeShop: Part = async (shop) => {
  const small = await shop.shop(smallShop)
  const large = await shop.shop(largeShop)
  await using ofSmall = await startServer(serveCommand(shop.executable, small.dir.root))
  await using ofLarge = await startServer(serveCommand(shop.executable, large.dir.root))
  const paths = pagePaths()
  const input = { connections, forMs: turnMs, paths }
  const compared = await compareInTurns(
    { server: ofLarge, input: () => ({ ...input, key: large.key, url: productsOf(ofLarge) }) },
    { server: ofSmall, input: () => ({ ...input, key: small.key, url: productsOf(ofSmall) }) },
  )
  const far = await load({
    url: productsOf(ofLarge),
    key: large.key,
    connections: 1,
    forMs: 20_000,
    paths: farPaths(largeShop.products / 2, farPages),
    requestsMax: farPages,
  })
  shop.resident.push(ofLarge.residentMb())
  return [
    {
      name: 'product list of 200,000 products, ratio to that of 10,000',
      value: compared.ratio,
      unit: 'x',
      target: { atLeast: 0.9 },
      detail: compared.detail,
    },
    {
      name: 'page in the middle of 200,000 products, p99',
      value: far.p99Ms,
      unit: 'ms',
      target: { atMost: 20 },
      detail: `${far.requests} requests, one connection, all sorts; median ${rounded(far.p50Ms)}, longest ${rounded(far.longestMs)}`,
    },
  ]
}

async function againstBare(
  shop: Workshop,
  path: string,
  paths: readonly string[],
  figure: { name: string; target: { atLeast: number } },
) {
  const { dir, key } = await shop.shop(smallShop)
  await using ours = await startServer(serveCommand(shop.executable, dir.root))
  await using bare = await startBare(dir)
  const input = { key, connections, forMs: turnMs, paths }
  const compared = await compareInTurns(
    { server: ours, input: () => ({ ...input, url: `${ours.url}${apiPath}${path}` }) },
    { server: bare, input: () => ({ ...input, url: `${bare.url}${path}` }) },
  )
  shop.resident.push(ours.residentMb())
  const detail = `${compared.detail}; ${paths.length} different requests`
  return [{ ...figure, value: compared.ratio, unit: 'x', detail }]
}

/** The bare program on the same database. */
async function startBare({ database }: DataDir, answer = ''): Promise<Running> {
  return await startServer(program('storefront/bare-catalogue.ts', database, answer))
}

function productsOf(server: Running): string {
  return `${server.url}${apiPath}/products`
}

async function answered(url: string, key: string): Promise<string> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  const text = await response.text()
  if (response.status === 200) return text
  throw new Error(`${url}: ${response.status} ${text}`)
}

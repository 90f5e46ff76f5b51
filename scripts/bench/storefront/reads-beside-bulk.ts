import { rounded } from '../figures.ts'
import { besideOthers, type OthersRequest } from '../others.ts'
import { program, runForJson, serveCommand, startServer } from '../processes.ts'
import type { Part } from '../workshop.ts'
import type { BulkResult, BulkInput } from './bulk-sender.ts'
import { apiPath, smallShop } from './catalogue.ts'
import { pagePaths, productPaths } from './product-paths.ts'
import { searchPaths } from './search.ts'

const bulksMs = 20_000

/** The number of different paths of each kind. */
const pathsPerKind = 1_000

/** 200 reads a second while bulks with images come in one after the other. */
export const measureReadsBesideBulk: Part = async (shop) => {
  const { dir, key } = await shop.shop(smallShop)
  await using server = await startServer(serveCommand(shop.executable, dir.root))
  const url = `${server.url}${apiPath}`
  const sender: BulkInput = {
    url: `${url}/products/bulk`,
    key,
    forMs: bulksMs,
    firstIndex: smallShop.products,
  }
  const input = { url, key, requests: reads() }
  const { quiet, bulks, beside } = await besideOthers(
    input,
    async ({ quiet: before, sinceLast }) => {
      const sent = await runForJson<BulkResult>(program('storefront/bulk-sender.ts'), sender)
      return { quiet: before, bulks: sent, beside: await sinceLast() }
    },
  )
  shop.resident.push(server.residentMb())
  const sent = `${bulks.bulks} bulks of ${rounded(bulks.bytes / bulks.bulks / 1024 / 1024)} MiB and ${bulks.images / bulks.bulks} images`
  return [
    {
      name: 'reads beside bulks with images, p99',
      value: beside.p99Ms,
      unit: 'ms',
      target: { atMost: 80 },
      detail: `${beside.requests} reads beside ${sent}; median ${rounded(beside.p50Ms)}; without a bulk ${rounded(quiet.p99Ms)}`,
    },
    {
      name: 'reads beside bulks with images, longest',
      value: beside.longestMs,
      unit: 'ms',
      target: { atMost: 200 },
      detail: `${beside.longest}; without a bulk ${rounded(quiet.longestMs)}`,
    },
  ]
}

/** Mostly lists and products, sometimes a search or the categories. The first page is the most frequent. */
function reads(): OthersRequest[] {
  const [pages, searches] = [pagePaths(), searchPaths()]
  const products = productPaths(smallShop.products)
  const paths = Array.from({ length: pathsPerKind }, (_, at) => [
    '/products',
    `/products${pages[at % pages.length] ?? ''}`,
    `/products${products[2 * at] ?? ''}`,
    `/products${searches[at % searches.length] ?? ''}`,
    '/products',
    `/products${products[2 * at + 1] ?? ''}`,
    '/categories',
    `/products${pages[(at + pathsPerKind) % pages.length] ?? ''}`,
  ]).flat()
  return paths.map((path) => ({ kind: path, path }))
}

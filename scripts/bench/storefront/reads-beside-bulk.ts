import { rounded } from '../figures.ts'
import {
  program,
  runForJson,
  serveCommand,
  startPartner,
  startServer,
  type Partner,
} from '../processes.ts'
import type { Part } from '../workshop.ts'
import type { BulkResult, BulkInput } from './bulk-sender.ts'
import { apiPath, smallShop } from './catalogue.ts'
import { pagePaths, productPaths } from './product-paths.ts'
import type { ReaderResult, ReaderInput } from './reader.ts'
import { searchPaths } from './search-paths.ts'

const bulksMs = 20_000

/** How long the reads are watched without a bulk, in milliseconds: what this machine itself makes them wait. */
const quietMs = 3_000
/** A server that just started is slower; nobody looks at that here. */
const warmUpMs = 2_000

/** Different paths of each kind. */
const pathsPerKind = 1_000

/** 200 reads a second while bulks with images come in back to back. */
export const measureReadsBesideBulk: Part = async (shop) => {
  const { dir, key } = await shop.shop(smallShop)
  await using server = await startServer(serveCommand(shop.executable, dir.root))
  await using reader = startPartner(program('storefront/reader.ts'))
  const url = `${server.url}${apiPath}`
  const input: ReaderInput = { url, key, paths: readPaths() }
  reader.say(input)
  await Bun.sleep(warmUpMs)
  await next(reader)
  await Bun.sleep(quietMs)
  const quiet = await next(reader)
  const sender: BulkInput = {
    url: `${url}/products/bulk`,
    key,
    forMs: bulksMs,
    firstIndex: smallShop.products,
  }
  const bulks = await runForJson<BulkResult>(program('storefront/bulk-sender.ts'), sender)
  const beside = await next(reader)
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
      detail: `${beside.longestPath}; without a bulk ${rounded(quiet.longestMs)}`,
    },
  ]
}

async function next(reader: Partner): Promise<ReaderResult> {
  reader.say('next')
  return await reader.hear<ReaderResult>()
}

/** Lists and products mostly; a search and the categories now and then; the first page most of all. */
function readPaths(): string[] {
  const [pages, searches] = [pagePaths(), searchPaths()]
  const products = productPaths(smallShop.products)
  return Array.from({ length: pathsPerKind }, (_, at) => [
    '/products',
    `/products${pages[at % pages.length] ?? ''}`,
    `/products${products[2 * at] ?? ''}`,
    `/products${searches[at % searches.length] ?? ''}`,
    '/products',
    `/products${products[2 * at + 1] ?? ''}`,
    '/categories',
    `/products${pages[(at + pathsPerKind) % pages.length] ?? ''}`,
  ]).flat()
}

import { rounded } from '../figures.ts'
import { serveCommand, startServer } from '../processes.ts'
import { load, type Part } from '../workshop.ts'
import { apiPath } from './catalogue.ts'
import { searchPaths } from './search-paths.ts'

const shopSize = { products: 100_000, orders: 0, waiting: 0 }

/** The longest that all searches of the mix may take together, in milliseconds. */
const mixMs = 60_000

/** Search at 100,000 products, one connection, every search another one. */
export const measureSearch: Part = async (shop) => {
  const { dir, key } = await shop.shop(shopSize)
  await using server = await startServer(serveCommand(shop.executable, dir.root))
  const input = { url: `${server.url}${apiPath}/products`, key, connections: 1, forMs: mixMs }
  const paths = searchPaths()
  const first = await load({ ...input, paths, requestsMax: 1 })
  const mix = await load({ ...input, paths: paths.slice(1), requestsMax: paths.length - 1 })
  shop.resident.push(server.residentMb())
  return [
    {
      name: 'search of 100,000 products, p99',
      value: mix.p99Ms,
      unit: 'ms',
      target: { atMost: 50 },
      detail: `${mix.requests} different searches, one connection; median ${rounded(mix.p50Ms)}`,
    },
    {
      name: 'search of 100,000 products, longest',
      value: mix.longestMs,
      unit: 'ms',
      target: { atMost: 250 },
    },
    {
      name: 'search of 100,000 products, the first after a start',
      value: first.longestMs,
      unit: 'ms',
      target: { atMost: 250 },
      detail: 'one search',
    },
  ]
}

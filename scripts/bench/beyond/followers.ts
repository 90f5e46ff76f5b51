import { rounded, type Figure } from '../figures.ts'
import { serveCommand, startServer, type Running } from '../processes.ts'
import { copyData } from '../scan-export/prepare.ts'
import { apiPath, smallShop } from '../storefront/catalogue.ts'
import { pagePaths } from '../storefront/product-paths.ts'
import { load, type Part } from '../workshop.ts'
import { hasNginx, startReads } from '../../deploy/nginx.ts'
import { join } from 'node:path'

const connections = 16
const copiesMax = 3
const turnMs = 3_000
const warmUpMs = 1_000

/** Reads different pages through nginx from one, two and three copies, as a ratio to one. Two cores limit the result. */
export const measureFollowers: Part = async (shop) => {
  if (!hasNginx()) throw new Error('nginx is not installed (Debian: nginx-light)')
  const prepared = await shop.shop(smallShop)
  await using running = new AsyncDisposableStack()
  const first = running.use(await startServer(serveCommand(shop.executable, prepared.dir.root)))
  const copies: Running[] = []
  const reached: number[] = []
  for (let n = 0; n < copiesMax; n++) {
    const { dir } = copyData(prepared, shop.path('copy'))
    const program = join(import.meta.dir, '../../deploy/copy.ts')
    copies.push(running.use(await startServer([process.execPath, program, dir.root])))
    reached.push(await readsOf(first, copies, prepared.key))
  }
  return reached.slice(1).map((perSecond, at) => ratioOf(perSecond, reached[0] ?? 0, at + 2))
}

async function readsOf(first: Running, copies: readonly Running[], key: string): Promise<number> {
  await using nginx = await startReads({
    first: first.url,
    reads: copies.map(({ url }) => url),
    key,
    // All requests come from one address. Balanced by address, they would all go to one copy.
    isSpread: true,
  })
  const products = `${nginx.url}${apiPath}/products`
  const input = { url: products, key, connections, paths: pagePaths() }
  await load({ ...input, forMs: warmUpMs })
  return (await load({ ...input, forMs: turnMs })).perSecond
}

function ratioOf(perSecond: number, one: number, copies: number): Figure {
  return {
    name: `reads of ${copies} copies behind nginx, ratio to one`,
    value: perSecond / one,
    unit: 'x',
    detail: `${rounded(perSecond)} against ${rounded(one)} requests/s; load, nginx and copies share this machine`,
  }
}

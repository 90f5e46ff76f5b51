import { sessionCookieName } from '../../../src/console/api/cookies.ts'
import { percentile, rounded, type Figure } from '../figures.ts'
import { serveCommand, startServer, type Running } from '../processes.ts'
import { shuffled } from '../storefront/product-paths.ts'
import { skuOf } from '../storefront/product-rows.ts'
import type { Part } from '../workshop.ts'
import { listPaths, type ListPath } from './list-paths.ts'
import { prepareConsole, type PreparedConsole } from './prepare-console.ts'

/** Each list is asked for so often; the first round warms up and does not count. */
const rounds = 21

/** What a list may take (source: the targets), in milliseconds. */
const listMs = 100

/**
 * Every list of the console over HTTP, one request at a time. Before each request a product changes, as it does all day
 * in a shop whose till is connected: nothing that was kept of the answer before helps.
 */
export const measureConsoleLists: Part = async (shop) => {
  const prepared = await prepareConsole(shop.path('console'))
  await using server = await startServer(serveCommand(shop.executable, prepared.dir.root))
  const paths = listPaths(prepared.keyId)
  const measured = new Map<string, Measured>(paths.map(({ name }) => [name, { times: [], cpu: 0 }]))
  let changes = 0
  for (let round = 0; round <= rounds; round++) {
    for (const list of shuffled(paths)) {
      await changeStock(server, prepared, changes++)
      const cpuBefore = server.cpuSeconds()
      const tookMs = await timed(server, prepared, list, round)
      const of = measured.get(list.name)
      if (round === 0 || of === undefined) continue
      of.times.push(tookMs)
      of.cpu += server.cpuSeconds() - cpuBefore
    }
  }
  shop.resident.push(server.residentMb())
  return [...measured].map(([name, values]) => figureOf(name, values))
}

/** What each request took, in milliseconds, and the server's processor time for all of them, in seconds. */
type Measured = { times: number[]; cpu: number }

async function timed(
  { url }: Running,
  { tokens }: PreparedConsole,
  { path, as: who = 'owner' }: ListPath,
  round: number,
): Promise<number> {
  const address = `${url}/console/api${path(round)}`
  const cookie = `${sessionCookieName(url, { isSecure: false })}=${tokens[who]}`
  const started = performance.now()
  const response = await fetch(address, { headers: { cookie } })
  const text = await response.text()
  const tookMs = performance.now() - started
  if (response.status === 200) return tookMs
  throw new Error(`${address}: ${response.status} ${text}`)
}

async function changeStock({ url }: Running, { key }: PreparedConsole, n: number): Promise<void> {
  const response = await fetch(`${url}/storefront/api/public/v1/products/stock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ updates: [{ sku: skuOf(1 + 2 * n), stock_quantity: 10_000 + n }] }),
  })
  const text = await response.text()
  if (response.status !== 200 || !text.includes('"changed":true')) {
    throw new Error(`the stock did not change: ${response.status} ${text}`)
  }
}

function figureOf(name: string, { times, cpu }: Measured): Figure {
  const sorted = times.toSorted((a, b) => a - b)
  const cpuMs = rounded((cpu * 1000) / times.length)
  const at = (percent: number) => rounded(percentile(sorted, percent))
  return {
    name: `console: ${name}, p95`,
    value: percentile(sorted, 95),
    unit: 'ms',
    target: { atMost: listMs },
    // On a machine that is busy with other things the processor's time tells what the list costs.
    detail: `median ${at(50)}, longest ${at(100)}; ${cpuMs} ms of the processor`,
  }
}

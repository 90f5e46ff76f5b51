import type { JsonObject } from '../../../src/platform/json/json.ts'
import { objectsOf } from '../api.ts'
import { pause, type Desk } from './desk.ts'
import { orderedGoods, recordOf, skuOf } from './goods.ts'
import type { Sent } from './ledger.ts'
import { requireGood } from './look-up.ts'

const path = '/api/public/v1/products/bulk'

/** Rows of one request. The server reads the pictures of all of them before it writes the first row. */
const rows = { least: 10, most: 200 }
const changedMax = 80

/** Goods of one request that are looked up afterwards, and how often a request is tried out before it is sent. */
const lookedUp = 3
const triedOut = 0.1

/** Brings goods into version 1, one request after another. */
export async function storeAll(desk: Desk, goods: readonly number[]): Promise<void> {
  const left = [...goods]
  while (left.length > 0) {
    const some = left.splice(0, desk.random.int(rows.least, rows.most))
    await storeGoods(
      desk,
      some.map((n): Sent => [n, 1]),
    )
  }
}

/** Sends some of the goods that are there in their next version, until it is told to stop. */
export async function keepStoring(desk: Desk): Promise<void> {
  const { random, stop, versions } = desk
  while (!stop.aborted) {
    await pause(desk)
    const some = random.shuffle([...versions.keys()]).slice(0, random.int(1, changedMax))
    const next = some.map((n): Sent => [n, (versions.get(n) ?? 0) + 1])
    if (random.chance(triedOut)) await tryOut(desk, next)
    await storeGoods(desk, next)
    for (const n of some.slice(0, lookedUp)) await requireGood(desk, n)
  }
}

export async function storeGoods(desk: Desk, goods: Sent[]): Promise<void> {
  const { ledger, versions } = desk
  ledger.append([{ type: 'storing', goods }])
  await sendRows(desk, goods, '')
  ledger.append([{ type: 'stored', goods }])
  for (const [n, version] of goods) versions.set(n, version)
}

/** A version that is not in the ledger, since nothing of it may be written. */
async function tryOut(desk: Desk, goods: readonly Sent[]): Promise<void> {
  await sendRows(
    desk,
    goods.map(([n, version]): Sent => [n, version + 1_000_000]),
    '?dry_run=true',
  )
}

/** Every row must be answered without an error or a warning. */
async function sendRows({ send }: Desk, goods: readonly Sent[], query: string): Promise<void> {
  const body = JSON.stringify({ products: goods.map(([n, version]) => recordOf(n, version)) })
  const answer = await send({ method: 'POST', path: `${path}${query}`, body })
  const results = objectsOf(answer, 'results')
  const wrong = goods.flatMap(([n], i) => (isStored(results[i], skuOf(n)) ? [] : [results[i]]))
  if (wrong.length === 0 && results.length === goods.length) return
  throw new Error(`${goods.length} rows were answered ${results.length} times: ${shown(wrong)}`)
}

function isStored(result: JsonObject | undefined, sku: string): boolean {
  const { status, error, warnings } = result ?? {}
  const isGood = status === 'created' || status === 'updated'
  return isGood && result?.['sku'] === sku && error === undefined && warnings === undefined
}

function shown(results: readonly unknown[]): string {
  return JSON.stringify(results.slice(0, lookedUp))
}

/** The goods whose stock is set, by number. */
export function stockedGoods({ goods }: Desk): number[] {
  return Array.from({ length: goods }, (_, i) => i + 1).filter((n) => !orderedGoods.includes(n))
}

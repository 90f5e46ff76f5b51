// Kills the first Daybook (kill -9) while a shop places orders, and promotes its standby. Says which acknowledged orders are missing, with
// asynchronous copies and with --wait. With --wait none may be missing. The first Daybook comes back and must write nothing. Litestream and
// an S3 gateway are real. Exits 1 if a rule was broken.
import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runDrill, type Drill } from './crash-loop/drill.ts'
import { daybookCommand, freePort, withLimit } from './crash-loop/processes.ts'
import { findEngines } from './failover/engines.ts'
import { type Place, send, setUpFirst } from './failover/shop.ts'

/** In milliseconds, on a busy machine. A round starts three servers, one after the other. */
const roundLimitMs = 4 * 60_000

/** How long orders are placed before the kill, in milliseconds. */
const ordering = { leastMs: 6_000, mostMs: 10_000 }

const customersAtOnce = 4
const keys = { id: 'drill', secret: 'drill-secret-1' }

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1' } } })
const engines = await findEngines()
if (typeof engines === 'string') {
  console.log(engines)
  process.exit(0)
}
const daybook = [
  'env',
  `DAYBOOK_LITESTREAM=${engines.litestream}`,
  `AWS_SECRET_ACCESS_KEY=${keys.secret}`,
  ...daybookCommand(false),
]
await runDrill({ name: 'failover' }, async (drill) => {
  const endpoint = await startGateway(drill, engines.versitygw)
  const told: string[] = []
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const more of [[], ['--wait']]) {
      const name = `${round}${more.length === 0 ? 'a' : 'w'}`
      const playing = play(drill, { name, endpoint, more })
      told.push(await withLimit(playing, roundLimitMs, 'It took too long.'))
      console.error(told.at(-1))
    }
  }
  return `${told.length} first Daybooks killed; the last two: ${told.slice(-2).join('; ')}`
})

type Round = { name: string; endpoint: string; more: readonly string[] }

async function play(drill: Drill, { name, endpoint, more }: Round): Promise<string> {
  const { work, processes } = drill
  const args = ['--endpoint', endpoint, '--region', 'us-east-1', '--access-key', keys.id]
  const place: Place = { text: `s3://shop/${name}`, args }
  const [one, two] = [join(work, `one-${name}`), join(work, `two-${name}`)]
  const key = await setUpFirst({ processes, daybook, data: one }, place, more)
  const serving = (data: string) => [...daybook, 'serve', '--json', '--port', '0', '--data', data]
  const first = processes.startServer(serving(one), join(work, 'log'))
  const url = urlIn(await first.listening())
  const product = {
    sku: 'tea',
    slug: 'tea',
    name: 'Tea',
    mrp: 10,
    gst_pct: 5,
    sale_price: 9,
    stock_quantity: 1_000_000,
  }
  while (
    (await send(url, key, { path: '/products/bulk', body: { products: [product] } })) === undefined
  ) {
    await Bun.sleep(200)
  }
  const following = [...serving(two), '--follow', place.text, ...args]
  const standby = processes.startServer(following, join(work, 'log'))
  await standby.listening()
  const acknowledged = new Map<string, number>()
  const stop = new AbortController()
  const customers = Array.from({ length: customersAtOnce }, (_, at) =>
    placeOrders({ url, key, at, acknowledged, stop: stop.signal }),
  )
  await Bun.sleep(ordering.leastMs + Math.random() * (ordering.mostMs - ordering.leastMs))
  await first.kill()
  const killedAt = Date.now()
  stop.abort()
  await Promise.all(customers)
  const promoted = await processes.run([...daybook, 'promote', '--json', '--data', two])
  if (promoted.code !== 0) throw new Error(`It was not promoted: ${promoted.stderr}`)
  const awayMs = Date.now() - killedAt
  const there = ordersIn(two)
  const lost = [...acknowledged].filter(([id]) => !there.has(id))
  const windowMs = lost.length === 0 ? 0 : killedAt - Math.min(...lost.map(([, at]) => at))
  if (more.length > 0 && lost.length > 0)
    throw new Error(`${lost.length} orders were lost with --wait.`)
  if (acknowledged.size === 0) throw new Error('No order was acknowledged.')
  await requireFenced(drill, serving(one), key)
  await standby.stop()
  const way = more.length === 0 ? 'as it goes' : 'waiting'
  return `${way}: ${lost.length} of ${acknowledged.size} acknowledged orders lost (the last ${windowMs} ms), another first one after ${awayMs} ms`
}

type Customer = {
  url: string
  key: string
  at: number
  /** The ids of orders, and the time of each answer (ms since the epoch). */
  acknowledged: Map<string, number>
  stop: AbortSignal
}

async function placeOrders({ url, key, at, acknowledged, stop }: Customer): Promise<void> {
  for (let n = 0; !stop.aborted; n++) {
    const name = `customer ${at}, order ${n}`
    const body = { customer_name: name, items: [{ sku: 'tea', quantity: 1 }] }
    const placed = await send(url, key, { path: '/orders', body, name })
    if (placed !== undefined) acknowledged.set(String(placed['id']), Date.now())
  }
}

function ordersIn(data: string): Set<string> {
  using book = new Database(join(data, 'daybook.db'), { readonly: true })
  // The server may open the database at this moment.
  book.run('PRAGMA busy_timeout = 10000')
  return new Set(
    book
      .query<{ id: string }, []>('SELECT id FROM orders')
      .all()
      .map(({ id }) => id),
  )
}

/** The former first Daybook comes back and must take no order. */
async function requireFenced(
  { work, processes }: Drill,
  command: readonly string[],
  key: string,
): Promise<void> {
  const back = processes.startServer(command, join(work, 'log'))
  const url = urlIn(await back.listening())
  const body = { customer_name: 'late', items: [{ sku: 'tea', quantity: 1 }] }
  const { problem } = await (await fetch(`${url}/ready`)).json()
  if (!String(problem).includes('has taken over')) {
    throw new Error(`The first one came back, and is not fenced: ${problem}`)
  }
  const taken = await send(url, key, { path: '/orders', body, name: 'late' })
  if (taken !== undefined) throw new Error('The first one came back, and took an order.')
  await back.stop()
}

/** Starts an S3 gateway for a folder with one bucket. */
async function startGateway({ work, processes }: Drill, versitygw: string): Promise<string> {
  mkdirSync(join(work, 'buckets/shop'), { recursive: true })
  const port = freePort()
  processes.track(
    Bun.spawn([versitygw, '--port', `127.0.0.1:${port}`, 'posix', join(work, 'buckets')], {
      env: { ...process.env, ROOT_ACCESS_KEY: keys.id, ROOT_SECRET_KEY: keys.secret },
      stdio: ['ignore', 'ignore', 'ignore'],
    }),
  )
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 300; tries++) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answered) return url
    await Bun.sleep(200)
  }
  throw new Error('The gateway does not answer.')
}

function urlIn(line: string): string {
  return String(JSON.parse(line).url)
}

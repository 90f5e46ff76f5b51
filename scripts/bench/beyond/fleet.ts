import { readFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { median, rounded, type Figure } from '../figures.ts'
import { serveCommand, startServer, type Running } from '../processes.ts'
import { productPaths } from '../storefront/product-paths.ts'
import { apiPath } from '../storefront/catalogue.ts'
import { load, type Part, type Workshop } from '../workshop.ts'

/** What a small shop holds. */
const shopSize = { products: 1_000, orders: 200, waiting: 20 }

/** The memory planned for each shop in bytes, and the share of the free memory for all shops. */
const perShop = 150 * 1024 * 1024
const shareOfFree = 0.5
const shopsMax = 20

/** Milliseconds until a server is idle again after the work of a missed night, which begins 20 s after the start. */
const nightMs = 75_000

/** How long the busy shop and the idle shops are measured each time, in milliseconds. */
const busyMs = 5_000
const idleMs = 10_000

/** How often the busy shop is measured alone and among the others, in turns. The medians count. */
const turns = 5

/** How long idle shops that were stopped catch up before they count as idle, in milliseconds. */
const catchUpMs = 2_000

type Asked = { ms: number; up: number }

type Idle = { pssMb: number; rssMb: number; cpuPercent: number }

/**
 * Measures a busy shop among as many idle shops as this machine holds, and while these are stopped. `minutes`: how long
 * the idle shops are watched; the last measurement counts, and the growth since the first.
 */
export function measureFleet(minutes: number): Part {
  return async (shop) => {
    await using running = new AsyncDisposableStack()
    const busy = running.use(await startShop(shop))
    const key = busy.key
    const count = Math.max(2, Math.min(shopsMax, Math.floor((freemem() * shareOfFree) / perShop)))
    const idle: Running[] = []
    for (let n = 0; n < count; n++) idle.push(running.use(await startShop(shop)))
    await Bun.sleep(nightMs)
    const first = await watch(idle)
    let last = first
    const end = performance.now() + minutes * 60_000
    while (performance.now() + idleMs < end) last = await watch(idle)
    const waits = await askInTurns(busy, key, idle)
    const asked = await askAll(shop, [busy, ...idle])
    return figuresOf({ count, first, last, ...waits, asked })
  }
}

/** The p99 of the busy shop. In turns, because a machine changes between two measurements that lie minutes apart. */
async function askInTurns(busy: Running, key: string, idle: readonly Running[]) {
  const [alone, among]: [number[], number[]] = [[], []]
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const { pid } of idle) process.kill(pid, signal)
  }
  for (let turn = 0; turn < turns; turn++) {
    send('SIGSTOP')
    // A process that is stopped cannot be asked to end.
    await askBusy(busy, key)
      .then((p99Ms) => alone.push(p99Ms))
      .finally(() => send('SIGCONT'))
    await Bun.sleep(catchUpMs)
    among.push(await askBusy(busy, key))
  }
  return { alone: median(alone), among: median(among) }
}

async function startShop(shop: Workshop): Promise<Running & { key: string }> {
  const { dir, key } = await shop.shop(shopSize)
  const server = await startServer(serveCommand(shop.executable, dir.root))
  return { ...server, key }
}

async function askBusy({ url }: Running, key: string): Promise<number> {
  const paths = productPaths(shopSize.products)
  const input = { url: `${url}${apiPath}/products`, key, connections: 2, forMs: busyMs, paths }
  return (await load(input)).p99Ms
}

/** The mean of all shops over some time. */
async function watch(shops: readonly Running[]): Promise<Idle> {
  const before = shops.map((shop) => shop.cpuSeconds())
  await Bun.sleep(idleMs)
  const cpu = shops.map((shop, at) => shop.cpuSeconds() - (before[at] ?? 0))
  return {
    pssMb: mean(shops.map(({ pid }) => pssMb(pid))),
    rssMb: mean(shops.map((shop) => shop.residentMb())),
    cpuPercent: (mean(cpu) * 100_000) / idleMs,
  }
}

/** The memory of a process in MB. Shared memory is divided among the processes that share it. */
function pssMb(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kib = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]
  if (kib === undefined) throw new Error('This system does not tell what memory is shared.')
  return (Number(kib) * 1024) / 1_000_000
}

/** How long `daybook fleet status` takes, in milliseconds, and how many answered. */
async function askAll({ executable }: Workshop, shops: readonly Running[]): Promise<Asked> {
  const started = performance.now()
  const urls = shops.map(({ url }) => url)
  const child = Bun.spawn([executable, 'fleet', 'status', '--json', ...urls], { stderr: 'ignore' })
  const told: { shops: { up: boolean }[] } = JSON.parse(await child.stdout.text())
  return { ms: performance.now() - started, up: told.shops.filter(({ up }) => up).length }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

type Measured = {
  count: number
  first: Idle
  last: Idle
  alone: number
  among: number
  asked: Asked
}

function figuresOf({ count, first, last, alone, among, asked }: Measured): Figure[] {
  const detail = `${count} shops; resident ${rounded(last.rssMb)} MB; first look ${rounded(first.pssMb)} MB`
  return [
    {
      name: 'memory of an idle shop among others (PSS)',
      value: last.pssMb,
      unit: 'MB',
      target: { atMost: 60 },
      detail,
    },
    { name: 'processor of an idle shop', value: last.cpuPercent, unit: '% of a core' },
    {
      name: 'p99 of a busy shop among idle ones, ratio to alone',
      value: among / alone,
      unit: 'x',
      target: { atMost: 1.5 },
      detail: `${rounded(among)} against ${rounded(alone)} ms, products by slug on 2 connections`,
    },
    {
      name: 'asking all of them how they are',
      value: asked.ms,
      unit: 'ms',
      detail: `${asked.up} of ${count + 1} answered`,
    },
  ]
}

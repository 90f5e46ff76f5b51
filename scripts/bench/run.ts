// `bun run bench` measures what this machine reaches, with both sides of each ratio in their own processes. It is no
// timed test: it exits 1 only if something could not be measured.
import { existsSync, statSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureConsoleLists } from './console/lists.ts'
import { measureBridge } from './beyond/bridge.ts'
import { measureMasters } from './beyond/book-masters.ts'
import { measureFleet } from './beyond/fleet.ts'
import { measureFollowers } from './beyond/followers.ts'
import { printFigures, readEarlier, type Figure, type Measured } from './figures.ts'
import { marking, measureUnsynced } from './scan-export/delivery.ts'
import { program, runForJson } from './processes.ts'
import { measureReading } from './reading/bench.ts'
import { measureRuleChangeInside, measureRuleImport } from './scan-export/rule-changes.ts'
import { measureStart } from './scan-export/start.ts'
import {
  measureKeptList,
  measureLargeShop,
  measureProduct,
  measureUnkeptLists,
} from './storefront/catalogue.ts'
import { measureUnsyncedOrders, ordering } from './storefront/orders.ts'
import { measureReadsBesideReading } from './reading/reads-beside-reading.ts'
import { measureReadsBesideBulk } from './storefront/reads-beside-bulk.ts'
import { measureSearch } from './storefront/search.ts'
import { measureBulk, measureStock } from './storefront/writes.ts'
import { withWorkshop, type Part, type Workshop } from './workshop.ts'

const root = join(import.meta.dir, '../..')

const measureNormalising: Part = async () => {
  const { perSecond } = await runForJson<{ perSecond: number }>(program('scan-export/normalise.ts'))
  return [
    {
      name: 'normalising, one core',
      value: perSecond,
      unit: 'documents/s',
      target: { atLeast: 20_000 },
    },
  ]
}

const { values: options } = parseArgs({
  options: {
    /** Measures this file instead of building one. */
    executable: { type: 'string' },
    /** The output of an earlier run, such as the last release's: its figures stand beside these, and losses are marked. */
    against: { type: 'string' },
    /** Measures only this part, or these. */
    only: { type: 'string', multiple: true },
    /** Reading: "tuning" leaves out the layouts of the report. */
    seeds: { type: 'string', default: 'report' },
    /** Reading: how many of the worst papers are shown. */
    show: { type: 'string', default: '0' },
    /** Reading: scans and photographs every layout in every way, which takes more than an hour. */
    all: { type: 'boolean', default: false },
    /** Reading: a folder in which the papers are kept. */
    keep: { type: 'string' },
    /** Many shops: how long they are watched, in minutes. */
    minutes: { type: 'string', default: '1' },
  },
})

const parts: Record<string, Part> = {
  start: measureStart,
  unsynced: measureUnsynced,
  mark: marking.here,
  'mark-slow-disk': marking.slow,
  'rules-by-command': measureRuleImport,
  'rules-inside': measureRuleChangeInside,
  normalise: measureNormalising,
  'list-kept': measureKeptList,
  lists: measureUnkeptLists,
  product: measureProduct,
  'large-shop': measureLargeShop,
  search: measureSearch,
  bulk: measureBulk,
  stock: measureStock,
  'reads-beside-bulk': measureReadsBesideBulk,
  'reads-beside-reading': measureReadsBesideReading,
  orders: ordering.here,
  'orders-slow-disk': ordering.slow,
  'orders-unsynced': measureUnsyncedOrders,
  console: measureConsoleLists,
  bridge: measureBridge,
  'book-masters': measureMasters,
  followers: measureFollowers,
  fleet: measureFleet(Number(options.minutes)),
  reading: (shop) =>
    measureReading(shop, {
      seeds: options.seeds === 'tuning' ? 'tuning' : 'report',
      show: Number(options.show),
      isWhole: options.all,
      keep: options.keep,
    }),
}

/** These parts are measured in this process and need no build. */
const withoutExecutable: ReadonlySet<string> = new Set(['normalise', 'reading'])

await main()

async function main(): Promise<void> {
  const chosen = options.only ?? Object.keys(parts)
  const executable = options.executable ?? (await executableFor(chosen))
  const before = machine()
  const measured = await withWorkshop(resolve(executable), (shop) => measureAll(shop, chosen))
  console.log(before)
  const earlier = options.against === undefined ? '' : await Bun.file(options.against).text()
  printFigures(measured, readEarlier(earlier))
  if (measured.some(({ failure }) => failure !== undefined)) process.exitCode = 1
}

async function measureAll(shop: Workshop, chosen: readonly string[]): Promise<Measured[]> {
  const measured: Measured[] = []
  const residents: Resident[] = []
  for (const name of chosen) {
    console.error(`measuring: ${name}`)
    measured.push(await measure(name, shop))
    for (const mb of shop.resident.splice(0)) residents.push({ part: name, mb })
  }
  const figures = residentFigures(residents)
  return figures.length === 0 ? measured : [...measured, { part: 'resident', figures }]
}

async function measure(name: string, shop: Workshop): Promise<Measured> {
  const part = parts[name]
  if (part === undefined) {
    const failure = `there is no such part, only ${Object.keys(parts).join(', ')}`
    return { part: name, figures: [], failure }
  }
  try {
    return { part: name, figures: await part(shop) }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    return { part: name, figures: [], failure }
  }
}

/** Memory of a server at the end of a part. */
type Resident = { part: string; mb: number }

/** Each part has its own server. The largest value counts. */
function residentFigures(residents: readonly Resident[]): Figure[] {
  const [largest, ...others] = residents.toSorted((a, b) => b.mb - a.mb)
  if (largest === undefined) return []
  const rest = others.map(({ part, mb }) => `; ${part} ${Math.round(mb)}`).join('')
  return [
    {
      name: 'resident after the bench',
      value: largest.mb,
      unit: 'MB',
      target: { atMost: 250 },
      detail: `after ${largest.part}${rest}`,
    },
  ]
}

async function executableFor(chosen: readonly string[]): Promise<string> {
  const needsNone = chosen.every((name) => withoutExecutable.has(name))
  return needsNone ? process.execPath : await builtExecutable()
}

/** Builds the file if it is missing or older than its sources. */
async function builtExecutable(): Promise<string> {
  const file = join(root, 'dist', process.platform === 'win32' ? 'daybook.exe' : 'daybook')
  if (existsSync(file) && statSync(file).mtimeMs > newestSource()) return file
  const build = Bun.spawn([process.execPath, 'run', 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await build.exited) !== 0) throw new Error('the executable could not be built')
  return file
}

function newestSource(): number {
  const sources = new Bun.Glob('{src,drizzle}/**/*').scanSync({ cwd: root, absolute: true })
  return Math.max(...[...sources].map((file) => statSync(file).mtimeMs))
}

function machine(): string {
  const cores = cpus()
  const load = loadavg()[0]?.toFixed(1) ?? '?'
  const name = cores[0]?.model.trim() ?? 'unknown processor'
  return `${cores.length} cores, ${name}, ${process.platform}, Bun ${Bun.version}; load average before the run ${load}\n`
}

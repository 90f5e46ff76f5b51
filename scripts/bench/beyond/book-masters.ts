import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { usualBooks } from '../../../src/books/mapping/companies.ts'
import { countMasters, searchMasters } from '../../../src/books/mapping/master-queries.ts'
import { closeConnection, openForReading } from '../../../src/platform/db/connection.ts'
import { setUpBridgeShop } from '../../bridge-loop/shop.ts'
import { startTally } from '../../bridge-loop/tally.ts'
import { processes, type Processes } from '../../crash-loop/processes.ts'
import { median, rounded, type Figure } from '../figures.ts'
import { startServer } from '../processes.ts'
import type { Part, Workshop } from '../workshop.ts'

const ledgers = 100_000

/** What a person types to search: the beginning of a name, its middle, a number, a GSTIN, and something without a match. */
const searches = ['shree', 'party 5', '99999', 'agencies', '27aaaa', 'zzz', '']
const searchRounds = 5

/** The number of masters that the console's search shows. */
const offered = 30

/** Sends all masters of a large company from a fake Tally through a bridge into Daybook, and searches them. */
export const measureMasters: Part = async (shop) => {
  const commands = processes()
  try {
    return await measureWith(commands, shop)
  } finally {
    await commands.killAll()
  }
}

async function measureWith(commands: Processes, { executable, path }: Workshop): Promise<Figure[]> {
  const work = path('book-masters')
  mkdirSync(work)
  const shop = await setUpBridgeShop(commands, [executable], work)
  const where = ['--data', shop.data]
  await using daybook = await startServer([executable, 'serve', '--json', ...where])
  const books = join(work, 'tally.db')
  await startTally(commands, shop.tallyPort, books, '--ledgers', String(ledgers))
  const address = `http://127.0.0.1:${shop.tallyPort}`
  const pair = [executable, 'bridge', 'pair', 'tally', '--no-names', '--tally', address, ...where]
  const { code, stderr } = await commands.run(pair)
  if (code !== 0) throw new Error(`bridge pair: ${stderr}`)
  const cpuBefore = daybook.cpuSeconds()
  const started = performance.now()
  const bridge = Bun.spawn(
    [executable, 'bridge', 'run', '--once', '--json', '--mappings', shop.mappings, ...where],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const said = await bridge.stdout.text()
  if ((await bridge.exited) !== 0) throw new Error(`bridge run: ${said}`)
  const seconds = (performance.now() - started) / 1000
  const { maxRSS = 0, cpuTime } = bridge.resourceUsage() ?? {}
  const found = searchIn(join(shop.data, 'daybook.db'))
  const bridgeCpu = Number(cpuTime?.total ?? 0) / 1_000_000
  return [
    {
      name: `bringing ${ledgers} masters from the books`,
      value: seconds,
      unit: 's',
      target: { atMost: 60 },
      detail: `processor: bridge ${rounded(bridgeCpu)} s, Daybook ${rounded(daybook.cpuSeconds() - cpuBefore)}`,
    },
    {
      name: 'memory of the bridge meanwhile, at most',
      value: maxRSS / 1_000_000,
      unit: 'MB',
      target: { atMost: 300 },
    },
    {
      name: `the console's search through ${ledgers} ledgers, the slowest`,
      value: found,
      unit: 'ms',
      target: { atMost: 50 },
    },
  ]
}

/** The slowest search in milliseconds. Throws if a master is missing. */
function searchIn(database: string): number {
  const conn = openForReading(database)
  try {
    const books = usualBooks(conn) ?? 0
    const counts = countMasters(conn).all({ books })
    const count = counts.find(({ kind }) => kind === 'ledger')?.n ?? 0
    if (count < ledgers) throw new Error(`Only ${count} ledgers came.`)
    const times = searches.map((search) => {
      const code = search.replaceAll(' ', '').toUpperCase()
      const asked = { books, kind: 'ledger', search, code, limit: offered } as const
      const each = Array.from({ length: searchRounds }, () => {
        const started = performance.now()
        searchMasters(conn).all(asked)
        return performance.now() - started
      })
      return median(each)
    })
    return Math.max(...times)
  } finally {
    closeConnection(conn)
  }
}

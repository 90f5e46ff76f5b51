import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { addBill } from '../../bridge-loop/api.ts'
import { setUpBridgeShop } from '../../bridge-loop/shop.ts'
import { startTally } from '../../bridge-loop/tally.ts'
import { processes, type Processes } from '../../crash-loop/processes.ts'
import { rounded, type Figure } from '../figures.ts'
import { startServer } from '../processes.ts'
import type { Part, Workshop } from '../workshop.ts'

const bills = 1_000

/** How long TallyPrime 7.1 takes for a voucher, in milliseconds (source: ComplyEaze/bridge, measured with a licensed Tally). */
const tallyMs = 530

/** Enters a thousand bills into a fake Tally as slow as the real one, and measures the time that the bridge adds. */
export const measureBridge: Part = async (shop) => figuresOf(await enterBills(shop, bills, tallyMs))

type Entered = {
  wallSeconds: number
  /** The part of the time in which the fake Tally worked, in seconds. */
  inTally: number
  /** Processor time, in seconds. */
  bridge: number
  daybook: number
}

async function enterBills(workshop: Workshop, count: number, importMs: number): Promise<Entered> {
  const commands = processes()
  try {
    return await enterWith(commands, workshop, count, importMs)
  } finally {
    await commands.killAll()
  }
}

async function enterWith(
  commands: Processes,
  { executable, path }: Workshop,
  count: number,
  importMs: number,
): Promise<Entered> {
  const work = path('bridge')
  mkdirSync(work)
  const shop = await setUpBridgeShop(commands, [executable], work)
  const where = ['--data', shop.data]
  await using daybook = await startServer([executable, 'serve', '--json', ...where])
  const books = join(work, 'tally.db')
  const tally = await startTally(commands, shop.tallyPort, books, '--import-ms', String(importMs))
  const run = async (...words: string[]) => {
    const { code, stderr } = await commands.run([executable, 'bridge', ...words, ...where])
    if (code !== 0) throw new Error(`bridge ${words[0]}: ${stderr}`)
  }
  await run('pair', 'tally', '--tally', `http://127.0.0.1:${shop.tallyPort}`)
  const round = ['run', '--once', '--mappings', shop.mappings]
  // The bridge first reads Tally's masters and sends them to Daybook. It does this once, so it is not measured.
  await run(...round)
  for (let bill = 1; bill <= count; bill++) await addBill(shop, `BENCH/${bill}`)
  const cpuBefore = daybook.cpuSeconds()
  const busyBefore = await tally.busySeconds()
  const started = performance.now()
  const bridge = Bun.spawn([executable, 'bridge', ...round, '--json', ...where], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { entered }: { entered: number } = JSON.parse(await bridge.stdout.text())
  await bridge.exited
  const wallSeconds = (performance.now() - started) / 1000
  if (entered !== count) throw new Error(`${entered} of ${count} bills were entered`)
  return {
    wallSeconds,
    inTally: (await tally.busySeconds()) - busyBefore,
    bridge: Number(bridge.resourceUsage()?.cpuTime.total ?? 0) / 1_000_000,
    daybook: daybook.cpuSeconds() - cpuBefore,
  }
}

function figuresOf({ wallSeconds, inTally, bridge, daybook }: Entered): Figure[] {
  const imports = (bills * tallyMs) / 1000
  const own = wallSeconds - inTally
  return [
    {
      name: `entering ${bills} bills: our own on top of Tally's time for imports`,
      value: (own / imports) * 100,
      unit: '%',
      target: { atMost: 2 },
      detail:
        `${rounded(own)} s on top of ${rounded(imports)}, and ${rounded(inTally - imports)} in which the fake Tally answered ` +
        `what is looked up; processor: bridge ${rounded(bridge)} s, Daybook ${rounded(daybook)}`,
    },
  ]
}

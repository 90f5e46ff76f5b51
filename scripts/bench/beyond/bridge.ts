import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { addBill } from '../../bridge-loop/api.ts'
import { setUpBridgeShop } from '../../bridge-loop/shop.ts'
import { startTally } from '../../bridge-loop/tally.ts'
import { processes, type Processes } from '../../crash-loop/processes.ts'
import { rounded, type Figure } from '../figures.ts'
import { startServer } from '../processes.ts'
import type { Part, Workshop } from '../workshop.ts'

/**
 * Bills of two rounds. What a round costs by itself, such as starting the program, is in both. Two minutes in all: with 1,000 bills the
 * part took nine, and whoever ended the bench before read only that the bridge had lost its Tally.
 */
const bills = { small: 20, large: 220 }

/** How long TallyPrime 7.1 takes for a voucher, in milliseconds (source: ComplyEaze/bridge, measured with a licensed Tally). */
const tallyMs = 530

/** Enters bills into a fake Tally as slow as the real one, and measures what the bridge adds to each voucher. */
export const measureBridge: Part = async (workshop) => {
  const commands = processes()
  try {
    return await measureWith(commands, workshop)
  } finally {
    await commands.killAll()
  }
}

/** What a round took, in seconds. */
type Round = {
  wall: number
  /** How long the fake Tally worked. */
  inTally: number
  /** Processor time. */
  bridge: number
  daybook: number
}

async function measureWith(commands: Processes, workshop: Workshop): Promise<Figure[]> {
  const { executable } = workshop
  const work = workshop.path('bridge')
  mkdirSync(work)
  const shop = await setUpBridgeShop(commands, [executable], work)
  const where = ['--data', shop.data]
  await using daybook = await startServer([executable, 'serve', '--json', ...where])
  const books = join(work, 'tally.db')
  const tally = await startTally(commands, shop.tallyPort, books, '--import-ms', String(tallyMs))
  const address = `http://127.0.0.1:${shop.tallyPort}`
  const paired = await commands.run([
    executable,
    'bridge',
    'pair',
    'tally',
    '--tally',
    address,
    ...where,
  ])
  if (paired.code !== 0) throw new Error(`bridge pair: ${paired.stderr}`)
  const command = [
    executable,
    'bridge',
    'run',
    '--once',
    '--json',
    '--mappings',
    shop.mappings,
    ...where,
  ]
  const enter = async (count: number): Promise<Round> => {
    for (let bill = 1; bill <= count; bill++) await addBill(shop, `BENCH/${count}/${bill}`)
    const before = { daybook: daybook.cpuSeconds(), tally: await tally.busySeconds() }
    const bridge = await runBridge(commands, command, count)
    return {
      ...bridge,
      inTally: (await tally.busySeconds()) - before.tally,
      daybook: daybook.cpuSeconds() - before.daybook,
    }
  }
  // The bridge first reads Tally's masters and sends them to Daybook. It does this once, so it is not measured.
  await enter(1)
  return figuresOf(await enter(bills.small), await enter(bills.large))
}

async function runBridge(commands: Processes, command: readonly string[], count: number) {
  const started = performance.now()
  // It ends with the fake Tally. Otherwise a bench that is ended early leaves a bridge that looks for Tally.
  const child = commands.track(Bun.spawn([...command], { stdio: ['ignore', 'pipe', 'pipe'] }))
  const [out, errors, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ])
  const wall = (performance.now() - started) / 1000
  if (code !== 0) throw new Error(`bridge run: ${errors}`)
  const { entered }: { entered: number } = JSON.parse(out)
  if (entered !== count) throw new Error(`${entered} of ${count} bills were entered`)
  return { wall, bridge: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1_000_000 }
}

/** What one more voucher costs: the difference of the rounds, divided by the vouchers of the one that the other lacks. */
function figuresOf(small: Round, large: Round): Figure[] {
  const more = bills.large - bills.small
  const msEach = (of: (round: Round) => number) => ((of(large) - of(small)) * 1000) / more
  const own = msEach(({ wall, inTally }) => wall - inTally)
  const lookUps = msEach(({ inTally }) => inTally) - tallyMs
  const start = (small.wall - small.inTally) * 1000 - own * bills.small
  return [
    {
      name: "a voucher: the bridge's own part of Tally's time",
      value: (own / tallyMs) * 100,
      unit: '%',
      target: { atMost: 2 },
      detail:
        `${rounded(own)} ms beside ${tallyMs}, and ${rounded(lookUps)} in which the fake Tally answered what is looked up; ` +
        `processor: bridge ${rounded(msEach(({ bridge }) => bridge))} ms, Daybook ${rounded(msEach(({ daybook }) => daybook))}; ` +
        `a round by itself ${rounded(start)} ms`,
    },
  ]
}

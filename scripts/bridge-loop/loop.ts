import type { Violation } from '../client-flow/proof.ts'
import { join } from 'node:path'
import type { Processes, Server } from '../crash-loop/processes.ts'
import type { Random } from '../demo/random.ts'
import { addBill, unsynced } from './api.ts'
import { type BridgeShop, setUpBridgeShop } from './shop.ts'
import { startTally, type TallyProcess, type TallyVoucher } from './tally.ts'

export type BridgeLoop = {
  kills: number
  daybook: readonly string[]
  work: string
  processes: Processes
  random: Random
  violations: Violation[]
}

/** All running processes, and a record of what happened. */
type Stage = BridgeLoop & {
  shop: BridgeShop
  tally: TallyProcess
  server: Server
  bridge: Server
  /** A bridge of the same company, with a folder of its own. It runs beside the first bridge during the later kills. */
  second: Server | undefined
  /** Bill numbers by the ids of the bills. */
  bills: Map<string, string>
  /** Narrations that a person wrote, by the voucher's id. */
  edits: Map<number, string>
  killed: Record<Victim, number>
  /** Bills that the bridge left to a person. The person said "try again". */
  asked: Set<string>
}

type Victim = 'bridge' | 'second' | 'tally' | 'server'

const victims = ['bridge', 'tally', 'server'] as const
const victimsOfTwo = [...victims, 'second'] as const

/** This part of the kills happens before there is a second bridge. */
const partAlone = 1 / 3

/** Bills that come in before each kill, the first of them with a line of stock. */
const billsAKill = 2
const doublesItems = '--doubles-items'

/** The longest time between two kills, in milliseconds. */
const lifeMs = 1_500

/**
 * At the end what waits goes in, however long a busy machine takes for it: for how long it may stand still, and how often it
 * is asked, in milliseconds.
 */
const standstillMs = 240_000
const askEveryMs = 3_000

/** Returns a sentence that says what the loop did. */
export async function runBridgeLoop(loop: BridgeLoop): Promise<string> {
  const stage = await open(loop)
  for (let kill = 0; kill < loop.kills; kill++) {
    if (kill >= loop.kills * partAlone) stage.second ??= startSecond(loop, stage.shop)
    for (let bill = 0; bill < billsAKill; bill++) {
      const number = `LOOP/${stage.bills.size + 1}`
      // Of those with items a second sending becomes a second voucher: nobody has measured that it does not.
      stage.bills.set(await addBill(stage.shop, number, bill === 0), number)
    }
    await Bun.sleep(loop.random.int(0, lifeMs))
    await edit(stage)
    await checkAcknowledged(stage)
    const choice = stage.second === undefined ? victims : victimsOfTwo
    await killAndStart(stage, loop.random.pick<Victim>(choice))
  }
  await comeToRest(stage)
  await prove(stage)
  const { bills, edits, killed, asked } = stage
  return `Killed: bridge ${killed.bridge}, a second one of the same company ${killed.second}, Tally ${killed.tally}, server ${killed.server}. ${bills.size} bills, each in the books once (${asked.size} after a person said so); ${edits.size} vouchers that a person edited, as the person left them.`
}

async function open(loop: BridgeLoop): Promise<Stage> {
  const { processes, daybook, work } = loop
  const shop = await setUpBridgeShop(processes, daybook, work)
  const tally = await startTally(processes, shop.tallyPort, join(work, 'tally.db'), doublesItems)
  const server = startServer(loop, shop)
  await server.listening()
  const address = `http://127.0.0.1:${shop.tallyPort}`
  const at = ['--daybook', `http://127.0.0.1:${shop.port}`]
  for (const where of [inData(shop), [...aside(work), ...at]]) {
    const pair = [...daybook, 'bridge', 'pair', 'tally', '--tally', address, ...where]
    // Beside the data no key is needed, and none is asked for.
    const { code, stderr } = await processes.run(pair, { stdin: shop.importKey })
    if (code !== 0) throw new Error(`The bridge could not be paired: ${stderr}`)
  }
  return {
    ...loop,
    shop,
    tally,
    server,
    bridge: startBridge(loop, shop),
    second: undefined,
    bills: new Map(),
    edits: new Map(),
    killed: { bridge: 0, second: 0, tally: 0, server: 0 },
    asked: new Set(),
  }
}

function startServer({ processes, daybook, work }: BridgeLoop, { data }: BridgeShop): Server {
  return processes.startServer(
    [...daybook, 'serve', '--json', '--data', data],
    join(work, 'server.log'),
  )
}

function startBridge(loop: BridgeLoop, shop: BridgeShop): Server {
  return startOne(loop, shop, inData(shop), 'bridge.log')
}

function startSecond(loop: BridgeLoop, shop: BridgeShop): Server {
  return startOne(loop, shop, aside(loop.work), 'second.log')
}

function startOne(
  { processes, daybook, work }: BridgeLoop,
  { mappings }: BridgeShop,
  where: readonly string[],
  log: string,
): Server {
  const words = ['bridge', 'run', '--every', '1', '--mappings', mappings, ...where]
  return processes.startServer([...daybook, ...words], join(work, log))
}

/** Where the two bridges have their folders. */
function inData({ data }: BridgeShop): string[] {
  return ['--data', data]
}

function aside(work: string): string[] {
  return ['--bridge-data', join(work, 'second'), '--data', join(work, 'none')]
}

async function killAndStart(stage: Stage, victim: Victim): Promise<void> {
  stage.killed[victim] += 1
  await stage[victim]?.kill()
  switch (victim) {
    case 'bridge':
      stage.bridge = startBridge(stage, stage.shop)
      return
    case 'second':
      stage.second = startSecond(stage, stage.shop)
      return
    case 'tally':
      stage.tally = await startTally(
        stage.processes,
        stage.shop.tallyPort,
        join(stage.work, 'tally.db'),
        doublesItems,
      )
      return
    case 'server':
      stage.server = startServer(stage, stage.shop)
      await stage.server.listening()
  }
}

/** A person writes something of their own into a voucher, and leaves the bridge's key where it is. */
async function edit({ tally, edits, random }: Stage): Promise<void> {
  const vouchers = await tally.vouchers()
  if (vouchers.length === 0) return
  const voucher = random.pick(vouchers)
  const [marker = ''] = /\[DB:[^\]]+\]/.exec(voucher.header['NARRATION'] ?? '') ?? []
  const narration = `edited ${edits.size + 1} ${marker}`
  await tally.edits(voucher.id, narration)
  edits.set(voucher.id, narration)
}

/** Asks for the waiting bills first. Vouchers only increase meanwhile, so the check accuses no bill wrongly. */
async function checkAcknowledged(stage: Stage): Promise<void> {
  const waiting = new Set(await unsynced(stage.shop))
  const entered = numbersOf(await stage.tally.vouchers())
  for (const [id, number] of stage.bills) {
    if (waiting.has(id) || entered.has(number)) continue
    stage.violations.push({ rule: 'what is acknowledged is in the books', detail: number })
  }
}

/** Waits until no bill waits. Says "try again" to the bills that the bridge leaves to a person. */
async function comeToRest(stage: Stage): Promise<void> {
  const { shop, daybook, processes } = stage
  let end = performance.now() + standstillMs
  let before = Infinity
  for (;;) {
    const waiting = await unsynced(shop)
    if (waiting.length === 0) return
    if (waiting.length < before) end = performance.now() + standstillMs
    before = Math.min(before, waiting.length)
    for (const where of [inData(shop), aside(stage.work)]) {
      const status = [...daybook, 'bridge', 'status', '--json', ...where]
      const { stdout } = await processes.run(status)
      if (performance.now() > end) throw new Error(`${waiting.length} bills wait still: ${stdout}`)
      const { parts }: { parts: { id: string; step: string }[] } = JSON.parse(stdout)
      for (const { id } of parts.filter(({ step }) => step === 'parked')) {
        stage.asked.add(id)
        await processes.run([...daybook, 'bridge', 'retry', id, ...where])
      }
    }
    await Bun.sleep(askEveryMs)
  }
}

async function prove({ tally, bills, edits, violations }: Stage): Promise<void> {
  const broken = (detail: string) => violations.push({ rule: 'the books are right', detail })
  const vouchers = await tally.vouchers()
  const counts = numbersOf(vouchers)
  for (const number of bills.values()) {
    const count = counts.get(number) ?? 0
    if (count !== 1) broken(`${number} is in the books ${count} times`)
  }
  if (vouchers.length !== bills.size) {
    broken(`${bills.size} bills became ${vouchers.length} vouchers`)
  }
  for (const { id, header } of vouchers) {
    const narration = edits.get(id)
    if (narration !== undefined && narration !== header['NARRATION']) {
      broken(`Voucher ${id} lost what a person wrote: ${header['NARRATION']}`)
    }
  }
}

/** How often each number is there, cancelled ones aside. */
function numbersOf(vouchers: readonly TallyVoucher[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { header, isCancelled } of vouchers) {
    const number = header['REFERENCE'] ?? ''
    if (!isCancelled) counts.set(number, (counts.get(number) ?? 0) + 1)
  }
  return counts
}

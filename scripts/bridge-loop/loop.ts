import { join } from 'node:path'
import type { Processes, Server } from '../crash-loop/processes.ts'
import type { Random } from '../demo/random.ts'
import { type BridgeShop, setUpBridgeShop } from './shop.ts'
import { startTally, type TallyProcess, type TallyVoucher } from './tally.ts'

export type BridgeLoop = {
  kills: number
  daybook: readonly string[]
  work: string
  processes: Processes
  random: Random
  /** Rules that were broken. */
  broken: string[]
}

/** Everything that runs, and what was done. */
type Stage = BridgeLoop & {
  shop: BridgeShop
  tally: TallyProcess
  server: Server
  bridge: Server
  /** Numbers of the bills by their ids. */
  bills: Map<string, string>
  /** Narrations that a person wrote, by the voucher's id. */
  edits: Map<number, string>
  killed: Record<Victim, number>
  /** Bills that the bridge left to a person, who said "try again". */
  asked: Set<string>
}

type Victim = 'bridge' | 'tally' | 'server'

const victims: readonly Victim[] = ['bridge', 'tally', 'server']

/** Bills that come in before each kill. */
const billsAKill = 2

/** The longest that nothing is killed, in milliseconds. */
const lifeMs = 1_500

/** How long everything may take to come to rest at the end, and how often it is asked, in milliseconds. */
const restLimitMs = 240_000
const askEveryMs = 3_000

/** Returns what was done, in a sentence. */
export async function runBridgeLoop(loop: BridgeLoop): Promise<string> {
  const stage = await open(loop)
  for (let kill = 0; kill < loop.kills; kill++) {
    for (let bill = 0; bill < billsAKill; bill++) await addBill(stage)
    await Bun.sleep(loop.random.int(0, lifeMs))
    await edit(stage)
    await checkAcknowledged(stage)
    await killAndStart(stage, loop.random.pick(victims))
  }
  await comeToRest(stage)
  await prove(stage)
  const { bills, edits, killed, asked } = stage
  return `Killed: bridge ${killed.bridge}, Tally ${killed.tally}, server ${killed.server}. ${bills.size} bills, each in the books once (${asked.size} after a person said so); ${edits.size} vouchers that a person edited, as the person left them.`
}

async function open(loop: BridgeLoop): Promise<Stage> {
  const { processes, daybook, work } = loop
  const shop = await setUpBridgeShop(processes, daybook, work)
  const tally = await startTally(processes, shop.tallyPort, join(work, 'tally.db'))
  const server = startServer(loop, shop)
  await server.listening()
  const address = `http://127.0.0.1:${shop.tallyPort}`
  const pair = [...daybook, 'bridge', 'pair', 'tally', '--tally', address, '--data', shop.data]
  const { code, stderr } = await processes.run(pair)
  if (code !== 0) throw new Error(`The bridge could not be paired: ${stderr}`)
  return {
    ...loop,
    shop,
    tally,
    server,
    bridge: startBridge(loop, shop),
    bills: new Map(),
    edits: new Map(),
    killed: { bridge: 0, tally: 0, server: 0 },
    asked: new Set(),
  }
}

function startServer({ processes, daybook, work }: BridgeLoop, { data }: BridgeShop): Server {
  return processes.startServer(
    [...daybook, 'serve', '--json', '--data', data],
    join(work, 'server.log'),
  )
}

function startBridge({ processes, daybook, work }: BridgeLoop, shop: BridgeShop): Server {
  const words = ['bridge', 'run', '--every', '1', '--mappings', shop.mappings, '--data', shop.data]
  return processes.startServer([...daybook, ...words], join(work, 'bridge.log'))
}

async function killAndStart(stage: Stage, victim: Victim): Promise<void> {
  stage.killed[victim] += 1
  await stage[victim].kill()
  switch (victim) {
    case 'bridge':
      stage.bridge = startBridge(stage, stage.shop)
      return
    case 'tally':
      stage.tally = await startTally(
        stage.processes,
        stage.shop.tallyPort,
        join(stage.work, 'tally.db'),
      )
      return
    case 'server':
      stage.server = startServer(stage, stage.shop)
      await stage.server.listening()
  }
}

async function addBill({ shop, bills }: Stage): Promise<void> {
  const number = `LOOP/${bills.size + 1}`
  const answer = await ask(shop, 'POST', 'scans', {
    category: 'vendor_invoice',
    filename: 'bill.pdf',
    raw: {
      invoice_metadata: {
        invoice_no: number,
        invoice_date: '2026-08-03',
        vendor_name: 'Om Sai Wholesale',
        gstin: '27AGDFO8688H1ZB',
        taxable_value: 1000,
        cgst: 25,
        sgst: 25,
        total: 1050,
      },
      line_items: [],
    },
  })
  const [item] = answer.items
  if (item === undefined) throw new Error('A bill was not taken.')
  bills.set(item.id, number)
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

/** What waits is asked for first: vouchers only become more meanwhile. */
async function checkAcknowledged(stage: Stage): Promise<void> {
  const waiting = new Set((await ask(stage.shop, 'GET', waitingPath)).items.map(({ id }) => id))
  const entered = numbersOf(await stage.tally.vouchers())
  for (const [id, number] of stage.bills) {
    if (waiting.has(id) || entered.has(number)) continue
    stage.broken.push(`${number} is acknowledged, and not in the books`)
  }
}

/** Waits until nothing does, and says "try again" to what the bridge leaves to a person. */
async function comeToRest(stage: Stage): Promise<void> {
  const { shop, daybook, processes } = stage
  const end = performance.now() + restLimitMs
  for (;;) {
    const { items } = await ask(shop, 'GET', waitingPath)
    if (items.length === 0) return
    const status = [...daybook, 'bridge', 'status', '--json', '--data', shop.data]
    const { stdout } = await processes.run(status)
    if (performance.now() > end) throw new Error(`${items.length} bills wait still: ${stdout}`)
    const { parts }: { parts: { id: string; step: string }[] } = JSON.parse(stdout)
    for (const { id } of parts.filter(({ step }) => step === 'parked')) {
      stage.asked.add(id)
      await processes.run([...daybook, 'bridge', 'retry', id, '--data', shop.data])
    }
    await Bun.sleep(askEveryMs)
  }
}

async function prove({ tally, bills, edits, broken }: Stage): Promise<void> {
  const vouchers = await tally.vouchers()
  const counts = numbersOf(vouchers)
  for (const number of bills.values()) {
    const count = counts.get(number) ?? 0
    if (count !== 1) broken.push(`${number} is in the books ${count} times`)
  }
  if (vouchers.length !== bills.size) {
    broken.push(`${bills.size} bills became ${vouchers.length} vouchers`)
  }
  for (const { id, header } of vouchers) {
    const narration = edits.get(id)
    if (narration !== undefined && narration !== header['NARRATION']) {
      broken.push(`Voucher ${id} lost what a person wrote: ${header['NARRATION']}`)
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

const waitingPath = 'scans/unsynced?limit=1000'

type Listed = { items: { id: string }[] }

async function ask(
  shop: BridgeShop,
  method: string,
  path: string,
  body?: unknown,
): Promise<Listed> {
  const url = `http://127.0.0.1:${shop.port}/scan-export/api/public/v1/${path}`
  const response = await fetch(url, {
    method,
    // A connection that was kept may be to a server that was killed since.
    keepalive: false,
    headers: { authorization: `Bearer ${shop.key}`, connection: 'close' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return await response.json()
}

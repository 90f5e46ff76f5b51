import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Random } from '../../src/cli/demo/random.ts'
import { readLedger, type Entry } from '../client-flow/ledger.ts'
import { countScans, violationsOf, type Violation } from '../client-flow/proof.ts'
import { startBeside, type Beside } from './beside.ts'
import { checkBook, checkTidied, hasOrphans } from './book-checks.ts'
import type { Client, Processes, Server } from './processes.ts'
import { setUpShop, writeKeyFiles, type Shop } from './shop.ts'

/**
 * When a server is killed, in milliseconds: most at work, counted from when it listens, so that a slow machine gets
 * something done as well; some early, within a little more than a start takes.
 */
const delay = { least: 20, most: 1200 }
const earlyKills = 0.3
const earlyLeast = 5
const earlyStarts = 1.2

/** Commands are killed too, in this part of the loop: what they leave must be gone at its end. */
const commandsKilledFor = 0.75

/**
 * Below the ports that systems give to outgoing connections: there a client that knocks at a dead server's port can be
 * connected to itself, and keeps the server from its port.
 */
const ports = { least: 20_000, most: 32_000 }

/** Longest pause between two uploads of one user: so short that a kill nearly always meets one. */
const uploadPauseMs = 15

/** A command may be in the middle of something: a fault is what is still there after so long, in milliseconds. */
const settleMs = 500

/** Characters of what a failed client said that are shown. */
const outputShown = 4000

/** How long the server's cleaning after its start may take, and how often it is looked at. Milliseconds. */
const cleaningLimitMs = 15_000
const lookEveryMs = 100

/** What the servers said, in the folder of the loop. */
export const serverLog = 'server.log'

export type Loop = {
  kills: number
  seed: number
  random: Random
  /** How Daybook is started. */
  daybook: readonly string[]
  processes: Processes
  /** Where data, ledgers and logs go. */
  work: string
  ledgers: string[]
  violations: Violation[]
}

/** Runs the whole loop; stops at the first broken rule. Returns what was done; the last line says how it came out. */
export async function runLoop(loop: Loop): Promise<string> {
  const { random, work, violations, processes } = loop
  const shop = await setUpShop(processes, loop.daybook, work)
  const port = freePort(random)
  const serve = () => processes.startServer(serveCommand(shop, port), join(work, serverLog))
  const startMs = await measureStart(serve())
  const clients = startClients(loop, shop, port)
  let kills = 0
  let early = 0
  const beside = startBeside(
    { processes, shop, work, seed: loop.seed, report: (violation) => violations.push(violation) },
    () => kills < loop.kills * commandsKilledFor,
  )
  while (kills < loop.kills && violations.length === 0) {
    const server = serve()
    await momentOfKill(random, server, startMs)
    await requireRunning(loop, server, clients)
    if (!server.isListening()) early++
    await server.kill()
    kills++
    await check(loop, shop)
  }
  if (violations.length === 0) await endWell(loop, shop, serve(), clients, beside)
  return `${early} kills during start-up; beside it ${beside.done()}\n${summary(loop, kills)}`
}

/** Lets the integrators take what is left, and looks at what a tidy end leaves. */
async function endWell(
  loop: Loop,
  shop: Shop,
  server: Server,
  clients: readonly Client[],
  beside: Beside,
): Promise<void> {
  await server.listening()
  await beside.stop()
  for (const client of clients) client.stop()
  for (const client of clients) await requireSuccess(loop, client)
  requireWork(loop)
  const giveUpAt = performance.now() + cleaningLimitMs
  while (hasOrphans(shop.data) && performance.now() < giveUpAt) await Bun.sleep(lookEveryMs)
  const code = await server.stop()
  if (code !== 0) report(loop, 'the server ends when it is asked to', `exit code ${code}`)
  await check(loop, shop)
  loop.violations.push(...checkTidied(shop.data))
}

/** The book, and what the ledgers prove so far. No server runs, so that all that they hold was answered before. */
async function check(loop: Loop, shop: Shop): Promise<void> {
  const look = () => [
    ...checkBook(shop.data, readLedgers(loop).flat()),
    ...readLedgers(loop).flatMap((entries) =>
      violationsOf(entries, { onlyOurs: true, final: undefined }),
    ),
  ]
  if (look().length === 0) return
  await Bun.sleep(settleMs)
  loop.violations.push(...look())
}

function startClients(loop: Loop, shop: Shop, port: number): Client[] {
  return writeKeyFiles(shop, loop.work).map((keys, i) => {
    const ledger = join(loop.work, `ledger-${i}.jsonl`)
    writeFileSync(ledger, '')
    loop.ledgers.push(ledger)
    return loop.processes.startClient([
      process.execPath,
      fileURLToPath(import.meta.resolve('../client-flow.ts')),
      '--until-stopped',
      '--only-ours',
      `--pause=${uploadPauseMs}`,
      `--base=http://127.0.0.1:${port}/scan-export`,
      `--keys=${keys}`,
      `--ledger=${ledger}`,
      `--seed=${loop.seed + i}`,
    ])
  })
}

function serveCommand({ daybook, data }: Shop, port: number): string[] {
  return [...daybook, 'serve', '--json', '--port', String(port), '--data', data]
}

/** Nobody but this loop may end a server, and no integrator gives up. */
async function requireRunning(
  loop: Loop,
  server: Server,
  clients: readonly Client[],
): Promise<void> {
  const code = server.endedByItself()
  if (code !== undefined) report(loop, 'the server runs until it is killed', `exit code ${code}`)
  for (const client of clients) {
    if (!client.isRunning()) await requireSuccess(loop, client)
  }
}

async function requireSuccess(loop: Loop, { ended }: Client): Promise<void> {
  const { code, stdout, stderr } = await ended
  if (code === 0) return
  report(loop, 'an integrator gets all, once', `${stdout}${stderr}`.slice(0, outputShown))
}

/** A loop in which nothing happened proves nothing. */
function requireWork(loop: Loop): void {
  for (const { uploaded, acknowledged } of readLedgers(loop).map(countScans)) {
    if (Math.min(uploaded, acknowledged) >= loop.kills) continue
    report(loop, 'there is something to lose', `${uploaded} uploads, ${acknowledged} acknowledged`)
  }
}

async function momentOfKill(random: Random, server: Server, startMs: number): Promise<void> {
  if (random.chance(earlyKills)) {
    await Bun.sleep(random.int(earlyLeast, Math.max(earlyLeast, earlyStarts * startMs)))
    return
  }
  await server.listening()
  await Bun.sleep(random.int(delay.least, delay.most))
}

/** How long a start takes on this machine, in milliseconds. */
async function measureStart(server: Server): Promise<number> {
  const begun = performance.now()
  await server.listening()
  const startMs = performance.now() - begun
  await server.stop()
  return startMs
}

/** A port that is free now, and that nobody gets by chance later. */
function freePort(random: Random): number {
  for (;;) {
    const port = random.int(ports.least, ports.most)
    try {
      Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => undefined } }).stop(true)
      return port
    } catch {
      // Taken: the next one.
    }
  }
}

function readLedgers({ ledgers }: Loop): Entry[][] {
  return ledgers.map(readLedger)
}

function summary(loop: Loop, kills: number): string {
  const counts = readLedgers(loop).map(countScans)
  const sum = (what: 'uploaded' | 'acknowledged') => counts.reduce((n, count) => n + count[what], 0)
  const broken = (...rules: string[]) =>
    loop.violations.filter(({ rule }) => rules.includes(rule)).length
  const lost = broken('nothing acknowledged is lost', 'every eligible scan arrives')
  const again = broken('nothing acknowledged is delivered again', 'copies stay settled')
  return `${kills} kills, ${sum('uploaded')} scans uploaded, ${sum('acknowledged')} acknowledged, ${lost} lost, ${again} delivered again`
}

function report({ violations }: Loop, rule: string, detail: string): void {
  violations.push({ rule, detail })
}

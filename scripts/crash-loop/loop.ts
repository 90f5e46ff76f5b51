import { join } from 'node:path'
import type { Random } from '../demo/random.ts'
import { countScans, violationsOf, type Violation } from '../client-flow/proof.ts'
import { countOrders, orderViolations } from '../client-flow/storefront/proof.ts'
import { startBeside, type Beside } from './beside.ts'
import { checkDatabase, checkTidied, hasOrphans } from './database-checks.ts'
import { allOf, startClients, type Clients } from './clients.ts'
import { makeLedgers, readLedgers, type Ledgers } from './ledgers.ts'
import { type Client, freePort, isFree, type Processes, type Server } from './processes.ts'
import { setUpShop, type Shop } from './shop.ts'
import { checkStore } from './store-checks.ts'

/**
 * When a server is killed, in milliseconds: most at work, counted from when it listens, so that a slow machine gets
 * something done as well; some early, within a little more than a start takes.
 */
const delayLeast = 20
const earlyKills = 0.3
const earlyLeast = 5
const earlyStarts = 1.2

/** If a start takes long, an answer takes long too. The longest life is at least this many starts, so that work gets done. */
const livesStarts = 4

/** Commands are killed too, in this first part of the loop. Their remains must be gone at its end. */
const commandsKilledFor = 0.75

/** A command may be in the middle of its work. Only a fault that is still there after this time counts, in milliseconds. */
const settleMs = 500

/** How many characters of a failed client's output are shown. */
const outputShown = 4000

/** How long the server may clean up after its start, and how often the loop looks, in milliseconds. */
const cleaningLimitMs = 60_000
const lookEveryMs = 100

/** The log of the servers, in the folder of the loop. */
export const serverLog = 'server.log'

export type Loop = {
  kills: number
  seed: number
  /** How many goods the shop sends before it sets their stock. */
  goods: number
  /** The longest time that a server listens before it is killed, in milliseconds. */
  lifeMs: number
  random: Random
  /** The command that starts Daybook. */
  daybook: readonly string[]
  processes: Processes
  /** The folder of data, ledgers and logs. */
  work: string
  violations: Violation[]
}

type Running = Loop & { ledgers: Ledgers }

/** Runs the whole loop and stops at the first broken rule. Returns what the loop did. The last line is the summary. */
export async function runLoop(given: Loop): Promise<string> {
  const { work, violations, processes, seed, goods } = given
  const ledgers = makeLedgers(work)
  const loop = { ...given, ledgers }
  const shop = await setUpShop(processes, loop.daybook, work)
  const port = freePort()
  const serve = () => processes.startServer(serveCommand(shop, port), join(work, serverLog))
  const startMs = await measureStart(serve())
  const clients = startClients({ processes, shop, work, ledgers, port, seed, goods })
  let kills = 0
  let early = 0
  const note = (violation: Violation) => violations.push(violation)
  const beside = startBeside(
    { processes, shop, work, seed, imports: ledgers.imports, report: note },
    () => kills < loop.kills * commandsKilledFor,
  )
  while (violations.length === 0 && (kills < loop.kills || !hasMuchToLose(loop))) {
    const server = serve()
    await momentOfKill(loop, server, lifeMaxMs(loop, startMs, kills), startMs)
    await requireRunning(loop, server, clients)
    if (!server.isListening()) early++
    await server.kill()
    // Wine holds the port for a moment longer than the process lives.
    while (!isFree(port)) await Bun.sleep(lookEveryMs)
    kills++
    await check(loop, shop)
  }
  if (violations.length === 0) await endWell(loop, shop, serve(), clients, beside)
  return `${early} kills during start-up; beside it ${beside.done()}\n${summary(loop, kills)}`
}

/** Lets every client take its last documents and orders, stops the server, and checks what is left. */
async function endWell(
  loop: Running,
  shop: Shop,
  server: Server,
  { integrators, shop: seller, erp }: Clients,
  beside: Beside,
): Promise<void> {
  await server.listening()
  await beside.stop()
  for (const client of [...integrators, seller]) client.stop()
  for (const client of [...integrators, seller]) await requireSuccess(loop, client)
  // No more orders will come. The accounting system takes the last orders.
  erp.stop()
  await requireSuccess(loop, erp)
  const giveUpAt = performance.now() + cleaningLimitMs
  while (hasOrphans(shop.data) && performance.now() < giveUpAt) await Bun.sleep(lookEveryMs)
  const code = await server.stop()
  if (code !== 0) report(loop, 'the server ends when it is asked to', `exit code ${code}`)
  await check(loop, shop)
  const promised = readLedgers(loop.ledgers)
  loop.violations.push(
    ...checkTidied(shop.data),
    ...orderViolations(promised.shop, promised.erp, true),
  )
}

/** The database, and what the ledgers prove so far. No server runs, so that all that they hold was answered before. */
async function check({ ledgers, violations }: Running, shop: Shop): Promise<void> {
  const first = brokenPromises(ledgers, shop)
  if (first.length === 0) return
  await Bun.sleep(settleMs)
  const seen = new Set(first.map(({ rule }) => rule))
  violations.push(...brokenPromises(ledgers, shop).filter(({ rule }) => seen.has(rule)))
}

/** Compares the database with the ledgers. */
export function brokenPromises(ledgers: Ledgers, shop: Shop): Violation[] {
  const { integrators, shop: sent, erp } = readLedgers(ledgers)
  return [
    ...checkDatabase(shop.data, integrators.flat()),
    ...integrators.flatMap((entries) =>
      violationsOf(entries, { onlyOurs: true, final: undefined }),
    ),
    ...checkStore(shop.data, sent, erp),
    ...orderViolations(sent, erp, false),
  ]
}

function serveCommand({ daybook, data }: Shop, port: number): string[] {
  return [...daybook, 'serve', '--json', '--port', String(port), '--data', data]
}

/** Only this loop may end a server, and no client may give up. */
async function requireRunning(loop: Loop, server: Server, clients: Clients): Promise<void> {
  const code = server.endedByItself()
  if (code !== undefined) report(loop, 'the server runs until it is killed', `exit code ${code}`)
  for (const client of allOf(clients)) {
    if (!client.isRunning()) await requireSuccess(loop, client)
  }
}

async function requireSuccess(loop: Loop, { ended }: Client): Promise<void> {
  const { code, stdout, stderr } = await ended
  if (code === 0) return
  report(loop, 'a client gets right answers', `${stdout}${stderr}`.slice(0, outputShown))
}

/** A short loop proves little. On a slow machine, the loop goes on until every count of the ledgers reaches the number of kills. */
function hasMuchToLose({ ledgers, kills }: Running): boolean {
  const { integrators, shop, erp } = readLedgers(ledgers)
  const scans = integrators.map(countScans)
  const counts = [...scans, countOrders(shop, erp)].flatMap((count) => Object.values(count))
  return Math.min(...counts) >= kills
}

/**
 * The longest that a server may listen this time, in milliseconds. Once the loop has gone on beyond its kills, each life may be
 * longer than the one before: a request that no life was long enough for gets through at last.
 */
function lifeMaxMs(loop: Loop, startMs: number, kills: number): number {
  const longest = Math.max(loop.lifeMs, livesStarts * startMs)
  return Math.round(longest * Math.max(1, kills / loop.kills))
}

async function momentOfKill(
  { random }: Loop,
  server: Server,
  longestMs: number,
  startMs: number,
): Promise<void> {
  if (random.chance(earlyKills)) {
    await Bun.sleep(random.int(earlyLeast, Math.max(earlyLeast, earlyStarts * startMs)))
    return
  }
  await server.listening()
  await Bun.sleep(random.int(delayLeast, longestMs))
}

/** How long a start takes on this machine, in milliseconds. */
async function measureStart(server: Server): Promise<number> {
  const begun = performance.now()
  await server.listening()
  const startMs = performance.now() - begun
  await server.stop()
  return startMs
}

function summary(loop: Running, kills: number): string {
  const { integrators, shop, erp } = readLedgers(loop.ledgers)
  const { goods, settings, placed, acknowledged } = countOrders(shop, erp)
  const counts = integrators.map(countScans)
  const sum = (what: 'uploaded' | 'acknowledged') => counts.reduce((n, count) => n + count[what], 0)
  const broken = (...rules: string[]) =>
    loop.violations.filter(({ rule }) => rules.includes(rule)).length
  const lost = broken(
    'nothing acknowledged is lost',
    'every eligible scan arrives',
    'every order arrives',
  )
  const again = broken('nothing acknowledged is delivered again', 'copies stay settled')
  return [
    `${goods} products stored, ${settings} times stock set, ${placed} orders placed, ${acknowledged} acknowledged`,
    `${kills} kills, ${sum('uploaded')} scans uploaded, ${sum('acknowledged')} acknowledged, ${lost} lost, ${again} delivered again`,
  ].join('\n')
}

function report({ violations }: Loop, rule: string, detail: string): void {
  violations.push({ rule, detail })
}

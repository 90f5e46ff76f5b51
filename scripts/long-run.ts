// Runs a shop with everything at once for minutes or hours: integrators, a shop that sends products, stock and orders, its accounting
// system, a person at the console, photos that are read, exports, backups, their copies in a second place, and the cleanup. Memory, handles
// and the slowest answers must not grow, and nothing acknowledged may get lost. Exits 1 if a rule was broken, and keeps the data then. Only
// on Linux, which shows what a process holds.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Violation } from './client-flow/proof.ts'
import { allOf, startClients, type Clients } from './crash-loop/clients.ts'
import { runDrill, type Drill } from './crash-loop/drill.ts'
import { makeLedgers } from './crash-loop/ledgers.ts'
import { brokenPromises } from './crash-loop/loop.ts'
import { daybookCommand, type Client } from './crash-loop/processes.ts'
import { password, setUpShop } from './crash-loop/shop.ts'
import { boundsOfHours, boundsOfMinutes, figuresOf, judge, type Figures } from './long-run/judge.ts'
import { runOffice } from './long-run/office.ts'
import { sampleOf, type Sample } from './long-run/samples.ts'

const minutesDefault = 3

/** A run of at least this many minutes counts as a long one. */
const longFrom = 60

/** The pause between two measurements of the server, in milliseconds. */
const sampleEveryMs = 2_000

/** The number of goods that the shop sends, and the longest pause of each sender: a high load, but not the highest possible. */
const goods = 300
const pauseMs = 400

if (import.meta.main) await main()

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: String(minutesDefault) } },
  })
  if (!existsSync('/proc/self/smaps_rollup')) {
    console.log('not tried: this system does not tell what a process holds')
    return
  }
  const minutes = Number(values.minutes)
  await runDrill({ name: 'long-run' }, async (drill) => {
    const { figures, done } = await run(drill, minutes * 60_000)
    drill.violations.push(...judge(figures, minutes >= longFrom ? boundsOfHours : boundsOfMinutes))
    return sentenceOf(figures, minutes, done)
  })
}

type Outcome = { figures: Figures; done: string }

async function run({ work, processes, violations }: Drill, ms: number): Promise<Outcome> {
  const shop = await setUpShop(processes, daybookCommand(false), work)
  const command = [...shop.daybook, 'serve', '--json', '--port', '0', '--data', shop.data]
  const server = processes.startServer(command, join(work, 'server.log'))
  const { url }: { url: string } = JSON.parse(await server.listening())
  const ledgers = makeLedgers(work)
  const port = Number(new URL(url).port)
  const input = { processes, shop, work, ledgers, port, seed: 1, goods, pauseMs }
  const clients = startClients(input)
  const begun = performance.now()
  const now = () => performance.now() - begun
  const stop = AbortSignal.timeout(ms)
  const report = (detail: string) => violations.push({ rule: 'the office goes on', detail })
  const place = join(work, 'second-place')
  mkdirSync(place)
  const office = runOffice({ shop, url, processes, password, place, stop, now, report })
  const samples = await watch(server.pid, now, stop)
  const { taken, done } = await office
  violations.push(...(await endWell(clients)))
  const code = await server.stop()
  if (code !== 0) violations.push({ rule: 'the server ends when asked', detail: String(code) })
  violations.push(...brokenPromises(ledgers, shop))
  return { figures: figuresOf(samples, taken, ms), done }
}

async function watch(pid: number, now: () => number, stop: AbortSignal): Promise<Sample[]> {
  const samples: Sample[] = []
  while (!stop.aborted) {
    samples.push(sampleOf(pid, now()))
    await Bun.sleep(sampleEveryMs)
  }
  return samples
}

/** Stops the accounting system last: after the last order has come in, it takes the remaining orders. */
async function endWell(clients: Clients): Promise<Violation[]> {
  const senders = [...clients.integrators, clients.shop]
  for (const client of senders) client.stop()
  const broken = (await Promise.all(senders.map(endOf))).flat()
  clients.erp.stop()
  return [...broken, ...(await endOf(clients.erp))].concat(
    allOf(clients).some((client) => client.isRunning())
      ? [{ rule: 'a client ends when asked', detail: 'one runs on' }]
      : [],
  )
}

async function endOf({ ended }: Client): Promise<Violation[]> {
  const { code, stdout, stderr } = await ended
  if (code === 0) return []
  return [{ rule: 'a client gets right answers', detail: `${stdout}${stderr}`.slice(0, 2000) }]
}

function sentenceOf(figures: Figures, minutes: number, done: string): string {
  const { memoryMb, handles, p99Ms, slopeMbPerHour, answers } = figures
  return [
    `${minutes} min: ${done}`,
    `memory ${pair(memoryMb)} MB (${slopeMbPerHour.toFixed(1)} MB/h)`,
    `handles ${pair(handles)}`,
    `p99 ${pair(p99Ms)} ms of ${answers} answers`,
  ].join('; ')
}

function pair([middle, last]: readonly [number, number]): string {
  return `${middle.toFixed(0)} → ${last.toFixed(0)}`
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom, type Random } from '../demo/random.ts'
import {
  changingLabel,
  changingValue,
  commonDocument,
  renamedLabel,
} from '../client-flow/papers.ts'
import { openLedger, type Ledger } from '../client-flow/ledger.ts'
import type { Violation } from '../client-flow/proof.ts'
import { importedGoods, recordOf } from '../client-flow/storefront/goods.ts'
import type { Sent, ShopEntry } from '../client-flow/storefront/ledger.ts'
import type { Ended, Processes } from './processes.ts'
import { owner, type Shop } from './shop.ts'

/*
 * What an owner does at the command line while the server dies and comes back: change rename rules, bring in old scans
 * with their documents, and products with pictures that others share, clean up, back up. Some of these commands are
 * killed as well.
 */

const dayMs = 24 * 60 * 60 * 1000

/** How many scans one import has and how many days old they are. The next cleanup deletes scans of this age. */
const oldScans = 12
const oldDays = 40

/** Chance that a command is killed. A change of rules that was killed keeps the next one waiting for 30 seconds. */
const killedCommands = 0.4
const killedChanges = 0.15

/** A kill comes between these parts of the command's earlier duration. The command is then at work, and no longer starting. */
const killedFrom = 0.5
const killedUntil = 1.05

/** The pause between two commands of a lane. */
const pauseMs = { least: 200, most: 1200 }

export type Beside = {
  /** Waits for the running commands, then runs every command once more without a kill. */
  stop(): Promise<void>
  /** How often each command ran and how often it was killed, as text. */
  done(): string
}

type Desk = {
  processes: Processes
  shop: Shop
  work: string
  random: Random
  report: (violation: Violation) => void
  /** The ledger of the imported products. */
  ledger: Ledger<ShopEntry>
  counts: Map<string, number>
  /** The shortest duration of each command that was not killed, in milliseconds. */
  tookMs: Map<string, number>
}

/** Runs two lanes at once: one changes rules, the other does everything else. Kills commands while `mayKill` says so. */
export function startBeside(
  {
    seed,
    imports,
    ...desk
  }: Pick<Desk, 'processes' | 'shop' | 'work' | 'report'> & { seed: number; imports: string },
  mayKill: () => boolean,
): Beside {
  const whole: Desk = {
    ...desk,
    ledger: openLedger(imports),
    random: seededRandom(seed + 1),
    counts: new Map(),
    tookMs: new Map(),
  }
  const stopping = new AbortController()
  let commands = 0
  const lane = async (next: (n: number) => Promise<void>) => {
    while (!stopping.signal.aborted) {
      commands++
      await next(commands)
      await Bun.sleep(whole.random.int(pauseMs.least, pauseMs.most))
    }
  }
  const lanes = [
    lane((n) => changeRules(whole, n, mayKill())),
    lane((n) => otherCommand(whole, n, mayKill())),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(lanes)
      await changeRules(whole, 0, false)
      await importProducts(whole, commands + 1, false)
      await command(whole, ['retention', 'run'], false)
      await command(whole, ['backup', 'create'], false)
      whole.ledger.close()
    },
    done: () => [...whole.counts].map(([name, n]) => `${n} × ${name}`).join(', '),
  }
}

/** Every change gives the same value another clean value and the same label another key, so that every waiting document changes. */
async function changeRules(desk: Desk, n: number, mayKill: boolean): Promise<void> {
  const rules = [
    { type: 'value', key: changingLabel, from: changingValue, to: `${changingValue} (${n})` },
    { type: 'label', from: renamedLabel, to: `godown_${n % 3}` },
  ]
  const file = join(desk.work, 'rules.jsonl')
  writeFileSync(file, jsonLines(rules))
  await command(desk, ['import', 'rules', file], mayKill)
}

async function otherCommand(desk: Desk, n: number, mayKill: boolean): Promise<void> {
  if (desk.random.chance(0.35)) return await importOldScans(desk, n, mayKill)
  if (desk.random.chance(0.4)) return await importProducts(desk, n, mayKill)
  const args = desk.random.chance(0.6) ? ['retention', 'run'] : ['backup', 'create']
  await command(desk, args, mayKill)
}

/** Some of these documents are also scanned by the users. Cleanups and uploads then meet at one file. */
async function importOldScans(desk: Desk, n: number, mayKill: boolean): Promise<void> {
  const createdAt = new Date(Date.now() - oldDays * dayMs).toISOString()
  const lines = Array.from({ length: oldScans }, (_, i) => {
    const file = `old-${i}.pdf`
    const own = `%PDF-1.4 old document ${i} of import ${n}\n`
    writeFileSync(join(desk.work, file), desk.random.chance(0.5) ? commonDocument(i) : own)
    const raw = { invoice_metadata: { 'Invoice No.': `OLD-${n}-${i}` }, line_items: [] }
    const filename = `old-${n}-${i}.pdf`
    return { user: owner, category: 'vendor_invoice', filename, created_at: createdAt, raw, file }
  })
  const file = join(desk.work, 'old.jsonl')
  writeFileSync(file, jsonLines(lines))
  await command(desk, ['import', 'scans', file], mayKill)
}

/** Some of the pictures belong to the shop's goods too. Two processes then link and delete the same file. */
async function importProducts(desk: Desk, version: number, mayKill: boolean): Promise<void> {
  const goods = importedGoods.map((n): Sent => [n, version])
  const file = join(desk.work, 'products.jsonl')
  writeFileSync(file, jsonLines(importedGoods.map((n) => recordOf(n, version))))
  desk.ledger.append([{ type: 'storing', goods }])
  const isDone = await command(desk, ['import', 'products', file], mayKill)
  if (isDone) desk.ledger.append([{ type: 'stored', goods }])
}

/** A command must do its work even if the server dies meanwhile. Returns whether the command ran to its end. */
async function command(desk: Desk, args: string[], mayKill: boolean): Promise<boolean> {
  const { processes, shop, counts, tookMs } = desk
  const name = args.slice(0, 2).join(' ')
  const asked = [...shop.daybook, ...args, '--data', shop.data, '--json']
  const begun = performance.now()
  const ended = await processes.run(asked, {
    killAfterMs: mayKill ? killDelay(desk, name) : undefined,
  })
  const counted = countedAs(name, ended)
  counts.set(counted, (counts.get(counted) ?? 0) + 1)
  if (ended.killed) return false
  if (isBackupUnderWay(ended)) {
    await Bun.sleep(pauseMs.least)
    return await command(desk, args, mayKill)
  }
  // Keeps the shortest duration, because a command may also wait for a lock or for another change.
  tookMs.set(name, Math.min(performance.now() - begun, tookMs.get(name) ?? Number.MAX_SAFE_INTEGER))
  if (ended.code === 0) return true
  desk.report({ rule: 'commands work beside the server', detail: `${name}: ${saidBy(ended)}` })
  return false
}

function countedAs(name: string, ended: Ended): string {
  if (ended.killed) return `${name} killed`
  return isBackupUnderWay(ended) ? `${name} refused` : name
}

/** A starting server makes up for a missed nightly backup. The command then refuses, and this loop tries it again. */
function isBackupUnderWay({ code, stderr }: Ended): boolean {
  return code === 1 && stderr.startsWith('Another backup is being made')
}

/** Returns undefined if the command is not to be killed. */
function killDelay({ random, tookMs }: Desk, name: string): number | undefined {
  const took = tookMs.get(name)
  const chance = name === 'import rules' ? killedChanges : killedCommands
  if (took === undefined || !random.chance(chance)) return undefined
  return random.int(Math.round(killedFrom * took), Math.round(killedUntil * took))
}

function saidBy({ code, stdout, stderr }: Ended): string {
  return `exit ${code}: ${stderr.trim()} ${stdout.trim()}`.slice(0, 2000)
}

function jsonLines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

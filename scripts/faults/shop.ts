import { Database } from 'bun:sqlite'
import { cpSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { seededRandom, type Random } from '../demo/random.ts'
import { applicationId } from '../../src/platform/db/connection.ts'
import { sender, textOf } from '../client-flow/api.ts'
import { deliverOnce } from '../client-flow/deliver.ts'
import type { Entry, Ledger } from '../client-flow/ledger.ts'
import { parcels } from '../client-flow/papers.ts'
import type { Desk } from '../client-flow/storefront/desk.ts'
import { orderedGoods } from '../client-flow/storefront/goods.ts'
import type { ErpEntry, ShopEntry } from '../client-flow/storefront/ledger.ts'
import { placeOrder } from '../client-flow/storefront/place-orders.ts'
import { storeAll, storeGoods } from '../client-flow/storefront/store-goods.ts'
import { takeOnce } from '../client-flow/storefront/take-orders.ts'
import { upload } from '../client-flow/upload.ts'
import { owner, setUpShop, type Shop } from '../crash-loop/shop.ts'
import type { Processes } from '../crash-loop/processes.ts'
import { firstLine } from '../../src/platform/own-program.ts'
import { dataDir, makeDataDir } from '../../src/platform/disk/data-dir.ts'
import { isJsonObject } from '../../src/platform/json/json.ts'

/*
 * The shop in which the faults happen. It is small, so that each of thousands of runs is short. It has at least one of
 * everything that a fault could destroy.
 */

/** What each round of work sends. */
const uploadsOfRound = 3
const goodsOfRound = [1, 2, 3]

/** The clients repeat no request. A request without an answer is not acknowledged. */
const noPatience = 0

/** How many scans the next cleanup deletes, and their age in days. */
const oldScans = 3
const oldDays = 40
const dayMs = 24 * 60 * 60 * 1000

/** How many settings a shop of an earlier schema holds, and how many migrations that schema has. */
export const oldSettings = 100
const oldMigrations = 3

/** What the clients were promised, in the order in which they noted it. */
export type Promised = { scans: Entry[]; shop: ShopEntry[]; erp: ErpEntry[] }

/** A data directory and what it must hold. `noted` is told of each line that is added to the promises. */
export type Case = { shop: Shop; promised: Promised; noted?: (promised: Promised) => void }

/** `backup` is a file in the folder of backups; the database has changed since, and `atBackup` is what it held. */
export type PreparedShop = Case & { backup: string; atBackup: Promised; oldData: string }

export type Running = { scanExport: string; storefront: string; stop(): Promise<Ended> }

export type Ended = { code: number; stderr: string }

/** Builds the shops that the runs start from, in a folder. */
export async function prepareShop(
  processes: Processes,
  daybook: readonly string[],
  folder: string,
): Promise<PreparedShop> {
  const shop = await setUpShop(processes, daybook, folder)
  const promised: Promised = { scans: [], shop: [], erp: [] }
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await processes.run([...daybook, ...args, '--data', shop.data])
    if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`)
    return stdout
  }
  const work = async (round: number) => {
    const server = await startServer(processes, daybook, shop.data)
    const desk = shopDesk({ shop, promised }, server, seededRandom(1))
    if (round === 1) await storeAll(desk, orderedGoods)
    const [error] = await workRound({ shop, promised }, server, round)
    if (error !== undefined) throw error
    await server.stop()
  }
  await work(1)
  await run('import', 'scans', writeOldScans(folder))
  await run('backup', 'create')
  const atBackup = structuredClone(promised)
  await work(2)
  const { reservedSpace } = dataDir(shop.data)
  if (existsSync(reservedSpace)) makeSparse(reservedSpace)
  const [listed] = JSON.parse(await run('backup', 'list', '--json'))
  const backup = isJsonObject(listed) ? textOf(listed, 'name') : ''
  return { shop, promised, backup, atBackup, oldData: makeOldData(join(folder, 'old')) }
}

/** Copies the shop for one run. */
export function copyCase({ shop, promised }: Case, data: string): Case {
  // `cp` leaves out the holes of the reserved space.
  const { exitCode } = Bun.spawnSync(['cp', '-a', '--sparse=always', shop.data, data])
  if (exitCode !== 0) throw new Error(`${shop.data} could not be copied.`)
  return { shop: { ...shop, data }, promised: structuredClone(promised) }
}

/** Starts a server, by any command line that ends in one of Daybook's. Rejects with what it said when it ends at once. */
export async function startServer(
  processes: Processes,
  daybook: readonly string[],
  data: string,
): Promise<Running> {
  const child = processes.track(
    Bun.spawn([...daybook, 'serve', '--json', '--port', '0', '--data', data], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    }),
  )
  const stderr = child.stderr.text()
  const ended = async () => ({ code: await child.exited, stderr: await stderr })
  const line = await firstLine(child.stdout).catch(() => undefined)
  if (line === undefined) throw new NotStarted(await ended())
  const { scanExport, storefront }: { scanExport: string; storefront: string } = JSON.parse(line)
  return {
    scanExport,
    storefront,
    stop() {
      child.kill('SIGTERM')
      return ended()
    },
  }
}

/** The error of a server that ended before it listened. */
export class NotStarted extends Error {
  readonly ended: Ended

  constructor(ended: Ended) {
    super(ended.stderr)
    this.ended = ended
  }
}

/**
 * Does one round of a shop's work: uploads, products with pictures, an order, both acknowledgements. Returns the errors.
 * After an error, the round goes on with the next step.
 */
export async function workRound(work: Case, server: Running, round: number): Promise<Error[]> {
  const { shop, promised } = work
  const random = seededRandom(round)
  const desk = shopDesk(work, server, random)
  const scans = sender(server.scanExport, shop.keys[owner] ?? '', noPatience)
  const erp = sender(server.storefront, shop.storefront.erp, noPatience)
  const papers = ledgerOf(work, promised.scans)
  const run = Bun.randomUUIDv7()
  const next = parcels(random, run)
  return await eachInTurn([
    ...Array.from({ length: uploadsOfRound }, () => () => upload(scans, papers, owner, next())),
    () =>
      storeGoods(
        desk,
        goodsOfRound.map((n) => [n, round] as const),
      ),
    () => placeOrder(desk, run),
    () => deliverOnce(scans, papers, owner, random, true),
    () => takeOnce(erp, ledgerOf(work, promised.erp), random, true),
  ])
}

async function eachInTurn(works: readonly (() => Promise<unknown>)[]): Promise<Error[]> {
  const errors: Error[] = []
  for (const work of works) {
    try {
      await work()
    } catch (error) {
      errors.push(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return errors
}

function shopDesk(work: Case, server: Running, random: Random): Desk {
  return {
    send: sender(server.storefront, work.shop.storefront.shop, noPatience),
    ledger: ledgerOf(work, work.promised.shop),
    random,
    stop: AbortSignal.abort(),
    pauseMs: 0,
    goods: goodsOfRound.length,
    connections: 1,
    versions: new Map(),
    settings: new Map(),
  }
}

function ledgerOf<Line>({ promised, noted }: Case, lines: Line[]): Ledger<Line> {
  return {
    append(entries) {
      lines.push(...entries)
      noted?.(promised)
    },
    close: () => undefined,
  }
}

/** A file for `import scans`, with documents beside it. */
function writeOldScans(folder: string): string {
  const created_at = new Date(Date.now() - oldDays * dayMs).toISOString()
  const lines = Array.from({ length: oldScans }, (_, i) => {
    const filename = `old-${i}.pdf`
    writeFileSync(join(folder, filename), `%PDF-1.4 old document ${i}\n`)
    const raw = { invoice_metadata: { 'Invoice No.': `OLD-${i}` }, line_items: [] }
    return { user: owner, category: 'vendor_invoice', filename, created_at, raw, file: filename }
  })
  const file = join(folder, 'old.jsonl')
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}

/** Gives the file the same size without a byte on the disk. */
function makeSparse(file: string): void {
  const { size } = Bun.file(file)
  truncateSync(file, 0)
  truncateSync(file, size)
}

/** A data directory as an earlier Daybook left it. */
function makeOldData(data: string): string {
  const folder = `${data}-migrations`
  cpSync(join(import.meta.dir, '../../drizzle/book'), folder, { recursive: true })
  const journal = join(folder, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, oldMigrations) }))
  makeDataDir(dataDir(data))
  using client = new Database(dataDir(data).database, { create: true })
  client.run('PRAGMA journal_mode = WAL')
  migrate(drizzle({ client }), { migrationsFolder: folder })
  client.run(`PRAGMA application_id = ${applicationId}`)
  const insert = client.query('INSERT INTO settings (name, value) VALUES (?, ?)')
  for (let n = 0; n < oldSettings; n++) insert.run(`setting ${n}`, JSON.stringify(n))
  return data
}

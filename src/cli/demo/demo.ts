import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { storeOf } from '../../app.ts'
import { followDocuments, listKeptBills } from '../../gstr2b/kept-bills.ts'
import { loopback, readConfig } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { dataDir, type DataDir, makeDataDir } from '../../platform/disk/data-dir.ts'
import { removeFile } from '../../platform/disk/durable.ts'
import { toRupees } from '../../platform/money.ts'
import { print } from '../../platform/print.ts'
import { systemClock } from '../../platform/time.ts'
import { scanExportDeps } from '../../services/scan-export/service.ts'
import { portText } from '../serve/serve.ts'
import { openToServe, type RunningDaybook, startServer } from '../serve/start-server.ts'
import { stopSignal } from '../terminal.ts'
import { organisation } from './dates.ts'
import { demoSignIn, fillDemo, keysOfFilled, type DemoKey } from './fill.ts'
import {
  ordersKeyOf,
  type Prepared,
  prepareForTally,
  type RunningTally,
  startTally,
  usualTallyPort,
} from './tally.ts'

type DemoOptions = { port?: string; json?: boolean; keep?: string; withTally?: string | true }

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'a throw-away instance with a sample shop, on this computer only, with the same keys every time',
    )
    .option('--port <number>', 'listen on this port; 0 takes a free one (default: 3292)', portText)
    .option('--json', 'print one line of JSON when it listens')
    .option('--keep <dir>', 'keep the data in this directory')
    .option(
      '--with-tally [port]',
      `with a fake Tally (default port: ${usualTallyPort}) that documents and orders are entered in`,
      portText,
    )
    .addHelpText('after', '\nExample:\n  daybook demo --port 0 --json\n  daybook demo --with-tally')
    .action((options: DemoOptions) => demo(options))
}

async function demo(options: DemoOptions): Promise<void> {
  // Listen from the beginning, so that a demo that is stopped early leaves no data either.
  const stopped = stopSignal()
  const root = options.keep === undefined ? temporaryDir() : resolve(options.keep)
  try {
    const dir = dataDir(root)
    const { keys, books } = await demoKeys(dir, options)
    // Ignores this computer's own settings: the demo is the same everywhere, and reachable only from this computer.
    const flags = { port: options.port, host: loopback }
    const config = readConfig(flags, {}, dir.config)
    await using opened = new AsyncDisposableStack()
    const daybook = await startServer(dir, config, systemClock, { demo: demoSignIn })
    opened.defer(() => daybook.stop())
    const tally = await tallyBeside(dir, daybook, keys, books, options)
    opened.defer(async () => tally?.stop())
    announce(options, dir, { daybook, keys, tally })
    await stopped
  } finally {
    if (options.keep === undefined) await removeFile(root)
  }
}

/** Fills a new data directory. Throws AlreadyRunning, AppError `conflict` for data that are not the demo's. */
async function demoKeys(
  dir: DataDir,
  { withTally }: DemoOptions,
): Promise<{ keys: DemoKey[]; books: Prepared | undefined }> {
  makeDataDir(dir)
  const now = systemClock.now()
  const database = openToServe(dir, now)
  try {
    const keys = keysOfFilled(database, dir) ?? (await fillDemo(database, dir, now))
    await writeGstr2b(database, dir, now)
    const books = withTally === undefined ? undefined : await prepareForTally(database, dir, now)
    return { keys, books }
  } finally {
    await database.close()
  }
}

async function tallyBeside(
  dir: DataDir,
  { url }: RunningDaybook,
  keys: readonly DemoKey[],
  books: Prepared | undefined,
  { withTally }: DemoOptions,
): Promise<RunningTally | undefined> {
  if (books === undefined) return undefined
  const port = Number(withTally === true ? usualTallyPort : withTally)
  return await startTally(dir, url, books, ordersKeyOf(keys), port)
}

function temporaryDir(): string {
  return mkdtempSync(join(tmpdir(), 'daybook-demo-'))
}

type Running = {
  daybook: RunningDaybook
  keys: readonly DemoKey[]
  tally: RunningTally | undefined
}

function announce(options: DemoOptions, dir: DataDir, { daybook, keys, tally }: Running): void {
  const { url, scanExport, storefront } = daybook
  if (options.json === true) {
    const byName = Object.fromEntries(keys.map(({ name, key }) => [name, key]))
    const beside = tally === undefined ? {} : { tally: tally.url }
    print(
      JSON.stringify({
        url,
        scanExport,
        storefront,
        ...beside,
        ...demoSignIn,
        gstr2b: gstr2bFileIn(dir),
        keys: byName,
      }),
    )
    return
  }
  print(`The demo runs at ${url} (docs: ${url}/docs)`)
  print(`  scan export: ${scanExport} (its API: ${scanExport}/docs)`)
  print(`  storefront:  ${storefront} (its API: ${storefront}/docs)`)
  if (tally !== undefined) {
    print(`  Tally:       ${tally.url}, no real one, with the books of ${tally.company}`)
  }
  print(`  GSTR-2B:     ${gstr2bFileIn(dir)}, to drop on the page GSTR-2B`)
  print(`  its log:     ${join(dir.logs, 'daybook.log')}`)
  const { email, password } = demoSignIn
  print(`Sign in as ${email} with the password ${password}`)
  print('Its keys, the same every time:')
  const nameWidth = Math.max(...keys.map(({ name }) => name.length))
  for (const { name, key, about } of keys) print(`  ${name.padEnd(nameWidth)} ${key}   ${about}`)
  print('Try:')
  print(`  ${curlLine(keys, 'scan-export', `${scanExport}/api/public/v1/scans/unsynced?limit=2`)}`)
  print(`  ${curlLine(keys, 'storefront', `${storefront}/api/public/v1/products?limit=2`)}`)
  print(
    options.keep === undefined
      ? 'Stop it with Ctrl+C; its data goes with it.'
      : `Stop it with Ctrl+C; its data stays in ${resolve(options.keep)}.`,
  )
}

/** A curl command with the service's first key. */
function curlLine(keys: readonly DemoKey[], service: DemoKey['service'], url: string): string {
  const key = keys.find((each) => each.service === service)?.key ?? ''
  return `curl -H "Authorization: Bearer ${key}" "${url}"`
}

/* Writes a GSTR-2B file of the sample shop, to be dropped on its page. The sellers filed some bills differently. */

type Bill = ReturnType<ReturnType<typeof listKeptBills>['all']>[number]

/** Of every nine bills of a month, one is missing, one has another amount, and one has another number. */
const every = 9

/** The file's path in the data directory. */
function gstr2bFileIn({ root }: DataDir): string {
  return join(root, 'GSTR2B.json')
}

/** Writes the file for the month with the most bills. */
async function writeGstr2b(database: Database, dir: DataDir, now: number): Promise<void> {
  const clock = { now: () => now }
  const deps = { database, clock, store: storeOf(dir) }
  await followDocuments(scanExportDeps(deps))
  const bills = listKeptBills(database.read)
    .all()
    .filter(({ gstin, number, day }) => gstin !== '' && number !== '' && day !== '')
    .toSorted((a, b) => (a.scanId < b.scanId ? -1 : 1))
  // Some papers came twice, but are filed once.
  const once = new Map(bills.map((bill) => [`${bill.gstin} ${bill.number}`, bill]))
  const months = Map.groupBy(once.values(), ({ day }) => day.slice(0, 7))
  const [largest] = [...months].toSorted(([, a], [, b]) => b.length - a.length)
  if (largest === undefined) return
  const [month, its] = largest
  writeFileSync(gstr2bFileIn(dir), JSON.stringify(fileOf(month, its)))
}

function fileOf(month: string, bills: readonly Bill[]) {
  const filed = bills.filter((_, at) => at % every !== 4).map((bill, at) => filedAs(bill, at))
  const missing = bills.slice(0, 2).map((bill) => ({ ...bill, number: `${bill.number}9` }))
  const [year, of] = month.split('-')
  const data = {
    gstin: organisation.gstin,
    rtnprd: `${of}${year}`,
    version: '1.0',
    gendt: `14-${of}-${year}`,
    docdata: {
      b2b: suppliers([...filed, ...missing].filter(isInvoice), 'inv', invoiceOf),
      cdnr: suppliers(
        filed.filter((bill) => !isInvoice(bill)),
        'nt',
        noteOf,
      ),
    },
  }
  return { chksum: '', data }
}

function filedAs(bill: Bill, at: number): Bill {
  if (at % every === 6) return { ...bill, taxable: taxableOf(bill) + 50_000 }
  // As if a reader had misread a digit.
  return at % every === 2 ? { ...bill, number: bill.number.replace(/\d$/, nextDigit) } : bill
}

function nextDigit(digit: string): string {
  return String((Number(digit) + 1) % 10)
}

function isInvoice({ kind }: Bill): boolean {
  return kind === 'invoice'
}

function suppliers(bills: readonly Bill[], list: string, document: (bill: Bill) => object) {
  return Array.from(
    Map.groupBy(bills, ({ gstin }) => gstin),
    ([ctin, its]) => ({
      ctin,
      trdnm: its[0]?.seller ?? '',
      [list]: its.map(document),
    }),
  )
}

function invoiceOf(bill: Bill) {
  return { inum: bill.number, typ: 'R', ...documentOf(bill) }
}

function noteOf(bill: Bill) {
  const typ = bill.kind === 'credit_note' ? 'C' : 'D'
  return { ntnum: bill.number, typ, suptyp: 'R', ...documentOf(bill) }
}

function documentOf(bill: Bill) {
  const [igst, cgst, sgst, cess] = taxesOf(bill)
  const taxable = taxableOf(bill)
  return {
    dt: bill.day.split('-').toReversed().join('-'),
    val: toRupees(bill.total ?? taxable + igst + cgst + sgst + cess),
    pos: bill.pos === '' ? organisation.gstin.slice(0, 2) : bill.pos,
    rev: bill.isReverse ? 'Y' : 'N',
    itcavl: 'Y',
    rsn: '',
    txval: toRupees(taxable),
    igst: toRupees(igst),
    cgst: toRupees(cgst),
    sgst: toRupees(sgst),
    cess: toRupees(cess),
  }
}

function taxesOf({ igst, cgst, sgst, cess }: Bill): [number, number, number, number] {
  return [igst ?? 0, cgst ?? 0, sgst ?? 0, cess ?? 0]
}

function taxableOf(bill: Bill): number {
  const tax = taxesOf(bill).reduce((sum, part) => sum + part, 0)
  return bill.taxable ?? (bill.total ?? 0) - tax
}

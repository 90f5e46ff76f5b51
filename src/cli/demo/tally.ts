import { join } from 'node:path'
import { addBridgeKey, type DemoKey } from './keys.ts'
import { owner } from './people.ts'
import { financialYearStart } from './dates.ts'
import { findUserByEmail } from '../../accounts/queries.ts'
import { holdBooks } from '../../bridge/journal/journal.ts'
import { openBridge } from '../../bridge/open.ts'
import { booksFolder, type Pairing, writePairing } from '../../bridge/pairing.ts'
import { run } from '../../bridge/run.ts'
import { openCompanies, plain } from '../../bridge/tally/companies.ts'
import { tallyAt } from '../../bridge/tally/transport.ts'
import { type FakeTally, openFakeTally } from '../../fake-tally/fake-tally.ts'
import { sampleCompanies } from '../../fake-tally/sample-company.ts'
import { sampleSellers } from '../../fake-tally/sample-sellers.ts'
import { mapToName } from '../../imports/bridge/map.ts'
import { requireMapped } from '../../imports/bridge/mapped.ts'
import type { Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import { AppError, hasCode } from '../../platform/errors.ts'
import { silentLog } from '../../platform/log.ts'
import { systemClock } from '../../platform/time.ts'

/** Where Tally itself listens. */
export const usualTallyPort = '9000'

/** Between two rounds of the bridge, in milliseconds: soon enough to look on. */
const everyMs = 5_000

/** What the shop has said of its books already: a ledger for each role. */
const ledgers: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['0', '5', '12', '18', '28', '40'].flatMap((rate) => [
      [`purchase:${rate}`, `Purchase ${rate}%`],
      [`sales:${rate}`, `Sales ${rate}%`],
    ]),
  ),
  cgst_input: 'Input CGST',
  sgst_input: 'Input SGST',
  igst_input: 'Input IGST',
  cess_input: 'Input Cess',
  cgst_output: 'Output CGST',
  sgst_output: 'Output SGST',
  igst_output: 'Output IGST',
  cess_output: 'Output Cess',
  freight: 'Freight Inward',
  discount: 'Discount Received',
  round_off: 'Round Off',
  tcs: 'TCS Receivable',
  customer: 'Web Customers',
  bank: 'HDFC Bank Current A/c',
  cash: 'Cash',
  suspense: 'Suspense',
}

/** Every so many sellers one is left to be confirmed at the console. */
const askedEvery = 8

/** What has to be in the book before the server opens it: the bridge's key, and what was confirmed. Answers the key. */
export async function prepareForTally(database: Database, now: number): Promise<string> {
  return await database.write((conn) => {
    confirmLedgers(conn, now)
    return addBridgeKey(conn, now)
  })
}

function confirmLedgers(conn: Conn, now: number): void {
  const by = findUserByEmail(conn).get({ email: owner.email })?.id ?? null
  const say = (field: string, name: string): void =>
    mapToName(conn, requireMapped(field), name, by, now)
  for (const [role, name] of Object.entries(ledgers)) say(`ledger:${role}`, name)
  for (const [index, [name, gstin]] of sampleSellers.entries()) {
    if (index % askedEvery !== 0) say(`party:${gstin}|${name}`, name)
  }
}

export type RunningTally = { url: string; company: string; stop(): Promise<void> }

/** Starts a fake Tally with the shop's books, and a bridge that enters there what waits in Daybook. */
export async function startTally(
  dir: DataDir,
  daybook: string,
  keys: { scanKey: string; ordersKey: string | undefined },
  port: number,
): Promise<RunningTally> {
  const tally = await listening(dir, port)
  const [company] = (await openCompanies(tallyAt(tally.url))).map(plain)
  if (company === undefined) throw new AppError('internal', 'The fake Tally has no company.')
  const pairing: Pairing = {
    version: 1,
    daybook,
    scanKey: keys.scanKey,
    ...(keys.ordersKey === undefined ? {} : { ordersKey: keys.ordersKey }),
    system: 'tally',
    books: tally.url,
    company,
  }
  const folder = join(dir.root, 'bridge')
  await writePairing(folder, pairing)
  const stopping = new AbortController()
  const running = runBridge(folder, pairing, stopping.signal)
  return {
    url: tally.url,
    company: company.name,
    async stop() {
      stopping.abort()
      // A round may have a thousand documents before it: without a Tally it ends at the next of them.
      tally.close()
      await running
    },
  }
}

async function listening(dir: DataDir, port: number): Promise<FakeTally> {
  const companies = sampleCompanies(financialYearStart(systemClock.now()))
  try {
    return await openFakeTally({ port, file: join(dir.root, 'fake-tally.db'), companies })
  } catch (error) {
    if (!hasCode(error, ['EADDRINUSE'])) throw error
    throw new AppError(
      'conflict',
      `Something listens on port ${port} already, perhaps a Tally: --with-tally 0 takes a free one.`,
    )
  }
}

async function runBridge(folder: string, pairing: Pairing, signal: AbortSignal): Promise<void> {
  using _ = holdBooks(booksFolder(folder, pairing.company))
  using bridge = openBridge(folder, pairing, { clock: systemClock, log: silentLog })
  await run(bridge, { everyMs, signal, onRound: () => undefined })
}

/** The key of the demo that the bridge fetches web orders with. */
export function ordersKeyOf(keys: readonly DemoKey[]): string | undefined {
  return keys.find(({ name }) => name === 'erp')?.key
}

import { shopBooks, confirmBooks } from './shop-books.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findKeyByHash } from '../../accounts/keys/queries.ts'
import { hashKey } from '../../accounts/keys/rules.ts'
import { holdBooks } from '../../bridge/journal/journal.ts'
import { openBridge } from '../../bridge/open.ts'
import { booksFolder, type Pairing, writePairing } from '../../bridge/pairing.ts'
import { run } from '../../bridge/run.ts'
import { openCompanies, plain } from '../../bridge/tally/companies.ts'
import { tallyAt } from '../../bridge/tally/transport.ts'
import type { Company } from '../../stand-ins/tally/books.ts'
import { type FakeTally, openFakeTally } from '../../stand-ins/tally/fake-tally.ts'
import { keepOwnBooks } from '../../books/mapping/companies.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import { AppError, hasCode } from '../../platform/errors.ts'
import { openedLog } from '../../platform/log.ts'
import { systemClock } from '../../platform/time.ts'
import { addBridgeKey, type DemoKey } from './keys.ts'

/** Tally's own default port. */
export const usualTallyPort = '9000'

/** Milliseconds between two rounds of the bridge: often enough to watch. */
const everyMs = 5_000

/** What must exist before the server opens the database: the bridge's key, and companies with confirmed mappings. */
export type Prepared = { scanKey: string; companies: Company[] }

/** Keeps companies and mappings from an earlier run unchanged. */
export async function prepareForTally(
  database: Database,
  dir: DataDir,
  now: number,
): Promise<Prepared> {
  const companies = shopBooks(database.read, now)
  const areNew = !existsSync(fileOf(dir))
  const scanKey = await database.write((conn) => {
    const key = addBridgeKey(conn, now)
    const keyId = findKeyByHash(conn).get({ hash: hashKey(key) })?.id ?? ''
    if (areNew) confirmBooks(conn, { books: keepOwnBooks(conn, keyId, now), companies }, now)
    return key
  })
  return { scanKey, companies }
}

export type RunningTally = { url: string; company: string; stop(): Promise<void> }

/** Starts the Tally stand-in with the shop's accounts, and a bridge that enters Daybook's documents there. */
export async function startTally(
  dir: DataDir,
  daybook: string,
  { scanKey, companies }: Prepared,
  ordersKey: string | undefined,
  port: number,
): Promise<RunningTally> {
  const tally = await listening(dir, companies, port)
  const [company] = (await openCompanies(tallyAt(tally.url))).map(plain)
  if (company === undefined) throw new AppError('internal', 'The fake Tally has no company.')
  const pairing: Pairing = {
    version: 1,
    daybook,
    scanKey,
    ...(ordersKey === undefined ? {} : { ordersKey }),
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
      // A round may have a thousand documents left. Without Tally it ends at the next one.
      tally.close()
      await running
    },
  }
}

async function listening(dir: DataDir, companies: Company[], port: number): Promise<FakeTally> {
  try {
    return await openFakeTally({ port, file: fileOf(dir), companies })
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
  using bridge = openBridge(folder, pairing, { clock: systemClock, log: openedLog('bridge') })
  await run(bridge, { everyMs, signal, onRound: () => undefined })
}

function fileOf(dir: DataDir): string {
  return join(dir.root, 'fake-tally.db')
}

/** The demo's key with which the bridge fetches web orders. */
export function ordersKeyOf(keys: readonly DemoKey[]): string | undefined {
  return keys.find(({ name }) => name === 'erp')?.key
}

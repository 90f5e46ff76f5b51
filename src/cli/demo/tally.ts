import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { findKeyByHash } from '../../accounts/keys/queries.ts'
import { hashKey } from '../../accounts/keys/rules.ts'
import { findUserByEmail } from '../../accounts/queries.ts'
import { keepOwnBooks } from '../../books/mapping/companies.ts'
import { mapToName } from '../../books/mapping/map.ts'
import { requireMapped, storeMapping } from '../../books/mapping/mapping-queries.ts'
import { holdBooks } from '../../bridge/journal/journal.ts'
import { openBridge } from '../../bridge/open.ts'
import { booksFolder, type Pairing, writePairing } from '../../bridge/pairing.ts'
import { run } from '../../bridge/run.ts'
import { openCompanies, plain } from '../../bridge/tally/companies.ts'
import { tallyAt } from '../../bridge/tally/transport.ts'
import { financialYearStart, owner } from './dates.ts'
import { addBridgeKey, type DemoKey } from './fill.ts'
import type { Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import { AppError, hasCode } from '../../platform/errors.ts'
import { openedLog } from '../../platform/log.ts'
import { systemClock } from '../../platform/time.ts'
import { exportProducts } from '../../services/storefront/inventory/export-products.ts'
import { variantLabelOf } from '../../services/storefront/orders/placing/stock.ts'
import type { Company } from '../../stand-ins/tally/books.ts'
import { type FakeTally, openFakeTally } from '../../stand-ins/tally/fake-tally.ts'
import {
  sampleBanks,
  type SampleGoods,
  sampleCompanies,
  sampleSellers,
} from '../../stand-ins/tally/sample-company.ts'

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
    ...(ordersKey !== undefined && { ordersKey }),
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

/** How many bank accounts have no confirmed ledger yet. */
const askedBanks = 1

/** Mappings that the shop has confirmed already: a ledger for each role. */
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
  purchase: 'Purchase',
  bank: 'HDFC Bank Current A/c',
  'bank:XXXXXXXX4761': 'HDFC Bank Current A/c',
  ...Object.fromEntries(
    sampleBanks.slice(askedBanks).map(([name, account]) => [`bank:${account}`, name]),
  ),
  cash: 'Cash',
  suspense: 'Suspense',
}

/** One in so many sellers, and one in so many goods, is left to confirm in the console. */
const askedEvery = { seller: 8, item: 40 } as const

/** The unit of the storefront's goods. */
const unit = 'Nos'

/** The shop's accounts. The storefront's goods are stock items there, one for each variant of a product. */
function shopBooks(conn: Conn, now: number): Company[] {
  return sampleCompanies(financialYearStart(now), [...goodsOf(conn)])
}

/** Confirms mappings as a person would in the console. */
function confirmBooks(
  conn: Conn,
  { books, companies }: { books: number; companies: readonly Company[] },
  now: number,
): void {
  const by = findUserByEmail(conn).get({ email: owner.email })?.id ?? null
  const say = (field: string, name: string): void =>
    mapToName(conn, { ...requireMapped(field), books }, name, by, now)
  for (const [role, name] of Object.entries(ledgers)) say(`ledger:${role}`, name)
  for (const [index, [name, gstin]] of sampleSellers.entries()) {
    if (index % askedEvery.seller !== 0) say(`party:${gstin}|${name}`, name)
  }
  say('godown', 'Main Location')
  const items = companies.flatMap(({ masters }) => [...masters.STOCKITEM.values()])
  for (const [index, { name, guid: masterId }] of items.entries()) {
    if (index % askedEvery.item === 0) continue
    const { kind, match, ours } = requireMapped(`item:${name}`)
    const confirmed = { confirmedBy: by, confirmedAt: now, reason: 'same name' }
    storeMapping(conn).run({ books, kind, match, ours, name, masterId, ...confirmed })
  }
}

const product = Type.Object({
  sku: Type.String(),
  name: Type.String(),
  hsn: Type.String(),
  gst_pct: Type.Number(),
  stock_quantity: Type.Number(),
  sale_price: Type.Number(),
  variants: Type.Array(
    Type.Object({
      sku: Type.Optional(Type.String()),
      size: Type.String(),
      color: Type.String(),
      stock_quantity: Type.Number(),
    }),
  ),
})

function* goodsOf(conn: Conn): Generator<SampleGoods> {
  for (const record of exportProducts(conn)) {
    if (!Value.Check(product, record)) continue
    const { variants, ...whole } = record
    const kinds = variants.map(({ sku = '', size, color, stock_quantity }) => {
      const label = variantLabelOf(size, color)
      return { sku, stock_quantity, name: label === null ? whole.name : `${whole.name} ${label}` }
    })
    for (const kind of kinds.length === 0 ? [whole] : kinds) yield stockItem(whole, kind)
  }
}

type Kind = { sku: string; name: string; stock_quantity: number }

function stockItem(
  { hsn, gst_pct, sale_price }: Pick<Static<typeof product>, 'hsn' | 'gst_pct' | 'sale_price'>,
  { sku, name, stock_quantity: number }: Kind,
): SampleGoods {
  const cost = (sale_price * costShare).toFixed(2)
  return { name, unit, hsn, gstPercent: gst_pct, number, cost, partNo: sku }
}

/** The cost of goods as a share of their selling price. */
const costShare = 0.8

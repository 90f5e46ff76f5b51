import { afterEach, beforeEach } from 'bun:test'
import { eq } from 'drizzle-orm'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Books } from '../../src/bridge/books.ts'
import type { Daybook } from '../../src/bridge/daybook/daybook.ts'
import { openBridge, type OpenBridge } from '../../src/bridge/open.ts'
import type { Pairing } from '../../src/bridge/pairing.ts'
import { openCompanies, plain } from '../../src/bridge/tally/companies.ts'
import { tallyAt } from '../../src/bridge/tally/transport.ts'
import type { Mappings } from '../../src/bridge/vouchers/lookup.ts'
import { type FakeTally, openFakeTally } from '../../src/stand-ins/tally/fake-tally.ts'
import { importResults } from '../../src/books/tables.ts'
import { silentLog } from '../../src/platform/log.ts'
import { shopMappings } from './delivered.ts'
import { addProduct } from './orders.ts'
import { idsOf, openShop, owner, type Shop } from './shop.ts'

/** A server, a fake Tally, and a bridge between them that was paired. */
export type BridgedShop = {
  shop: Shop
  tally: FakeTally
  folder: string
  pairing: Pairing
  bridge: OpenBridge
  /** As a process that ended and began again. */
  restart(): void
  /** A second one, on another computer, of the same company. */
  another(): OpenBridge
  /** What somebody confirmed, from the next round on. */
  confirm(mappings: Mappings): void
  /** Changes some calls of the bridge to Daybook, until it begins again. */
  withDaybook(change: (daybook: Daybook) => Partial<Daybook>): void
  /** The same for its calls to Tally. */
  withBooks(change: (books: Books) => Partial<Books>): void
  addBill(about?: { number?: string; seller?: Seller }): Promise<string>
  close(): Promise<void>
}

type Seller = { name: string; gstin: string }

export const omSai: Seller = { name: 'Om Sai Wholesale', gstin: '27AGDFO8688H1ZB' }

/** A seller that nobody has said anything of; Tally has a ledger of the name. */
export const stranger: Seller = { name: 'Pune Cable House', gstin: '27AYBPP5910C1ZP' }

/** What the sample company of the fake Tally calls what documents are made of. */
export const sampleMappings = shopMappings({
  ledgers: {
    purchase: 'Purchase 5%',
    sales: 'Sales 5%',
    cgst_input: 'Input CGST',
    sgst_input: 'Input SGST',
    igst_input: 'Input IGST',
    cgst_output: 'Output CGST',
    sgst_output: 'Output SGST',
    igst_output: 'Output IGST',
    freight: 'Freight Inward',
    discount: 'Discount Received',
    round_off: 'Round Off',
    customer: 'Web Customers',
    'bank:123': 'HDFC Bank Current A/c',
    cash: 'Cash',
    suspense: 'Suspense',
  },
  parties: [{ ...omSai, ledger: 'Om Sai Wholesale' }],
})

/** Opens one for each test of a file. */
export function eachBridgedShop(take: (bridged: BridgedShop) => void): void {
  let bridged: BridgedShop
  beforeEach(async () => {
    bridged = await openBridgedShop()
    take(bridged)
  })
  afterEach(() => bridged.close())
}

export async function openBridgedShop(): Promise<BridgedShop> {
  const shop = await openShop()
  const tally = await openFakeTally()
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bridge-'))
  const mappingsFile = join(folder, 'mappings.json')
  const pairing = await pair(shop, tally)
  const options = { clock: shop.deps.clock, log: silentLog, mappingsFile }
  const open = () => openBridge(folder, pairing, options)
  const others: OpenBridge[] = []
  const confirm = (mappings: Mappings) => writeFileSync(mappingsFile, JSON.stringify(mappings))
  confirm(sampleMappings)
  const bridged: BridgedShop = {
    shop,
    tally,
    folder,
    pairing,
    bridge: open(),
    confirm,
    restart() {
      bridged.bridge[Symbol.dispose]()
      bridged.bridge = open()
    },
    another() {
      const other = openBridge(join(folder, `other-${others.length}`), pairing, options)
      others.push(other)
      return other
    },
    withDaybook(change) {
      const { daybook } = bridged.bridge
      bridged.bridge.daybook = { ...daybook, ...change(daybook) }
    },
    withBooks(change) {
      const { books } = bridged.bridge
      bridged.bridge.books = { ...books, ...change(books) }
    },
    addBill: (about) => shop.addScan(billOf(about)),
    async close() {
      for (const other of others) other[Symbol.dispose]()
      bridged.bridge[Symbol.dispose]()
      tally.close()
      await shop.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return bridged
}

async function pair(shop: Shop, tally: FakeTally): Promise<Pairing> {
  const [company] = await openCompanies(tallyAt(tally.url))
  if (company === undefined) throw new Error('No company is open.')
  const made = await shop.addKey({ email: owner, scopes: ['scans:import'], allUsers: true })
  return {
    version: 1,
    daybook: shop.url,
    scanKey: made.key,
    ordersKey: shop.keys.storefront,
    system: 'tally',
    books: tally.url,
    company: plain(company),
  }
}

/** Two bags of rice in the web shop, which a person confirmed as an item of Tally. */
export async function placeOrder({ shop, confirm }: BridgedShop): Promise<void> {
  await addProduct(shop.database, { sku: 'RICE-5' })
  const rice = { name: 'Basmati Rice 5 kg', sku: 'RICE-5', item: 'Basmati Rice 5 kg', unit: 'Bag' }
  confirm({ ...sampleMappings, items: [rice] })
  const { status } = await shop.store('POST', '/api/public/v1/orders', {
    body: {
      customer_name: 'Asha Patil',
      customer_phone: '9800000000',
      shipping_address: '12 MG Road',
      shipping_city: 'Pune',
      shipping_state: 'Maharashtra',
      shipping_pincode: '411001',
      items: [{ sku: 'RICE-5', quantity: 2 }],
    },
  })
  if (status !== 201) throw new Error(`The order was not placed: ${status}.`)
}

/** A bill of 1,050 rupees with 5 % GST within the state, a row of rice. */
export function billOf({ number = 'OSW/118', seller = omSai } = {}) {
  return {
    metadata: {
      invoice_no: number,
      invoice_date: '2026-08-03',
      vendor_name: seller.name,
      gstin: seller.gstin,
      taxable_value: 1000,
      cgst: 25,
      sgst: 25,
      total: 1050,
    },
    lines: [
      {
        description: 'Basmati Rice 5 kg',
        hsn: '1006',
        qty: 2,
        rate: 500,
        amount: 1000,
        gst_rate: 5,
      },
    ],
  }
}

/** The ids of what waits in Daybook. */
export async function waitingIn({ pairing, shop }: BridgedShop): Promise<string[]> {
  const { scanKey: key } = pairing
  return idsOf(await shop.call('GET', '/api/public/v1/scans/unsynced', { key }))
}

/** What Daybook was told of a document. */
export function resultsIn({ shop }: Pick<BridgedShop, 'shop'>, id: string) {
  const rows = shop.database.read.select().from(importResults)
  return rows.where(eq(importResults.subjectId, id)).orderBy(importResults.part).all()
}

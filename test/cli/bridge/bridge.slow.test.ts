import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCallLog } from '../../../src/accounts/call-log/call-log.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { apiKeys } from '../../../src/accounts/tables.ts'
import { systemClock } from '../../../src/platform/time.ts'
import { holdBooks, openJournal } from '../../../src/bridge/journal/journal.ts'
import { booksFolder, findPairedCompany, readPairing } from '../../../src/bridge/pairing.ts'
import { bringsOf, refuseStock, requireBringable } from '../../../src/cli/bridge/pair-keys.ts'
import { type FakeTally, openFakeTally } from '../../../src/stand-ins/tally/fake-tally.ts'
import { billOf, sampleMappings, stranger as puneCableHouse } from '../../support/bridge.ts'
import { idsOf, openShop, owner, type Shop } from '../../support/shop.ts'
import { runDaybook } from '../run-daybook.ts'

/** Each starts the program: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

let shop: Shop
let tally: FakeTally
let folder: string
let mappings: string

beforeAll(async () => {
  shop = await openShop()
  tally = await openFakeTally()
  folder = join(shop.dir.root, 'bridge')
  mappings = join(shop.dir.root, 'mappings.json')
  writeFileSync(mappings, JSON.stringify(sampleMappings))
})

afterAll(async () => {
  tally.close()
  await shop.close()
})

const bridge = (...words: string[]) => runDaybook(['bridge', ...words, '--data', shop.dir.root])

/** Likewise with what is typed when it is asked for. */
const typing = (typed: string, ...words: string[]) =>
  runDaybook(['bridge', ...words, '--data', shop.dir.root], `${typed}\n`)

describe('bridge pair', () => {
  test('is needed first', async () => {
    const { code, stderr } = await bridge('status')
    expect(code).toBe(1)
    expect(stderr).toContain('"daybook bridge pair tally"')
  })

  test('refuses what is no system, and a Tally that is not there', async () => {
    expect((await bridge('pair', 'ledgers')).code).toBe(2)
    const { code, stderr } = await bridge('pair', 'tally', '--tally', 'http://127.0.0.1:1')
    expect(code).toBe(1)
    expect(stderr).toContain('Tally is not running there')
    expect(existsSync(folder)).toBe(false)
  })

  test('refuses a company that is not open', async () => {
    const { stderr } = await bridge('pair', 'tally', '--tally', tally.url, '--company', 'Nobody')
    expect(stderr).toContain('Kulkarni General Stores')
  })

  test('leaves no working key behind where Daybook does not answer', async () => {
    writeFileSync(shop.dir.config, 'port = 1\n')
    const { code, stderr } = await bridge('pair', 'tally', '--tally', tally.url)
    expect([code, stderr]).toEqual([1, expect.stringContaining('does not answer')])
    expect(existsSync(folder)).toBe(false)
    const keys = shop.database.read.select().from(apiKeys).all()
    const made = keys.filter(({ name }) => name === 'Bridge to Tally')
    expect(made.map(({ revokedAt }) => revokedAt)).toEqual([expect.any(Number), expect.any(Number)])
  })

  test('finds the server that runs, whatever port the settings say', async () => {
    const log = openCallLog(shop.dir, silentLog, systemClock.now())
    log.announce({ pid: process.pid, url: shop.url }, systemClock.now())
    log.close()
    const elsewhere = join(shop.dir.root, 'found')
    const { code } = await bridge('pair', 'tally', '--tally', tally.url, '--bridge-data', elsewhere)
    expect([code, (await readPairing(elsewhere)).daybook]).toEqual([0, shop.url])
  })

  test("makes the keys on Daybook's own computer, and keeps them to itself", async () => {
    const { code, stdout } = await bridge('pair', 'tally', '--tally', tally.url)
    expect(code).toBe(0)
    expect(stdout).toContain('Paired with Kulkarni General Stores')
    expect(stdout).not.toContain((await readPairing(folder)).scanKey)
    if (process.platform !== 'win32') {
      expect(statSync(join(folder, 'pairing.json')).mode & 0o77).toBe(0)
      expect(statSync(folder).mode & 0o77).toBe(0)
    }
  })

  test('says what comes back from the books: names unless they are to stay, stock when asked for', async () => {
    expect(await readPairing(folder)).toMatchObject({ names: true })
    expect((await readPairing(folder)).stock).toBeUndefined()
    const elsewhere = join(shop.dir.root, 'brings')
    const given = ['pair', 'tally', '--tally', tally.url, '--bridge-data', elsewhere]
    const stocked = ['--no-names', '--stock-to-storefront', '--sku', 'alias']
    const prices = ['--price-level', 'standard', '--prices', 'with-gst']
    const { stdout } = await bridge(...given, ...stocked, ...prices)
    const stock = { sku: 'alias', price: { level: '', hasGst: true } }
    expect(await readPairing(elsewhere)).toMatchObject({ names: false, stock })
    expect(stdout).toContain('once web orders become sales')
  })

  test('refuses options that belong together, and stock without a key for it', () => {
    const given = { names: true, sku: 'name' } as const
    expect(() => bringsOf({ ...given, priceLevel: 'Web' })).toThrow('--stock-to-storefront')
    expect(() => refuseStock(given)).not.toThrow()
    expect(() => refuseStock({ ...given, stockToStorefront: true })).toThrow('of tally')
    expect(() => refuseStock({ ...given, priceLevel: 'Web' })).toThrow('of tally')
    const half = { ...given, stockToStorefront: true, priceLevel: 'Web' }
    expect(() => bringsOf(half)).toThrow('go together')
    const brings = bringsOf({ ...given, stockToStorefront: true })
    const keys = { daybook: shop.url, scanKey: 'a-key' }
    expect(() => requireBringable(brings, keys)).toThrow('a code from the console')
  })

  test('takes a key elsewhere, and refuses one that may not', async () => {
    const given = ['pair', 'tally', '--tally', tally.url, '--daybook', shop.url]
    const elsewhere = ['--bridge-data', join(shop.dir.root, 'elsewhere')]
    const refused = await typing(shop.keys.ravi, ...given, ...elsewhere)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('scans:import')
    const { scanKey } = await readPairing(folder)
    expect((await typing(scanKey, ...given, ...elsewhere)).code).toBe(0)
    expect((await bridge(...given, ...elsewhere)).stderr).toContain('The code is missing')
    const { key } = await shop.addKey({
      email: owner,
      scopes: ['scans:import'],
      allUsers: true,
      side: 'test',
    })
    const tried = await typing(key, ...given, ...elsewhere)
    expect([tried.code, tried.stderr]).toEqual([0, expect.stringContaining('This is a test key')])
  })
})

describe('bridge run', () => {
  let bill: string
  let stranger: string

  beforeAll(async () => {
    bill = await shop.addScan(billOf({ number: 'OSW/1' }))
    stranger = await shop.addScan(billOf({ number: 'PC/1', seller: puneCableHouse }))
  })

  test('--dry-run shows each voucher as a row and as XML, and writes nothing', async () => {
    const { stdout } = await bridge('run', '--dry-run', '--mappings', mappings)
    expect(stdout).toContain(`2026-08-03  purchase  Om Sai Wholesale  OSW/1  1050.00  scan:${bill}`)
    expect(stdout).toContain('! ')
    expect(stdout).toContain('<VOUCHER REMOTEID="db1-')
    const json = JSON.parse(
      (await bridge('run', '--dry-run', '--json', '--mappings', mappings)).stdout,
    )
    expect(json.vouchers).toMatchObject([
      { subject: `scan:${bill}`, total: 1050, problems: [] },
      { subject: `scan:${stranger}`, text: '', problems: [{ code: 'ledger_missing' }] },
    ])
    expect(stdout).toContain('vendor  + Om Sai Wholesale')
    expect(json.names).toContainEqual({
      kind: 'product',
      name: 'Sunflower Oil 1 L',
      isNew: true,
      aliases: ['S/F Oil 1L'],
    })
    expect(tally.imports()).toEqual([])
  })

  test('--once enters what can be entered', async () => {
    const { code, stdout } = await bridge('run', '--once', '--mappings', mappings)
    expect(code).toBe(0)
    expect(stdout).toContain('1 entered, 1 wait.')
    expect(tally.vouchers()).toHaveLength(1)
    expect(await waiting()).toEqual([stranger])
  })

  test('is refused beside another one', async () => {
    using _ = holdBooks(booksFolder(folder, paired()))
    const { code, stderr } = await bridge('run', '--once', '--mappings', mappings)
    expect(code).toBe(1)
    expect(stderr).toContain('is running already')
  })

  test('status says what is in the books, and why the rest is not', async () => {
    expect((await bridge('status')).stdout).toContain('1 in the books, 1 not:')
    const status = JSON.parse((await bridge('status', '--json')).stdout)
    expect((await bridge('status')).stdout).toContain('From the books came the names of')
    expect(status.names).toMatchObject({ items: 12, left: 0 })
    expect(status).toMatchObject({
      health: 'ready',
      entered: 1,
      waiting: 1,
      parts: [{ id: stranger, step: 'parked', code: 'ledger_missing' }],
    })
  })

  test('settle acknowledges what was entered by hand, retry what is unknown is refused', async () => {
    expect((await bridge('retry', crypto.randomUUID())).stderr).toContain('has not met')
    expect((await bridge('retry', stranger)).code).toBe(0)
    expect((await bridge('settle', stranger)).code).toBe(0)
    await bridge('run', '--once', '--mappings', mappings)
    expect(await waiting()).toEqual([])
    expect(tally.vouchers()).toHaveLength(1)
  })

  test('retry of an exception warns that it must be deleted there, and sends it only when that is said', async () => {
    using journal = journalOf()
    const part = { subject: 'scan:kept', part: 0 }
    journal.note(part, { step: 'answered', detail: { outcome: 'exception', raw: '' } })
    expect((await bridge('retry', 'kept')).stdout).toContain('Delete it there')
    expect((await bridge('retry', 'kept', '--deleted')).stdout).toContain('tries it again')
    const said = journal
      .linesOf(part)
      .map(({ detail }) => 'isDeleted' in detail && detail.isDeleted)
    expect(said).toEqual([false, false, true])
    journal.note(part, { step: 'dropped', detail: { by: 'this test' } })
  })

  test('stops when the books went back, until somebody settles them', async () => {
    const empty = tally
      .snapshot()
      .map((company) => ({ ...company, altVchId: 0, vouchers: new Map() }))
    tally.restoreTo(empty)
    const stopped = await bridge('run', '--once', '--mappings', mappings)
    expect(stopped.code).toBe(1)
    expect(stopped.stderr).toContain('went back to an earlier state')
    expect((await bridge('settle', 'books')).code).toBe(0)
    expect((await bridge('run', '--once', '--mappings', mappings)).code).toBe(0)
    expect((await bridge('status')).stdout).toContain('removed_in_book')
  })

  test('says that web orders do not come where their key is refused', async () => {
    const own = ['--bridge-data', join(shop.dir.root, 'refused')]
    const keys = `${(await readPairing(folder)).scanKey} dbk_nobody`
    const given = ['--tally', tally.url, '--daybook', shop.url, '--no-names']
    await typing(keys, 'pair', 'tally', ...own, ...given)
    const { code, stdout } = await bridge('run', '--once', '--mappings', mappings, ...own)
    expect(code).toBe(0)
    expect(stdout).toContain(' wait.\nWeb orders do not come: Daybook: ')
  })
})

async function waiting(): Promise<string[]> {
  const { scanKey: key } = await readPairing(folder)
  return idsOf(await shop.call('GET', '/api/public/v1/scans/unsynced', { key }))
}

function paired() {
  const company = findPairedCompany(folder)
  if (company === undefined) throw new Error('Nothing is paired.')
  return company
}

function journalOf() {
  const journal = openJournal(booksFolder(folder, paired()), systemClock)
  return { ...journal, [Symbol.dispose]: () => journal.close() }
}

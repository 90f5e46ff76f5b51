import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { erpnextAt } from '../../../src/bridge/erpnext/client.ts'
import { companiesOf } from '../../../src/bridge/erpnext/companies.ts'
import { dryRun, runOnce } from '../../../src/bridge/run.ts'
import { openBridge, type OpenBridge } from '../../../src/bridge/open.ts'
import type { Pairing } from '../../../src/bridge/pairing.ts'
import { type FakeErpnext, openFakeErpnext } from '../../stand-ins/erpnext/fake-erpnext.ts'
import { countMasters } from '../../../src/books/mapping/master-queries.ts'
import { usualBooks } from '../../../src/books/mapping/companies.ts'
import { requireMapped } from '../../../src/books/mapping/mapping-queries.ts'
import { propose } from '../../../src/books/mapping/propose.ts'
import { knownBridges } from '../../../src/books/mapping/take-report.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { billOf, omSai, resultsIn, stranger } from '../../support/bridge.ts'
import { erpnextMappings } from '../../support/erpnext-desk.ts'
import { idsOf, openShop, owner, type Shop } from '../../support/shop.ts'

let shop: Shop
let erpnext: FakeErpnext
let folder: string
let pairing: Pairing
let bridge: OpenBridge

beforeEach(async () => {
  shop = await openShop()
  erpnext = await openFakeErpnext()
  folder = mkdtempSync(join(tmpdir(), 'daybook-erpnext-'))
  const confirmed = { ...erpnextMappings, parties: [{ ...omSai, ledger: 'Om Sai Wholesale' }] }
  writeFileSync(join(folder, 'mappings.json'), JSON.stringify(confirmed))
  pairing = await pair()
  bridge = open()
})

afterEach(async () => {
  bridge[Symbol.dispose]()
  erpnext.close()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

async function pair(): Promise<Pairing> {
  const [company] = await companiesOf(erpnextAt(erpnext.url, erpnext.token))
  if (company === undefined) throw new Error('The site has no company.')
  const made = await shop.addKey({ email: owner, scopes: ['scans:import'], allUsers: true })
  return {
    version: 1,
    daybook: shop.url,
    scanKey: made.key,
    ordersKey: shop.keys.storefront,
    system: 'erpnext',
    books: erpnext.url,
    token: erpnext.token,
    idField: 'name',
    submits: false,
    goodsItem: '',
    company,
    names: true,
  }
}

function open(changes: { token?: string } = {}): OpenBridge {
  const mappingsFile = join(folder, 'mappings.json')
  const clock = shop.deps.clock
  return openBridge(folder, { ...pairing, ...changes }, { clock, log: silentLog, mappingsFile })
}

function restart(changes: { token?: string } = {}): void {
  bridge[Symbol.dispose]()
  bridge = open(changes)
}

async function waiting(): Promise<string[]> {
  const { scanKey: key } = pairing
  return idsOf(await shop.call('GET', '/api/public/v1/scans/unsynced', { key }))
}

const resultsOf = (id: string) => resultsIn({ shop }, id)

const addBill = async (about?: Parameters<typeof billOf>[0]) => await shop.addScan(billOf(about))

/** Somebody deleted the company and made one of its name. */
function makeAnew() {
  return erpnext.person.edits('Company', erpnext.company, {
    creation: '2026-01-01 00:00:00.000000',
  })
}

describe('a round', () => {
  test('makes a draft of what waits, acknowledges it, and tells its name', async () => {
    const id = await addBill()
    expect(await runOnce(bridge)).toMatchObject({ entered: 1, waiting: 0 })
    const [draft] = erpnext.docs('Purchase Invoice')
    expect(draft).toMatchObject({ docstatus: 0, bill_no: 'OSW/118', grand_total: 1050 })
    expect(await waiting()).toEqual([])
    expect(resultsOf(id)).toMatchObject([
      { outcome: 'imported', system: 'erpnext', voucherNo: String(draft?.['name']) },
    ])
  })

  test('has nothing to do the next time, nor after a start', async () => {
    await addBill()
    await runOnce(bridge)
    restart()
    expect(await runOnce(bridge)).toMatchObject({ entered: 0, waiting: 0 })
    expect(erpnext.writes()).toHaveLength(1)
  })

  test('brings what ERPNext has to enter into, sellers with their GSTIN', async () => {
    await runOnce(bridge)
    const { read } = shop.database
    const counts = countMasters(read).all({ books: usualBooks(read) ?? 0 })
    const kinds = Object.fromEntries(counts.map(({ kind, n }) => [kind, n]))
    expect(kinds).toMatchObject({ item: 4, unit: 5, godown: 2, voucher_type: 4 })
    expect(kinds['ledger']).toBeGreaterThan(20)
  })

  test.each([
    ['party', `${omSai.gstin}|Om Sai`, 'Om Sai Wholesale', 'same GSTIN'],
    ['ledger', 'purchase:5', 'Purchase 5% - KGS', 'by its name'],
    ['ledger', 'cgst_input:2.5', 'Input Tax CGST - KGS', 'by its name'],
    ['ledger', 'sgst_output:9', 'Output Tax SGST - KGS', 'by its name'],
    ['ledger', 'bank:50200012345678', 'Current - HDFC Bank', 'by its name'],
    ['ledger', 'round_off', 'Round Off - KGS', 'by its name'],
    ['item', 'Basmati Rice 5 kg', 'RICE-5KG', 'same name'],
    ['unit', 'Pcs', 'Pcs', 'same name'],
  ] as const)(
    'lets Daybook propose what the %s %s is there',
    async (kind, wanted, name, reason) => {
      await runOnce(bridge)
      const { read: conn } = shop.database
      const [first] = propose(
        { conn, books: usualBooks(conn) ?? 0 },
        requireMapped(`${kind}:${wanted}`),
      )
      expect([first?.master.name, first?.reason]).toEqual([name, reason])
    },
  )

  test('says what a bill waits for in the books', async () => {
    const id = await addBill({ seller: stranger })
    expect(await runOnce(bridge)).toMatchObject({ entered: 0, waiting: 1 })
    expect(resultsOf(id)).toMatchObject([{ outcome: 'parked', code: 'ledger_missing' }])
  })

  test.each([
    ['closed', (): void => erpnext.crash()],
    ['wrong_company', (): void => void makeAnew()],
  ] as const)('enters nothing while ERPNext is %s, and says so', async (health, happen) => {
    const id = await addBill()
    happen()
    await runOnce(bridge)
    expect(knownBridges(shop, Date.now())).toMatchObject([{ system: 'erpnext', health }])
    expect(await waiting()).toEqual([id])
  })

  test('enters nothing with a key that is none any more, and says so', async () => {
    const id = await addBill()
    restart({ token: 'gone:gone' })
    expect(await runOnce(bridge)).toMatchObject({
      condition: { health: 'refused', sentence: 'ERPNext does not know the key.' },
    })
    expect(await waiting()).toEqual([id])
  })

  test('enters nothing while its user may not read what is needed, and says what that is', async () => {
    const id = await addBill()
    erpnext.behaviours.hidden = ['GST Settings']
    expect(await runOnce(bridge)).toMatchObject({
      condition: {
        health: 'refused',
        sentence:
          'ERPNext does not let the key read that: Insufficient Permission for GST Settings',
      },
    })
    expect(await waiting()).toEqual([id])
  })

  test('tells of a key that may only read, and enters the bill when it may write', async () => {
    const id = await addBill()
    restart({ token: erpnext.readerToken })
    await runOnce(bridge)
    expect(resultsOf(id)).toMatchObject([
      { outcome: 'failed', code: 'refused', message: expect.stringContaining('may not do that') },
    ])
    expect(erpnext.docs('Purchase Invoice')).toEqual([])
    restart()
    bridge.journal.note({ subject: `scan:${id}`, part: 0 }, { step: 'retry', detail: { by: 'me' } })
    expect(await runOnce(bridge)).toMatchObject({ entered: 1 })
  })

  test('only shows what it would send when it is tried', async () => {
    await addBill()
    const trials = await Array.fromAsync(dryRun(bridge, () => undefined))
    expect(trials).toMatchObject([{ kind: 'purchase', total: 105_000, problems: [] }])
    expect(JSON.parse(trials[0]?.text ?? '')).toMatchObject({
      doctype: 'Purchase Invoice',
      name: expect.stringMatching(/^DB-/),
      supplier_address: 'Om Sai Wholesale-Billing',
      place_of_supply: '27-Maharashtra',
      taxes: [{ account_head: 'Input Tax CGST - KGS', tax_amount: 25 }, { tax_amount: 25 }],
    })
    expect(erpnext.writes()).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPairing } from '../../../src/bridge/pairing.ts'
import { type FakeErpnext, openFakeErpnext } from '../../stand-ins/erpnext/fake-erpnext.ts'
import { billOf, omSai } from '../../support/bridge.ts'
import { erpnextMappings } from '../../support/erpnext-desk.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { runDaybook } from '../run-daybook.ts'

/** Each starts the program: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

let shop: Shop
let erpnext: FakeErpnext
let folder: string
let mappings: string

beforeAll(async () => {
  shop = await openShop()
  erpnext = await openFakeErpnext()
  folder = join(shop.dir.root, 'bridge')
  mappings = join(shop.dir.root, 'mappings.json')
  const parties = [{ ...omSai, ledger: 'Om Sai Wholesale' }]
  writeFileSync(mappings, JSON.stringify({ ...erpnextMappings, parties }))
  writeFileSync(shop.dir.config, `port = ${new URL(shop.url).port}\n`)
})

afterAll(async () => {
  erpnext.close()
  await shop.close()
})

const bridge = (words: string[], stdin = '') =>
  runDaybook(['bridge', ...words, '--data', shop.dir.root], stdin)

const pair = (...words: string[]) =>
  bridge(['pair', 'erpnext', '--url', erpnext.url, ...words], `${erpnext.token}\n`)

describe('bridge pair erpnext', () => {
  test('refuses a key that is none, a company that is not there, and a field that nobody made', async () => {
    const asked = ['pair', 'erpnext', '--url', erpnext.url]
    expect((await bridge(asked, 'half-a-key\n')).stderr).toContain('KEY:SECRET')
    expect((await bridge(asked, 'no:body\n')).stderr).toContain('does not know the key')
    expect((await bridge(['pair', 'erpnext'], `${erpnext.token}\n`)).stderr).toContain('--url')
    expect((await pair('--company', 'Nobody')).stderr).toContain('Kulkarni General Stores')
    expect((await pair('--id-field', 'daybook_id')).stderr).toContain('no field daybook_id')
    expect((await pair('--stock-to-storefront')).stderr).toContain('of tally alone')
    expect(existsSync(folder)).toBe(false)
  })

  test('keeps the key to itself, and says that what goes in are drafts', async () => {
    const { code, stdout } = await pair('--company', 'Kulkarni General Stores')
    expect(code).toBe(0)
    expect(stdout).toContain('Paired with Kulkarni General Stores (KGS)')
    expect(stdout).toContain('drafts')
    expect(stdout).not.toContain(erpnext.token)
    expect(await readPairing(folder)).toMatchObject({ system: 'erpnext', token: erpnext.token })
    if (process.platform !== 'win32') {
      expect(statSync(join(folder, 'pairing.json')).mode & 0o77).toBe(0)
    }
  })

  test('takes a unique field that somebody made, and submits when it is told to', async () => {
    const elsewhere = join(shop.dir.root, 'elsewhere')
    erpnext.behaviours.hasDaybookField = true
    const { code } = await pair('--id-field', 'daybook_id', '--submit', '--bridge-data', elsewhere)
    erpnext.behaviours.hasDaybookField = false
    expect(code).toBe(0)
    expect(await readPairing(elsewhere)).toMatchObject({ idField: 'daybook_id', submits: true })
  })
})

describe('bridge run', () => {
  let bill: string

  beforeAll(async () => {
    bill = await shop.addScan(billOf())
  })

  test('--dry-run shows what it would send, and sends nothing', async () => {
    const { code, stdout } = await bridge(['run', '--dry-run', '--mappings', mappings])
    expect(code).toBe(0)
    expect(stdout).toContain('purchase  Om Sai Wholesale  OSW/118  1050.00')
    expect(stdout).toContain('"doctype": "Purchase Invoice"')
    expect(erpnext.writes()).toEqual([])
  })

  test('--once makes a draft of it, and status says so', async () => {
    const { stdout } = await bridge(['run', '--once', '--mappings', mappings])
    expect(stdout).toContain('ERPNext is ready.\n1 entered, 0 wait.')
    expect(erpnext.docs('Purchase Invoice')).toMatchObject([{ docstatus: 0, bill_no: 'OSW/118' }])
    const status = await bridge(['status'])
    expect(status.stdout).toContain(`Kulkarni General Stores, at ${erpnext.url}`)
    expect(status.stdout).toContain('1 in the books, 0 not.')
  })

  test('settle and retry are heard in the next round', async () => {
    for (const doc of erpnext.docs('Purchase Invoice')) {
      erpnext.person.deletes('Purchase Invoice', String(doc['name']))
    }
    expect((await bridge(['retry', bill])).code).toBe(0)
    const { stdout } = await bridge(['run', '--once', '--mappings', mappings])
    expect(stdout).toContain('ERPNext is ready.')
    const status = await bridge(['status'])
    expect(status.stdout).toContain('removed_in_book')
    expect((await bridge(['settle', bill])).code).toBe(0)
    await bridge(['run', '--once', '--mappings', mappings])
    expect((await bridge(['status'])).stdout).toContain('1 in the books, 0 not.')
    expect(erpnext.docs('Purchase Invoice')).toEqual([])
  })
})

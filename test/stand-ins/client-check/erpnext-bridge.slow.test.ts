import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { erpnextAt } from '../../../src/bridge/erpnext/client.ts'
import { companiesOf } from '../../../src/bridge/erpnext/companies.ts'
import { openBridge, type OpenBridge } from '../../../src/bridge/open.ts'
import type { Pairing } from '../../../src/bridge/pairing.ts'
import { runOnce } from '../../../src/bridge/run.ts'
import type { Client } from '../../../src/stand-ins/client-check/client.ts'
import { orders } from '../../../src/stand-ins/client-check/orders.ts'
import { type FakeErpnext, openFakeErpnext } from '../erpnext/fake-erpnext.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { systemClock } from '../../../src/platform/time.ts'
import { omSai } from '../../support/bridge.ts'
import { erpnextMappings } from '../../support/erpnext-desk.ts'
import { play } from './play.ts'

/** Some forty bills go in, each looked up and read back; in milliseconds. */
setDefaultTimeout(300_000)

let erpnext: FakeErpnext
let folder: string
let pairingWith: (keys: Pick<Pairing, 'daybook' | 'scanKey' | 'ordersKey'>) => Pairing
let bridge: OpenBridge | undefined

beforeAll(async () => {
  erpnext = await openFakeErpnext()
  folder = mkdtempSync(join(tmpdir(), 'daybook-erpnext-'))
  const [company] = await companiesOf(erpnextAt(erpnext.url, erpnext.token))
  if (company === undefined) throw new Error('The site has no company.')
  pairingWith = (keys) => ({
    version: 1,
    system: 'erpnext',
    books: erpnext.url,
    token: erpnext.token,
    idField: 'name',
    submits: false,
    goodsItem: '',
    company,
    ...keys,
  })
})

afterAll(() => {
  bridge?.[Symbol.dispose]()
  erpnext.close()
  rmSync(folder, { recursive: true, force: true })
})

/** With the scripted server in the place of Daybook. A killed one begins anew with its journal. */
function bridgeTo({ base, key }: { base: string; key: string }, isForOrders = false): Client {
  const daybook = base.replace(/\/[a-z-]+$/, '')
  const mappingsFile = join(folder, 'mappings.json')
  const settings = { ...erpnextMappings.settings, order_as: 'sales' }
  const parties = [{ ...omSai, ledger: 'Om Sai Wholesale' }]
  writeFileSync(mappingsFile, JSON.stringify({ ...erpnextMappings, settings, parties }))
  const keys = { daybook, scanKey: key, ...(isForOrders && { ordersKey: key }) }
  const open = (): OpenBridge => {
    bridge?.[Symbol.dispose]()
    const options = { clock: systemClock, log: silentLog, mappingsFile }
    return openBridge(folder, pairingWith(keys), options)
  }
  bridge = open()
  let isKilled = false
  return {
    roundsMax: 10,
    async round() {
      await runOnce(bridge ?? open())
      if (isKilled) bridge = open()
      isKilled = false
    },
    kill() {
      isKilled = true
      return Promise.resolve()
    },
  }
}

function numbersOf(doctype: string, field: string): string[] {
  return erpnext.docs(doctype).map((doc) => String(doc[field]))
}

describe('the bridge to ERPNext', () => {
  test('passes all that a client of documents can meet, and has each bill in the books once', async () => {
    const report = await play({ client: bridgeTo })
    expect(report.results.filter(({ grade }) => grade !== 'passed')).toEqual([])
    const numbers = numbersOf('Purchase Invoice', 'bill_no')
    expect(numbers.length).toBeGreaterThan(40)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test('passes all that a client of orders can meet, and has each sale in the books once', async () => {
    const report = await play({ profile: orders, client: (place) => bridgeTo(place, true) })
    expect(report.results.filter(({ grade }) => grade !== 'passed')).toEqual([])
    const numbers = numbersOf('Sales Invoice', 'po_no')
    expect(numbers.length).toBeGreaterThan(40)
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})

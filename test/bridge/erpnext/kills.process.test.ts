import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPairing } from '../../../src/bridge/pairing.ts'
import { type FakeErpnext, openFakeErpnext } from '../../stand-ins/erpnext/fake-erpnext.ts'
import { daybookCommand, runDaybook } from '../../cli/run-daybook.ts'
import { billOf, omSai } from '../../support/bridge.ts'
import { erpnextMappings } from '../../support/erpnext-desk.ts'
import { idsOf, openShop, type Shop } from '../../support/shop.ts'

/** Each kill starts the program: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(240_000)

const bills = 8
const submits = ['drafts', 'submitted'] as const

let shop: Shop
let erpnext: FakeErpnext
let mappings: string

beforeAll(async () => {
  shop = await openShop()
  erpnext = await openFakeErpnext()
  mappings = join(shop.dir.root, 'mappings.json')
  const parties = [{ ...omSai, ledger: 'Om Sai Wholesale' }]
  writeFileSync(mappings, JSON.stringify({ ...erpnextMappings, parties }))
  writeFileSync(shop.dir.config, `port = ${new URL(shop.url).port}\n`)
})

afterAll(async () => {
  erpnext.close()
  await shop.close()
})

test.each(submits)(
  'a bridge that is killed at every write has each bill once, as %s',
  async (as) => {
    const own = ['--data', shop.dir.root, '--bridge-data', join(shop.dir.root, as)]
    const more = as === 'submitted' ? ['--submit'] : []
    const pair = ['bridge', 'pair', 'erpnext', '--url', erpnext.url, ...more, ...own]
    expect((await runDaybook(pair, erpnext.token)).code).toBe(0)
    const numbers = Array.from({ length: bills }, (_, at) => `${as}/${at}`)
    for (const number of numbers) await shop.addScan(billOf({ number }))
    const run = [...daybookCommand, 'bridge', 'run', '--mappings', mappings, ...own]
    for (let at = 0; at < bills; at++) {
      // Half of them die with the answer lost, the others with the request.
      if (at % 2 === 0) erpnext.next('cutAfterCommit')
      const written = erpnext.nextWrite()
      const bridge = Bun.spawn(run, { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
      await written
      bridge.kill('SIGKILL')
      await bridge.exited
    }
    const once = ['bridge', 'run', '--once', '--mappings', mappings, ...own]
    expect((await runDaybook(once)).code).toBe(0)
    const kept = erpnext
      .docs('Purchase Invoice')
      .filter((doc) => String(doc['bill_no']).startsWith(as))
    expect(kept.map((doc) => String(doc['bill_no'])).toSorted()).toEqual(numbers)
    expect(new Set(kept.map((doc) => doc['docstatus']))).toEqual(
      new Set([as === 'submitted' ? 1 : 0]),
    )
    const { scanKey: key } = await readPairing(join(shop.dir.root, as))
    expect(idsOf(await shop.call('GET', '/api/public/v1/scans/unsynced', { key }))).toEqual([])
  },
)

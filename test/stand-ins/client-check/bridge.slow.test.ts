import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { openBridge, type OpenBridge } from '../../../src/bridge/open.ts'
import { runOnce } from '../../../src/bridge/run.ts'
import type { Client } from '../../../src/stand-ins/client-check/client.ts'
import { orders } from '../../../src/stand-ins/client-check/orders.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { systemClock } from '../../../src/platform/time.ts'
import { type BridgedShop, openBridgedShop, sampleMappings } from '../../support/bridge.ts'
import { play } from './play.ts'

/** Some forty bills go in, each looked up and read back; in milliseconds. */
setDefaultTimeout(300_000)

let bridged: BridgedShop

beforeAll(async () => {
  bridged = await openBridgedShop()
})

afterAll(() => bridged.close())

/** The bridge of a shop, with the scripted server in the place of Daybook. A killed one begins anew with its journal. */
function bridgeTo({ base, key }: { base: string; key: string }, isForOrders = false): Client {
  const daybook = base.replace(/\/[a-z-]+$/, '')
  const { ordersKey: _own, ...rest } = { ...bridged.pairing, daybook, scanKey: key }
  const pairing = isForOrders ? { ...rest, ordersKey: key } : rest
  const mappingsFile = join(bridged.folder, 'mappings.json')
  const open = (): OpenBridge =>
    openBridge(bridged.folder, pairing, { clock: systemClock, log: silentLog, mappingsFile })
  bridged.bridge[Symbol.dispose]()
  bridged.bridge = open()
  let isKilled = false
  return {
    roundsMax: 10,
    async round() {
      await runOnce(bridged.bridge)
      if (!isKilled) return
      isKilled = false
      bridged.bridge[Symbol.dispose]()
      bridged.bridge = open()
    },
    kill() {
      isKilled = true
      return Promise.resolve()
    },
  }
}

describe('the bridge to Tally', () => {
  test('passes all that a client of documents can meet, and has each bill in the books once', async () => {
    const report = await play({ client: bridgeTo })
    expect(report.results.filter(({ grade }) => grade !== 'passed')).toEqual([])
    const references = bridged.tally.vouchers().map(({ header }) => header['REFERENCE'])
    expect(references.length).toBeGreaterThan(40)
    expect(new Set(references).size).toBe(references.length)
  })

  test('passes all that a client of orders can meet, and has each sale in the books once', async () => {
    // As sales: how Tally takes the same order with items twice is not measured, and each would wait for a person.
    const settings = { ...sampleMappings.settings, order_as: 'sales' } as const
    bridged.confirm({ ...sampleMappings, settings })
    const before = bridged.tally.vouchers().length
    const report = await play({ profile: orders, client: (place) => bridgeTo(place, true) })
    expect(report.results.filter(({ grade }) => grade !== 'passed')).toEqual([])
    const sales = bridged.tally.vouchers().slice(before)
    const references = sales.map(({ header }) => header['REFERENCE'])
    expect(references.length).toBeGreaterThan(40)
    expect(new Set(references).size).toBe(references.length)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { FormatRegistry, type TSchema } from '@sinclair/typebox'
import { resultSchemas } from '../../src/imports/results/schemas.ts'
import { isId } from '../../src/platform/ids.ts'
import { readIsoTime } from '../../src/platform/time.ts'
import { markSyncedAnswer } from '../../src/services/scan-export/delivery/mark-schemas.ts'
import { unsyncedAnswer } from '../../src/services/scan-export/delivery/schemas.ts'
import { openDesk } from '../../src/client-check/desk.ts'
import { scanScenarios } from '../../src/client-check/scan/scenarios.ts'
import { itemsOf, openShop, owner, type Shop } from '../support/shop.ts'
import { careful, ownClient } from './clients.ts'
import { play } from './play.ts'

const schemas: [string, TSchema][] = [
  ['/scans/unsynced', unsyncedAnswer],
  ['/scans/mark-synced', markSyncedAnswer],
  ['/import-results', resultSchemas('scanExport').answer],
]

const formats: Record<string, (text: string) => boolean> = {
  uuid: isId,
  'date-time': (text) => readIsoTime(text, '00:00:00') !== undefined,
}

beforeAll(() => {
  for (const [name, check] of Object.entries(formats)) {
    if (!FormatRegistry.Has(name)) FormatRegistry.Set(name, check)
  }
})

describe('what the scripted server answers', () => {
  test('is what Daybook answers, by its own schemas', async () => {
    const { trace } = await play({ client: ownClient(careful).at })
    for (const [path, schema] of schemas) {
      const own = trace.filter((traced) => traced.status === 200 && traced.path.includes(path))
      expect(own.length).toBeGreaterThan(0)
      expect(own.flatMap(({ answer }) => faultsOf(schema, answer))).toEqual([])
    }
  })
})

describe('the documents that it plays', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop()
  })

  afterAll(() => shop.close())

  test('are delivered so by Daybook too', async () => {
    const now = Date.now()
    const { key } = await shop.addKey({ email: owner, allUsers: true })
    for (const scenario of scanScenarios) {
      const desk = openDesk()
      scenario.begin(desk, { now: () => now, refusedSeconds: 1 })
      for (const { bill } of desk.held) {
        const { invoice_metadata: metadata, line_items: lines } = bill.data
        const id = await shop.addScan({ metadata, lines })
        const list = await shop.call('GET', '/api/public/v1/scans/unsynced', { key })
        const delivered = itemsOf(list).find((item) => item['id'] === id)
        expect(delivered?.['data'], scenario.name).toEqual(bill.data)
      }
    }
  })
})

function faultsOf(schema: TSchema, answer: string): string[] {
  const value: unknown = JSON.parse(answer)
  return [...Value.Errors(schema, value)].map(({ path, message }) => `${path}: ${message}`)
}

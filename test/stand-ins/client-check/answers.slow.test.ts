import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { FormatRegistry, type TSchema } from '@sinclair/typebox'
import { resultSchemas } from '../../../src/books/results/schemas.ts'
import { isId } from '../../../src/platform/ids.ts'
import { readIsoTime } from '../../../src/platform/time.ts'
import { markSyncedAnswer } from '../../../src/services/scan-export/delivery/mark-schemas.ts'
import { unsyncedAnswer } from '../../../src/services/scan-export/delivery/schemas.ts'
import {
  syncAnswer,
  unsyncedAnswer as unsyncedOrders,
} from '../../../src/services/storefront/orders/schemas.ts'
import { orders } from '../../../src/stand-ins/client-check/orders/orders.ts'
import type { Bill } from '../../../src/stand-ins/client-check/scan/documents.ts'
import { scanScenarios } from '../../../src/stand-ins/client-check/scan/scan.ts'
import type { Traced } from '../../../src/stand-ins/client-check/trace.ts'
import { openDesk } from '../../../src/stand-ins/client-check/waiting/desk.ts'
import { itemsOf, openShop, owner, type Shop } from '../../support/shop.ts'
import { careful, ownClient } from './clients.ts'
import { carefulWithOrders, orderClient } from './order-client.ts'
import { play } from './play.ts'

const documentSchemas: [string, TSchema][] = [
  ['/scans/unsynced', unsyncedAnswer],
  ['/scans/mark-synced', markSyncedAnswer],
  ['/import-results', resultSchemas('scanExport').answer],
]

const orderSchemas: [string, TSchema][] = [
  ['/orders/unsynced', unsyncedOrders],
  ['/orders/sync', syncAnswer],
  ['/import-results', resultSchemas('storefront').answer],
]

/** Documents are played from a script. */
const openDaybook = () => expect.unreachable()

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
  test('to a client of documents is what Daybook answers, by its own schemas', async () => {
    const { trace } = await play({ client: ownClient(careful).at })
    expect(wrongAnswers(trace, documentSchemas)).toEqual([])
  })

  test('to a client of orders too', async () => {
    const client = orderClient(carefulWithOrders).at
    // Fields that nobody knows are of a later Daybook.
    const scenarios = orders.scenarios.filter(({ name }) => name !== 'unknown_fields')
    const { trace } = await play({ profile: orders, scenarios, client })
    expect(wrongAnswers(trace, orderSchemas)).toEqual([])
  })
})

/** What is wrong with the answers of each call, none of which may be missing. */
function wrongAnswers(trace: readonly Traced[], schemas: readonly [string, TSchema][]): string[] {
  return schemas.flatMap(([path, schema]) => {
    const own = trace.filter((traced) => traced.status === 200 && traced.path.includes(path))
    return own.length === 0
      ? [`${path} was never called`]
      : own.flatMap(({ answer }) => faultsOf(schema, answer))
  })
}

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
      const desk = openDesk<Bill>()
      scenario.begin(desk, { now: () => now, refusedSeconds: 1, hasRounds: true, openDaybook })
      for (const { document } of desk.held) {
        const { invoice_metadata: metadata, line_items: lines } = document.data
        const id = await shop.addScan({ metadata, lines })
        const list = await shop.call('GET', '/api/public/v1/scans/unsynced', { key })
        const delivered = itemsOf(list).find((item) => item['id'] === id)
        expect(delivered?.['data'], scenario.name).toEqual(document.data)
      }
    }
  })
})

function faultsOf(schema: TSchema, answer: string): string[] {
  const value: unknown = JSON.parse(answer)
  return [...Value.Errors(schema, value)].map(({ path, message }) => `${path}: ${message}`)
}

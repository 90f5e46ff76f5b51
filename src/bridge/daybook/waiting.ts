import { Value } from '@sinclair/typebox/value'
import type { JsonObject, JsonValue } from '../../platform/json/json.ts'
import { isJsonObject } from '../../platform/json/json.ts'
import { type Delivered, orderSchema, scanSchema } from '../vouchers/delivered.ts'
import type { Api } from './api.ts'

/** What waits in Daybook to be entered. */
export type Waiting = {
  kind: 'scan' | 'order'
  id: string
  /** As it came, for the acknowledgement: text or number, '' where the server has none. */
  revision: string | number
  /** Undefined when it is not what the API promises. */
  delivered: Delivered | undefined
}

/** Items that are asked for at once. */
const pageItems = 100

/** Purchase orders are not entered: nothing was bought yet. */
const categories = ['vendor_invoice', 'bank_entry']

export async function* waitingScans(api: Api): AsyncGenerator<Waiting> {
  for (const category of categories) {
    for await (const item of listed(api, `scans/unsynced?category=${category}&`, 'items')) {
      const delivered = Value.Check(scanSchema, item)
        ? { kind: 'scan' as const, scan: item }
        : undefined
      yield waitingOf('scan', item, delivered)
    }
  }
}

export async function* waitingOrders(api: Api): AsyncGenerator<Waiting> {
  for await (const item of listed(api, 'orders/unsynced?', 'data')) {
    const delivered = Value.Check(orderSchema, item)
      ? { kind: 'order' as const, order: item }
      : undefined
    yield waitingOf('order', item, delivered)
  }
}

/** All pages of a list. The next is asked for when this one was worked through: what was acknowledged does not matter. */
async function* listed(api: Api, path: string, name: string): AsyncGenerator<JsonObject> {
  let after = ''
  for (;;) {
    const answer = await api.ask({ method: 'GET', path: `${path}limit=${pageItems}${after}` })
    const items = answer[name]
    yield* Array.isArray(items) ? items.filter(isJsonObject) : []
    const { next } = answer
    if (typeof next !== 'string') return
    after = `&after=${encodeURIComponent(next)}`
  }
}

function waitingOf(
  kind: Waiting['kind'],
  item: JsonObject,
  delivered: Delivered | undefined,
): Waiting {
  const { id } = item
  return {
    kind,
    id: typeof id === 'string' ? id : '',
    revision: revisionOf(item['revision']),
    delivered,
  }
}

function revisionOf(value: JsonValue | undefined): string | number {
  return typeof value === 'string' || typeof value === 'number' ? value : ''
}

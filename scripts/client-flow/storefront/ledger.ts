import type { JsonObject } from '../../../src/platform/json/json.ts'
import { numberOf, textOf } from '../api.ts'

/*
 * Lines of the storefront's ledgers: the shop's, which sends goods, stock and orders, and that of the accounting system
 * which takes the orders. A line that ends in -ing is written before the first try of its request, its
 * counterpart is written after the answer.
 */

/** A good's number and version (see goods.ts). */
export type Sent = readonly [n: number, version: number]

/** A SKU and the number of the setting. */
export type StockSetting = readonly [sku: string, version: number]

/** A line that is ordered; without a SKU it is a service that the catalogue does not know. */
export type Wanted = { sku: string | null; quantity: number }

/** A line as the server answered it. */
export type Line = { id: string; sku: string; quantity: number }

export type ShopEntry =
  | { type: 'storing'; goods: Sent[] }
  | { type: 'stored'; goods: Sent[] }
  | { type: 'setting'; stocks: StockSetting[] }
  | { type: 'set'; stocks: StockSetting[] }
  | { type: 'ordering'; key: string; wanted: Wanted[] }
  | { type: 'ordered'; key: string; id: string; lines: Line[] }
  | { type: 'refused'; key: string }
  | { type: 'moving'; id: string; status: string }
  | { type: 'moved'; id: string; status: string }

/** `key` is the order's Idempotency-Key, which it carries as its customer's name. */
export type DeliveredOrder = { id: string; key: string; lines: Line[]; excluded: number }

/** A row of `orders/sync`. */
export type Acknowledged = { order_id: string; all_items?: true; order_item_ids?: string[] }

export type ErpEntry =
  | { type: 'delivered'; orders: DeliveredOrder[] }
  | { type: 'syncing'; orders: Acknowledged[] }
  | { type: 'synced'; orders: Acknowledged[] }

/** The lines of an order as an answer shows them; a line without a SKU has ''. */
export function linesOf(items: readonly JsonObject[]): Line[] {
  return items.map((item) => ({
    id: textOf(item, 'id'),
    sku: textOf(item, 'sku'),
    quantity: numberOf(item, 'quantity'),
  }))
}

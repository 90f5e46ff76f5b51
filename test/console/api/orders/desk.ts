import type { JsonObject, JsonValue } from '../../../../src/platform/json/json.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { signedIn, type Browser, type ConsoleAnswer } from '../browser.ts'

/** A shop with rice, tea and shirts in two sizes, and its owner at the console. */
export type Desk = {
  shop: Shop
  owner: Browser
  /** Places an order through the console, and answers with its id. */
  place(order: JsonObject): Promise<string>
  /** Marks an order's lines as synced, as the accounting system does: all, or those with these ids. */
  sync(id: string, lines?: readonly JsonValue[]): Promise<void>
  close(): Promise<void>
}

const products = [
  {
    sku: 'RICE-5KG',
    name: 'Basmati Rice 5 kg',
    sale_price: 450,
    gst_pct: 5,
    hsn: '1006',
    barcode: '8901234567890',
    stock_quantity: 1000,
  },
  { sku: 'TEA-500', name: 'Assam Tea 500 g', sale_price: 299.99, gst_pct: 18, stock_quantity: 3 },
  {
    sku: 'SHIRT',
    name: 'Cotton Shirt',
    sale_price: 450,
    gst_pct: 5,
    variants: [
      { sku: 'SHIRT-M', size: 'M', color: 'Blue', sale_price: 400, stock_quantity: 4 },
      { sku: 'SHIRT-L', size: 'L', color: 'Blue', sale_price: 400, stock_quantity: 0 },
    ],
  },
]

export async function openDesk(): Promise<Desk> {
  const shop = await openShop()
  const stored = await shop.store('POST', '/api/public/v1/products/bulk', { body: { products } })
  if (stored.status !== 200) throw new Error(stored.text)
  const owner = await signedIn(shop, shop.users.owner)
  return {
    shop,
    owner,
    close: shop.close,
    async place(order) {
      const answer = await placeWith(owner, order, crypto.randomUUID())
      if (answer.status !== 200) throw new Error(answer.text)
      return String(answer.json['id'])
    },
    async sync(id, lines) {
      const row = lines === undefined ? { all_items: true } : { order_item_ids: [...lines] }
      const body = { orders: [{ order_id: id, ...row }] }
      const answer = await shop.store('POST', '/api/public/v1/orders/sync', { body })
      if (answer.status !== 200) throw new Error(answer.text)
    },
  }
}

export function placeWith(
  browser: Browser,
  order: JsonObject,
  idempotencyKey: string,
): Promise<ConsoleAnswer> {
  return browser.post('/orders', order, { 'idempotency-key': idempotencyKey })
}

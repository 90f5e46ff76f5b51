import {
  importOrder,
  readImportedOrder,
} from '../../../src/services/storefront/orders/orders-file.ts'
import { orderStatuses } from '../../../src/services/storefront/orders/rules.ts'
import { storeCategory } from '../../../src/services/storefront/display/categories.ts'
import { upsertProducts } from '../../../src/services/storefront/bulk/upsert-products.ts'
import type { StorefrontDeps } from '../../../src/services/storefront/service.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import { categoryCount, categorySlug, productRecord, skuOf } from '../storefront/products.ts'
import { mixed } from '../storefront/product-texts.ts'

const productsPerRequest = 10_000
const ordersPerCommand = 500

/** Milliseconds between two orders. */
const betweenMs = 60_000

/** One product in this many has no image, no price, no stock, is not active, or waits for approval. */
const productsPerOdd = 50

/** The share of the orders, newest first, that is not acknowledged, in per cent. */
const waitingPercent = 5

/** Adds the categories, and this many products as a sender would. */
export async function fillProducts(deps: StorefrontDeps, count: number): Promise<void> {
  const now = deps.clock.now()
  await deps.database.write((conn) => {
    for (let index = 0; index < categoryCount; index++) {
      const slug = categorySlug(index)
      storeCategory(conn, deps, { name: `Category ${index}`, slug, sort_order: index }, now)
    }
  })
  for (let start = 0; start < count; start += productsPerRequest) {
    const size = Math.min(productsPerRequest, count - start)
    const records = Array.from({ length: size }, (_, at) => sentProduct(start + at))
    const results = await upsertProducts(deps, records, { dryRun: false })
    const refused = results.find(({ status }) => status === 'error')
    if (refused !== undefined) throw new Error(`a product was refused: ${refused.error?.message}`)
  }
}

export function barcodeOf(index: number): string {
  return String(8_900_000_000_000 + mixed(index, 501))
}

export function orderNoOf(index: number): string {
  return `SHOP/${String(index).padStart(6, '0')}`
}

/** Adds this many orders with two lines each, a minute apart, in all statuses. */
export async function fillOrders(
  deps: StorefrontDeps,
  { count, products }: { count: number; products: number },
): Promise<void> {
  const now = deps.clock.now()
  for (let start = 0; start < count; start += ordersPerCommand) {
    await deps.database.write(
      (conn) => {
        for (let index = start; index < Math.min(count, start + ordersPerCommand); index++) {
          const createdAt = now - (count - index) * betweenMs
          const isWaiting = index >= count * (1 - waitingPercent / 100)
          const sent = sentOrder(index, products, { createdAt, isWaiting })
          importOrder(conn, readImportedOrder(sent, newId(createdAt), now), now)
        }
      },
      { alone: true },
    )
  }
}

function sentProduct(index: number): JsonObject {
  const odd = index % productsPerOdd
  const record = productRecord(index)
  return {
    ...record,
    barcode: barcodeOf(index),
    ...(odd === 1 ? {} : { image_url: `https://images.example.com/${record.sku}.jpg` }),
    ...(odd === 2 ? { mrp: 0, sale_price: 0 } : {}),
    stock_quantity: odd === 3 ? 0 : 1 + (mixed(index, 502) % 500),
    is_active: odd !== 4,
    ...(odd === 5 ? { approval_status: 'pending' } : {}),
    ...(index % 10 === 0 ? { variants: variantsOf(index, record.sale_price) } : {}),
  }
}

function variantsOf(index: number, price: number): JsonObject[] {
  return ['S', 'M', 'L'].map((size) => ({
    sku: `${skuOf(index)}-${size}`,
    size,
    color: 'Red',
    mrp: price,
    sale_price: price,
    stock_quantity: mixed(index, 503) % 50,
  }))
}

function sentOrder(
  index: number,
  products: number,
  { createdAt, isWaiting }: { createdAt: number; isWaiting: boolean },
): JsonObject {
  const created_at = new Date(createdAt).toISOString()
  const item = (line: number) => ({
    sku: skuOf((index * 7 + line) % products),
    quantity: 1,
    ...(isWaiting ? {} : { synced_at: created_at }),
  })
  return {
    order_no: orderNoOf(index),
    created_at,
    status: orderStatuses[index % orderStatuses.length] ?? 'paid',
    customer_name: `Customer ${mixed(index, 504) % 20_000}`,
    customer_phone: `+91 ${9_000_000_000 + (mixed(index, 505) % 1_000_000_000)}`,
    shipping_address: `${index} MG Road`,
    shipping_city: 'Pune',
    shipping_state: 'Maharashtra',
    shipping_pincode: '411001',
    items: [item(0), item(1)],
  }
}

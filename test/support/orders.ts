import { organisations } from '../../src/accounts/tables.ts'
import { storeOf } from '../../src/app.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/platform/json/json.ts'
import type { StorefrontDeps } from '../../src/services/storefront/service.ts'
import { listUnsynced } from '../../src/services/storefront/orders/delivery/list-unsynced.ts'
import {
  markSynced,
  type SyncAnswer,
} from '../../src/services/storefront/orders/delivery/mark-synced.ts'
import { changeSeller } from '../../src/services/storefront/orders/invoices/seller.ts'
import { moveStatus } from '../../src/services/storefront/orders/move-status.ts'
import { readOrder } from '../../src/services/storefront/orders/placing/read-order.ts'
import { placeOrder } from '../../src/services/storefront/orders/placing/place-order.ts'
import { importOrder, readImportedOrder } from '../../src/services/storefront/orders/orders-file.ts'
import type { OrderStatus } from '../../src/services/storefront/orders/rules.ts'
import { orderItems, orders, products, variants } from '../../src/services/storefront/tables.ts'
import {
  noon,
  setClock,
  temporaryDatabase,
  type SetClock,
  type TemporaryDatabase,
} from './temporary-database.ts'

const uncategorised = '019a0000-0000-7000-8000-000000000001'

export type ProductInput = Partial<typeof products.$inferInsert> & {
  variants?: Partial<typeof variants.$inferInsert>[]
}

/** Puts a listed product into the database, without the endpoints of products: ₹450.00, 5% GST, ten in stock. */
export async function addProduct(database: Database, input: ProductInput = {}): Promise<string> {
  const now = Date.now()
  const { variants: wanted = [], ...given } = input
  const id = newId(now)
  await database.write((conn) => {
    const row = conn
      .insert(products)
      .values({
        id,
        sku: id,
        slug: id,
        name: 'Basmati Rice 5 kg',
        foldedName: 'basmati rice 5 kg',
        description: '',
        foldedDescription: '',
        details: '',
        categoryId: uncategorised,
        mrp: 50_000,
        mrpGiven: true,
        priceGiven: given.salePrice !== 0,
        salePrice: 45_000,
        stockQuantity: 10,
        gstBasisPoints: 500,
        hsn: '1006',
        barcode: '',
        isActive: true,
        approvalStatus: 'approved',
        version: 0,
        createdAt: now,
        updatedAt: now,
        ...given,
      })
      .returning({ seq: products.seq })
      .get()
    for (const variant of wanted) {
      const made = {
        createdAt: now,
        updatedAt: now,
        mrpGiven: true,
        priceGiven: variant.salePrice !== 0,
      }
      const goods = { size: 'M', color: 'Red', colorHex: '#ff0000', mrp: 50_000, salePrice: 40_000 }
      const ids = { id: newId(now), productSeq: row.seq }
      conn
        .insert(variants)
        .values({ ...ids, ...goods, ...made, stockQuantity: 5, ...variant })
        .run()
    }
  })
  return id
}

/** What is left of a SKU, a product's or a variant's. */
export function stockOf({ read }: Database, sku: string): number | undefined {
  const ofProducts = read.select().from(products).all()
  const ofVariants = read.select().from(variants).all()
  return [...ofProducts, ...ofVariants].find((row) => row.sku === sku)?.stockQuantity
}

/** A list inside an answer. */
export function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

/** The items of an order in an answer. */
export function linesOf(order: JsonObject | undefined): JsonObject[] {
  return listOf(order?.['items'])
}

type Deps = Pick<StorefrontDeps, 'database' | 'clock' | 'store'>

/** Orders without HTTP: a real database, and a clock that the test sets. */
export type OrderDesk = TemporaryDatabase & {
  clock: SetClock
  deps: Deps
  /** The order as it was answered. */
  place(order: JsonObject, idempotencyKey?: string): Promise<JsonObject>
  import(line: JsonObject, id?: string): Promise<{ outcome: string; warnings: string[] }>
  /** The same line many times, each an order of its own, in one transaction. */
  importMany(line: JsonObject, count: number): Promise<void>
  list(input?: { limit?: number; status?: OrderStatus; after?: string }): JsonObject
  /** The orders of the unsynced list. */
  listed(): JsonObject[]
  sync(...rows: JsonValue[]): Promise<SyncAnswer>
  move(id: JsonValue | undefined, status: OrderStatus): Promise<JsonObject>
  order(id: JsonValue | undefined): typeof orders.$inferSelect
  items(orderId: JsonValue | undefined): (typeof orderItems.$inferSelect)[]
}

const caller = { keyId: 'key of the ERP', userId: 'owner' }
const till = { keyId: 'key of the till', setsPrices: true }

export function orderDesk(): OrderDesk {
  const temporary = temporaryDatabase()
  const { database, dir } = temporary
  const clock = setClock()
  const deps = { database, clock, store: storeOf(dir) }
  const list: OrderDesk['list'] = ({ limit = 200, status, after } = {}) =>
    parsed(listUnsynced(deps, { limit, status, after }).text)
  const order: OrderDesk['order'] = (id) => {
    const row = database.read
      .select()
      .from(orders)
      .all()
      .find((candidate) => candidate.id === id)
    if (row === undefined) throw new Error(`There is no order ${String(id)}.`)
    return row
  }
  return {
    ...temporary,
    clock,
    deps,
    async place(input, key) {
      return parsed((await placeOrder(deps, till, readOrder(input), key)).body)
    },
    async import(line, id = newId(clock.now())) {
      const input = readImportedOrder(line, id, clock.now())
      return await database.write((conn) => importOrder(conn, input, clock.now()))
    },
    async importMany(line, count) {
      const now = clock.now()
      await database.write((conn) => {
        for (let n = 0; n < count; n++) {
          importOrder(conn, readImportedOrder(line, newId(now), now), now)
        }
      })
    },
    list,
    listed: () => listOf(list()['data']),
    sync: (...rows) => markSynced(deps, caller, rows),
    move: async (id, status) => parsed(await moveStatus(deps, String(id), status)),
    order,
    items(orderId) {
      const { seq } = order(orderId)
      return database.read
        .select()
        .from(orderItems)
        .all()
        .filter(({ orderSeq }) => orderSeq === seq)
    },
  }
}

function parsed(text: string): JsonObject {
  const value: JsonObject = JSON.parse(text)
  return value
}

/** An order desk of a shop in Maharashtra that writes invoices, with rice to sell. */
export async function invoiceDesk() {
  const desk = orderDesk()
  const shop = { id: 1, name: 'Sharma Traders', gstin: '27AAPFU0939F1ZV', createdAt: noon }
  const settings = (change: JsonObject) =>
    desk.database.write((conn) => changeSeller(conn, change, 'owner', noon))
  await desk.database.write((conn) => conn.insert(organisations).values(shop).run())
  await addProduct(desk.database, { sku: 'RICE' })
  await settings({ address: '1 Market Yard\nPune', upiId: 'sharma@okbank' })
  return { ...desk, settings, gstin: shop.gstin }
}

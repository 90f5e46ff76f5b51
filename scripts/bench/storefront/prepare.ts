import { addKey, addOwner } from '../people.ts'
import { dataDir, makeDataDir, type DataDir } from '../../../src/platform/disk/data-dir.ts'
import { openDatabaseForCommand, type Database } from '../../../src/platform/db/database.ts'
import { fillProducts } from './products.ts'

/** The size of a shop. `waiting` is the number of orders that are not acknowledged. */
export type ShopSize = { products: number; orders: number; waiting: number }

export type PreparedShop = {
  dir: DataDir
  /** A key with every scope. */
  key: string
}

/** A shop of that size in a data directory of its own. */
export async function prepareShop(root: string, size: ShopSize): Promise<PreparedShop> {
  const dir = dataDir(root)
  makeDataDir(dir)
  const now = Date.now()
  const database = openDatabaseForCommand(dir, now)
  const { key } = await database.write((conn) => {
    addOwner(conn, now)
    return addKey(conn, 'storefront', false, now)
  })
  await fillProducts(database, size.products, now)
  await fillOrders(database, { ...size, count: size.orders }, now)
  // As every night: updates the planner's statistics, and moves everything into the one file that is copied.
  database.tidy()
  await database.close()
  return { dir, key }
}

/** Milliseconds between two orders. */
const betweenMs = 60_000

/** A UUIDv7 from a time (ms since the epoch) and a number. */
const idOf = (time: string, number: string) =>
  `printf('%08x-%04x-7000-8000-%012x', (${time}) >> 16, (${time}) & 65535, ${number})`

/**
 * Adds orders with two lines each. `waiting` of them, evenly spread, are not acknowledged.
 * SQL is enough here: nothing reads the content of these orders.
 */
async function fillOrders(
  database: Database,
  { count, waiting, products }: { count: number; waiting: number; products: number },
  now: number,
): Promise<void> {
  if (count === 0) return
  const first = now - count * betweenMs
  const every = Math.floor(count / waiting)
  await database.write(
    (conn) => {
      conn.$client.run(`
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count}),
        timed AS (SELECT n, ${first} + n * ${betweenMs} AS time, n % ${every} = 0 AS waits FROM numbers)
        INSERT INTO orders (seq, id, order_no, customer_name, customer_phone, customer_gstin, shipping_address,
          shipping_city, shipping_state, shipping_pincode, status, subtotal, gst_total, discount, total, revision,
          takes_stock, waiting_items, synced_at, created_at, updated_at)
        SELECT n, ${idOf('time', 'n')}, printf('2026-27/%06d', n), 'Customer ' || n, '9800000000', '', n || ' MG Road',
          'Pune', 'Maharashtra', '411001', 'paid', 20000, 1000, 0, 21000, 1, 1, waits * 2,
          CASE WHEN waits THEN NULL ELSE time + 1000 END, time, time
        FROM timed`)
      for (const line of [0, 1]) {
        conn.$client.run(`
          INSERT INTO order_items (id, order_seq, product_id, variant_id, sku, product_name, variant_label, hsn,
            quantity, unit_price, line_total, gst_amount, gst_basis_points, synced_at, synced_key_id)
          SELECT ${idOf('o.created_at', `o.seq * 2 + ${line}`)}, o.seq, p.id, NULL, p.sku, p.name, NULL, p.hsn, 1,
            10500, 10500, 500, 500, o.synced_at, CASE WHEN o.synced_at IS NULL THEN NULL ELSE 'bench' END
          FROM orders o JOIN products p ON p.seq = 1 + (o.seq * 7 + ${line}) % ${products}`)
      }
    },
    { alone: true },
  )
}

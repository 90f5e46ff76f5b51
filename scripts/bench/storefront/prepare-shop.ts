import { createKey } from '../../../src/accounts/keys/keys.ts'
import { isScope, storefrontScopes } from '../../../src/accounts/keys/rules.ts'
import { setUp } from '../../../src/accounts/users/set-up.ts'
import { dataDir, makeDataDir, type DataDir } from '../../../src/platform/data-dir.ts'
import { openDatabaseForCommand, type Database } from '../../../src/platform/db/database.ts'
import { fillOrders } from './fill-orders.ts'
import { fillProducts } from './fill-products.ts'

/** How much a shop holds. `waiting` of its orders are not acknowledged. */
export type ShopSize = { products: number; orders: number; waiting: number }

export type PreparedShop = {
  dir: DataDir
  /** With every scope. */
  key: string
}

const email = 'owner@example.com'

/** A shop of that size in a data directory of its own. */
export async function prepareShop(root: string, size: ShopSize): Promise<PreparedShop> {
  const dir = dataDir(root)
  makeDataDir(dir)
  const now = Date.now()
  const database = openDatabaseForCommand(dir, now)
  const key = await addOwner(database, now)
  await fillProducts(database, size.products, now)
  await fillOrders(database, { ...size, count: size.orders }, now)
  // As each night: statistics for the planner, and everything in the one file that is copied.
  database.tidy()
  await database.close()
  return { dir, key }
}

async function addOwner(database: Database, now: number): Promise<string> {
  return await database.write((conn) => {
    const owner = { email, name: 'Owner', passwordHash: '' }
    setUp(conn, { organisation: 'Sharma General Stores', owner }, now)
    const input = {
      email,
      service: 'storefront' as const,
      scopes: Object.keys(storefrontScopes).filter(isScope),
      allUsers: false,
      name: 'Shop',
    }
    return createKey(conn, input, now, crypto.getRandomValues(new Uint8Array(32))).key
  })
}

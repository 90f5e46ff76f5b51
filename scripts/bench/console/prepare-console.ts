import { createKey } from '../../../src/accounts/keys/keys.ts'
import { recordHistory } from '../../../src/accounts/history.ts'
import { isScope, storefrontScopes } from '../../../src/accounts/keys/rules.ts'
import { newToken, startSession } from '../../../src/accounts/sessions/sessions.ts'
import { setUp } from '../../../src/accounts/users/set-up.ts'
import { addUser } from '../../../src/accounts/users/users.ts'
import { storeOf } from '../../../src/app.ts'
import { addName } from '../../../src/names/add-name.ts'
import { nameMatchers } from '../../../src/names/matching.ts'
import { dataDir, makeDataDir, type DataDir } from '../../../src/platform/data-dir.ts'
import { openDatabaseForCommand, type Database } from '../../../src/platform/db/database.ts'
import { scanExportDeps } from '../../../src/services/scan-export/service.ts'
import { vendorCount, vendorName } from '../documents.ts'
import { fillOrders, fillProducts } from './fill-catalogue.ts'
import { fillScans } from './fill-scans.ts'

/** The sizes that the lists must be quick at (source: the targets), and those of a shop that has them. */
export const consoleSize = {
  products: 100_000,
  orders: 50_000,
  scans: 20_000,
  history: 50_000,
  users: 200,
  /** How many of the users have scans. */
  senders: 5,
}

export type PreparedConsole = {
  dir: DataDir
  /** The session of an owner who is signed in, and of a member. */
  tokens: { owner: string; member: string }
  /** Of a storefront key with every scope: the key, and its id. */
  key: string
  keyId: string
}

const email = 'owner@example.com'

/** A shop of that size, entered by the code that enters it in life. */
export async function prepareConsole(root: string): Promise<PreparedConsole> {
  const dir = dataDir(root)
  makeDataDir(dir)
  const now = Date.now()
  const clock = { now: () => now }
  const database = openDatabaseForCommand(dir, now)
  const { userIds, ...access } = await addPeople(database, now)
  await fillHistory(database, userIds, now)
  await addVendors(database, now)
  // Nothing here reads the documents' bytes: 20,000 files would only take time.
  const store = { ...storeOf(dir), has: () => true }
  const scanExport = scanExportDeps({ database, clock, store, names: nameMatchers() })
  await fillScans(scanExport, userIds.slice(0, consoleSize.senders), consoleSize.scans)
  const storefront = { database, clock, store }
  await fillProducts(storefront, consoleSize.products)
  await fillOrders(storefront, { count: consoleSize.orders, products: consoleSize.products })
  // As each night: statistics for the planner, and everything in one file.
  database.tidy()
  await database.close()
  return { dir, ...access }
}

async function addPeople(database: Database, now: number) {
  return await database.write((conn) => {
    const owner = { email, name: 'Owner', passwordHash: '' }
    const ownerId = setUp(conn, { organisation: 'Sharma General Stores', owner }, now)
    const userIds = Array.from({ length: consoleSize.users }, (_, index) =>
      addUser(conn, memberNumber(index), now, ownerId),
    )
    const scans = { service: 'scan-export', scopes: [], allUsers: true, name: 'Tally' } as const
    createKey(conn, { ...scans, email }, now, random())
    const scopes = Object.keys(storefrontScopes).filter(isScope)
    const shop = { service: 'storefront', scopes, allUsers: false, name: 'Shop' } as const
    const { id: keyId, key } = createKey(conn, { ...shop, email }, now, random())
    const tokenOf = (userId: string) => {
      const token = newToken()
      const visitor = { address: '127.0.0.1', userAgent: 'bench' }
      startSession(conn, { userId, token, visitor }, now)
      return token
    }
    const tokens = { owner: tokenOf(ownerId), member: tokenOf(userIds[0] ?? ownerId) }
    return { userIds: [ownerId, ...userIds], tokens, key, keyId }
  })
}

/** What a key is made of. */
function random(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32))
}

function memberNumber(index: number) {
  const name = `Member ${index}`
  return { email: `member-${index}@example.com`, name, role: 'member', passwordHash: '' } as const
}

async function fillHistory(
  database: Database,
  userIds: readonly string[],
  now: number,
): Promise<void> {
  await database.write(
    (conn) => {
      for (let index = 0; index < consoleSize.history; index++) {
        const userId = userIds[index % userIds.length]
        const at = now - (consoleSize.history - index) * 60_000
        const details = { address: '192.168.1.20' }
        recordHistory(conn, at, { action: 'signed in', userId, details })
      }
    },
    { alone: true },
  )
}

/** Half of those that the documents name: the others are offered as unknown. */
async function addVendors(database: Database, now: number): Promise<void> {
  await database.write((conn) => {
    for (let at = 0; at < vendorCount; at += 2) {
      addName(conn, 'vendor', { name: vendorName(at), aliases: [`${vendorName(at)} Ltd`] }, now)
    }
  })
}

import { addKey, addOwner } from '../people.ts'
import { recordHistory } from '../../../src/accounts/history.ts'
import { newToken, startSession } from '../../../src/accounts/sessions/sessions.ts'
import { addUser } from '../../../src/accounts/users/users.ts'
import { storeOf } from '../../../src/app.ts'
import { addName } from '../../../src/names/add-name.ts'
import { dataDir, makeDataDir, type DataDir } from '../../../src/platform/disk/data-dir.ts'
import { openDatabaseForCommand, type Database } from '../../../src/platform/db/database.ts'
import { scanExportDeps, type ScanExportDeps } from '../../../src/services/scan-export/service.ts'
import { changeRules } from '../../../src/services/scan-export/rename-rules/change-rules.ts'
import { learnNewBills } from '../../../src/services/scan-export/proposals/learn.ts'
import { markSynced } from '../../../src/services/scan-export/delivery/mark-synced.ts'
import { storeScan } from '../../../src/services/scan-export/intake/store-scan.ts'
import {
  vendorCount,
  vendorName,
  documentNumber,
  organisationRules,
} from '../scan-export/documents.ts'
import { fillOrders, fillProducts } from './fill-catalogue.ts'

/** The sizes at which the lists must be fast (source: the targets), and the other sizes of such a shop. */
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
  /** The sessions of an owner and of a member who are signed in. */
  tokens: { owner: string; member: string }
  /** A storefront key with every scope, and its id. */
  key: string
  keyId: string
}

/** A shop of that size, written by the product's own code. */
export async function prepareConsole(root: string): Promise<PreparedConsole> {
  const dir = dataDir(root)
  makeDataDir(dir)
  const now = Date.now()
  const clock = { now: () => now }
  const database = openDatabaseForCommand(dir, now)
  const { userIds, ...access } = await addPeople(database, now)
  await fillHistory(database, userIds, now)
  await addVendors(database, now)
  // Nothing here reads the originals. Writing 20,000 files would only take time.
  const store = { ...storeOf(dir), has: () => true }
  const scanExport = scanExportDeps({ database, clock, store })
  await fillScans(scanExport, userIds.slice(0, consoleSize.senders), consoleSize.scans)
  await learnNewBills(scanExport)
  const storefront = { database, clock, store }
  await fillProducts(storefront, consoleSize.products)
  await fillOrders(storefront, { count: consoleSize.orders, products: consoleSize.products })
  // As every night: updates the planner's statistics, and moves everything into one file.
  database.tidy()
  await database.close()
  return { dir, ...access }
}

async function addPeople(database: Database, now: number) {
  return await database.write((conn) => {
    const ownerId = addOwner(conn, now)
    const userIds = Array.from({ length: consoleSize.users }, (_, index) =>
      addUser(conn, memberNumber(index), now, ownerId),
    )
    addKey(conn, 'scan-export', true, now)
    const { id: keyId, key } = addKey(conn, 'storefront', false, now)
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

/** Half of the vendors in the documents. The other half is shown as unknown. */
async function addVendors(database: Database, now: number): Promise<void> {
  await database.write((conn) => {
    for (let at = 0; at < vendorCount; at += 2) {
      addName(conn, 'vendor', { name: vendorName(at), aliases: [`${vendorName(at)} Ltd`] }, now)
    }
  })
}

const scansPerCommand = 500
const marksPerCall = 1_000

/** The scans are spread evenly over this many days. */
const days = 28
const dayMs = 24 * 60 * 60 * 1000

/** How many of a hundred scans failed, are still unread, or came a second time. */
const failed = 5
const pending = 3
const copied = 3

/** The share of the successful scans, oldest first, that the client has already fetched, in per cent. */
const syncedPercent = 50

/** Adds this many scans of all users in turn. Half of them are delivered. */
async function fillScans(
  deps: ScanExportDeps,
  userIds: readonly string[],
  count: number,
): Promise<void> {
  const now = deps.clock.now()
  await changeRules(deps, organisationRules)
  const waiting: string[] = []
  const first = now - (days + 1) * dayMs
  const between = Math.floor((days * dayMs) / count)
  for (let start = 0; start < count; start += scansPerCommand) {
    await deps.database.write(
      (conn) => {
        for (let index = start; index < Math.min(count, start + scansPerCommand); index++) {
          const createdAt = first + index * between
          const scan = scanNumber(index, userIds)
          const stored = storeScan(conn, deps, { ...scan, createdAt }, createdAt)
          if (stored.status === 'successful') waiting.push(stored.id)
        }
      },
      { alone: true },
    )
  }
  await deliver(deps, userIds, waiting.slice(0, (waiting.length * syncedPercent) / 100))
}

function scanNumber(index: number, userIds: readonly string[]) {
  const place = index % 100
  const isRead = place >= failed + pending
  // A paper that comes a second time has the same sender.
  const paper = place >= 100 - copied ? index - userIds.length : index
  const { category, raw } = documentNumber(paper)
  return {
    userId: userIds[index % userIds.length] ?? '',
    category,
    filename: `scan-${index}.pdf`,
    raw: isRead ? raw : null,
    failureReason: place < failed ? 'The page is empty.' : null,
    document: {
      hash: Bun.SHA256.hash(`paper ${paper}`, 'hex'),
      bytes: 50_000,
      contentType: 'application/pdf',
    },
  }
}

async function deliver(
  deps: ScanExportDeps,
  userIds: readonly string[],
  ids: readonly string[],
): Promise<void> {
  const caller = {
    keyId: 'bench',
    userId: userIds[0] ?? '',
    role: 'owner',
    allUsers: true,
    scopes: [],
  } as const
  for (let start = 0; start < ids.length; start += marksPerCall) {
    const some = ids.slice(start, start + marksPerCall)
    await markSynced(deps, caller, { ids: some, invoiceNos: [], source: 'Tally' })
  }
}

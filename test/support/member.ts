import { eq } from 'drizzle-orm'
import { addUser } from '../../src/accounts/users/users.ts'
import type { JsonObject } from '../../src/platform/json/json.ts'
import { scans } from '../../src/services/scan-export/tables.ts'
import { itemsOf, type Answer, type ScanInput, type Shop } from './shop.ts'

/** Where the API begins behind the base address of a service. */
export const api = '/api/public/v1'

/** A user with a key and nothing else: a test that has its own sees only what it made. */
export type Member = {
  id: string
  email: string
  key: string
  keyId: string
  addScan(input?: ScanInput): Promise<string>
  /** What its key gets from the unsynced list; `query` without the question mark. */
  unsynced(query?: string): Promise<Answer>
  /** What its key gets from mark-synced. */
  mark(body: unknown): Promise<Answer>
  /** What its key gets from POST scans, for a document that was read elsewhere. */
  upload(body: unknown, headers?: Record<string, string>): Promise<Answer>
}

export async function addMember(shop: Shop, role: 'owner' | 'member' = 'member'): Promise<Member> {
  const email = `${crypto.randomUUID()}@example.com`
  const id = await shop.database.write((conn) =>
    addUser(conn, { email, name: 'Somebody', role, passwordHash: null }, Date.now()),
  )
  const { key, id: keyId } = await shop.addKey({ email })
  return {
    id,
    email,
    key,
    keyId,
    addScan: (input = {}) => shop.addScan({ userId: id, ...input }),
    unsynced: (query = '') => shop.call('GET', `${api}/scans/unsynced?${query}`, { key }),
    mark: (body) => shop.call('POST', `${api}/scans/mark-synced`, { key, body }),
    upload: (body, headers = {}) => shop.call('POST', `${api}/scans`, { key, body, headers }),
  }
}

/** An item of a list answer by its id. */
export function itemOf(answer: Answer, id: string): JsonObject | undefined {
  return itemsOf(answer).find((item) => item['id'] === id)
}

/** A scan as it stands in the database. */
export function scanRow(shop: Shop, id: string) {
  const row = shop.database.read.select().from(scans).where(eq(scans.id, id)).get()
  if (row === undefined) throw new Error(`There is no scan ${id} in the book.`)
  return row
}

import { setUp } from '../../src/accounts/users/set-up.ts'
import { noon, temporaryDatabase } from './temporary-database.ts'

export const boss = { email: 'boss@example.com', name: 'Boss', passwordHash: 'hash' }

/** A database of a shop that was set up, without HTTP, and the id of its owner. */
export async function ownersDatabase(owner = boss) {
  const temporary = temporaryDatabase()
  const bossId = await temporary.database.write((conn) =>
    setUp(conn, { organisation: '  Test Stores ', owner }, noon),
  )
  return { ...temporary, bossId }
}

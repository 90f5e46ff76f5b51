import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { hashToken } from '../../../src/accounts/sessions/sessions.ts'
import { links } from '../../../src/accounts/tables.ts'
import { requirePasswordLink, requireSetupLink } from '../../../src/accounts/users/links.ts'
import { openServedDatabase } from '../../../src/platform/db/database.ts'
import { emptyDatabase } from '../../../src/platform/db/migrate.ts'
import { codeOf, noon, temporaryDir } from '../../support/temporary-database.ts'

/** How many migrations there were when set-up links and links to a password had a table each. */
const migrationsOfBefore = 5

test('an update carries over the links that were given out before it, each with what it opens', async () => {
  using temporary = temporaryDir()
  using before = databaseOfBefore()
  before.run("INSERT INTO users VALUES ('u', 'ravi@example.com', 'Ravi', 'member', NULL, 1, NULL)")
  insertLink(before, 'password_links', "'p1', 'u'", 'open', null)
  insertLink(before, 'password_links', "'p2', 'u'", 'used', noon)
  insertLink(before, 'setup_links', "'s1'", 'set up', null)
  await Bun.write(temporary.dir.database, before.serialize())

  const database = openServedDatabase(temporary.dir, noon)
  try {
    expect(requirePasswordLink(database.read, 'open', noon).user.name).toBe('Ravi')
    expect(requireSetupLink(database.read, 'set up', noon).id).toBe('s1')
    const refused = [
      codeOf(() => requirePasswordLink(database.read, 'used', noon)),
      // One opens nothing of the other kind.
      codeOf(() => requirePasswordLink(database.read, 'set up', noon)),
      codeOf(() => requireSetupLink(database.read, 'open', noon)),
    ]
    expect(await Promise.all(refused)).toEqual(['forbidden', 'forbidden', 'forbidden'])
    expect(database.read.select().from(links).all()).toHaveLength(3)
  } finally {
    await database.close()
  }
})

function databaseOfBefore(): Database {
  const migrationsFolder = join(import.meta.dir, '../../../drizzle/book')
  const schema = readMigrationFiles({ migrationsFolder })[migrationsOfBefore - 1]?.folderMillis
  const database = emptyDatabase(schema ?? 0)
  if (database === undefined) throw new Error('There is no such schema.')
  return database
}

/** A link whose token and code are `secret`; `ids` are the values of its first columns. */
function insertLink(
  database: Database,
  table: string,
  ids: string,
  secret: string,
  usedAt: number | null,
): void {
  const hashes = [hashToken(codeOfBefore(secret)), hashToken(`${secret} as a code`)]
  database.run(`INSERT INTO ${table} VALUES (${ids}, ?, ?, ?, ?, ?)`, [
    ...hashes,
    noon,
    noon + 1000,
    usedAt,
  ])
}

/** As a short secret is hashed: like a code that is typed. */
function codeOfBefore(secret: string): string {
  return secret.replaceAll(' ', '').toUpperCase()
}

import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { hashToken } from '../../../src/accounts/sessions/sessions.ts'
import { links } from '../../../src/accounts/tables.ts'
import { requirePasswordLink, requireSetupLink } from '../../../src/accounts/users/links.ts'
import { updatedBook } from '../../support/book-of-before.ts'
import { codeOf, noon } from '../../support/temporary-database.ts'

/** How many migrations there were when set-up links and links to a password had a table each. */
const migrationsOfBefore = 5

test('an update carries over the links that were given out before it, each with what it opens', async () => {
  await updatedBook(migrationsOfBefore, fill, async ({ read }) => {
    expect(requirePasswordLink(read, 'open', noon).user.name).toBe('Ravi')
    expect(requireSetupLink(read, 'set up', noon).id).toBe('s1')
    const refused = [
      codeOf(() => requirePasswordLink(read, 'used', noon)),
      // One opens nothing of the other kind.
      codeOf(() => requirePasswordLink(read, 'set up', noon)),
      codeOf(() => requireSetupLink(read, 'open', noon)),
    ]
    expect(await Promise.all(refused)).toEqual(['forbidden', 'forbidden', 'forbidden'])
    expect(read.select().from(links).all()).toHaveLength(3)
  })
})

function fill(before: Database): void {
  before.run("INSERT INTO users VALUES ('u', 'ravi@example.com', 'Ravi', 'member', NULL, 1, NULL)")
  insertLink(before, 'password_links', "'p1', 'u'", 'open', null)
  insertLink(before, 'password_links', "'p2', 'u'", 'used', noon)
  insertLink(before, 'setup_links', "'s1'", 'set up', null)
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

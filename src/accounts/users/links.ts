import { Database } from 'bun:sqlite'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../../platform/db/connection.ts'
import { updateIn } from '../../platform/db/statements.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { type accountActions, recordHistory } from '../history.ts'
import { findOrganisation, findUser, type User } from '../queries.ts'
import { requireUserById } from '../require-user.ts'
import { hashOfSecret, newCode } from '../codes.ts'
import { hashToken, newToken } from '../sessions/sessions.ts'
import { links } from '../tables.ts'

// One-time links. A link without a user opens the set-up page. A user's link leads to a new password. Each opens once, by its token or by a
// code that can be typed, and ends when a newer one is made.

/** How long a set-up link and its code work. */
const setupLinkMs = 30 * 60_000

/** How long a password link works. A new clerk may start only next week. */
const passwordLinkMs = 7 * 24 * 60 * 60 * 1000

/** The two secrets of a link: the token stands behind the link's `#`, the code can be typed. */
export type LinkSecrets = { token: string; code: string }

/** `expiresAt` in milliseconds since the epoch. */
export type StoredLink = { userId: string; expiresAt: number }

/** Shown once: the address to open, or the code to type on the page `set-up`. */
export type SetupLink = { url: string; code: string; expiresAt: number }

/** Stores a link that sets everything up. Returns when it expires. Throws AppError `conflict` when the data directory is set up already. */
export function storeSetupLink(conn: Conn, secrets: LinkSecrets, now: number): number {
  requireNotSetUp(conn)
  const expiresAt = now + setupLinkMs
  storeLink(conn, { userId: null, secrets, now, expiresAt })
  recordHistory(conn, now, { action: 'set-up link made', details: {} })
  return expiresAt
}

/** Stores a link by which a user chooses a password. Throws AppError `not_found` for an unknown user. */
export function storePasswordLink(
  conn: Conn,
  { userId, by }: { userId: string; by: string },
  secrets: LinkSecrets,
  now: number,
): StoredLink {
  const { email } = requireUserById(conn, userId)
  const expiresAt = now + passwordLinkMs
  storeLink(conn, { userId, secrets, now, expiresAt })
  recordHistory(conn, now, { action: 'password link made', userId: by, details: { for: email } })
  return { userId, expiresAt }
}

/**
 * The link of a token, or of a code in any spelling. Throws AppError `forbidden` when no such link works, `conflict` when everything is set
 * up already.
 */
export function requireSetupLink(conn: Conn, secret: string, now: number) {
  requireNotSetUp(conn)
  const link = findUsableLink(conn).get({ hash: hashOfSecret(secret), now })
  if (link?.userId === null) return link
  throw wrongLink('30 minutes. "daybook setup-link" prints a new one.')
}

/** The user of a token or a code. Throws AppError `forbidden` when no such link works. */
export function requirePasswordLink(
  conn: Conn,
  secret: string,
  now: number,
): { id: string; expiresAt: number; user: User } {
  const link = findUsableLink(conn).get({ hash: hashOfSecret(secret), now })
  const user = link?.userId ? findUser(conn).get({ id: link.userId }) : undefined
  if (link !== undefined && user?.deactivatedAt === null) {
    return { id: link.id, expiresAt: link.expiresAt, user }
  }
  throw wrongLink('7 days. Ask an owner for a new one.')
}

/** The address of a link. The token stands behind `#`, which browsers do not send, so no log contains it. */
export function linkUrl(
  base: string,
  page: 'set-up' | 'choose-password',
  { token }: LinkSecrets,
): string {
  return `${base}/${page}#${token}`
}

export function newSecrets(): LinkSecrets {
  return { token: newToken(), code: newCode() }
}

type NewLink = { userId: string | null; secrets: LinkSecrets; now: number; expiresAt: number }

/** Stores a link and ends the earlier ones. */
function storeLink(conn: Conn, { userId, secrets, now, expiresAt }: NewLink): void {
  endLinks(conn).run({ userId, now })
  const tokenHash = hashToken(secrets.token)
  const codeHash = hashToken(secrets.code)
  const link = { id: newId(now), userId, tokenHash, codeHash, createdAt: now, expiresAt }
  conn.insert(links).values(link).run()
}

/** Throws AppError `conflict`. */
function requireNotSetUp(conn: Conn): void {
  if (findOrganisation(conn).get() === undefined) return
  throw new AppError('conflict', 'This data directory is set up already.')
}

function wrongLink(ageAndAdvice: string): AppError {
  const message = `This link or code is wrong, was used, or is older than ${ageAndAdvice}`
  return new AppError('forbidden', message, { field: 'code' })
}

/** The usable link of a token or a code. */
const findUsableLink = query((conn, p: Params<{ hash: string; now: number }>) => {
  const hash = p.hash
  return conn
    .select()
    .from(links)
    .where(
      and(
        or(eq(links.tokenHash, hash), eq(links.codeHash, hash)),
        isNull(links.usedAt),
        gt(links.expiresAt, p.now),
      ),
    )
})

export const useLink = updateIn(links, 'id', ['usedAt'])

/** Ends every link of a user, or every set-up link, for good. Expired ones too: a clock that is set back would revive them. */
export const endLinks = query(
  (conn, { now, userId }: Params<{ now: number; userId: string | null }>) =>
    conn
      .update(links)
      .set({ usedAt: sql`${now}` })
      .where(and(sql`${links.userId} IS ${userId}`, isNull(links.usedAt))),
)

/** Tables whose rows let somebody into the console, each with the column that ends a row. */
const accessTables = {
  sessions: 'revoked_at',
  links: 'used_at',
  // In databases from before these two tables were joined.
  setup_links: 'used_at',
  password_links: 'used_at',
} as const

/**
 * Ends every session and link in a restored database before it is used. The backup may contain sessions that were ended after it was made.
 * Another version may have made the database, so a missing table is skipped.
 */
export function endSignIns(file: string, now: number): void {
  using database = new Database(file, { readwrite: true })
  // Leave no write-ahead log: only the database file is moved.
  database.run('PRAGMA journal_mode = DELETE')
  database.run('PRAGMA synchronous = FULL')
  database.run('BEGIN IMMEDIATE')
  const tables = tablesOf(database)
  for (const [table, column] of Object.entries(accessTables)) {
    if (!tables.includes(table)) continue
    database.run(`UPDATE ${table} SET ${column} = ? WHERE ${column} IS NULL`, [now])
  }
  // Trusted devices skip the second step, and the trust may have been withdrawn since.
  if (tables.includes('trusted_devices')) database.run('DELETE FROM trusted_devices')
  database.run('COMMIT')
}

/**
 * Records in an unused database that it comes from a backup, and which owner asked for it. `by` is an e-mail address, because the backup
 * may not have that user. Undefined when nobody was signed in.
 */
export function noteRestored(
  file: string,
  { made_at: madeAt }: { made_at: string },
  { now, by }: { now: number; by: string | undefined },
): void {
  using database = new Database(file, { readwrite: true })
  database.run('PRAGMA journal_mode = DELETE')
  database.run('PRAGMA synchronous = FULL')
  const entry = 'INSERT INTO history (id, at, action, user_id, details) VALUES (?, ?, ?, '
  database.run(`${entry}(SELECT id FROM users WHERE email = ?), ?)`, [
    newId(now),
    now,
    'data restored' satisfies keyof typeof accountActions,
    by ?? null,
    JSON.stringify({ madeAt, ...(by !== undefined && { by }) }),
  ])
}

function tablesOf(database: Database): string[] {
  // An open statement would keep the file open.
  using tables = database.prepare<{ name: string }, []>(
    "SELECT name FROM sqlite_master WHERE type = 'table'",
  )
  return tables.all().map(({ name }) => name)
}

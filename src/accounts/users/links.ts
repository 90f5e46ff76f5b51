import { Database } from 'bun:sqlite'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { type accountActions, recordHistory } from '../history.ts'
import { findOrganisation, findUser, type User } from '../queries.ts'
import { requireUserById } from '../require-user.ts'
import { hashOfSecret, newCode } from '../codes.ts'
import { hashToken, newToken } from '../sessions/sessions.ts'
import { links } from '../tables.ts'

/*
 * One-time links. One without a user sets everything up; a user's leads to a new password. Each opens by its token and by
 * a code that can be typed, once, and ends when a newer one is made.
 */

/** How long a link, and its code, work. */
const setupLinkMs = 30 * 60_000

/** A new clerk may come next week. */
const passwordLinkMs = 7 * 24 * 60 * 60 * 1000

/** The two ways to say the same: a link has the token behind its `#`, the code can be typed. */
export type LinkSecrets = { token: string; code: string }

/** `expiresAt` in milliseconds since the epoch. */
export type StoredLink = { userId: string; expiresAt: number }

/** What to show, this once: the address to open, or the code to type at the page `set-up`. */
export type SetupLink = { url: string; code: string; expiresAt: number }

/**
 * Stores a link that sets everything up; returns when it expires.
 * Throws AppError `conflict` when the data directory is set up already.
 */
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
 * The link of a token, or of a code however it was typed.
 * Throws AppError `forbidden` when there is none that works, `conflict` when everything is set up already.
 */
export function requireSetupLink(conn: Conn, secret: string, now: number) {
  requireNotSetUp(conn)
  const link = findUsableLink(conn).get({ hash: hashOfSecret(secret), now })
  if (link?.userId === null) return link
  throw wrongLink('30 minutes. "daybook setup-link" prints a new one.')
}

/** Whom a token, or a code, belongs to. Throws AppError `forbidden` when there is none that works. */
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

/** The address of a link: the token stands behind `#`, which browsers do not send, so that it is in no log. */
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

/** Stores a link and ends the ones before it. */
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

function wrongLink(thanWhat: string): AppError {
  const message = `This link or code is wrong, was used, or is older than ${thanWhat}`
  return new AppError('forbidden', message, { field: 'code' })
}

/** The link of a token or a code that can still be used. */
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

export const useLink = query((conn, { now, id }: Params<{ now: number; id: string }>) =>
  conn
    .update(links)
    .set({ usedAt: sql`${now}` })
    .where(eq(links.id, id)),
)

/**
 * Ends every link of a user, or of nobody, for good, also one that has expired: a clock that is put back would bring it
 * to life.
 */
export const endLinks = query(
  (conn, { now, userId }: Params<{ now: number; userId: string | null }>) =>
    conn
      .update(links)
      .set({ usedAt: sql`${now}` })
      .where(and(sql`${links.userId} IS ${userId}`, isNull(links.usedAt))),
)

/** What opens the console, sessions and links that lead to a password, and the column that says that it is over. */
const waysIn = {
  sessions: 'revoked_at',
  links: 'used_at',
  // Of databases from before these two were one.
  setup_links: 'used_at',
  password_links: 'used_at',
} as const

/**
 * Ends every session and link of a database that nobody uses: what an older database has may have been
 * ended since. Another version may have made the database: a table that it has not is left out.
 */
export function endSignIns(file: string, now: number): void {
  using database = new Database(file, { readwrite: true })
  // No log is left beside the file, which is moved alone.
  database.run('PRAGMA journal_mode = DELETE')
  database.run('PRAGMA synchronous = FULL')
  database.run('BEGIN IMMEDIATE')
  const tables = tablesOf(database)
  for (const [table, column] of Object.entries(waysIn)) {
    if (!tables.includes(table)) continue
    database.run(`UPDATE ${table} SET ${column} = ? WHERE ${column} IS NULL`, [now])
  }
  // Nobody is asked for the second step who is trusted there: that may have been taken back since.
  if (tables.includes('trusted_devices')) database.run('DELETE FROM trusted_devices')
  database.run('COMMIT')
}

/**
 * Enters in a database that nobody uses that it is the one of a backup, and which owner asked for it (`by`, an e-mail address,
 * which the users of the backup may not have); undefined where nobody was signed in.
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
  // A statement that lives would keep the file open.
  using tables = database.prepare<{ name: string }, []>(
    "SELECT name FROM sqlite_master WHERE type = 'table'",
  )
  return tables.all().map(({ name }) => name)
}

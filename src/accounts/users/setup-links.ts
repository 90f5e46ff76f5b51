import { type Conn, query } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordHistory } from '../history.ts'
import { hashOfSecret, type LinkSecrets } from './links.ts'
import { findOrganisation } from '../queries.ts'
import { hashToken } from '../sessions/sessions.ts'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { setupLinks } from '../tables.ts'

/** A link, and its code, work for 30 minutes. */
const setupLinkMs = 30 * 60_000

/** What to show, this once: the address to open, or the code to type at the page `set-up`. */
export type SetupLink = { url: string; code: string; expiresAt: number }

/**
 * Stores a new link and ends the ones before it; returns when it expires.
 * Throws AppError `conflict` when the data directory is set up already.
 */
export function storeSetupLink(conn: Conn, secrets: LinkSecrets, now: number): number {
  if (findOrganisation(conn).get() !== undefined) throw setUpAlready()
  endSetupLinks(conn).run({ now })
  const expiresAt = now + setupLinkMs
  insertSetupLink(conn).run({
    id: newId(now),
    tokenHash: hashToken(secrets.token),
    codeHash: hashToken(secrets.code),
    now,
    expiresAt,
  })
  recordHistory(conn, now, { action: 'set-up link made', details: {} })
  return expiresAt
}

/** The address of a link: the token stands behind `#`, which browsers do not send, so that it is in no log. */
export function setupUrl(base: string, token: string): string {
  return `${base}/set-up#${token}`
}

/**
 * The link of a token, or of a code however it was typed.
 * Throws AppError `forbidden` when there is none that works, `conflict` when everything is set up already.
 */
export function requireSetupLink(conn: Conn, secret: string, now: number) {
  if (findOrganisation(conn).get() !== undefined) throw setUpAlready()
  const link = findUsableSetupLink(conn).get({ hash: hashOfSecret(secret), now })
  if (link !== undefined) return link
  throw new AppError(
    'forbidden',
    'This link or code is wrong, was used, or is older than 30 minutes. "daybook setup-link" prints a new one.',
    { field: 'code' },
  )
}

function setUpAlready(): AppError {
  return new AppError('conflict', 'This data directory is set up already.')
}

const insertSetupLink = query((conn) =>
  conn
    .insert(setupLinks)
    .values({
      id: sql.placeholder('id'),
      tokenHash: sql.placeholder('tokenHash'),
      codeHash: sql.placeholder('codeHash'),
      createdAt: sql.placeholder('now'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .prepare(),
)

/** The link of a token or a code that can still be used. */
export const findUsableSetupLink = query((conn) =>
  conn
    .select()
    .from(setupLinks)
    .where(
      and(
        or(
          eq(setupLinks.tokenHash, sql.placeholder('hash')),
          eq(setupLinks.codeHash, sql.placeholder('hash')),
        ),
        usableSetup(),
      ),
    )
    .prepare(),
)

/** Ends every link for good, also one that has expired: a clock that is put back would bring it to life. */
const endSetupLinks = query((conn) =>
  conn
    .update(setupLinks)
    .set({ usedAt: sql`${sql.placeholder('now')}` })
    .where(isNull(setupLinks.usedAt))
    .prepare(),
)

export const useSetupLink = query((conn) =>
  conn
    .update(setupLinks)
    .set({ usedAt: sql`${sql.placeholder('now')}` })
    .where(eq(setupLinks.id, sql.placeholder('id')))
    .prepare(),
)

function usableSetup() {
  return and(isNull(setupLinks.usedAt), gt(setupLinks.expiresAt, sql.placeholder('now')))
}

import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { recordHistory } from './history.ts'
import { hashOfSecret, type LinkSecrets } from './one-time-code.ts'
import { findOrganisation } from './queries.ts'
import { hashToken } from './sessions.ts'
import { endSetupLinks, findUsableSetupLink, insertSetupLink } from './setup-link-queries.ts'

/** A link, and its code, work for 30 minutes. */
const linkMs = 30 * 60_000

/** What to show, this once: the address to open, or the code to type at the page `set-up`. */
export type SetupLink = { url: string; code: string; expiresAt: number }

/**
 * Stores a new link and ends the ones before it; returns when it expires.
 * Throws AppError `conflict` when the data directory is set up already.
 */
export function storeSetupLink(conn: Conn, secrets: LinkSecrets, now: number): number {
  if (findOrganisation(conn).get() !== undefined) throw isSetUpAlready()
  endSetupLinks(conn).run({ now })
  const expiresAt = now + linkMs
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
  if (findOrganisation(conn).get() !== undefined) throw isSetUpAlready()
  const link = findUsableSetupLink(conn).get({ hash: hashOfSecret(secret), now })
  if (link !== undefined) return link
  throw new AppError(
    'forbidden',
    'This link or code is wrong, was used, or is older than 30 minutes. "daybook setup-link" prints a new one.',
    { field: 'code' },
  )
}

function isSetUpAlready(): AppError {
  return new AppError('conflict', 'This data directory is set up already.')
}

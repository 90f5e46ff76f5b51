import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { recordHistory } from './history.ts'
import { findOrganisation } from './queries.ts'
import { hashToken } from './sessions.ts'
import { endSetupLinks, findUsableSetupLink, insertSetupLink } from './setup-link-queries.ts'

/** A link, and its code, work for 30 minutes. */
const linkMs = 30 * 60_000

/** Without 0, O, 1, I, L, U and V: they are mistaken for one another when they are read out or typed. */
const codeCharacters = '23456789ABCDEFGHJKMNPQRSTWXYZ'

const codeLength = 8

export type SetupSecrets = { token: string; code: string }

/** What to show, this once: the address to open, or the code to type at the page `set-up`. */
export type SetupLink = { url: string; code: string; expiresAt: number }

/** A code as it is stored: 8 characters. */
export function newCode(): string {
  let code = ''
  while (code.length < codeLength) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // What is left above the last whole round would make the first characters likelier.
    const fair = byte < 256 - (256 % codeCharacters.length)
    if (fair) code += codeCharacters.charAt(byte % codeCharacters.length)
  }
  return code
}

/**
 * Stores a new link and ends the ones before it; returns when it expires.
 * Throws AppError `conflict` when the data directory is set up already.
 */
export function storeSetupLink(conn: Conn, secrets: SetupSecrets, now: number): number {
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

/** As people read it: `ABCD-EFGH`. */
export function shownCode(code: string): string {
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`
}

/**
 * The link of a token, or of a code however it was typed.
 * Throws AppError `forbidden` when there is none that works, `conflict` when everything is set up already.
 */
export function requireSetupLink(conn: Conn, secret: string, now: number) {
  if (findOrganisation(conn).get() !== undefined) throw isSetUpAlready()
  const typed = secret.replaceAll(/[\s-]/g, '').toUpperCase()
  const sent = typed.length === codeLength ? typed : secret.trim()
  const link = findUsableSetupLink(conn).get({ hash: hashToken(sent), now })
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

import { hashToken } from '../sessions/sessions.ts'
import { type Conn, query } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { requireUserById } from '../require-user.ts'
import { recordHistory } from '../history.ts'
import { findUser, type User } from '../queries.ts'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { passwordLinks } from '../tables.ts'

/** Without 0, O, 1, I, L, U and V: they are mistaken for one another when they are read out or typed. */
const codeCharacters = '23456789ABCDEFGHJKMNPQRSTWXYZ'

/**
 * 97 bits: nobody guesses one, not even from its hash in a copy of the database. So wrong ones need no limit, which would
 * let strangers hold up whoever has a right one.
 */
const codeLength = 20

/** Characters between two dashes, so that a code can be read out and typed. */
const groupLength = 4

/** The two ways to say the same: a link has the token behind its `#`, the code can be typed. */
export type LinkSecrets = { token: string; code: string }

/** A code as it is stored: without dashes. */
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

/** As people read it: `ABCD-EFGH-JKMN-PQRS-TWXY`. */
export function shownCode(code: string): string {
  const groups = Array.from({ length: code.length / groupLength }, (_, group) =>
    code.slice(group * groupLength, (group + 1) * groupLength),
  )
  return groups.join('-')
}

/** What is stored of a token, or of a code however it was typed. Codes that were given out before an update may be shorter. */
export function hashOfSecret(secret: string): string {
  const code = secret.replaceAll(/[\s-]/g, '').toUpperCase()
  return hashToken(code.length <= codeLength ? code : secret.trim())
}

/** A link, and its code, work for 7 days: a new clerk may come next week. */
const linkMs = 7 * 24 * 60 * 60 * 1000

export type StoredLink = { userId: string; expiresAt: number }

/** Stores a link and ends the ones before it. */
export function storeLink(
  conn: Conn,
  { userId, by }: { userId: string; by: string },
  secrets: LinkSecrets,
  now: number,
): StoredLink {
  endPasswordLinks(conn).run({ userId, now })
  const expiresAt = now + linkMs
  insertPasswordLink(conn).run({
    id: newId(now),
    userId,
    tokenHash: hashToken(secrets.token),
    codeHash: hashToken(secrets.code),
    now,
    expiresAt,
  })
  recordHistory(conn, now, {
    action: 'password link made',
    userId: by,
    details: { for: requireUserById(conn, userId).email },
  })
  return { userId, expiresAt }
}

/** The address of a link: the token stands behind `#`, which browsers do not send, so that it is in no log. */
export function passwordLinkUrl(base: string, token: string): string {
  return `${base}/choose-password#${token}`
}

/** Whom a token, or a code, belongs to. Throws AppError `forbidden` when there is none that works. */
export function requirePasswordLink(
  conn: Conn,
  secret: string,
  now: number,
): { id: string; expiresAt: number; user: User } {
  const link = findUsablePasswordLink(conn).get({ hash: hashOfSecret(secret), now })
  const user = link === undefined ? undefined : findUser(conn).get({ id: link.userId })
  if (link !== undefined && user?.deactivatedAt === null) {
    return { id: link.id, expiresAt: link.expiresAt, user }
  }
  throw new AppError(
    'forbidden',
    'This link or code is wrong, was used, or is older than 7 days. Ask an owner for a new one.',
    { field: 'code' },
  )
}

const insertPasswordLink = query((conn) =>
  conn
    .insert(passwordLinks)
    .values({
      id: sql.placeholder('id'),
      userId: sql.placeholder('userId'),
      tokenHash: sql.placeholder('tokenHash'),
      codeHash: sql.placeholder('codeHash'),
      createdAt: sql.placeholder('now'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .prepare(),
)

/** The link of a token or a code that can still be used. */
const findUsablePasswordLink = query((conn) =>
  conn
    .select()
    .from(passwordLinks)
    .where(
      and(
        or(
          eq(passwordLinks.tokenHash, sql.placeholder('hash')),
          eq(passwordLinks.codeHash, sql.placeholder('hash')),
        ),
        usable(),
      ),
    )
    .prepare(),
)

export const usePasswordLink = query((conn) =>
  conn
    .update(passwordLinks)
    .set({ usedAt: sql`${sql.placeholder('now')}` })
    .where(eq(passwordLinks.id, sql.placeholder('id')))
    .prepare(),
)

/** Ends every link of a user for good, also one that has expired: a clock that is put back would bring it to life. */
export const endPasswordLinks = query((conn) =>
  conn
    .update(passwordLinks)
    .set({ usedAt: sql`${sql.placeholder('now')}` })
    .where(and(eq(passwordLinks.userId, sql.placeholder('userId')), isNull(passwordLinks.usedAt)))
    .prepare(),
)

function usable() {
  return and(isNull(passwordLinks.usedAt), gt(passwordLinks.expiresAt, sql.placeholder('now')))
}

import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { query } from '../platform/db/connection.ts'
import { passwordLinks } from './tables.ts'

export const insertPasswordLink = query((conn) =>
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
export const findUsablePasswordLink = query((conn) =>
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

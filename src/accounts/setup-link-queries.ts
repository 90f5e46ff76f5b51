import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { query } from '../platform/db/connection.ts'
import { setupLinks } from './tables.ts'

export const insertSetupLink = query((conn) =>
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
        usable(),
      ),
    )
    .prepare(),
)

/** Ends every link for good, also one that has expired: a clock that is put back would bring it to life. */
export const endSetupLinks = query((conn) =>
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

function usable() {
  return and(isNull(setupLinks.usedAt), gt(setupLinks.expiresAt, sql.placeholder('now')))
}

import { and, count, desc, eq, sql } from 'drizzle-orm'
import { query } from '../platform/db/connection.ts'
import { apiKeys, users } from './tables.ts'

export type ListedKey = ReturnType<ReturnType<typeof listKeysPage>['all']>[number]

/** One page of keys, the newest first: of one user or, when `userId` is null, of all; `state` active, ended or null. */
export const listKeysPage = query((conn) =>
  conn
    .select({
      key: apiKeys,
      user: { id: users.id, name: users.name, email: users.email },
      deactivatedAt: users.deactivatedAt,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(selected())
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare(),
)

export const countKeys = query((conn) =>
  conn
    .select({ n: count() })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(selected())
    .prepare(),
)

export const findKeyWithUser = query((conn) =>
  conn
    .select({
      key: apiKeys,
      user: { id: users.id, name: users.name, email: users.email },
      deactivatedAt: users.deactivatedAt,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.id, sql.placeholder('id')))
    .prepare(),
)

/** The same judgement as in key-state.ts, so that a page can be cut here. */
function selected() {
  const isActive = sql`(${apiKeys.revokedAt} IS NULL AND coalesce(${apiKeys.expiresAt} > ${sql.placeholder('now')}, 1) AND ${users.deactivatedAt} IS NULL)`
  return and(
    sql`${apiKeys.userId} = coalesce(${sql.placeholder('userId')}, ${apiKeys.userId})`,
    sql`CASE ${sql.placeholder('state')} WHEN 'active' THEN ${isActive} WHEN 'ended' THEN NOT ${isActive} ELSE 1 END`,
  )
}

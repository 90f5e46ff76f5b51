import { asc, eq, sql, and, count, desc } from 'drizzle-orm'
import { query } from '../../platform/db/connection.ts'
import { apiKeys, users } from '../tables.ts'
import { listedMax } from '../queries.ts'

/** The highest rate that any key of a user ever had. An alias: a column of the selected table is written without its table. */
const userRate = sql<
  number | null
>`(SELECT max(any_key.rate_per_minute) FROM ${apiKeys} AS any_key WHERE any_key.user_id = "users"."id")`

/** A key with what decides whether it still opens anything, and how often. */
export const findKeyByHash = query((conn) =>
  conn
    .select({
      id: apiKeys.id,
      userId: apiKeys.userId,
      service: apiKeys.service,
      scopes: apiKeys.scopes,
      allUsers: apiKeys.allUsers,
      ratePerMinute: apiKeys.ratePerMinute,
      userRate,
      createdBy: apiKeys.createdBy,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      role: users.role,
      deactivatedAt: users.deactivatedAt,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.hash, sql.placeholder('hash')))
    .prepare(),
)

export const findKey = query((conn) =>
  conn
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.id, sql.placeholder('id')))
    .prepare(),
)

export const listKeys = query((conn) =>
  conn
    .select({ key: apiKeys, email: users.email, deactivatedAt: users.deactivatedAt })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
    .limit(listedMax + 1)
    .prepare(),
)

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
    .where(selectedKeys())
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
    .where(selectedKeys())
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
function selectedKeys() {
  const isActive = sql`(${apiKeys.revokedAt} IS NULL AND coalesce(${apiKeys.expiresAt} > ${sql.placeholder('now')}, 1) AND ${users.deactivatedAt} IS NULL)`
  return and(
    sql`${apiKeys.userId} = coalesce(${sql.placeholder('userId')}, ${apiKeys.userId})`,
    sql`CASE ${sql.placeholder('state')} WHEN 'active' THEN ${isActive} WHEN 'ended' THEN NOT ${isActive} ELSE 1 END`,
  )
}

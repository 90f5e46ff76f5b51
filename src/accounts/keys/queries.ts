import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../../platform/db/connection.ts'
import { findIn } from '../../platform/db/statements.ts'
import { listedMax } from '../queries.ts'
import { apiKeys, keyVersions, users } from '../tables.ts'

/** The highest rate that any key of a user ever had. Needs an alias: Drizzle writes a column of the selected table without its table. */
const userRate = sql<
  number | null
>`(SELECT max(any_key.rate_per_minute) FROM ${apiKeys} AS any_key WHERE any_key.user_id = "users"."id")`

/** A key with everything that decides whether, and how often, it may call. */
export const findKeyByHash = query((conn, { hash }: Params<{ hash: string }>) =>
  conn
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      prefix: apiKeys.prefix,
      userId: apiKeys.userId,
      userName: users.name,
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
    .where(eq(apiKeys.hash, hash)),
)

/** Changes with every change of a key or a user, in whichever process. Random, so that no other book has the same. */
export function keysVersion(conn: Conn): number {
  return findVersion(conn).get()?.version ?? 0
}

const findVersion = query((conn) => conn.select({ version: keyVersions.version }).from(keyVersions))

export type FoundKey = NonNullable<ReturnType<ReturnType<typeof findKeyByHash>['get']>>

export const findKey = findIn(apiKeys, 'id')

export const listKeys = query((conn) =>
  conn
    .select({ key: apiKeys, email: users.email, deactivatedAt: users.deactivatedAt })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
    .limit(listedMax + 1),
)

export type ListedKey = NonNullable<ReturnType<ReturnType<typeof findKeyWithUser>['get']>>

/** Keys of one user, or of all users when `userId` is null. `state`: active, ended, or null for both. */
type Selection = { userId: string | null; state: string | null; now: number }

/** One page of keys, the newest first. */
export const listKeysPage = query(
  (conn, p: Params<Selection & { limit: number; offset: number }>) =>
    keysWithUsers(conn)
      .where(selectedKeys(p))
      .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
      .limit(p.limit)
      .offset(p.offset),
)

export const countKeys = query((conn, selection: Params<Selection>) =>
  conn
    .select({ n: count() })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(selectedKeys(selection)),
)

export const findKeyWithUser = query((conn, { id }: Params<{ id: string }>) =>
  keysWithUsers(conn).where(eq(apiKeys.id, id)),
)

function keysWithUsers(conn: Conn) {
  return conn
    .select({
      key: apiKeys,
      user: { id: users.id, name: users.name, email: users.email },
      deactivatedAt: users.deactivatedAt,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
}

/** The rule of `keyState` in rules.ts, in SQL: the database cuts the list into pages. */
function selectedKeys({ userId, state, now }: Params<Selection>) {
  const isActive = sql`(${apiKeys.revokedAt} IS NULL AND coalesce(${apiKeys.expiresAt} > ${now}, 1) AND ${users.deactivatedAt} IS NULL)`
  return and(
    sql`${apiKeys.userId} = coalesce(${userId}, ${apiKeys.userId})`,
    sql`CASE ${state} WHEN 'active' THEN ${isActive} WHEN 'ended' THEN NOT ${isActive} ELSE 1 END`,
  )
}

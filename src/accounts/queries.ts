import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { query, type Conn } from '../platform/db/connection.ts'
import { apiKeys, creditBalances, history, organisations, users } from './tables.ts'

export type User = typeof users.$inferSelect

/** Users, and keys, that a list shows at most. Its query brings one more when there are more. */
export const listedMax = 10_000

export const findOrganisation = query((conn) =>
  conn.select().from(organisations).where(eq(organisations.id, 1)).prepare(),
)

export const findUser = query((conn) =>
  conn
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

/** `email` must be folded (see rules.ts). */
export const findUserByEmail = query((conn) =>
  conn
    .select()
    .from(users)
    .where(eq(users.email, sql.placeholder('email')))
    .prepare(),
)

export const listUsers = query((conn) =>
  conn
    .select()
    .from(users)
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(listedMax + 1)
    .prepare(),
)

/** How many owners can sign in: there must always be one. Whoever was invited and has no password yet is none. */
export function countActiveOwners(conn: Conn): number {
  return (
    conn
      .select({ n: count() })
      .from(users)
      .where(
        and(eq(users.role, 'owner'), isNull(users.deactivatedAt), isNotNull(users.passwordHash)),
      )
      .get()?.n ?? 0
  )
}

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

export const findCreditBalance = query((conn) =>
  conn.select().from(creditBalances).where(eq(creditBalances.id, 1)).prepare(),
)

export const insertHistory = query((conn) =>
  conn
    .insert(history)
    .values({
      id: sql.placeholder('id'),
      at: sql.placeholder('at'),
      action: sql.placeholder('action'),
      userId: sql.placeholder('userId'),
      keyId: sql.placeholder('keyId'),
      details: sql.placeholder('details'),
    })
    .prepare(),
)

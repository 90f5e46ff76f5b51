import { asc, count, sql } from 'drizzle-orm'
import { query } from '../platform/db/connection.ts'
import { apiKeys, passwordLinks, sessions, users } from './tables.ts'

export type ListedUser = ReturnType<ReturnType<typeof listUsersPage>['all']>[number]

// Spelt out: a column of the one table that is selected from is written without its table, and means another inside.
const ofUser = sql.raw('"users"."id"')

/** One page of users by name: those who may come in (`active`), those who may no more (`ended`), or all. */
export const listUsersPage = query((conn) =>
  conn
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      hasPassword: sql<number>`${users.passwordHash} IS NOT NULL`,
      createdAt: users.createdAt,
      deactivatedAt: users.deactivatedAt,
      lastSeenAt: sql<
        number | null
      >`(SELECT max(${sessions.lastSeenAt}) FROM ${sessions} WHERE ${sessions.userId} = ${ofUser})`,
      linkExpiresAt: sql<
        number | null
      >`(SELECT max(${passwordLinks.expiresAt}) FROM ${passwordLinks} WHERE ${passwordLinks.userId} = ${ofUser} AND ${passwordLinks.usedAt} IS NULL)`,
      keys: sql<number>`(SELECT count(*) FROM ${apiKeys} WHERE ${apiKeys.userId} = ${ofUser} AND ${apiKeys.revokedAt} IS NULL AND coalesce(${apiKeys.expiresAt} > ${sql.placeholder('now')}, 1))`,
      ownersKeys: sql<number>`(SELECT count(*) FROM ${apiKeys} WHERE ${apiKeys.userId} = ${ofUser} AND ${apiKeys.revokedAt} IS NULL AND coalesce(${apiKeys.expiresAt} > ${sql.placeholder('now')}, 1) AND (${apiKeys.service} = 'storefront' OR ${apiKeys.allUsers}))`,
    })
    .from(users)
    .where(selected())
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare(),
)

export const countUsers = query((conn) =>
  conn.select({ n: count() }).from(users).where(selected()).prepare(),
)

function selected() {
  return sql`CASE ${sql.placeholder('state')} WHEN 'active' THEN ${users.deactivatedAt} IS NULL WHEN 'ended' THEN ${users.deactivatedAt} IS NOT NULL ELSE 1 END`
}

import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../platform/db/connection.ts'
import { type Sort, sortedQuery, findIn, orderBy } from '../platform/db/statements.ts'
import { apiKeys, links, organisations, sessions, users } from './tables.ts'

export type User = typeof users.$inferSelect

/** The most users, and keys, in a list. The query fetches one more to show that there are more. */
export const listedMax = 10_000

export const findOrganisation = query((conn) =>
  conn.select().from(organisations).where(eq(organisations.id, 1)),
)

export const findUser = findIn(users, 'id')

/** `email` must be folded (see rules.ts). */
export const findUserByEmail = findIn(users, 'email')

export const listUsers = query((conn) =>
  conn
    .select()
    .from(users)
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(listedMax + 1),
)

/** How many owners can sign in: there must always be one. An invited owner without a password does not count. */
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

export type ListedUser = ReturnType<ReturnType<ReturnType<typeof listUsersPage>>['all']>[number]

// Written as raw SQL: Drizzle writes a column of the selected table without its table, which means a different column inside.
const ofUser = sql.raw('"users"."id"')

/** Keys that only an owner may have (isOwnersKey), as SQL. */
export const isOwnersOnly = sql<boolean>`(${apiKeys.service} = 'storefront' OR ${apiKeys.allUsers}
  OR EXISTS (SELECT 1 FROM json_each(${apiKeys.scopes}) WHERE value = 'scans:import'))`

/** The columns by which a list of users can be sorted. */
export const userSorts = ['name', 'email', 'role', 'seen', 'keys', 'added'] as const

export type UserSort = Sort<(typeof userSorts)[number]>

const lastSeenAt = sql<
  number | null
>`(SELECT max(${sessions.lastSeenAt}) FROM ${sessions} WHERE ${sessions.userId} = ${ofUser})`

/** Keys that work at a given time. */
function keysAt(now: Params<{ now: number }>['now']) {
  return sql<number>`(SELECT count(*) FROM ${apiKeys} WHERE ${apiKeys.userId} = ${ofUser} AND ${apiKeys.revokedAt} IS NULL AND coalesce(${apiKeys.expiresAt} > ${now}, 1))`
}

/** One page of users: those who may sign in (`active`), those who no longer may (`ended`), or all. */
export const listUsersPage = sortedQuery((sort: UserSort) =>
  query((conn, p: Params<{ state: string | null; now: number; limit: number; offset: number }>) => {
    const keys = keysAt(p.now)
    const name = sql`lower(${users.name})`
    const columns = {
      name,
      email: users.email,
      role: sql`${users.role} || ${users.isClerk} || ${users.isCounter}`,
      seen: lastSeenAt,
      keys,
      added: users.createdAt,
    }
    return conn
      .select({
        id: users.id,
        name: users.name,
        email: users.email,
        role: users.role,
        isClerk: users.isClerk,
        isCounter: users.isCounter,
        hasPassword: sql<number>`${users.passwordHash} IS NOT NULL`,
        createdAt: users.createdAt,
        deactivatedAt: users.deactivatedAt,
        lastSeenAt,
        linkExpiresAt: sql<
          number | null
        >`(SELECT max(${links.expiresAt}) FROM ${links} WHERE ${links.userId} = ${ofUser} AND ${links.usedAt} IS NULL)`,
        keys,
        ownersKeys: sql<number>`(SELECT count(*) FROM ${apiKeys} WHERE ${apiKeys.userId} = ${ofUser} AND ${apiKeys.revokedAt} IS NULL AND coalesce(${apiKeys.expiresAt} > ${p.now}, 1) AND ${isOwnersOnly})`,
      })
      .from(users)
      .where(selectedUsers(p))
      .orderBy(...orderBy(columns, [name, users.id], sort))
      .limit(p.limit)
      .offset(p.offset)
  }),
)

export const countUsers = query((conn, p: Params<{ state: string | null }>) =>
  conn.select({ n: count() }).from(users).where(selectedUsers(p)),
)

function selectedUsers({ state }: Params<{ state: string | null }>) {
  return sql`CASE ${state} WHEN 'active' THEN ${users.deactivatedAt} IS NULL WHEN 'ended' THEN ${users.deactivatedAt} IS NOT NULL ELSE 1 END`
}

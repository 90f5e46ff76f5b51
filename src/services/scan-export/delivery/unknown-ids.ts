import { sql } from 'drizzle-orm'
import type { Caller } from '../../../accounts/keys/guard.ts'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { scans } from '../tables.ts'

/**
 * Of the ids to mark, those that are no scan of this key. Marking ignores them (source: the contract). The call log shows them to whoever
 * runs the program.
 */
export function findUnknownIds(
  conn: Conn,
  { allUsers, userId }: Caller,
  ids: readonly string[],
): string[] {
  const input = { ids: JSON.stringify([...new Set(ids)]), userId: allUsers ? null : userId }
  return listUnknown(conn)
    .all(input)
    .map(({ id }) => id)
}

const listUnknown = query((conn, { ids, userId }: Params<{ ids: string; userId: string | null }>) =>
  conn
    .select({ id: sql<string>`named.value` })
    .from(sql`json_each(${ids}) AS named`)
    .where(
      sql`NOT EXISTS (SELECT 1 FROM ${scans} WHERE ${scans.id} = named.value
        AND (${userId} IS NULL OR ${scans.userId} = ${userId}))`,
    ),
)

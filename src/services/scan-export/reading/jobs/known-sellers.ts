import { sql } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../../platform/db/connection.ts'

/** Sellers that the reader is told: more than any shop has. */
const sellersMax = 5_000

/** Who may have sold: the vendor list with its aliases, and the sellers of earlier bills, without repeats. */
export function knownSellers(conn: Conn): string[] {
  return listKnown(conn)
    .all({ limit: sellersMax })
    .map(({ name }) => name)
}

const listKnown = query((conn, { limit }: Params<{ limit: number }>) =>
  conn
    .select({ name: sql<string>`name` })
    .from(
      sql`(SELECT name FROM learnt_sellers UNION SELECT name FROM names WHERE kind = 'vendor'
        UNION SELECT alias FROM aliases WHERE kind = 'vendor')`,
    )
    .limit(limit),
)

import { and, gte, lt, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { orders } from '../tables.ts'

/** How many orders were placed from `from` on and before `until`. */
export const countPlaced = query((conn) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(orders)
    .where(
      and(
        gte(orders.createdAt, sql.placeholder('from')),
        lt(orders.createdAt, sql.placeholder('until')),
      ),
    )
    .prepare(),
)

/** How many orders had their last line marked from `from` on and before `until`. */
export const countSynced = query((conn) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(orders)
    .where(
      and(
        gte(orders.syncedAt, sql.placeholder('from')),
        lt(orders.syncedAt, sql.placeholder('until')),
      ),
    )
    .prepare(),
)

import { count, sql } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { workOff } from '../../../platform/turns.ts'
import type { ScanExportDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { forgetHabits } from '../reading/habits/forget-habits.ts'
import { countKnownSellers } from '../reading/habits/keep-habits.ts'
import { learntItems, learntSellers } from './tables.ts'

/** Rows that one statement forgets. */
const rowsAtOnce = 200

/** How much is kept to be proposed, and of how many sellers it is known how they print their bills. */
export function countLearnt(conn: Conn): { sellers: number; items: number; habits: number } {
  const sellers = conn.select({ n: count() }).from(learntSellers).get()?.n ?? 0
  const items = conn.select({ n: count() }).from(learntItems).get()?.n ?? 0
  return { sellers, items, habits: countKnownSellers(conn) }
}

/**
 * Forgets everything; `by` is the owner. Which bills were learnt stays known, so that the night does not learn them again.
 */
export async function forgetLearnt(
  { database, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const details = countLearnt(conn)
    if (details.sellers + details.habits === 0) return
    forgetHabits(conn)
    recordHistory(conn, clock.now(), { action: 'proposals forgotten', userId: by, details })
  })
  while (!(await database.write(forgetSome, { alone: true })));
}

/** Returns whether nothing is left. */
function forgetSome(conn: Conn): boolean {
  return workOff(
    () => deleteSomeItems(conn).all().length + deleteSomeSellers(conn).all().length > 0,
  )
}

const deleteSomeItems = query((conn) =>
  conn
    .delete(learntItems)
    .where(sql`${learntItems}.rowid IN (SELECT rowid FROM learnt_items LIMIT ${rowsAtOnce})`)
    .returning({ place: learntItems.place }),
)

/** Those of which no item is left. */
const deleteSomeSellers = query((conn) =>
  conn
    .delete(learntSellers)
    .where(
      sql`${learntSellers.seq} IN (SELECT seq FROM learnt_sellers
        WHERE NOT EXISTS (SELECT 1 FROM learnt_items WHERE seller_seq = seq) LIMIT ${rowsAtOnce})`,
    )
    .returning({ seq: learntSellers.seq }),
)

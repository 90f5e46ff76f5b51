import { count, sql } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { workOff } from '../../../platform/turns.ts'
import type { ScanExportDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { forgetHabits, countKnownSellers } from '../reading/habits/habits.ts'
import { learntItems, learntSellers } from './tables.ts'

/** Rows that one statement deletes. */
const rowsAtOnce = 200

/** How many sellers and items Daybook can propose, and for how many sellers it knows how their bills look. */
export function countLearnt(conn: Conn): { sellers: number; items: number; habits: number } {
  const sellers = conn.select({ n: count() }).from(learntSellers).get()?.n ?? 0
  const items = conn.select({ n: count() }).from(learntItems).get()?.n ?? 0
  return { sellers, items, habits: countKnownSellers(conn) }
}

/** Forgets everything. `by` is the owner. Still remembers which bills were learnt, so that the nightly run does not learn them again. */
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

/** Sellers that have no items left. */
const deleteSomeSellers = query((conn) =>
  conn
    .delete(learntSellers)
    .where(
      sql`${learntSellers.seq} IN (SELECT seq FROM learnt_sellers
        WHERE NOT EXISTS (SELECT 1 FROM learnt_items WHERE seller_seq = seq) LIMIT ${rowsAtOnce})`,
    )
    .returning({ seq: learntSellers.seq }),
)

import { count, desc, eq, ne, sql, type SQL } from 'drizzle-orm'
import { query } from '../platform/db/connection.ts'
import { creditEntries, users } from './tables.ts'

/** All entries, those that owners made by hand, or those of one user (`userId`). */
export type CreditSelection = 'all' | 'given' | 'own'

// An index stands behind each; one condition for all three would use none.
const conditions: Record<CreditSelection, SQL | undefined> = {
  all: undefined,
  given: ne(creditEntries.kind, sql.raw("'use'")),
  own: eq(creditEntries.userId, sql.placeholder('userId')),
}

/** A page of the ledger, the newest first. */
export const listCreditEntries = {
  all: pageOf('all'),
  given: pageOf('given'),
  own: pageOf('own'),
}

export const countCreditEntries = {
  all: countOf('all'),
  given: countOf('given'),
  own: countOf('own'),
}

function pageOf(selection: CreditSelection) {
  return query((conn) =>
    conn
      .select({
        id: creditEntries.id,
        at: creditEntries.at,
        kind: creditEntries.kind,
        amount: creditEntries.amount,
        note: creditEntries.note,
        scanId: creditEntries.scanId,
        user: users.name,
      })
      .from(creditEntries)
      .leftJoin(users, eq(users.id, creditEntries.userId))
      .where(conditions[selection])
      .orderBy(desc(creditEntries.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(),
  )
}

function countOf(selection: CreditSelection) {
  return query((conn) =>
    conn.select({ n: count() }).from(creditEntries).where(conditions[selection]).prepare(),
  )
}

import { eq, sql } from 'drizzle-orm'
import { query, type Conn } from '../platform/db/connection.ts'
import { newId } from '../platform/ids.ts'
import { recordHistory } from './history.ts'
import { creditBalances, creditEntries } from './tables.ts'

type CreditEntry = {
  kind: 'grant' | 'use' | 'adjustment'
  amount: number
  userId: string
  scanId?: string
  note: string
}

/** Enters the one credit that a successful scan uses; entering it again for the same scan changes nothing. */
export function useCredit(conn: Conn, userId: string, scanId: string, now: number): void {
  enterCredits(conn, { kind: 'use', amount: -1, userId, scanId, note: 'scan' }, now)
}

/** Owners grant; nothing is ever refused for lack of credit. */
export function grantCredits(
  conn: Conn,
  grant: { amount: number; by: string; note: string },
  now: number,
): void {
  enterCredits(
    conn,
    { kind: 'grant', amount: grant.amount, userId: grant.by, note: grant.note },
    now,
  )
  recordHistory(conn, now, {
    action: 'credits granted',
    userId: grant.by,
    details: { amount: grant.amount, note: grant.note },
  })
}

/** Owners correct: credits that are added or taken. */
export function adjustCredits(
  conn: Conn,
  { amount, by, note }: { amount: number; by: string; note: string },
  now: number,
): void {
  enterCredits(conn, { kind: 'adjustment', amount, userId: by, note }, now)
  recordHistory(conn, now, { action: 'credits adjusted', userId: by, details: { amount, note } })
}

function enterCredits(conn: Conn, entry: CreditEntry, now: number): void {
  const entered = insertCreditEntry(conn).all({
    id: newId(now),
    at: now,
    kind: entry.kind,
    amount: entry.amount,
    userId: entry.userId,
    scanId: entry.scanId ?? null,
    note: entry.note,
  })
  if (entered.length > 0) addToBalance(conn).run({ amount: entry.amount })
}

const insertCreditEntry = query((conn) =>
  conn
    .insert(creditEntries)
    .values({
      id: sql.placeholder('id'),
      at: sql.placeholder('at'),
      kind: sql.placeholder('kind'),
      amount: sql.placeholder('amount'),
      userId: sql.placeholder('userId'),
      scanId: sql.placeholder('scanId'),
      note: sql.placeholder('note'),
    })
    .onConflictDoNothing()
    .returning({ id: creditEntries.id })
    .prepare(),
)

const addToBalance = query((conn) =>
  conn
    .update(creditBalances)
    .set({ balance: sql`${creditBalances.balance} + ${sql.placeholder('amount')}` })
    .where(eq(creditBalances.id, 1))
    .prepare(),
)

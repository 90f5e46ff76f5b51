import { type Conn, query } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { toNfc } from '../platform/text.ts'
import { requireActingOwner } from './require-user.ts'
import { eq, sql, count, desc, ne, type SQL } from 'drizzle-orm'
import { newId } from '../platform/ids.ts'
import { recordHistory } from './history.ts'
import { creditBalances, creditEntries, users } from './tables.ts'

/** Credits that one entry adds or takes at most: a mistyped amount should not need a calculator to see. */
const creditsMax = 1_000_000

const noteMax = 200

type CreditsInput = {
  kind: 'grant' | 'adjustment'
  amount: number
  note: string
  by: string
}

/** What an owner enters by hand. Throws AppError `invalid_request` with the field, and like `requireActingOwner`. */
export function giveCredits(conn: Conn, input: CreditsInput, now: number): void {
  const { kind, by } = input
  requireActingOwner(conn, by)
  const amount = checkedAmount(input)
  const note = toNfc(input.note).trim()
  if (note.length === 0 || note.length > noteMax) {
    throw new AppError('invalid_request', `The note must have 1 to ${noteMax} characters.`, {
      field: 'note',
    })
  }
  if (kind === 'grant') grantCredits(conn, { amount, by, note }, now)
  else adjustCredits(conn, { amount, by, note }, now)
}

function checkedAmount({ kind, amount }: CreditsInput): number {
  const least = kind === 'grant' ? 1 : -creditsMax
  const isAllowed = Number.isInteger(amount) && amount >= least && amount <= creditsMax
  if (isAllowed && amount !== 0) return amount
  const allowed =
    kind === 'grant'
      ? `a whole number from 1 to ${creditsMax}`
      : `a whole number from -${creditsMax} to ${creditsMax}, and not 0`
  throw new AppError('invalid_request', `The number of credits must be ${allowed}.`, {
    field: 'amount',
  })
}

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
function adjustCredits(
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

export const findCreditBalance = query((conn) =>
  conn.select().from(creditBalances).where(eq(creditBalances.id, 1)).prepare(),
)

import { asc, count, desc, eq, ne, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../platform/db/connection.ts'
import { type Sort, sortedQuery, findIn } from '../platform/db/statements.ts'
import { AppError, checkAll } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { toNfc } from '../platform/text.ts'
import { recordHistory } from './history.ts'
import { requireActingOwner } from './require-user.ts'
import { creditBalances, creditEntries, users } from './tables.ts'

/** The most credits that one entry adds or takes: a mistyped amount should be obvious. */
const creditsMax = 1_000_000

const noteMax = 200

type CreditsInput = {
  kind: 'grant' | 'adjustment'
  amount: number
  note: string
  by: string
}

/**
 * Enters credits by hand for an owner: a grant, or a correction that adds or takes. Nothing is ever refused for lack of credit. Throws
 * AppError `invalid_request` with the field, and like `requireActingOwner`.
 */
export function giveCredits(conn: Conn, input: CreditsInput, now: number): void {
  const { kind, by } = input
  requireActingOwner(conn, by)
  const { amount, note } = checkAll({
    amount: () => checkedAmount(input),
    note: () => checkedNote(input.note),
  })
  enterByHand(conn, { kind, amount, note, by }, now)
}

/** Like `giveCredits`, for a caller who has checked permission and input. */
export function enterByHand(conn: Conn, input: CreditsInput, now: number): void {
  const { kind, amount, note, by } = input
  enterCredits(conn, { kind, amount, userId: by, scanId: null, note }, now)
  const action = kind === 'grant' ? 'credits granted' : 'credits adjusted'
  recordHistory(conn, now, { action, userId: by, details: { amount, note } })
}

function checkedNote(text: string): string {
  const note = toNfc(text).trim()
  if (note.length > 0 && note.length <= noteMax) return note
  throw new AppError('invalid_request', `The note must have 1 to ${noteMax} characters.`, {
    field: 'note',
  })
}

function checkedAmount({ kind, amount }: CreditsInput): number {
  const least = kind === 'grant' ? 1 : -creditsMax
  const isAllowed = Number.isInteger(amount) && amount >= least && amount <= creditsMax
  if (isAllowed && amount !== 0) return amount
  const allowed = `a whole number from ${least} to ${creditsMax}${kind === 'grant' ? '' : ', and not 0'}`
  throw new AppError('invalid_request', `The number of credits must be ${allowed}.`, {
    field: 'amount',
  })
}

/** Whether a reader ever used a credit. Until then no page shows credits. */
export const findFirstUse = query((conn) =>
  conn
    .select({ id: creditEntries.id })
    .from(creditEntries)
    .where(eq(creditEntries.kind, 'use'))
    .limit(1),
)

/** Enters the one credit that a successful scan uses. Entering it again for the same scan changes nothing. */
export function useCredit(conn: Conn, userId: string, scanId: string, now: number): void {
  enterCredits(conn, { kind: 'use', amount: -1, userId, scanId, note: 'scan' }, now)
}

/** Whether a reader used a credit for a scan: typing a document costs none. */
export function hasUsedCredit(conn: Conn, scanId: string): boolean {
  return findEntryOfScan(conn).get({ scanId }) !== undefined
}

const findEntryOfScan = findIn(creditEntries, 'scanId')

type CreditEntry = typeof creditEntries.$inferSelect

function enterCredits(conn: Conn, entry: Omit<CreditEntry, 'id' | 'at'>, now: number): void {
  const entered = insertCreditEntry(conn).all({ id: newId(now), at: now, ...entry })
  if (entered.length > 0) addToBalance(conn).run({ amount: entry.amount })
}

const insertCreditEntry = query((conn, entry: Params<CreditEntry>) => {
  const { id, at, kind, amount, userId, scanId, note } = entry
  return conn
    .insert(creditEntries)
    .values({ id, at, kind, amount, userId, scanId, note })
    .onConflictDoNothing()
    .returning({ id: creditEntries.id })
})

const addToBalance = query((conn, { amount }: Params<{ amount: number }>) =>
  conn
    .update(creditBalances)
    .set({ balance: sql`${creditBalances.balance} + ${amount}` })
    .where(eq(creditBalances.id, 1)),
)

export const findCreditBalance = query((conn) =>
  conn.select().from(creditBalances).where(eq(creditBalances.id, 1)),
)

/** All entries, those that owners made by hand, or those of one user (`userId`). */
export type CreditSelection = 'all' | 'given' | 'own'

/** The columns by which the ledger can be sorted. */
export const creditSorts = ['at', 'amount'] as const

type CreditSort = Sort<(typeof creditSorts)[number]>

/** A page of the ledger, and the number of entries. */
export const creditLists = { all: listOf('all'), given: listOf('given'), own: listOf('own') }

function listOf(selection: CreditSelection) {
  const page = sortedQuery((sort: CreditSort) =>
    query((conn, p: Params<{ userId: string; limit: number; offset: number }>) =>
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
        .where(selectedBy(selection, p))
        .orderBy(...creditOrder(sort))
        .limit(p.limit)
        .offset(p.offset),
    ),
  )
  const total = query((conn, p: Params<{ userId: string }>) =>
    conn.select({ n: count() }).from(creditEntries).where(selectedBy(selection, p)),
  )
  return { page, total }
}

/** Ids rise with time. */
function creditOrder({ by, isDescending }: CreditSort) {
  const direction = isDescending ? desc : asc
  const id = direction(creditEntries.id)
  return by === 'at' ? [id] : [direction(creditEntries.amount), id]
}

/** Each selection has its index. One condition for all three would use none. */
function selectedBy(selection: CreditSelection, { userId }: Params<{ userId: string }>) {
  if (selection === 'given') return ne(creditEntries.kind, sql.raw("'use'"))
  return selection === 'own' ? eq(creditEntries.userId, userId) : undefined
}

import { Value } from '@sinclair/typebox/value'
import { count, desc, eq, sql } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../../platform/db/connection.ts'
import { newId } from '../../../../platform/ids.ts'
import { sellerHabits as shape, type SellerHabits } from '../../../../reader/habits/habit.ts'
import { sellerHabits } from './tables.ts'

/** The most sellers to keep and to pass to the reader, those of the newest bills. A shop has some hundred. */
export const sellersMax = 500

/** A seller whose bills taught something. `confirmedAt` in ms since the epoch. */
export type KnownSeller = {
  id: string
  name: string
  confirmedAt: number
  habits: SellerHabits
}

type Kept = Omit<KnownSeller, 'id'>

/** Replaces what Daybook knew about this seller. Returns its id. */
export function keepSeller(conn: Conn, { name, confirmedAt, habits }: Kept): string {
  const { seller } = habits
  const row = { id: newId(confirmedAt), seller, name, learnt: JSON.stringify(habits), confirmedAt }
  const { id } = setSeller(conn).get(row)
  deleteOldest(conn).run({ id, others: sellersMax - 1 })
  return id
}

export function knownSeller(conn: Conn, seller: string): KnownSeller | undefined {
  const row = findSeller(conn).get({ seller })
  return row === undefined ? undefined : readRow(row)
}

export function knownSellerById(conn: Conn, id: string): KnownSeller | undefined {
  const row = findById(conn).get({ id })
  return row === undefined ? undefined : readRow(row)
}

/** All known sellers, those of the newest bills first. Skips rows that are not valid: a book from elsewhere may have some. */
export function listKnownSellers(conn: Conn): KnownSeller[] {
  return listAll(conn)
    .all()
    .flatMap((row) => readRow(row) ?? [])
}

/** All habits, for the reader. */
export function listHabits(conn: Conn): SellerHabits[] {
  return listKnownSellers(conn).map(({ habits }) => habits)
}

export function countKnownSellers(conn: Conn): number {
  return conn.select({ n: count() }).from(sellerHabits).get()?.n ?? 0
}

export function deleteSeller(conn: Conn, id: string): void {
  deleteById(conn).run({ id })
}

type Row = typeof sellerHabits.$inferSelect

function readRow({ id, name, learnt, confirmedAt }: Row): KnownSeller | undefined {
  const habits = parsed(learnt)
  return habits === undefined ? undefined : { id, name, confirmedAt, habits }
}

/** Every reading needs all habits, so each text is parsed only once. */
const parsedTexts = new Map<string, SellerHabits | undefined>()

function parsed(text: string): SellerHabits | undefined {
  if (parsedTexts.size > 2 * sellersMax) parsedTexts.clear()
  return parsedTexts.getOrInsertComputed(text, parse)
}

function parse(text: string): SellerHabits | undefined {
  const habits: unknown = JSON.parse(text)
  return Value.Check(shape, habits) ? habits : undefined
}

const isJson = sql`json_valid(${sellerHabits.learnt})`

const findSeller = query((conn, { seller }: Params<{ seller: string }>) =>
  conn
    .select()
    .from(sellerHabits)
    .where(sql`${sellerHabits.seller} = ${seller} AND ${isJson}`),
)

type ById = Params<{ id: string }>

const findById = query((conn, { id }: ById) =>
  conn
    .select()
    .from(sellerHabits)
    .where(sql`${sellerHabits.id} = ${id} AND ${isJson}`),
)

const listAll = query((conn) =>
  conn.select().from(sellerHabits).where(isJson).orderBy(desc(sellerHabits.confirmedAt)),
)

const setSeller = query((conn, p: Params<Row>) =>
  conn
    .insert(sellerHabits)
    .values({
      id: p.id,
      seller: p.seller,
      name: p.name,
      learnt: p.learnt,
      confirmedAt: p.confirmedAt,
    })
    .onConflictDoUpdate({
      target: sellerHabits.seller,
      set: {
        name: sql`excluded.name`,
        learnt: sql`excluded.learnt`,
        confirmedAt: sql`excluded.confirmed_at`,
      },
    })
    .returning({ id: sellerHabits.id }),
)

const deleteById = query((conn, { id }: ById) =>
  conn.delete(sellerHabits).where(eq(sellerHabits.id, id)),
)

/** Never deletes this id: after the clock was set back, the newest row can look like the oldest. */
const deleteOldest = query((conn, { id, others }: Params<{ id: string; others: number }>) =>
  conn
    .delete(sellerHabits)
    .where(
      sql`${sellerHabits.id} IN (SELECT id FROM seller_habits WHERE id <> ${id} ORDER BY confirmed_at DESC, id DESC LIMIT -1 OFFSET ${others})`,
    ),
)

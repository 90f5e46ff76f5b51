import { Value } from '@sinclair/typebox/value'
import { count, desc, eq, sql, and } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../../platform/db/connection.ts'
import { newId } from '../../../../platform/ids.ts'
import {
  sellerHabits as shape,
  pagePhrase,
  type SellerHabits,
  type PagePhrase,
} from '../../../../reader/habits/habit.ts'
import { sellerHabits, readingPhrases } from './tables.ts'
import { Type } from '@sinclair/typebox'
import { deleteIn, insertInto } from '../../../../platform/db/statements.ts'
import { removeAlias } from '../../../../names/change-names.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { recordHistory } from '../../history.ts'
import { learntAliasesOf } from './aliases.ts'

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

function deleteSeller(conn: Conn, id: string): void {
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

const deleteById = deleteIn(sellerHabits, 'id')

/** Never deletes this id: after the clock was set back, the newest row can look like the oldest. */
const deleteOldest = query((conn, { id, others }: Params<{ id: string; others: number }>) =>
  conn
    .delete(sellerHabits)
    .where(
      sql`${sellerHabits.id} IN (SELECT id FROM seller_habits WHERE id <> ${id} ORDER BY confirmed_at DESC, id DESC LIMIT -1 OFFSET ${others})`,
    ),
)

const phrasesShape = Type.Array(pagePhrase)

export function keepPhrases(conn: Conn, scanId: string, phrases: readonly PagePhrase[]): void {
  deletePhrases(conn).run({ scanId })
  if (phrases.length > 0) insertPhrases(conn).run({ scanId, phrases: JSON.stringify(phrases) })
}

/** The phrases of a document. Undefined where none were kept. */
export function phrasesOfScan(conn: Conn, scanId: string): PagePhrase[] | undefined {
  const text = findPhrases(conn).get({ scanId })?.phrases
  const phrases: unknown = text === undefined ? undefined : JSON.parse(text)
  return Value.Check(phrasesShape, phrases) ? phrases : undefined
}

const insertPhrases = insertInto(readingPhrases)

type ByScan = Params<{ scanId: string }>

const deletePhrases = deleteIn(readingPhrases, 'scanId')

const findPhrases = query((conn, { scanId }: ByScan) =>
  conn
    .select({ phrases: readingPhrases.phrases })
    .from(readingPhrases)
    .where(and(eq(readingPhrases.scanId, scanId), sql`json_valid(${readingPhrases.phrases})`)),
)

/** One thing that was learnt of a seller. `key`: a field's key, a column's heading, a rate in per cent, or an alias's id. */
export type LearntThing = { kind: 'field' | 'column' | 'rate' | 'alias'; key: string }

type Deps = Pick<ScanExportDeps, 'database' | 'clock'>

/** Forgets one thing that a seller's bills taught. `by` is the owner. Throws AppError `not_found`. */
export async function forgetThing(
  { database, clock }: Deps,
  id: string,
  thing: LearntThing,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const seller = requireSeller(conn, id)
    if (thing.kind === 'alias') forgetAlias(conn, seller, thing.key)
    else keepSeller(conn, { ...seller, habits: without(seller.habits, thing) })
    const details = { seller: seller.name || seller.habits.seller, kind: thing.kind }
    recordHistory(conn, clock.now(), { action: 'habit forgotten', userId: by, details })
  })
}

/** Forgets everything that a seller's bills taught, with the aliases. `by` is the owner. Throws AppError `not_found`. */
export async function forgetSeller(
  { database, clock }: Deps,
  id: string,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const seller = requireSeller(conn, id)
    forgetAllOf(conn, seller)
    const details = { seller: seller.name || seller.habits.seller }
    recordHistory(conn, clock.now(), { action: 'habits forgotten', userId: by, details })
  })
}

/** Forgets everything that the bills of all sellers taught, in the caller's transaction. */
export function forgetHabits(conn: Conn): void {
  for (const seller of listKnownSellers(conn)) forgetAllOf(conn, seller)
}

/** Throws AppError `not_found`. */
export function requireSeller(conn: Conn, id: string): KnownSeller {
  const seller = knownSellerById(conn, id)
  if (seller !== undefined) return seller
  throw new AppError('not_found', 'Nothing is known of this seller’s bills any more.')
}

function forgetAllOf(conn: Conn, { id }: KnownSeller): void {
  for (const { aliasId } of learntAliasesOf(conn, id)) removeAlias(conn, aliasId)
  deleteSeller(conn, id)
}

function forgetAlias(conn: Conn, { id }: KnownSeller, aliasId: string): void {
  const own = learntAliasesOf(conn, id)
  if (!own.some((alias) => alias.aliasId === aliasId)) throw notLearnt()
  removeAlias(conn, aliasId)
}

function without(habits: SellerHabits, { kind, key }: LearntThing): SellerHabits {
  const left = {
    ...habits,
    fields: habits.fields.filter((one) => kind !== 'field' || one.key !== key),
    columns: habits.columns.filter((one) => kind !== 'column' || one.heading !== key),
    rates: habits.rates.filter((one) => kind !== 'rate' || `${one.pct}` !== key),
  }
  if (countOf(left) === countOf(habits)) throw notLearnt()
  return left
}

/** Fields, columns and rates. */
function countOf({ fields, columns, rates }: SellerHabits): number {
  return fields.length + columns.length + rates.length
}

function notLearnt(): AppError {
  return new AppError('not_found', 'This is not known of the seller’s bills any more.')
}

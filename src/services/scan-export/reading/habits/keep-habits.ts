import { Value } from '@sinclair/typebox/value'
import { Type } from '@sinclair/typebox'
import { and, count, eq, sql } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../../platform/db/connection.ts'
import { insertInto } from '../../../../platform/db/statements.ts'
import { habit, type Habit, pagePhrase, type PagePhrase } from './habit.ts'
import { readingHabits, readingPhrases } from './tables.ts'

/** Habits that are kept and told the reader, the newest: some for each of a hundred sellers. */
const habitsMax = 2_000

const phrasesShape = Type.Array(pagePhrase)

export function keepPhrases(conn: Conn, scanId: string, phrases: readonly PagePhrase[]): void {
  deletePhrases(conn).run({ scanId })
  if (phrases.length > 0) insertPhrases(conn).run({ scanId, phrases: JSON.stringify(phrases) })
}

/** What a document says; undefined where it was not kept. */
export function phrasesOfScan(conn: Conn, scanId: string): PagePhrase[] | undefined {
  const text = findPhrases(conn).get({ scanId })?.phrases
  const phrases: unknown = text === undefined ? undefined : JSON.parse(text)
  return Value.Check(phrasesShape, phrases) ? phrases : undefined
}

/** In the place of what was learnt of a field of a seller before. */
export function keepHabits(conn: Conn, habits: readonly Habit[], learntAt: number): void {
  for (const one of habits) {
    setHabit(conn).run({ gstin: one.gstin, key: one.key, habit: JSON.stringify(one), learntAt })
  }
  deleteOldest(conn).run({ kept: habitsMax })
}

/** All of them, for the reader; in a book from elsewhere may stand what is none. */
export function listHabits(conn: Conn): Habit[] {
  return listAll(conn)
    .all()
    .flatMap(({ text }) => {
      const one: unknown = JSON.parse(text)
      return Value.Check(habit, one) ? [one] : []
    })
}

export function countHabits(conn: Conn): number {
  return conn.select({ n: count() }).from(readingHabits).get()?.n ?? 0
}

export function forgetHabits(conn: Conn): void {
  conn.delete(readingHabits).run()
}

const insertPhrases = insertInto(readingPhrases)

type ByScan = Params<{ scanId: string }>

const deletePhrases = query((conn, { scanId }: ByScan) =>
  conn.delete(readingPhrases).where(eq(readingPhrases.scanId, scanId)),
)

const findPhrases = query((conn, { scanId }: ByScan) =>
  conn
    .select({ phrases: readingPhrases.phrases })
    .from(readingPhrases)
    .where(and(eq(readingPhrases.scanId, scanId), sql`json_valid(${readingPhrases.phrases})`)),
)

const setHabit = query(
  (conn, p: Params<{ gstin: string; key: string; habit: string; learntAt: number }>) =>
    conn
      .insert(readingHabits)
      .values({ gstin: p.gstin, key: p.key, habit: p.habit, learntAt: p.learntAt })
      .onConflictDoUpdate({
        target: [readingHabits.gstin, readingHabits.key],
        set: { habit: sql`excluded.habit`, learntAt: sql`excluded.learnt_at` },
      }),
)

const listAll = query((conn) =>
  conn
    .select({ text: readingHabits.habit })
    .from(readingHabits)
    .where(sql`json_valid(${readingHabits.habit})`),
)

const deleteOldest = query((conn, { kept }: Params<{ kept: number }>) =>
  conn
    .delete(readingHabits)
    .where(
      sql`${readingHabits}.rowid IN (SELECT rowid FROM reading_habits ORDER BY learnt_at DESC, rowid DESC LIMIT -1 OFFSET ${kept})`,
    ),
)

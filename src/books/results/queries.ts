import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { query, type Params } from '../../platform/db/connection.ts'
import { insertInto } from '../../platform/db/statements.ts'
import { importResults } from './tables.ts'

export type SubjectKind = (typeof importResults.$inferSelect)['kind']

export type StoredResult = typeof importResults.$inferSelect

type Subject = { kind: SubjectKind; subjectId: string }

/** As the conditions of the partial indexes stand there. */
const isOpen = sql`is_open = 1`
const isEntered = sql`outcome = 'imported'`

type ResultKey = Subject & { part: number; program: string }

export const findResult = query((conn, key: Params<ResultKey>) =>
  conn.select().from(importResults).where(isOne(key)),
)

export const insertResult = insertInto(importResults)

export const deleteResult = query((conn, key: Params<ResultKey>) =>
  conn.delete(importResults).where(isOne(key)),
)

function isOne({ kind, subjectId, part, program }: Params<ResultKey>) {
  return and(
    isOf({ kind, subjectId }),
    eq(importResults.part, part),
    eq(importResults.program, program),
  )
}

function isOf({ kind, subjectId }: Params<Subject>) {
  return and(eq(importResults.kind, kind), eq(importResults.subjectId, subjectId))
}

type Listed = Subject & { limit: number }

/** What of one did not get into the books and is open, part by part. */
export const listOpenOf = query((conn, { kind, subjectId, limit }: Params<Listed>) =>
  conn
    .select()
    .from(importResults)
    .where(and(isOf({ kind, subjectId }), isOpen))
    .orderBy(asc(importResults.part), asc(importResults.program))
    .limit(limit),
)

/** What of one is in the books, part by part. */
export const listEnteredOf = query((conn, { kind, subjectId, limit }: Params<Listed>) =>
  conn
    .select()
    .from(importResults)
    .where(and(isOf({ kind, subjectId }), isEntered))
    .orderBy(asc(importResults.part), asc(importResults.program))
    .limit(limit),
)

/** How much of one is open, and how much is in the books. */
export const countResultsOf = query((conn, subject: Params<Subject>) =>
  conn
    .select({
      open: sql<number>`count(*) FILTER (WHERE ${isOpen})`,
      entered: sql<number>`count(*) FILTER (WHERE ${isEntered})`,
    })
    .from(importResults)
    .where(isOf(subject)),
)

/** What was said of the first part of one. */
export const findFirstResult = query((conn, subject: Params<Subject>) =>
  conn
    .select()
    .from(importResults)
    .where(isOf(subject))
    .orderBy(asc(importResults.part), asc(importResults.program))
    .limit(1),
)

/** Rows of results that one call is told: several programs about the longest statement. */
const toldMax = 100_000

/** All that was said of several, whose ids are a JSON list. */
export const listResultsOfAll = query(
  (conn, { kind, subjectIds }: Params<{ kind: SubjectKind; subjectIds: string }>) =>
    conn
      .select()
      .from(importResults)
      .where(
        and(
          eq(importResults.kind, kind),
          sql`${importResults.subjectId} IN (SELECT value FROM json_each(${subjectIds}))`,
        ),
      )
      .orderBy(asc(importResults.subjectId), asc(importResults.part), asc(importResults.program))
      .limit(toldMax),
)

/** All that was said of one: it is deleted. */
export const forgetResults = query((conn, subject: Params<Subject>) =>
  conn.delete(importResults).where(isOf(subject)),
)

type Named = Subject & { system: string; voucherId: string }

/** Whether another program than one entered it under a voucher. */
export const findNamed = query((conn, p: Params<Named & { except: string }>) =>
  conn
    .select({ part: importResults.part })
    .from(importResults)
    .where(and(isNamed(p), isEntered, ne(importResults.program, p.except)))
    .limit(1),
)

/** Flags (whose `program` is a key with a fence) that name a voucher. */
export const deleteFlags = query((conn, p: Params<Named>) =>
  conn.delete(importResults).where(and(isNamed(p), sql`instr(${importResults.program}, ' ') > 0`)),
)

function isNamed(p: Params<Named>) {
  return and(isOf(p), eq(importResults.system, p.system), eq(importResults.voucherId, p.voucherId))
}

/** Whether anything of one is open. */
export const findOpen = query((conn, subject: Params<Subject>) =>
  conn
    .select({ part: importResults.part })
    .from(importResults)
    .where(and(isOf(subject), isOpen))
    .limit(1),
)

type Closing = Subject & {
  closedAs: NonNullable<StoredResult['closedAs']>
  closedBy: string | null
  now: number
}

/**
 * Settles the open results of a document or order. Returns a row for each. Flags of late acknowledgements (their `program` is a key
 * with a fence) stay: a person has to look whether it was entered twice.
 */
export const closeResults = query((conn, p: Params<Closing>) =>
  conn
    .update(importResults)
    .set({
      isOpen: sql`0`,
      closedAt: sql`${p.now}`,
      closedBy: sql`${p.closedBy}`,
      closedAs: sql`${p.closedAs}`,
    })
    .where(
      and(
        isOf(p),
        sql`is_open = 1 AND (${p.closedAs} <> 'delivered' OR instr(${importResults.program}, ' ') = 0)`,
      ),
    )
    .returning({ program: importResults.program, books: importResults.books }),
)

/** What waits for somebody, by its cause in some books: the most frequent first. `oldestAt` in milliseconds since the epoch. */
export const listCauses = query((conn, { kind, subjectIds }: Params<CauseInput>) =>
  conn
    .select({
      books: importResults.books,
      code: importResults.code,
      field: importResults.field,
      subjects: sql<number>`count(DISTINCT ${importResults.subjectId})`,
      message: sql<string>`max(${importResults.message})`,
      messages: sql<number>`count(DISTINCT ${importResults.message})`,
      system: sql<string>`max(${importResults.system})`,
      oldestAt: sql<number>`min(${importResults.firstAt})`,
    })
    .from(importResults)
    .where(
      sql`${eq(importResults.kind, kind)} AND is_open = 1 AND (${subjectIds} IS NULL OR
        ${importResults.subjectId} IN (SELECT value FROM json_each(${subjectIds})))`,
    )
    .groupBy(importResults.books, importResults.code, importResults.field)
    .orderBy(sql`4 DESC`, asc(importResults.code), asc(importResults.field)),
)

/** `subjectIds` is a JSON list of those that count; null: all. */
type CauseInput = { kind: SubjectKind; subjectIds: string | null }

/** The documents or orders that wait for somebody, the oldest first. */
export const listOpenSubjects = query((conn, { kind }: Params<{ kind: SubjectKind }>) =>
  conn
    .select({ id: importResults.subjectId, since: sql<number>`min(${importResults.firstAt})` })
    .from(importResults)
    .where(sql`${eq(importResults.kind, kind)} AND is_open = 1`)
    .groupBy(importResults.subjectId)
    .orderBy(sql`2`, asc(importResults.subjectId)),
)

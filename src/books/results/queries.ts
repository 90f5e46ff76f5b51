import { and, asc, eq, ne, sql, desc, type SQL } from 'drizzle-orm'
import { importResults } from '../tables.ts'
import { query, type Params } from '../../platform/db/connection.ts'
import { deleteIn, findIn, insertInto } from '../../platform/db/statements.ts'

export type SubjectKind = (typeof importResults.$inferSelect)['kind']

export type StoredResult = typeof importResults.$inferSelect

type Subject = { kind: SubjectKind; subjectId: string }

/** Written exactly as in the conditions of the partial indexes. */
const isOpen = sql`is_open = 1`
const isEntered = sql`outcome = 'imported'`

export const findResult = findIn(importResults, 'kind', 'subjectId', 'part', 'program')

export const insertResult = insertInto(importResults)

export const deleteResult = deleteIn(importResults, 'kind', 'subjectId', 'part', 'program')

function isOf({ kind, subjectId }: Params<Subject>) {
  return and(eq(importResults.kind, kind), eq(importResults.subjectId, subjectId))
}

type Listed = Subject & { limit: number }

/** The open parts of a document or order, in order. */
export const listOpenOf = listParts(isOpen)

/** The entered parts of a document or order, in order. */
export const listEnteredOf = listParts(isEntered)

/** All parts of a document or order, in order. */
export const listPartsOf = listParts()

function listParts(which?: SQL) {
  return query((conn, { kind, subjectId, limit }: Params<Listed>) =>
    conn
      .select()
      .from(importResults)
      .where(and(isOf({ kind, subjectId }), which))
      .orderBy(asc(importResults.part), asc(importResults.program))
      .limit(limit),
  )
}

/** How many parts of a document or order are open, and how many are entered. */
export const countResultsOf = query((conn, subject: Params<Subject>) =>
  conn
    .select({
      open: sql<number>`count(*) FILTER (WHERE ${isOpen})`,
      entered: sql<number>`count(*) FILTER (WHERE ${isEntered})`,
    })
    .from(importResults)
    .where(isOf(subject)),
)

/** The most rows in an answer: several programs about the longest statement. */
const toldMax = 100_000

/** All results of several documents or orders, whose ids are a JSON list. */
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

/** Deletes all results of a document or order that is deleted. */
export const forgetResults = deleteIn(importResults, 'kind', 'subjectId')

type Named = Subject & { system: string; voucherId: string }

/** Whether another program entered the document or order under this voucher. */
export const findNamed = query((conn, p: Params<Named & { except: string }>) =>
  conn
    .select({ part: importResults.part })
    .from(importResults)
    .where(and(isNamed(p), isEntered, ne(importResults.program, p.except)))
    .limit(1),
)

/** Deletes flags that name a voucher. A flag's `program` is a key with a fence. */
export const deleteFlags = query((conn, p: Params<Named>) =>
  conn.delete(importResults).where(and(isNamed(p), sql`instr(${importResults.program}, ' ') > 0`)),
)

function isNamed(p: Params<Named>) {
  return and(isOf(p), eq(importResults.system, p.system), eq(importResults.voucherId, p.voucherId))
}

/** Whether a document or order has an open part. */
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
 * Settles the open results of a document or order. Returns a row for each. Flags of late acknowledgements stay (their `program` is a key
 * with a fence): a person has to check for a second voucher.
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

/** What waits for a person, by cause and accounts, the most frequent first. `oldestAt` is in milliseconds since the epoch. */
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
    .where(isOpenAmong({ kind, subjectIds }))
    .groupBy(importResults.books, importResults.code, importResults.field)
    .orderBy(sql`4 DESC`, asc(importResults.code), asc(importResults.field)),
)

/** `subjectIds` is a JSON list of the ids to include; null: all. */
type CauseInput = { kind: SubjectKind; subjectIds: string | null }

function isOpenAmong({ kind, subjectIds }: Params<CauseInput>): SQL {
  return sql`${eq(importResults.kind, kind)} AND is_open = 1 AND (${subjectIds} IS NULL OR
    ${importResults.subjectId} IN (SELECT value FROM json_each(${subjectIds})))`
}

/** The documents or orders that wait for a person, oldest first. */
export const listOpenSubjects = query((conn, { kind }: Params<{ kind: SubjectKind }>) =>
  conn
    .select({ id: importResults.subjectId, since: sql<number>`min(${importResults.firstAt})` })
    .from(importResults)
    .where(sql`${eq(importResults.kind, kind)} AND is_open = 1`)
    .groupBy(importResults.subjectId)
    .orderBy(sql`2`, asc(importResults.subjectId)),
)

/** The most causes that documents wait for: more than anybody handles. */
const waitingForMax = 10_000

type OfCause = CauseInput & {
  /** The accounts of the programs that reported the cause. null: programs that never named their accounts. */
  books: number | null
  code: string
  field: string
  limit: number
}

/** What waits for one cause, oldest first. */
export const listOfCause = query((conn, p: Params<OfCause>) =>
  conn
    .select({
      subjectId: importResults.subjectId,
      message: sql<string>`max(${importResults.message})`,
      attempts: sql<number>`max(${importResults.attempts})`,
      since: sql<number>`min(${importResults.firstAt})`,
    })
    .from(importResults)
    .where(
      sql`${isOpenAmong(p)} AND ${eq(importResults.code, p.code)} AND ${eq(importResults.field, p.field)}
        AND ${importResults.books} IS ${p.books}`,
    )
    .groupBy(importResults.subjectId)
    .orderBy(sql`4`, asc(importResults.subjectId))
    .limit(p.limit),
)

/** The distinct causes that programs reported. */
export const listWaitingFor = query((conn, p: Params<CauseInput>) =>
  conn
    .selectDistinct({
      program: importResults.program,
      books: importResults.books,
      code: importResults.code,
      field: importResults.field,
    })
    .from(importResults)
    .where(and(isOpenAmong(p), ne(importResults.field, '')))
    .orderBy(asc(importResults.field), asc(importResults.program))
    .limit(waitingForMax),
)

export type WaitingFor = NonNullable<ReturnType<ReturnType<typeof listWaitingFor>['get']>>

/** `scanIds` is a JSON list of the documents to include; null: all. */
type Seen = { orders: boolean; scanIds: string | null }

/** What was entered, newest first. */
export const listEntered = query((conn, p: Params<Seen & { limit: number; offset: number }>) =>
  conn
    .select()
    .from(importResults)
    .where(isEnteredAndSeen(p))
    .orderBy(desc(importResults.receivedAt), asc(importResults.subjectId), asc(importResults.part))
    .limit(p.limit)
    .offset(p.offset),
)

export const countEntered = query((conn, seen: Params<Seen>) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(importResults)
    .where(isEnteredAndSeen(seen)),
)

// `imported` is written out, because with a parameter SQLite would not use the index of entered results.
function isEnteredAndSeen({ orders, scanIds }: Params<Seen>): SQL {
  const { outcome, kind, subjectId } = importResults
  return sql`${outcome} = 'imported' AND CASE ${kind} WHEN 'order' THEN ${orders}
    ELSE ${scanIds} IS NULL OR ${subjectId} IN (SELECT value FROM json_each(${scanIds})) END`
}

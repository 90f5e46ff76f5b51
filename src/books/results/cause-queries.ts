import { asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import { query, type Params } from '../../platform/db/connection.ts'
import { importResults } from './tables.ts'

type Kind = (typeof importResults.$inferSelect)['kind']

/** The most causes that documents wait for: more than anybody handles. */
const waitingForMax = 10_000

type OfCause = {
  kind: Kind
  /** The accounts of the programs that reported the cause. null: programs that never named their accounts. */
  books: number | null
  code: string
  field: string
  /** A JSON list of the ids to include. null: all. */
  subjectIds: string | null
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
      sql`${eq(importResults.kind, p.kind)} AND is_open = 1 AND ${eq(importResults.code, p.code)} AND ${eq(importResults.field, p.field)}
          AND ${importResults.books} IS ${p.books}
          AND (${p.subjectIds} IS NULL OR ${importResults.subjectId} IN (SELECT value FROM json_each(${p.subjectIds})))`,
    )
    .groupBy(importResults.subjectId)
    .orderBy(sql`4`, asc(importResults.subjectId))
    .limit(p.limit),
)

/** The distinct causes that programs reported. `subjectIds` as in `OfCause`. */
export const listWaitingFor = query((conn, p: Params<Pick<OfCause, 'kind' | 'subjectIds'>>) =>
  conn
    .selectDistinct({
      program: importResults.program,
      books: importResults.books,
      code: importResults.code,
      field: importResults.field,
    })
    .from(importResults)
    .where(
      sql`${eq(importResults.kind, p.kind)} AND is_open = 1 AND ${importResults.field} <> '' AND (${p.subjectIds} IS NULL OR
          ${importResults.subjectId} IN (SELECT value FROM json_each(${p.subjectIds})))`,
    )
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
    .where(isEntered(p))
    .orderBy(desc(importResults.receivedAt), asc(importResults.subjectId), asc(importResults.part))
    .limit(p.limit)
    .offset(p.offset),
)

export const countEntered = query((conn, seen: Params<Seen>) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(importResults)
    .where(isEntered(seen)),
)

// `imported` is written out, because with a parameter SQLite would not use the index of entered results.
function isEntered({ orders, scanIds }: Params<Seen>): SQL {
  const { outcome, kind, subjectId } = importResults
  return sql`${outcome} = 'imported' AND CASE ${kind} WHEN 'order' THEN ${orders}
    ELSE ${scanIds} IS NULL OR ${subjectId} IN (SELECT value FROM json_each(${scanIds})) END`
}

import { asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import { query, type Params } from '../../platform/db/connection.ts'
import { importResults } from './tables.ts'

type Kind = (typeof importResults.$inferSelect)['kind']

type OfCause = {
  kind: Kind
  /** Those that said so are of a bridge to these books; null: of a program that never said which. */
  books: number | null
  code: string
  field: string
  /** A JSON list of those that count; null: all. */
  subjectIds: string | null
  limit: number
}

/** What waits for one cause, the oldest first. */
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

/** `scanIds` is a JSON list of the documents that count; null: all. */
type Seen = { orders: boolean; scanIds: string | null }

/** What went in, the newest first. */
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

// `imported` is spelt out: a parameter would keep SQLite from the index of what went in.
function isEntered({ orders, scanIds }: Params<Seen>): SQL {
  const { outcome, kind, subjectId } = importResults
  return sql`${outcome} = 'imported' AND CASE ${kind} WHEN 'order' THEN ${orders}
    ELSE ${scanIds} IS NULL OR ${subjectId} IN (SELECT value FROM json_each(${scanIds})) END`
}

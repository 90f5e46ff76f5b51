import { and, asc, count, eq, ne, sql, desc } from 'drizzle-orm'
import type { MasterKind } from './rules.ts'
import { bookMasters, masterTerms, bridgeReports } from '../tables.ts'
import { query, type Params } from '../../platform/db/connection.ts'
import { deleteIn, findIn, insertInto, storeIn } from '../../platform/db/statements.ts'

export type StoredMaster = typeof bookMasters.$inferSelect

/** The most masters that disappear at once: more than any accounts hold. */
const unseenMax = 1_000_000

/** A kind of master in some accounts. */
type OfKind = { books: number; kind: MasterKind }

export const findMaster = findIn(bookMasters, 'books', 'kind', 'id')

export const insertMaster = insertInto(bookMasters)

export const insertTerm = insertInto(masterTerms)

export const setRun = query((conn, p: Params<OfKind & { id: string; run: string }>) =>
  conn
    .update(bookMasters)
    .set({ run: sql`${p.run}` })
    .where(and(isOf(p), eq(bookMasters.id, p.id))),
)

export const deleteMaster = deleteIn(bookMasters, 'books', 'kind', 'id')

export const deleteTerms = deleteIn(masterTerms, 'books', 'kind', 'masterId')

/** Masters that an earlier read saw and this one did not. */
export const listUnseen = query((conn, { books, kind, run }: Params<OfKind & { run: string }>) =>
  conn
    .select({ id: bookMasters.id })
    .from(bookMasters)
    .where(and(isOf({ books, kind }), ne(bookMasters.run, run)))
    .limit(unseenMax),
)

/** The masters with this name or alias, first by name. */
export const listNamed = query(
  (conn, { books, kind, term, limit }: Params<OfKind & { term: string; limit: number }>) =>
    conn
      .select({ master: bookMasters })
      .from(masterTerms)
      .innerJoin(
        bookMasters,
        and(
          eq(bookMasters.books, masterTerms.books),
          eq(bookMasters.kind, masterTerms.kind),
          eq(bookMasters.id, masterTerms.masterId),
        ),
      )
      .where(
        and(eq(masterTerms.books, books), eq(masterTerms.kind, kind), eq(masterTerms.term, term)),
      )
      .orderBy(asc(bookMasters.folded), asc(bookMasters.id))
      .limit(limit),
)

export const listByGstin = query(
  (conn, { books, kind, gstin, limit }: Params<OfKind & { gstin: string; limit: number }>) =>
    conn
      .select()
      .from(bookMasters)
      .where(and(isOf({ books, kind }), eq(bookMasters.gstin, gstin)))
      .orderBy(asc(bookMasters.folded), asc(bookMasters.id))
      .limit(limit),
)

/**
 * Masters that share the most words with a name, the shortest names first. `words` is a JSON list. Skips words that more than `most`
 * masters have, and looks at no more than that many masters.
 */
export const listSharing = query((conn) =>
  conn.$client.query<
    StoredMaster,
    [books: number, kind: MasterKind, words: string, most: number, limit: number]
  >(
    `WITH telling AS (
       SELECT value AS word FROM json_each(?3) WHERE (
         SELECT count(*) FROM (
           SELECT 1 FROM book_master_terms WHERE books = ?1 AND kind = ?2 AND term = value LIMIT ?4 + 1)) <= ?4),
     best AS (
       SELECT master_id, count(*) AS shared
       FROM telling CROSS JOIN book_master_terms ON books = ?1 AND kind = ?2 AND term = word
       GROUP BY master_id ORDER BY shared DESC, master_id LIMIT ?4 + 0)
     SELECT books, kind, id, name, folded, alter_id AS alterId, gstin, hsn, details, run
     FROM best CROSS JOIN book_masters ON books = ?1 AND kind = ?2 AND id = master_id
     ORDER BY shared DESC, length(folded), id LIMIT ?5 + 0`,
  ),
)

/** Masters with a text in their name or GSTIN. Those that begin with it come first. */
export const searchMasters = query(
  (conn, p: Params<OfKind & { search: string; code: string; limit: number }>) =>
    conn
      .select()
      .from(bookMasters)
      .where(
        and(
          isOf(p),
          sql`(instr(${bookMasters.folded}, ${p.search}) > 0 OR (${p.code} <> '' AND instr(${bookMasters.gstin}, ${p.code}) > 0))`,
        ),
      )
      .orderBy(
        sql`instr(${bookMasters.folded}, ${p.search}) = 1 DESC`,
        asc(bookMasters.folded),
        asc(bookMasters.id),
      )
      .limit(p.limit),
)

export const countMasters = query((conn, { books }: Params<{ books: number }>) =>
  conn
    .select({ kind: bookMasters.kind, n: count() })
    .from(bookMasters)
    .where(eq(bookMasters.books, books))
    .groupBy(bookMasters.kind)
    .orderBy(asc(bookMasters.kind)),
)

/** The first masters of a kind, by name. */
export const listFirst = query((conn, { books, kind, limit }: Params<OfKind & { limit: number }>) =>
  conn
    .select()
    .from(bookMasters)
    .where(isOf({ books, kind }))
    .orderBy(asc(bookMasters.folded), asc(bookMasters.id))
    .limit(limit),
)

function isOf({ books, kind }: Params<OfKind>) {
  return and(eq(bookMasters.books, books), eq(bookMasters.kind, kind))
}

export type StoredReport = typeof bridgeReports.$inferSelect

/** The most bridges to show. A shop has one or two. */
const reportsMax = 20

/** The latest reports of all bridges, newest first. */
export const listReports = query((conn) =>
  conn.select().from(bridgeReports).orderBy(desc(bridgeReports.heardAt)).limit(reportsMax),
)

export const findReport = findIn(bridgeReports, 'keyId')

export const storeReport = storeIn(bridgeReports, ['keyId'])

import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import { query, type Params } from '../../platform/db/connection.ts'
import { insertInto } from '../../platform/db/statements.ts'
import type { MasterKind } from './rules.ts'
import { bookMasters, masterTerms } from './tables.ts'

export type StoredMaster = typeof bookMasters.$inferSelect

/** Masters of one kind that are gone at once: more than any books hold. */
const unseenMax = 1_000_000

type ById = Params<{ kind: MasterKind; id: string }>

export const findMaster = query((conn, { kind, id }: ById) =>
  conn
    .select()
    .from(bookMasters)
    .where(and(eq(bookMasters.kind, kind), eq(bookMasters.id, id))),
)

export const insertMaster = insertInto(bookMasters)

export const insertTerm = insertInto(masterTerms)

export const setRun = query((conn, { kind, id, run }: ById & Params<{ run: string }>) =>
  conn
    .update(bookMasters)
    .set({ run: sql`${run}` })
    .where(and(eq(bookMasters.kind, kind), eq(bookMasters.id, id))),
)

export const deleteMaster = query((conn, { kind, id }: ById) =>
  conn.delete(bookMasters).where(and(eq(bookMasters.kind, kind), eq(bookMasters.id, id))),
)

export const deleteTerms = query(
  (conn, { kind, masterId }: Params<{ kind: MasterKind; masterId: string }>) =>
    conn
      .delete(masterTerms)
      .where(and(eq(masterTerms.kind, kind), eq(masterTerms.masterId, masterId))),
)

/** What another reading of the books saw, and this one did not. */
export const listUnseen = query((conn, { kind, run }: Params<{ kind: MasterKind; run: string }>) =>
  conn
    .select({ id: bookMasters.id })
    .from(bookMasters)
    .where(and(eq(bookMasters.kind, kind), ne(bookMasters.run, run)))
    .limit(unseenMax),
)

/** The masters that are called so, the first ones by name. */
export const listNamed = query(
  (conn, { kind, term, limit }: Params<{ kind: MasterKind; term: string; limit: number }>) =>
    conn
      .select({ master: bookMasters })
      .from(masterTerms)
      .innerJoin(
        bookMasters,
        and(eq(bookMasters.kind, masterTerms.kind), eq(bookMasters.id, masterTerms.masterId)),
      )
      .where(and(eq(masterTerms.kind, kind), eq(masterTerms.term, term)))
      .orderBy(asc(bookMasters.folded), asc(bookMasters.id))
      .limit(limit),
)

export const listByGstin = query(
  (conn, { kind, gstin, limit }: Params<{ kind: MasterKind; gstin: string; limit: number }>) =>
    conn
      .select()
      .from(bookMasters)
      .where(and(eq(bookMasters.kind, kind), eq(bookMasters.gstin, gstin)))
      .orderBy(asc(bookMasters.folded), asc(bookMasters.id))
      .limit(limit),
)

/**
 * Those that share the most words with a name, the shortest names first; `words` is a JSON list. Words that more than `most` masters have
 * are left aside, and no more than so many masters are looked at.
 */
export const listSharing = query((conn) =>
  conn.$client.query<StoredMaster, [kind: MasterKind, words: string, most: number, limit: number]>(
    `WITH telling AS (
       SELECT value AS word FROM json_each(?2) WHERE (
         SELECT count(*) FROM (
           SELECT 1 FROM book_master_terms WHERE kind = ?1 AND term = value LIMIT ?3 + 1)) <= ?3),
     best AS (
       SELECT master_id, count(*) AS shared
       FROM telling CROSS JOIN book_master_terms ON kind = ?1 AND term = word
       GROUP BY master_id ORDER BY shared DESC, master_id LIMIT ?3)
     SELECT kind, id, name, folded, alter_id AS alterId, gstin, hsn, details, run
     FROM best CROSS JOIN book_masters ON kind = ?1 AND id = master_id
     ORDER BY shared DESC, length(folded), id LIMIT ?4`,
  ),
)

/** Those with a text in their name or GSTIN; those that begin with it first. */
export const searchMasters = query(
  (conn, p: Params<{ kind: MasterKind; search: string; code: string; limit: number }>) =>
    conn
      .select()
      .from(bookMasters)
      .where(
        and(
          eq(bookMasters.kind, p.kind),
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

export const countMasters = query((conn) =>
  conn
    .select({ kind: bookMasters.kind, n: count() })
    .from(bookMasters)
    .groupBy(bookMasters.kind)
    .orderBy(asc(bookMasters.kind)),
)

/** The first ones of a kind by name. */
export const listFirst = query(
  (conn, { kind, limit }: Params<{ kind: MasterKind; limit: number }>) =>
    conn
      .select()
      .from(bookMasters)
      .where(eq(bookMasters.kind, kind))
      .orderBy(asc(bookMasters.folded), asc(bookMasters.id))
      .limit(limit),
)

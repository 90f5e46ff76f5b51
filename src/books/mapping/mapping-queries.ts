import { and, asc, count, eq, or, sql } from 'drizzle-orm'
import { query, type Params } from '../../platform/db/connection.ts'
import { storeIn } from '../../platform/db/statements.ts'
import type { MappedKind } from './mapped.ts'
import { bookMappings, bookMasters } from './tables.ts'

export type StoredMapping = typeof bookMappings.$inferSelect

/** The most mappings: more than a shop has sellers, items and ledgers. */
const mappingsMax = 1_000_000

/** Joins a mapping with its master. There is none for a mapping to a master that was not read yet. */
const isMasterOf = sql`${bookMasters.books} = ${bookMappings.books} AND ${bookMasters.kind} = CASE ${bookMappings.kind} WHEN 'party' THEN 'ledger' ELSE ${bookMappings.kind} END
  AND ${bookMasters.id} = ${bookMappings.masterId}`

/** All mappings of some accounts with their current master; null where the master is gone. */
export const listMappings = query((conn, { books }: Params<{ books: number }>) =>
  conn
    .select({ mapping: bookMappings, master: bookMasters })
    .from(bookMappings)
    .leftJoin(bookMasters, isMasterOf)
    .where(eq(bookMappings.books, books))
    .orderBy(asc(bookMappings.kind), asc(bookMappings.match))
    .limit(mappingsMax),
)

type Selected = { books: number; kind: MappedKind; search: string }

/** A page of the mappings of a kind that have a folded text in either name, ordered by our name. */
export const listMappingsPage = query(
  (conn, p: Params<Selected & { limit: number; offset: number }>) =>
    conn
      .select({ mapping: bookMappings, master: bookMasters })
      .from(bookMappings)
      .leftJoin(bookMasters, isMasterOf)
      .where(isSelected(p))
      .orderBy(asc(bookMappings.ours), asc(bookMappings.match))
      .limit(p.limit)
      .offset(p.offset),
)

export const countMappings = query((conn, selected: Params<Selected>) =>
  conn.select({ n: count() }).from(bookMappings).where(isSelected(selected)),
)

function isSelected({ books, kind, search }: Params<Selected>) {
  return and(
    eq(bookMappings.books, books),
    eq(bookMappings.kind, kind),
    sql`(instr(lower(${bookMappings.ours}), ${search}) > 0 OR instr(lower(${bookMappings.name}), ${search}) > 0)`,
  )
}

type One = { books: number; kind: MappedKind; match: string }

export const findMapping = query((conn, one: Params<One>) =>
  conn.select().from(bookMappings).where(isOne(one)),
)

/** The mappings to a master with this name, now or when somebody confirmed it. */
export const listMappingsTo = query(
  (conn, { books, name }: Params<{ books: number; name: string }>) =>
    conn
      .select({ mapping: bookMappings, master: bookMasters })
      .from(bookMappings)
      .leftJoin(bookMasters, isMasterOf)
      .where(
        and(
          eq(bookMappings.books, books),
          or(eq(bookMappings.name, name), eq(bookMasters.name, name)),
        ),
      )
      .orderBy(asc(bookMappings.kind), asc(bookMappings.match)),
)

export const storeMapping = storeIn(bookMappings, ['books', 'kind', 'match'])

export const deleteMapping = query((conn, one: Params<One>) =>
  conn.delete(bookMappings).where(isOne(one)),
)

function isOne({ books, kind, match }: Params<One>) {
  return and(
    eq(bookMappings.books, books),
    eq(bookMappings.kind, kind),
    eq(bookMappings.match, match),
  )
}

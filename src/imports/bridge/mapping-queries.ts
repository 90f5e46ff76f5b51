import { and, asc, count, eq, sql } from 'drizzle-orm'
import { query, type Params } from '../../platform/db/connection.ts'
import { storeIn } from '../../platform/db/statements.ts'
import type { MappedKind } from './mapped.ts'
import { bookMappings, bookMasters } from './tables.ts'

export type StoredMapping = typeof bookMappings.$inferSelect

/** Mappings of a shop: more than it has sellers, items and ledgers. */
const mappingsMax = 1_000_000

/** The master of a mapping; none where it was made for one that was not read yet. */
const isMasterOf = sql`${bookMasters.kind} = CASE ${bookMappings.kind} WHEN 'party' THEN 'ledger' ELSE ${bookMappings.kind} END
  AND ${bookMasters.id} = ${bookMappings.masterId}`

/** Every mapping with its master as the books have it now; null where they have it no more. */
export const listMappings = query((conn) =>
  conn
    .select({ mapping: bookMappings, master: bookMasters })
    .from(bookMappings)
    .leftJoin(bookMasters, isMasterOf)
    .orderBy(asc(bookMappings.kind), asc(bookMappings.match))
    .limit(mappingsMax),
)

type Selected = { kind: MappedKind; search: string }

/** A page of those of a kind that have a text in either name, folded; by our name. */
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

function isSelected({ kind, search }: Params<Selected>) {
  return and(
    eq(bookMappings.kind, kind),
    sql`(instr(lower(${bookMappings.ours}), ${search}) > 0 OR instr(lower(${bookMappings.name}), ${search}) > 0)`,
  )
}

export const findMapping = query(
  (conn, { kind, match }: Params<{ kind: MappedKind; match: string }>) =>
    conn
      .select()
      .from(bookMappings)
      .where(and(eq(bookMappings.kind, kind), eq(bookMappings.match, match))),
)

export const storeMapping = storeIn(bookMappings, ['kind', 'match'])

export const deleteMapping = query(
  (conn, { kind, match }: Params<{ kind: MappedKind; match: string }>) =>
    conn
      .delete(bookMappings)
      .where(and(eq(bookMappings.kind, kind), eq(bookMappings.match, match))),
)

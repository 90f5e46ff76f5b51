import { asc, desc, sql, type SQL } from 'drizzle-orm'
import { aliases, names } from '../../../names/tables.ts'
import type { Sort } from '../../../platform/db/statements.ts'
import { versionInForce } from '../scans/waiting-queries.ts'
import { documentHeads, scans } from '../tables.ts'

/** The orders of a list of scans. */
export const scanSorts = ['added', 'seller', 'number', 'date', 'total', 'state'] as const

export type ScanOrderBy = Sort<(typeof scanSorts)[number]>

export const newestFirst: ScanOrderBy = { by: 'added', isDescending: true }

/** The table of heads, under the name that the queries use. */
export const sortedHeads = sql`${documentHeads} AS sorted`

/** Heads that the rules in force gave their documents. */
export const isHeadInForce = sql`sorted.rules_since <= ${versionInForce} AND sorted.rules_until > ${versionInForce}`

export const isHeadOfScan = sql`sorted.scan_id = ${scans.id} AND ${isHeadInForce}`

/** Aliases of vendors that are no vendor's name. SQLite finds them once for a list. */
const otherNames = sql`(SELECT ${aliases.folded} FROM ${aliases} WHERE ${aliases.kind} = 'vendor' AND ${aliases.folded} NOT IN (
    SELECT ${names.folded} FROM ${names} WHERE ${names.kind} = 'vendor'))`

/** The seller under the name in the vendor list. A name wins over another entry's alias. */
export const sortedSeller = sql`CASE WHEN sorted.is_mapped AND sorted.seller IN ${otherNames}
  THEN coalesce((SELECT ${names.folded} FROM ${aliases} JOIN ${names} ON ${names.id} = ${aliases.nameId}
    WHERE ${aliases.kind} = 'vendor' AND ${aliases.folded} = sorted.seller), sorted.seller)
  ELSE sorted.seller END`

const columns = {
  seller: sortedSeller,
  number: sql`sorted.number`,
  date: sql`sorted.day`,
  total: sql`sorted.total`,
}

/** Whether a list in this order needs the heads. */
export function isByHead({ by }: ScanOrderBy): boolean {
  return by in columns
}

/** Ties are sorted in the same direction. Scans without a value come last in both directions. */
export function orderOf({ by, isDescending }: ScanOrderBy, isDuplicate: SQL): SQL[] {
  const direction = isDescending ? desc : asc
  const ties = [direction(scans.createdAt), direction(scans.id)]
  if (by === 'added') return ties
  if (by === 'state') return [direction(rankOf(isDuplicate)), ...ties]
  return [sql`${columns[by]} IS NULL`, direction(columns[by]), ...ties]
}

/** In the order of a scan's life: to be typed in, failed or to be checked, waiting, hidden, delivered. */
function rankOf(isDuplicate: SQL): SQL {
  return sql`CASE WHEN ${scans.status} = 'pending' THEN 0 WHEN ${scans.status} = 'failed' THEN 1
    WHEN ${scans.syncedAt} IS NOT NULL THEN 4 WHEN ${isDuplicate} THEN 3 ELSE 2 END`
}

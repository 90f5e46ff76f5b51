import { asc, desc, sql, type SQL } from 'drizzle-orm'
import { scans } from '../tables.ts'

/** What a list of scans can be sorted by: when it came, what it says, or how it stands. */
export const scanSorts = ['added', 'seller', 'number', 'date', 'total', 'state'] as const

export type ScanOrderBy = { by: (typeof scanSorts)[number]; isDescending: boolean }

export const newestFirst: ScanOrderBy = { by: 'added', isDescending: true }

/** The table of scan-order.ts, as the queries call it. */
export const scanOrder = sql`temp.scan_order AS sorted`

export const isOrderOfScan = sql`sorted.seq = ${scans}.rowid`

/** The columns of that table. */
const columns = {
  seller: sql`sorted.seller`,
  number: sql`sorted.number`,
  date: sql`sorted.day`,
  total: sql`sorted.total`,
}

/** Whether a list in this order needs that table. */
export function isFromOrder({ by }: ScanOrderBy): boolean {
  return by in columns
}

/** Ties in the direction of the sort; what does not say it comes last, whichever way. */
export function orderOf({ by, isDescending }: ScanOrderBy, isDuplicate: SQL): SQL[] {
  const direction = isDescending ? desc : asc
  const ties = [direction(scans.createdAt), direction(scans.id)]
  if (by === 'added') return ties
  if (by === 'state') return [direction(rankOf(isDuplicate)), ...ties]
  return [sql`${columns[by]} IS NULL`, direction(columns[by]), ...ties]
}

/** In the order of a scan's life: to be typed in, failed or to be checked, waiting, held back, delivered. */
function rankOf(isDuplicate: SQL): SQL {
  return sql`CASE WHEN ${scans.status} = 'pending' THEN 0 WHEN ${scans.status} = 'failed' THEN 1
    WHEN ${scans.syncedAt} IS NOT NULL THEN 4 WHEN ${isDuplicate} THEN 3 ELSE 2 END`
}

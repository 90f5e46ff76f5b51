import { Column, type SQL, type SQLWrapper, asc, desc, is, sql } from 'drizzle-orm'

/** The column that a list is sorted by, and the direction. */
export type Sort<By extends string> = { by: By; isDescending: boolean }

/** ORDER BY one of several columns. NULL comes last in both directions. `ties` follow the direction of the sort. */
export function orderBy<By extends string>(
  columns: Readonly<Record<By, SQLWrapper>>,
  ties: readonly SQLWrapper[],
  { by, isDescending }: Sort<By>,
): SQL[] {
  const column = columns[by]
  const direction = isDescending ? desc : asc
  const order = [column, ...ties].map((each) => direction(each))
  // For a column that is never NULL, the extra term would make SQLite sort again what an index already has in order.
  const isNeverNull = is(column, Column) && column.notNull
  return isNeverNull ? order : [sql`${column} IS NULL`, ...order]
}

/** One query for each way to sort a list, built on first use. */
export function sortedQuery<By extends string, Built>(
  build: (sort: Sort<By>) => Built,
): (sort: Sort<By>) => Built {
  const built = new Map<string, Built>()
  return (sort) => {
    const key = `${sort.by} ${sort.isDescending}`
    const known = built.get(key) ?? build(sort)
    built.set(key, known)
    return known
  }
}

/** A page of a sorted list: which rows, and the direction of the sort. */
type SortedPage = { isDescending: boolean; limit: number; offset: number }

/**
 * Reads a page from the nearer end of its list: SQLite sorts only the rows before the page. `isDescending` is the direction to read in. If
 * it differs from the direction asked for, the rows are reversed afterwards.
 */
export function nearerEnd({ isDescending, limit, offset }: SortedPage, total: number) {
  const rows = Math.max(0, Math.min(limit, total - offset))
  const behind = total - offset - rows
  const isTurned = behind < offset
  return {
    isDescending: isDescending !== isTurned,
    limit: rows,
    offset: isTurned ? Math.max(0, behind) : offset,
    inOrder: <Row>(found: Row[]): Row[] => (isTurned ? found.toReversed() : found),
  }
}

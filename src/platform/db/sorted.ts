import { asc, Column, desc, is, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** By what a list is sorted, and which way. */
export type Sort<By extends string> = { by: By; isDescending: boolean }

/** ORDER BY one of some columns: what is NULL comes last whichever way, `ties` go in the direction of the sort. */
export function orderBy<By extends string>(
  columns: Readonly<Record<By, SQLWrapper>>,
  ties: readonly SQLWrapper[],
  { by, isDescending }: Sort<By>,
): SQL[] {
  const column = columns[by]
  const direction = isDescending ? desc : asc
  const order = [column, ...ties].map((each) => direction(each))
  // SQLite would sort in vain what an index has in order already.
  const isNeverNull = is(column, Column) && column.notNull
  return isNeverNull ? order : [sql`${column} IS NULL`, ...order]
}

/** A query for each way to sort a list, built when it is first asked for. */
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

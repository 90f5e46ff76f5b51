import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  /** Above the column, and before the value on a phone. Without one the cell holds the row's buttons. */
  title: string
  cell(row: Row): ReactNode
  /** Amounts and counts stand on the right. */
  align?: 'right'
  /** What the row is called: on a phone it heads the card, and a screen reader reads it with every cell. */
  isMain?: boolean
  canSort?: boolean
  /** The button of the row's menu: on a phone it is in the card's corner. */
  isMenu?: boolean
  width?: string
}

/** The last column of a list: what can be done with each row. */
export function menuColumn<Row>(cell: (row: Row) => ReactNode): Column<Row> {
  return { key: 'actions', title: '', width: '3.5rem', isMenu: true, cell }
}

/** Which page of how many rows is shown; `page` counts from 1. */
export type PagingProps = {
  page: number
  size: number
  total: number
  onChange(page: number): void
}

export type Sort = { by: string; isDescending: boolean }

type Selection<Row> = {
  ids: ReadonlySet<string>
  onChange(ids: ReadonlySet<string>): void
  nameOf(row: Row): string
}

export type DataTableProps<Row> = {
  /** What the table lists; read out by screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while they are fetched. */
  rows: readonly Row[] | undefined
  idOf(row: Row): string
  error?: unknown
  onRetry?(): void
  /** Instead of the table when there are no rows: what to do next. */
  empty?: ReactNode
  sort?: Sort | undefined
  onSort?(sort: Sort): void
  paging?: PagingProps | undefined
  selection?: Selection<Row>
}

/** The chosen ids with these added or taken away. */
export function withAll(
  before: ReadonlySet<string>,
  ids: readonly string[],
  isChosen: boolean,
): ReadonlySet<string> {
  const after = new Set(before)
  for (const id of ids) {
    if (isChosen) after.add(id)
    else after.delete(id)
  }
  return after
}
